/**
 * The worker host: a block's steps run in a worker thread, in lockstep, over shared memory.
 *
 * A request is written into the mailbox at the release and the answer is read at the publication; in between the
 * loop goes on. Only inputs that changed cross, and frames never do (see port-codec.ts). State crosses by structured
 * clone through a message port that both ends read synchronously.
 *
 * `finish` first blocks, which is by far the fastest, and after `PATIENCE_MS` returns a promise, so that a slow block
 * does not keep pipes and signals waiting and the death of its thread is noticed.
 */
import type { MessagePort } from 'node:worker_threads';
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
import type { Assets, StepTime } from '../../core/block.ts';
import type { Host, HostedBlock } from '../../core/host.ts';
import { HostError } from '../../core/host.ts';
import { assetNames } from '../../core/schema.ts';
import type { OutputPort, Signal } from '../../core/signal.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import { PortCodec } from './port-codec.ts';
import { SharedFrameArena } from './shared-frame-arena.ts';
import type { MailboxMemory, SlotBuffer } from './shared-mailbox.ts';
import { HostEnd, SLOTS, createMailboxMemory } from './shared-mailbox.ts';
import type { AnswerTarget } from './step-exchange.ts';
import {
  Operation,
  Outcome,
  readFailure,
  readOutcome,
  readOutputs,
  writeOperation,
  writeStep,
} from './step-exchange.ts';
import type { WorkerThreadData } from './worker-main.ts';
import type { WorkerSetup, WorkerState } from './worker-service.ts';

const PATIENCE_MS = 50;
const DEFAULT_SPIN_MS = 0.1;

export interface WorkerHostOptions {
  /** The frames of this run; the same arena for every host and every output port of the run. */
  readonly arena?: SharedFrameArena;
  /** How long an answer may take [s]. */
  readonly timeLimit?: number;
  /** The worker's entry, built for this place; absent: beside this file. */
  readonly workerUrl?: URL;
  /** Module that exports `findBlock`; absent: the blocks that come with this project. */
  readonly catalog?: URL;
  /** What the block's parameters may name. */
  readonly assets?: Assets;
  /** How long either end spins before it sleeps [ms]. Longer is faster and keeps a core busier. */
  readonly spinMs?: number;
}

/** One output of one step, kept outside the mailbox. */
class KeptOutput implements AnswerTarget {
  readonly value: any;
  publish = false;
  readonly sent: any[] = [];

  constructor(
    private readonly type: MessageType<any>,
    readonly queued: boolean,
  ) {
    this.value = type.create();
  }

  send(): void {
    const message = this.type.create();
    this.type.copy(message, this.value);
    this.sent.push(message);
  }
}

type KeptAnswer = Pick<KeptOutput, 'value' | 'publish' | 'sent'>[];

interface SavedWorker extends WorkerState {
  readonly answers: readonly KeptAnswer[];
}

/** Starts a worker and waits until its block is initialised. */
export async function openWorkerHost(block: HostedBlock, options: WorkerHostOptions = {}): Promise<Host> {
  const { arena = new SharedFrameArena(), timeLimit = 10, spinMs = DEFAULT_SPIN_MS } = options;
  const memory = createMailboxMemory();
  const { port1: port, port2 } = new MessageChannel();
  const setup = workerSetup(block, memory, arena, options);
  const data: WorkerThreadData = {
    setup,
    port: port2,
    catalog: options.catalog?.href,
  };
  const url = options.workerUrl ?? new URL('./worker-main.js', import.meta.url);
  let worker: Worker;
  try {
    worker = new Worker(url, { workerData: data, transferList: [port2] });
  } catch (error) {
    port.close();
    throw new HostError(block.name, `cannot start a worker: ${(error as Error).message}`);
  }
  try {
    await workerReady(worker, port, timeLimit);
  } catch (error) {
    await worker.terminate();
    port.close();
    throw new HostError(block.name, (error as Error).message);
  }
  return new WorkerHost(block, worker, port, new HostEnd(memory, spinMs), arena, timeLimit);
}

function workerSetup(
  block: HostedBlock,
  mailbox: MailboxMemory,
  arena: SharedFrameArena,
  { assets, spinMs = DEFAULT_SPIN_MS }: WorkerHostOptions,
): WorkerSetup {
  const { name, definition, params, seed, period } = block;
  return {
    name,
    type: definition.type,
    params,
    assets: Object.fromEntries(assetNames(definition.params, params).map((asset) => [asset, assets!.bytes(asset)])),
    seed,
    period,
    frameRings: Object.values(block.outputs).map(frameRing),
    mailbox,
    arena: arena.memory,
    spinMs,
  };
}

/** As many frames as the port at home would use: one per value on its way, the latched one and the draft. */
const frameRing = (port: OutputPort): number => port.depth + 2 + port.extraFrames;

function workerReady(worker: Worker, port: MessagePort, timeLimit: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(`did not start within ${timeLimit} s`), timeLimit * 1000);
    const onMessage = (problem: string | undefined) => settle(problem);
    const onError = (error: Error) => settle(`cannot start a worker: ${error.message}`);
    // its last words may still be on their way
    const onExit = (code: number) => {
      const said = receiveMessageOnPort(port)?.message as string | undefined;
      settle(said ?? `its worker ended with code ${code} before it was ready`);
    };
    function settle(problem: string | undefined): void {
      clearTimeout(timer);
      port.off('message', onMessage);
      worker.off('error', onError).off('exit', onExit);
      if (problem === undefined) resolve();
      else reject(new Error(problem));
    }
    port.on('message', onMessage);
    worker.on('error', onError).on('exit', onExit);
  });
}

class WorkerHost implements Host {
  private readonly inputs: readonly Signal[];
  private readonly outputs: readonly OutputPort[];
  private readonly inputCodecs: readonly PortCodec[];
  private readonly outputCodecs: readonly PortCodec[];
  /** Sequence of each input as the worker knows it. */
  private readonly sent: Float64Array;
  /** Answers that had to leave the mailbox early, then numbers of the requests under way: oldest first. */
  private readonly kept: KeptAnswer[] = [];
  private readonly underway: number[] = [];
  /** What became of the thread, once it ended. */
  private death: string | undefined;

  constructor(
    private readonly block: HostedBlock,
    private readonly worker: Worker,
    private readonly port: MessagePort,
    private readonly mailbox: HostEnd,
    arena: SharedFrameArena,
    private readonly timeLimit: number,
  ) {
    this.inputs = Object.values(block.inputs);
    this.outputs = Object.values(block.outputs);
    this.inputCodecs = this.inputs.map((input) => new PortCodec(input.type, arena));
    this.outputCodecs = this.outputs.map((output) => new PortCodec(output.type, arena));
    this.sent = new Float64Array(this.inputs.length).fill(-1);
    // a thread that waits for work keeps no program alive
    worker.unref();
    worker.on('error', (error: Error) => (this.death ??= `its worker failed: ${error.message}`));
    worker.on('exit', (code) => (this.death ??= `its worker ended with code ${code}`));
  }

  start(time: StepTime): boolean {
    if (this.underway.length === SLOTS) this.keepOldest();
    try {
      writeStep(this.mailbox.nextRequest, time, this.inputs, this.inputCodecs, this.sent);
    } catch (error) {
      throw this.error(`cannot be given its inputs: ${(error as Error).message}`);
    }
    this.underway.push(this.mailbox.post());
    return false;
  }

  ready(): boolean {
    return (
      this.kept.length > 0 ||
      this.mailbox.left ||
      (this.underway.length > 0 && this.mailbox.isAnswered(this.underway[0]))
    );
  }

  finish(): void | Promise<void> {
    if (this.kept.length > 0) return this.takeKept();
    if (this.underway.length === 0) throw this.error('was asked for an answer without a step');
    if (this.mailbox.wait(this.underway[0], Math.min(PATIENCE_MS, this.timeLimit * 1000)))
      return this.readOldest(this.outputs);
    return this.finishLater(performance.now() + this.timeLimit * 1000 - PATIENCE_MS);
  }

  private async finishLater(deadline: number): Promise<void> {
    while (!this.ready()) {
      if (this.death !== undefined) throw this.error(this.death);
      if (performance.now() >= deadline) throw this.error(`did not answer within ${this.timeLimit} s`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    this.readOldest(this.outputs);
  }

  private takeKept(): void {
    const answer = this.kept.shift()!;
    for (let i = 0; i < this.outputs.length; i++) {
      const output = this.outputs[i];
      const { publish, value, sent } = answer[i];
      output.publish = publish;
      if (publish && !output.queued) output.type.copy(output.value, value);
      for (const message of sent) {
        output.type.copy(output.value, message);
        output.send();
      }
    }
  }

  /** Waits for the oldest answer and keeps it outside the mailbox. */
  private keepOldest(): void {
    this.awaitAnswer(this.underway[0]);
    const answer = this.outputs.map((output) => new KeptOutput(output.type, output.queued));
    this.readOldest(answer);
    this.kept.push(answer);
  }

  /** Reads the oldest answer under way into drafts, or such as them. */
  private readOldest(drafts: readonly AnswerTarget[]): void {
    readOutputs(this.answerTo(this.underway.shift()!), drafts, this.outputCodecs);
  }

  private answerTo(request: number): SlotBuffer {
    if (this.mailbox.left) throw this.error(this.death ?? 'its worker ended');
    const buffer = this.mailbox.answer(request);
    if (readOutcome(buffer) === Outcome.failed) throw this.error(readFailure(buffer));
    return buffer;
  }

  private awaitAnswer(request: number): void {
    if (!this.mailbox.wait(request, this.timeLimit * 1000))
      throw this.error(`did not answer within ${this.timeLimit} s`);
  }

  /** The block's state after every step that was started, with the answers that have not been fetched. */
  save(): SavedWorker {
    while (this.underway.length > 0) this.keepOldest();
    this.call(Operation.save);
    const { state, drafts } = receiveMessageOnPort(this.port)!.message as WorkerState;
    const answers = this.kept.map((answer) =>
      answer.map(({ value, publish, sent }, i) => ({
        value: this.outputCodecs[i].independentCopy(value),
        publish,
        sent: sent.map((message) => this.outputCodecs[i].independentCopy(message)),
      })),
    );
    return { state, drafts, answers };
  }

  restore(saved: unknown): void {
    const { state, drafts, answers } = saved as SavedWorker;
    while (this.underway.length > 0) this.keepOldest();
    this.kept.splice(0, Infinity, ...answers);
    this.port.postMessage({ state, drafts } satisfies WorkerState);
    this.call(Operation.restore);
    // the worker's view of its inputs is out of date now
    this.sent.fill(-1);
  }

  setParams(params: HostedBlock['params']): void {
    while (this.underway.length > 0) this.keepOldest();
    this.port.postMessage(params);
    this.call(Operation.params);
  }

  private call(operation: number): void {
    writeOperation(this.mailbox.nextRequest, operation);
    const request = this.mailbox.post();
    this.awaitAnswer(request);
    this.answerTo(request);
  }

  async close(): Promise<void> {
    this.mailbox.close();
    this.port.close();
    await this.worker.terminate();
  }

  private error(problem: string): HostError {
    return new HostError(this.block.name, problem);
  }
}
