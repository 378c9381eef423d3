/**
 * A thread's side of the worker hosts: takes requests from the bell and steps the blocks that they are for, until the bell is
 * closed. It blocks its thread. Nothing here knows Node or the DOM.
 */
import type { WasmMemory } from '../../math/wasm-memory.ts';
import type { AnyBlock, StepTime } from '../../core/block.ts';
import { groupPorts, inputPorts, outputPorts } from '../../core/ports.ts';
import { initialState } from '../../core/local-host.ts';
import type { FrameAllocator } from '../../core/signal.ts';
import { QueueSignal, Signal } from '../../core/signal.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import { RemoteOutput } from '../remote-output.ts';
import { PortCodec } from './port-codec.ts';
import { FrameMemory } from '../../math/frame-memory.ts';
import type { MailboxMemory, SlotBuffer } from './shared-mailbox.ts';
import { readPlain, writePlain } from './plain-data.ts';
import { WorkerBell, WorkerEnd } from './shared-mailbox.ts';
import {
  DATA_AT,
  Operation,
  readOperation,
  readStep,
  writeDone,
  writeFailure,
  writeOutputs,
  writeStepMs,
} from './step-exchange.ts';

/** All a thread is told when it starts. Parameters that its blocks share, such as the world, are one object here too. */
export interface ThreadSetup {
  readonly blocks: readonly WorkerSetup[];
  readonly bell: SharedArrayBuffer;
  readonly frames: WasmMemory;
  /** Files that parameters name, by that name. */
  readonly assets: Readonly<Record<string, Uint8Array>>;
  readonly spinMs: number;
}

/** What a thread says once: that it is ready, or which of its blocks cannot be made ready. */
export interface ThreadReport {
  readonly block?: string;
  readonly problem?: string;
}

/** One of its blocks. */
export interface WorkerSetup {
  readonly name: string;
  /** The block's type, to be found in the worker's own catalog. */
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly period: number;
  /** Per output: how many frames its ring needs. */
  readonly frameRings: readonly number[];
  readonly mailbox: MailboxMemory;
}

/** Where the thread finds block types. */
export interface BlockSource {
  findBlock(type: string): AnyBlock | undefined;
}

/** Its frames are a ring in the frame memory: a reader may still look at those of earlier steps. */
class WorkerOutput extends RemoteOutput {
  private published = 0;
  private readonly frames: Uint8Array[] = [];

  constructor(
    type: MessageType<any>,
    occasional: boolean,
    queued: boolean,
    private readonly ring: number,
    private readonly allocate: FrameAllocator,
  ) {
    super(type, occasional, queued);
  }

  override frame(size: number): Uint8Array {
    if (this.queued) return super.frame(size);
    const index = this.published % this.ring;
    if (this.frames[index]?.length !== size) this.frames[index] = this.allocate(size);
    return this.frames[index];
  }

  /** After a step. */
  moveOn(): void {
    if (this.publish && !this.queued) this.published++;
  }
}

/** What `save` hands over and `restore` takes back. */
export interface WorkerState {
  readonly state: unknown;
  readonly drafts: readonly unknown[];
}

/** All blocks of one thread. */
export class ThreadService {
  private constructor(
    private readonly services: readonly WorkerService[],
    private readonly bell: WorkerBell,
  ) {}

  /** Makes every block ready, and says how that went. */
  static async open(
    setup: ThreadSetup,
    catalog: BlockSource,
    report: (report: ThreadReport) => void,
  ): Promise<ThreadService | undefined> {
    const frames = new FrameMemory(setup.frames);
    const services: WorkerService[] = [];
    for (const block of setup.blocks) {
      try {
        services.push(await openService(block, setup, catalog, frames));
      } catch (error) {
        report({ block: block.name, problem: error instanceof Error ? error.message : String(error) });
        return undefined;
      }
    }
    report({});
    return new ThreadService(services, new WorkerBell(setup.bell, setup.spinMs));
  }

  /** Answers requests until the host closes the bell. */
  serve(): void {
    for (let block = this.bell.next(); block !== undefined; block = this.bell.next()) this.services[block].answerNext();
  }

  /** Tells every host that nobody will answer any more. */
  leave(): void {
    this.bell.leave();
    for (const service of this.services) service.leave();
  }
}

async function openService(
  block: WorkerSetup,
  { assets }: ThreadSetup,
  catalog: BlockSource,
  frames: FrameMemory,
): Promise<WorkerService> {
  const definition = catalog.findBlock(block.type);
  if (definition === undefined) throw new Error(`there is no block of type "${block.type}" in the worker's catalog`);
  const resources: unknown = await definition.prepare?.(block.params, {
    bytes: (name) => assets[name],
    text: (name) => new TextDecoder().decode(assets[name]),
  });
  return new WorkerService(block, definition, resources, frames);
}

class WorkerService {
  private state: unknown;
  private params: WorkerSetup['params'];
  private readonly time: StepTime = { now: 0, nowNs: 0, tick: 0, dt: 0, elapsed: 0, activation: 0 };
  private readonly inputs: object;
  private readonly outputs: object;
  private readonly inputList: readonly Signal[];
  private readonly outputList: readonly WorkerOutput[];
  private readonly inputCodecs: readonly PortCodec[];
  private readonly outputCodecs: readonly PortCodec[];
  private readonly mailbox: WorkerEnd;

  constructor(
    setup: WorkerSetup,
    private readonly definition: AnyBlock,
    private readonly resources: unknown,
    frames: FrameMemory,
  ) {
    const inputs = inputPorts(definition, setup.params).map(({ name, type, queued }): [string, Signal] => [
      name,
      queued ? new QueueSignal(type) : new Signal(type),
    ]);
    const outputs = outputPorts(definition, setup.params).map(
      ({ name, type, optional, queued }, i): [string, WorkerOutput] => [
        name,
        new WorkerOutput(type, optional, queued, setup.frameRings[i], frames.allocate),
      ],
    );
    this.inputs = groupPorts(definition.inputs, Object.fromEntries(inputs));
    this.outputs = groupPorts(definition.outputs, Object.fromEntries(outputs));
    this.inputList = inputs.map(([, input]) => input);
    this.outputList = outputs.map(([, output]) => output);
    this.inputCodecs = this.inputList.map((input) => new PortCodec(input.type, frames));
    this.outputCodecs = this.outputList.map((output) => new PortCodec(output.type, frames, true));
    this.mailbox = new WorkerEnd(setup.mailbox);
    this.params = setup.params;
    this.state = initialState({ ...setup, definition });
  }

  leave(): void {
    this.mailbox.leave();
  }

  answerNext(): void {
    this.answer(this.mailbox.take());
    this.mailbox.reply();
  }

  private answer(request: SlotBuffer): void {
    const operation = readOperation(request);
    const answer = this.mailbox.answerBuffer;
    try {
      if (operation === Operation.step) this.step(request, answer);
      else if (operation === Operation.save) this.save(answer);
      else if (operation === Operation.restore) this.restore(request);
      else this.params = readPlain(request, DATA_AT) as WorkerSetup['params'];
      writeDone(answer);
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      writeFailure(answer, operation === Operation.step ? `threw at ${this.time.now} s: ${sentence}` : sentence);
    }
  }

  private step(request: SlotBuffer, answer: SlotBuffer): void {
    const { outputList } = this;
    readStep(request, this.time, this.inputList, this.inputCodecs);
    for (let i = 0; i < outputList.length; i++) outputList[i].expect();
    const begin = performance.now();
    this.definition.step(this.params, this.state, this.inputs, this.outputs, this.time, this.resources);
    writeStepMs(answer, performance.now() - begin);
    for (const input of this.inputList) if (input instanceof QueueSignal) input.clear();
    writeOutputs(answer, outputList, this.outputCodecs);
    for (let i = 0; i < outputList.length; i++) outputList[i].moveOn();
  }

  private save(answer: SlotBuffer): void {
    const drafts = this.outputList.map((output) => output.value as unknown);
    writePlain(answer, DATA_AT, { state: this.state, drafts } satisfies WorkerState);
  }

  private restore(request: SlotBuffer): void {
    const { state, drafts } = readPlain(request, DATA_AT) as WorkerState;
    this.state = state;
    this.outputList.forEach((output, i) => output.type.copy(output.value, drafts[i]));
  }
}
