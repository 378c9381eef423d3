/**
 * The CAN host: a block is an ECU behind a link that carries CAN frames.
 *
 * Answered, in lockstep: at a release all frames that came are sent, then the release; the ECU answers with its frames, then with done
 * (bench-frames.ts). The same inputs give the same outputs, however fast simulated time goes. Several releases may be under way.
 * Free: the ECU runs by its own clock, and what has arrived since the previous release is its answer, stamped with its arrival. Worth
 * something only under a clock that keeps pace with the wall.
 *
 * The ECU gets the block's numbers as parameters before the first release, when they change, and after a reset.
 */
import type { CanLink } from '../../bus/can/can-link.ts';
import type { StepTime } from '../../core/block.ts';
import type { DoorFault } from '../../core/door-faults.ts';
import { FaultyPassage } from '../../core/door-faults.ts';
import type { Host, HostedBlock } from '../../core/host.ts';
import { HostError } from '../../core/host.ts';
import { createStream } from '../../math/random.ts';
import { CanFrame } from '../../msgs/index.ts';
import { doneActivation, parameterFrames, releaseFrame, STARTED, startFrame } from './bench-frames.ts';
import type { Answer, StampedFrame } from './frame-port.ts';
import { FramePort, framesIn, framesOut } from './frame-port.ts';

/** Frames that an ECU may send from one release to the next; more are a mistake. */
const MOST_FRAMES = 4096;

export interface CanHostOptions {
  readonly link: CanLink;
  /** As the scenario names it. */
  readonly linkName: string;
  readonly timing: 'answered' | 'free';
  /** How long an answer may take [s of wall time]. */
  readonly timeLimit: number;
  /** What goes wrong at the link. */
  readonly faults?: readonly DoorFault[];
}

/** Opens it and waits until an answered ECU says that it has begun. */
export async function openCanHost(block: HostedBlock, options: CanHostOptions): Promise<Host> {
  const host = new CanHost(block, options);
  try {
    await host.begin();
  } catch (error) {
    host.close();
    throw error;
  }
  return host;
}

interface Question {
  readonly activation: number;
  readonly nowNs: number;
}

/** Somebody waits until something is there. */
interface Waiter {
  isThere(): boolean;
  resolve(): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

class CanHost implements Host {
  private readonly name: string;
  private readonly port: FramePort;
  private readonly isAnswered: boolean;
  private params: HostedBlock['params'];
  /** Releases without an answer, answers that nobody has fetched, and the one that is coming in. */
  private readonly asked: Question[] = [];
  private readonly answers: Answer[] = [];
  private incoming: StampedFrame[] = [];
  private readonly out: FaultyPassage<CanFrame>;
  private readonly in: FaultyPassage<StampedFrame>;
  /** Of the newest frame; before the first, the beginning of the run: an ECU that never says anything grows old too. */
  private latestArrivalNs = 0;
  private hasBegun = false;
  private readonly waiters = new Set<Waiter>();
  private failure: string | undefined;
  /** What has to happen one after the other while the ECU is reset or stopped. */
  private pending = 0;
  private chain: Promise<void> = Promise.resolve();
  private readonly unsubscribe: readonly (() => void)[];

  constructor(
    block: HostedBlock,
    private readonly options: CanHostOptions,
  ) {
    const { link, linkName, timing, faults = [] } = options;
    const stream = (way: string) => createStream(block.seed, `link/${linkName}/${block.name}/${way}`);
    this.out = new FaultyPassage(faults, 'out', stream('out'), framesOut);
    this.in = new FaultyPassage(faults, 'in', stream('in'), framesIn);
    this.name = block.name;
    this.port = new FramePort(block);
    this.params = block.params;
    this.isAnswered = timing === 'answered';
    this.unsubscribe = [
      link.listen((frame, arrivalNs) => this.hear(frame, arrivalNs)),
      link.onFailure((problem) => this.fail(`links.${linkName}: ${problem}`)),
    ];
  }

  /** Parameters, and state anew. */
  async begin(): Promise<void> {
    this.hasBegun = !this.isAnswered;
    for (const frame of parameterFrames(this.params)) this.options.link.send(frame);
    if (!this.isAnswered) return;
    this.options.link.send(startFrame());
    await this.wait(() => this.hasBegun);
  }

  get truthNs(): number {
    return this.isAnswered ? NaN : this.latestArrivalNs;
  }

  start({ nowNs, activation, elapsed }: StepTime): boolean {
    if (this.failure !== undefined) throw this.error(this.failure);
    for (const frame of this.port.receivedBytes()) this.send(frame);
    for (const frame of this.out.pass(this.port.received(), nowNs)) this.send(frame);
    if (this.isAnswered) {
      const number = activation >>> 0;
      this.asked.push({ activation: number, nowNs });
      this.send(releaseFrame(number, Math.floor(elapsed * 1e6 + 0.5)));
    } else {
      this.takeIncoming(nowNs);
    }
    return false;
  }

  ready(): boolean {
    return this.answers.length > 0 || this.failure !== undefined;
  }

  finish(): void | Promise<void> {
    if (this.answers.length > 0) return this.port.publish(this.answers.shift()!);
    return this.wait(() => this.answers.length > 0).then(() => this.port.publish(this.answers.shift()!));
  }

  setParams(params: HostedBlock['params']): void {
    this.params = params;
    for (const frame of parameterFrames(params)) this.send(frame);
  }

  restart(): void {
    const { power } = this.options.link;
    if (power === undefined && !this.isAnswered) return this.fail('its ECU cannot be reset from here');
    this.perform(async () => {
      this.hasBegun = false;
      await power?.reset();
      this.incoming = [];
      await this.begin();
    });
  }

  /** An answered ECU that is not released stands still anyway. */
  stall(): void {
    const { power } = this.options.link;
    if (power !== undefined) this.perform(() => power.stall());
    else if (!this.isAnswered) this.fail('its ECU cannot be stopped from here');
  }

  resume(): void {
    const { power } = this.options.link;
    if (power !== undefined) this.perform(() => power.resume());
  }

  save(): unknown {
    throw this.error('the state of an ECU cannot be saved; replay the recording of its run instead');
  }

  restore(): void {
    throw this.error('the state of an ECU cannot be restored; replay the recording of its run instead');
  }

  close(): void {
    for (const end of this.unsubscribe) end();
    this.fail('was closed');
  }

  /** At once, or when what is under way has been done. */
  private send(frame: CanFrame): void {
    const { link } = this.options;
    if (this.pending === 0) return link.send(frame);
    const copy = CanFrame.create();
    CanFrame.copy(copy, frame);
    this.chain = this.chain.then(() => link.send(copy));
  }

  private perform(action: () => Promise<void>): void {
    this.pending++;
    this.chain = this.chain
      .then(action)
      .catch((error: Error) => this.fail(error instanceof HostError ? error.problem : error.message))
      .then(() => void this.pending--);
  }

  private hear(frame: CanFrame, arrivalNs: number): void {
    if (this.failure !== undefined) return;
    const done = doneActivation(frame);
    if (done !== undefined) this.hearDone(done);
    else if (this.hasBegun) this.collect(frame, arrivalNs);
  }

  private collect(frame: CanFrame, arrivalNs: number): void {
    if (this.isAnswered && this.asked.length === 0)
      return this.fail(`its ECU sent a frame (identifier 0x${frame.id.toString(16)}) without being released`);
    if (this.incoming.length === MOST_FRAMES)
      return this.fail(`its ECU sent more than ${MOST_FRAMES} frames in one step`);
    const copy = CanFrame.create();
    CanFrame.copy(copy, frame);
    this.latestArrivalNs = arrivalNs;
    this.incoming.push({ frame: copy, stampNs: this.isAnswered ? this.asked[0].nowNs : arrivalNs });
  }

  private hearDone(activation: number): void {
    if (!this.isAnswered) return;
    if (activation === STARTED) {
      this.hasBegun = true;
      return this.notifyWaiters();
    }
    if (!this.hasBegun) return;
    const expected = this.asked.shift();
    if (activation !== expected?.activation)
      return this.fail(`its ECU answered release ${activation}, expected ${expected?.activation ?? 'no answer'}`);
    this.takeIncoming(expected.nowNs);
    this.notifyWaiters();
  }

  private takeIncoming(nowNs: number): void {
    this.answers.push(this.in.pass(this.incoming, nowNs));
    this.incoming = [];
  }

  private wait(isThere: () => boolean): Promise<void> {
    if (this.failure !== undefined) return Promise.reject(this.error(this.failure));
    if (isThere()) return Promise.resolve();
    const { timeLimit } = this.options;
    return new Promise((resolve, reject) => {
      const giveUp = () => this.waiters.has(waiter) && this.fail(`did not answer within ${timeLimit} s`);
      // after pipes have been read once more: when we ourselves stood still, the answer may lie there
      const timer = setTimeout(() => setImmediate(giveUp), timeLimit * 1000);
      const waiter: Waiter = { isThere, resolve, reject, timer };
      this.waiters.add(waiter);
    });
  }

  private notifyWaiters(): void {
    for (const waiter of this.waiters) {
      if (this.failure === undefined && !waiter.isThere()) continue;
      this.waiters.delete(waiter);
      clearTimeout(waiter.timer);
      if (this.failure === undefined) waiter.resolve();
      else waiter.reject(this.error(this.failure));
    }
  }

  private fail(problem: string): void {
    this.failure ??= problem;
    this.notifyWaiters();
  }

  private error(problem: string): HostError {
    return new HostError(this.name, problem);
  }
}
