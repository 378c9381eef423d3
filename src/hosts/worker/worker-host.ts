/**
 * The worker host: a block's steps run in a worker thread, alone or beside other blocks, in lockstep, over shared memory.
 *
 * A request is written into the mailbox at the release and the answer is read at the publication; in between the
 * loop goes on. Only inputs that changed cross, and frames never do (see port-codec.ts). Nothing here knows Node or the DOM: how a
 * thread is started is for whoever opens the host to say.
 *
 * `finish` first blocks, which is by far the fastest, and after `PATIENCE_MS` returns a promise, so that a slow block
 * does not keep pipes and signals waiting and the death of its thread is noticed.
 */
import type { Assets, StepTime } from '../../core/block.ts';
import type { Host, HostedBlock } from '../../core/host.ts';
import { HostError } from '../../core/host.ts';
import { assetNames } from '../../core/schema.ts';
import type { OutputPort, Signal } from '../../core/signal.ts';
import { UNTRACED } from '../../core/trace.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import { PortCodec } from './port-codec.ts';
import { FrameMemory } from '../../math/frame-memory.ts';
import { readPlain, writePlain } from './plain-data.ts';
import type { MailboxMemory, SlotBuffer } from './shared-mailbox.ts';
import { createBellMemory, createMailboxMemory, HostBell, HostEnd, SLOTS } from './shared-mailbox.ts';
import type { AnswerTarget } from './step-exchange.ts';
import {
  DATA_AT,
  Operation,
  Outcome,
  readFailure,
  readOutcome,
  readOutputs,
  readStepMs,
  writeOperation,
  writeStep,
} from './step-exchange.ts';
import type { ThreadReport, ThreadSetup, WorkerSetup, WorkerState } from './worker-service.ts';

const PATIENCE_MS = 50;
const DEFAULT_SPIN_MS = 0.1;

/** Starts a thread that serves what a setup says (`ThreadService`). */
export type StartThread = (setup: ThreadSetup, listener: ThreadListener) => Thread;

interface ThreadListener {
  /** What it says once, when it is ready or cannot be. */
  report(report: ThreadReport): void;
  /** It is gone; a sentence about how. */
  ended(problem: string): void;
}

interface Thread {
  /** It is ready and waits for work: it keeps no program alive. */
  relax(): void;
  end(): void | Promise<void>;
}

export interface WorkerHostOptions {
  readonly startThread: StartThread;
  /** The frames of this run; the same memory for every host and every output port of the run. */
  readonly frames?: FrameMemory;
  /** What the blocks' parameters may name. */
  readonly assets?: Assets;
  /** How long either end spins before it sleeps [ms]. Longer is faster and keeps a core busier. */
  readonly spinMs?: number;
}

/** One of the blocks of a thread. */
export interface WorkerBlock {
  readonly block: HostedBlock;
  /** How long an answer may take [s]. */
  readonly timeLimit: number;
}

/** One output of one step, kept outside the mailbox. */
class KeptOutput implements AnswerTarget {
  readonly value: any;
  publish = false;
  trace = UNTRACED;
  readonly sent: any[] = [];
  readonly sentTraces: number[] = [];

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
    this.sentTraces.push(this.trace);
    this.trace = UNTRACED;
  }
}

type KeptAnswer = Pick<KeptOutput, 'value' | 'publish' | 'trace' | 'sent' | 'sentTraces'>[];

interface SavedWorker extends WorkerState {
  readonly answers: readonly KeptAnswer[];
}

/** Starts one thread for these blocks and waits until all are ready; a host for each, in order. */
export async function openWorkerHosts(members: readonly WorkerBlock[], options: WorkerHostOptions): Promise<Host[]> {
  const { frames = new FrameMemory(), spinMs = DEFAULT_SPIN_MS } = options;
  const blocks = members.map(({ block }) => block);
  const mailboxes = blocks.map(() => createMailboxMemory());
  const bellMemory = createBellMemory(blocks.length);
  const thread = new HostThread(blocks, new HostBell(bellMemory));
  await thread.start(options.startThread, {
    setup: {
      blocks: blocks.map((block, i) => workerSetup(block, mailboxes[i])),
      bell: bellMemory,
      frames: frames.memory,
      assets: assetsOf(blocks, options.assets),
      spinMs,
    },
    timeLimit: Math.max(...members.map(({ timeLimit }) => timeLimit)),
  });
  return members.map(({ block, timeLimit }, i) => {
    const mailbox = new HostEnd(mailboxes[i], thread.bell, i, spinMs);
    return new WorkerHost(block, thread, mailbox, frames, timeLimit);
  });
}

const assetsOf = (blocks: readonly HostedBlock[], assets: Assets | undefined): ThreadSetup['assets'] =>
  Object.fromEntries(
    blocks
      .flatMap(({ definition, params }) => assetNames(definition.params, params))
      .map((asset) => [asset, assets!.bytes(asset)]),
  );

const workerSetup = (block: HostedBlock, mailbox: MailboxMemory): WorkerSetup => ({
  name: block.name,
  type: block.definition.type,
  params: block.params,
  seed: block.seed,
  period: block.period,
  frameRings: Object.values(block.outputs).map(frameRing),
  mailbox,
});

/** As many frames as the port at home would use: one per value on its way, the latched one and the draft. */
const frameRing = (port: OutputPort): number => port.depth + 2 + port.extraFrames;

/** A thread as its hosts share it: it ends with the last of them. */
class HostThread {
  /** What became of it, once it ended. */
  death: string | undefined;
  private thread: Thread | undefined;
  private users: number;

  constructor(
    private readonly blocks: readonly HostedBlock[],
    readonly bell: HostBell,
  ) {
    this.users = blocks.length;
  }

  async start(startThread: StartThread, { setup, timeLimit }: { setup: ThreadSetup; timeLimit: number }) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const fail = (problem: string, block = this.blocks[0].name) => reject(new HostError(block, problem));
        timer = setTimeout(() => fail(`did not start within ${timeLimit} s`), timeLimit * 1000);
        this.thread = startThread(setup, {
          report: ({ block, problem }) => (problem === undefined ? resolve() : fail(problem, block)),
          ended: (problem) => {
            this.death ??= problem;
            fail(`cannot start a worker: ${problem}`);
          },
        });
      });
    } catch (error) {
      await this.thread?.end();
      if (error instanceof HostError) throw error;
      throw new HostError(this.blocks[0].name, `cannot start a worker: ${(error as Error).message}`);
    } finally {
      clearTimeout(timer);
    }
    this.thread!.relax();
  }

  /** The block whose step does not end, or with which the thread ended: the one that was being worked on. */
  culprit(otherwise: HostedBlock): string {
    return (this.blocks[this.bell.current] ?? otherwise).name;
  }

  async leave(): Promise<void> {
    if (--this.users > 0) return;
    this.bell.close();
    await this.thread?.end();
  }
}

class WorkerHost implements Host {
  stepMs = 0;
  private readonly inputs: readonly Signal[];
  private readonly outputs: readonly OutputPort[];
  private readonly inputCodecs: readonly PortCodec[];
  private readonly outputCodecs: readonly PortCodec[];
  /** Sequence of each input as the worker knows it. */
  private readonly sent: Float64Array;
  /** Answers that had to leave the mailbox early, then numbers of the requests under way: oldest first. */
  private readonly kept: KeptAnswer[] = [];
  private readonly underway: number[] = [];
  private isClosed = false;

  constructor(
    private readonly block: HostedBlock,
    private readonly thread: HostThread,
    private readonly mailbox: HostEnd,
    frames: FrameMemory,
    private readonly timeLimit: number,
  ) {
    this.inputs = Object.values(block.inputs);
    this.outputs = Object.values(block.outputs);
    this.inputCodecs = this.inputs.map((input) => new PortCodec(input.type, frames));
    this.outputCodecs = this.outputs.map((output) => new PortCodec(output.type, frames));
    this.sent = new Float64Array(this.inputs.length).fill(-1);
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
      this.mailbox.bell.left ||
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
      if (this.thread.death !== undefined) throw this.ended();
      if (performance.now() >= deadline) throw this.silent();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    this.readOldest(this.outputs);
  }

  private takeKept(): void {
    const answer = this.kept.shift()!;
    for (let i = 0; i < this.outputs.length; i++) {
      const output = this.outputs[i];
      const { publish, value, trace, sent, sentTraces } = answer[i];
      output.publish = publish;
      output.trace = trace;
      if (publish && !output.queued) output.type.copy(output.value, value);
      for (let m = 0; m < sent.length; m++) {
        output.type.copy(output.value, sent[m]);
        output.trace = sentTraces[m];
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
    const answer = this.answerTo(this.underway.shift()!);
    this.stepMs = readStepMs(answer);
    readOutputs(answer, drafts, this.outputCodecs);
  }

  private answerTo(request: number): SlotBuffer {
    if (this.mailbox.bell.left) throw this.ended();
    const buffer = this.mailbox.answer(request);
    if (readOutcome(buffer) === Outcome.failed) throw this.error(readFailure(buffer));
    return buffer;
  }

  private awaitAnswer(request: number): void {
    if (!this.mailbox.wait(request, this.timeLimit * 1000)) throw this.silent();
  }

  /** The block's state after every step that was started, with the answers that have not been fetched. */
  save(): SavedWorker {
    while (this.underway.length > 0) this.keepOldest();
    const answer = this.call(Operation.save);
    const { state, drafts } = readPlain(answer, DATA_AT) as WorkerState;
    const answers = this.kept.map((kept) =>
      kept.map(({ value, publish, trace, sent, sentTraces }, i) => ({
        value: this.outputCodecs[i].independentCopy(value),
        publish,
        trace,
        sentTraces: [...sentTraces],
        sent: sent.map((message) => this.outputCodecs[i].independentCopy(message)),
      })),
    );
    return { state, drafts, answers };
  }

  restore(saved: unknown): void {
    const { state, drafts, answers } = saved as SavedWorker;
    while (this.underway.length > 0) this.keepOldest();
    this.kept.splice(0, Infinity, ...answers);
    this.call(Operation.restore, { state, drafts } satisfies WorkerState);
    // the worker's view of its inputs is out of date now
    this.sent.fill(-1);
  }

  setParams(params: HostedBlock['params']): void {
    while (this.underway.length > 0) this.keepOldest();
    this.call(Operation.params, params);
  }

  private call(operation: number, data?: unknown): SlotBuffer {
    const buffer = this.mailbox.nextRequest;
    writeOperation(buffer, operation);
    try {
      if (data !== undefined) writePlain(buffer, DATA_AT, data);
    } catch (error) {
      throw this.error((error as Error).message);
    }
    const request = this.mailbox.post();
    this.awaitAnswer(request);
    return this.answerTo(request);
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.thread.leave();
  }

  private error(problem: string): HostError {
    return new HostError(this.block.name, problem);
  }

  private silent(): HostError {
    return new HostError(this.thread.culprit(this.block), `did not answer within ${this.timeLimit} s`);
  }

  private ended(): HostError {
    return new HostError(this.thread.culprit(this.block), this.thread.death ?? 'its worker ended');
  }
}
