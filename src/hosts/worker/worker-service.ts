/**
 * The worker's side of a worker host: takes requests from the mailbox and steps the block, until the mailbox is
 * closed. It blocks its thread. Nothing here knows Node or the DOM.
 */
import type { AnyBlock, StepTime } from '../../core/block.ts';
import { groupPorts, inputPorts, outputPorts } from '../../core/ports.ts';
import { initialState } from '../../core/local-host.ts';
import type { FrameAllocator } from '../../core/signal.ts';
import { QueueSignal, Signal } from '../../core/signal.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import { RemoteOutput } from '../remote-output.ts';
import { PortCodec } from './port-codec.ts';
import { SharedFrameArena } from './shared-frame-arena.ts';
import type { MailboxMemory, SlotBuffer } from './shared-mailbox.ts';
import { WorkerEnd } from './shared-mailbox.ts';
import { Operation, readOperation, readStep, writeDone, writeFailure, writeOutputs } from './step-exchange.ts';

/** All a worker is told when it starts. */
export interface WorkerSetup {
  readonly name: string;
  /** The block's type, to be found in the worker's own catalog. */
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly period: number;
  /** The files that its parameters name, by that name. */
  readonly assets: Readonly<Record<string, Uint8Array>>;
  /** Per output: how many frames its ring needs. */
  readonly frameRings: readonly number[];
  readonly mailbox: MailboxMemory;
  readonly arena: SharedArrayBuffer;
  readonly spinMs: number;
}

/** How a block's state and parameters cross: posted before the answer (save) or the request (restore, params) that announces them. */
export interface StateChannel {
  send(value: unknown): void;
  receive(): unknown;
}

/** Its frames are a ring in the arena: a reader may still look at those of earlier steps. */
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

export class WorkerService {
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
    private readonly states: StateChannel,
  ) {
    const arena = new SharedFrameArena(setup.arena);
    const inputs = inputPorts(definition, setup.params).map(({ name, type, queued }): [string, Signal] => [
      name,
      queued ? new QueueSignal(type) : new Signal(type),
    ]);
    const outputs = outputPorts(definition, setup.params).map(
      ({ name, type, optional, queued }, i): [string, WorkerOutput] => [
        name,
        new WorkerOutput(type, optional, queued, setup.frameRings[i], arena.allocate),
      ],
    );
    this.inputs = groupPorts(definition.inputs, Object.fromEntries(inputs));
    this.outputs = groupPorts(definition.outputs, Object.fromEntries(outputs));
    this.inputList = inputs.map(([, input]) => input);
    this.outputList = outputs.map(([, output]) => output);
    this.inputCodecs = this.inputList.map((input) => new PortCodec(input.type, arena));
    this.outputCodecs = this.outputList.map((output) => new PortCodec(output.type, arena));
    this.mailbox = new WorkerEnd(setup.mailbox, setup.spinMs);
    this.params = setup.params;
    this.state = initialState({ ...setup, definition });
  }

  /** Answers requests until the host closes the mailbox. */
  serve(): void {
    for (let request = this.mailbox.nextRequest(); request !== undefined; request = this.mailbox.nextRequest()) {
      this.answer(request);
      this.mailbox.reply();
    }
  }

  leave(): void {
    this.mailbox.leave();
  }

  private answer(request: SlotBuffer): void {
    const operation = readOperation(request);
    const answer = this.mailbox.answerBuffer;
    try {
      if (operation === Operation.step) return this.step(request, answer);
      if (operation === Operation.save) this.save();
      else if (operation === Operation.restore) this.restore();
      else this.params = this.states.receive() as WorkerSetup['params'];
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
    this.definition.step(this.params, this.state, this.inputs, this.outputs, this.time, this.resources);
    for (const input of this.inputList) if (input instanceof QueueSignal) input.clear();
    writeOutputs(answer, outputList, this.outputCodecs);
    for (let i = 0; i < outputList.length; i++) outputList[i].moveOn();
  }

  private save(): void {
    const drafts = this.outputList.map((output) => output.value as unknown);
    this.states.send({ state: this.state, drafts } satisfies WorkerState);
  }

  private restore(): void {
    const { state, drafts } = this.states.receive() as WorkerState;
    this.state = state;
    this.outputList.forEach((output, i) => output.type.copy(output.value, drafts[i]));
  }
}
