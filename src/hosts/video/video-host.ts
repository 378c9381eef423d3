/**
 * The video host: a receiver outside stands in for bus/video-injection. Every whole set is handed to it at its release, stamped, and its
 * answer is the acknowledgement that is published; it is checked against what was sent, so a stamp or a byte that did not arrive is a
 * failure and never a number.
 *
 * With `hostClock: simulated` host times are simulated time and latencies nothing, so that a receiver that gets everything gives the same
 * bits as the model. With `wall` both are measured: the host's clock begins with the first set, at its simulated time.
 */
import { crc32 as ownCrc32 } from '../../math/crc32.ts';
import * as zlib from 'node:zlib';
import type { PictureFormat, PictureReceipt } from '../../bus/video/picture-set.ts';
import { acknowledge, createReceipts, takeSet } from '../../bus/video/picture-set.ts';
import { microseconds, STAMP_BYTES, stampPicture } from '../../bus/video/picture-stamps.ts';
import { videoInjection } from '../../bus/video/video-injection.ts';
import type { StepTime } from '../../core/block.ts';
import type { Host, HostContext, HostedBlock } from '../../core/host.ts';
import { HostError } from '../../core/host.ts';
import type { OutputPort, Signal } from '../../core/signal.ts';
import type { Image, InjectionAck } from '../../msgs/index.ts';
import { timeToNs } from '../../msgs/index.ts';
import { ProtocolError } from '../process/program-protocol.ts';
import type { VideoParams } from './kind.ts';
import type { PictureTransport } from './picture-transport.ts';
import { SharedMemoryTransport, SocketTransport } from './picture-transport.ts';
import { Receiver } from './receiver.ts';
import type { Answer } from './video-protocol.ts';
import { Answered, AnswerReader, beginning, ending, readReceipt } from './video-protocol.ts';

/** Node has one that is faster; not every version of it. */
const crc32: typeof ownCrc32 = (bytes, before, from = 0) =>
  zlib.crc32 === undefined ? ownCrc32(bytes, before, from) : zlib.crc32(bytes.subarray(from), before);

type Setup = PictureFormat & { readonly checksum: boolean };

export async function openVideoHost(block: HostedBlock, params: VideoParams, context: HostContext): Promise<Host> {
  const { type } = block.definition;
  if (type !== videoInjection.type)
    throw new HostError(block.name, `a video host stands in for ${videoInjection.type} only, not for ${type}`);
  const log = (line: string) => context.log(`${block.name}: ${line}`);
  let receiver: Receiver;
  try {
    receiver = await Receiver.open(params, context.timeLimit, log);
  } catch (error) {
    throw new HostError(block.name, (error as Error).message);
  }
  const setup = block.params as unknown as Setup;
  // all that can be under way, and the one that is being made
  const places = block.outputs.ack.depth + 1;
  let transport: PictureTransport | undefined;
  try {
    transport =
      params.transport === 'socket' ? new SocketTransport(setup, places) : new SharedMemoryTransport(setup, places);
    const host = new VideoHost(block, receiver, transport, params.hostClock, context.timeLimit, log);
    await host.begin();
    return host;
  } catch (error) {
    transport?.close();
    await receiver.kill();
    throw error instanceof HostError ? error : new HostError(block.name, (error as Error).message);
  }
}

/** A release whose answer has not been taken. */
interface Outstanding {
  /** 0 where there was no whole set to hand over. */
  readonly set: number;
  readonly nowNs: number;
  readonly sent: readonly PictureReceipt[];
  readonly wallMs: number;
  answer?: Answer;
  answerMs: number;
}

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

class VideoHost implements Host {
  private readonly setup: Setup;
  private readonly images: readonly Signal<Image>[];
  private readonly ack: OutputPort<InjectionAck>;
  private readonly reader: AnswerReader;
  private readonly heard: number[];
  private readonly stamps = new Uint8Array(STAMP_BYTES);
  private readonly received: readonly PictureReceipt[];
  private readonly outstanding: Outstanding[] = [];
  private sets = 0;
  private acknowledged = 0;
  /** Of all answers together, and of the slowest [ms of wall time]. */
  private totalMs = 0;
  private largestMs = 0;
  /** What to add to the wall clock to have the host's [ms]; unknown before the first set. */
  private clockOffsetMs = NaN;
  private onReady: (() => void) | undefined;
  private waiter: Waiter | undefined;
  private failure: string | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly block: HostedBlock,
    private readonly receiver: Receiver,
    private readonly transport: PictureTransport,
    private readonly hostClock: VideoParams['hostClock'],
    private readonly timeLimit: number,
    private readonly log: (line: string) => void,
  ) {
    this.setup = block.params as unknown as Setup;
    const { cameras } = this.setup;
    this.images = Array.from({ length: cameras }, (_, i) => block.inputs[`images[${i}]`]);
    this.ack = block.outputs.ack;
    this.reader = new AnswerReader(cameras);
    this.heard = this.images.map(() => 0);
    this.received = createReceipts(cameras);
    receiver.listen({ heard: (chunk) => this.hear(chunk), gone: (problem) => this.fail(problem) });
  }

  /** Says what will come, and waits until the receiver is ready for it. */
  async begin(): Promise<void> {
    const isReady = this.wait();
    this.onReady = () => this.settle();
    this.receiver.write(beginning(this.setup, this.setup.checksum, this.transport.memory));
    await isReady;
    this.transport.found();
  }

  start({ nowNs }: StepTime): boolean {
    const isWhole = takeSet(this.images, this.heard, this.setup);
    this.outstanding.push(
      isWhole && this.failure === undefined
        ? this.handOver(nowNs)
        : { set: 0, nowNs, sent: [], wallMs: 0, answerMs: 0 },
    );
    return false;
  }

  ready(): boolean {
    return this.failure !== undefined || isAnswered(this.outstanding[0]);
  }

  finish(): void | Promise<void> {
    if (this.outstanding.length === 0) throw this.error('was asked for an answer without a step');
    if (isAnswered(this.outstanding[0])) return this.take();
    return this.wait().then(() => this.take());
  }

  save(): unknown {
    throw this.error('the state of a receiver cannot be saved; replay the recording of its run instead');
  }

  restore(): void {
    throw this.error('the state of a receiver cannot be restored; replay the recording of its run instead');
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    // a receiver that broke the protocol is not asked politely
    if (this.failure === undefined) await this.receiver.end(ending(this.setup));
    else await this.receiver.kill();
    this.transport.close();
    const { acknowledged, totalMs, largestMs } = this;
    if (acknowledged === 0) return;
    const average = (totalMs / acknowledged).toFixed(2);
    this.log(`${acknowledged} sets came back, after ${average} ms on average and ${largestMs.toFixed(2)} ms at most`);
  }

  private handOver(nowNs: number): Outstanding {
    const { images, setup, stamps, transport } = this;
    const set = ++this.sets;
    const wallMs = performance.now();
    if (Number.isNaN(this.clockOffsetMs)) this.clockOffsetMs = nowNs / 1e6 - wallMs;
    const hostTime = this.hostTime(nowNs, wallMs);
    const sent = images.map(({ value: { header, data } }, camera): PictureReceipt => {
      const sensorTime = microseconds(timeToNs(header.stamp));
      try {
        transport.put(set, camera, { data, sensorTime, hostTime });
      } catch (error) {
        throw this.error(`cannot hand over a picture: ${(error as Error).message}`);
      }
      stampPicture(stamps, sensorTime, hostTime);
      const checksum = setup.checksum ? crc32(data, crc32(stamps), STAMP_BYTES) : 0;
      return { sensorTime, hostTime, checksum };
    });
    this.receiver.write(transport.message(set));
    return { set, nowNs, sent, wallMs, answerMs: 0 };
  }

  /** [µs] by the host's clock. */
  private hostTime(nowNs: number, wallMs: number): number {
    return this.hostClock === 'simulated' ? microseconds(nowNs) : Math.floor((this.clockOffsetMs + wallMs) * 1000);
  }

  /** Puts the oldest answer into the draft. */
  private take(): void {
    const { answer, sent, nowNs, answerMs } = this.outstanding.shift()!;
    this.ack.publish = answer?.kind === Answered.received;
    if (!this.ack.publish) return;
    this.compare(answer!, sent);
    const answerTime = this.hostTime(nowNs, answerMs);
    acknowledge(this.ack.value, this.received, { sets: ++this.acknowledged, nowNs, answerTime });
  }

  private compare({ set, payload }: Answer, sent: readonly PictureReceipt[]): void {
    sent.forEach((was, camera) => {
      const is = this.received[camera];
      readReceipt(payload, camera, is);
      const wrong = (['sensorTime', 'hostTime', 'checksum'] as const).find((name) => is[name] !== was[name]);
      if (wrong === undefined) return;
      const [what, unit] = RECEIPT_WORDS[wrong];
      this.fail(`read ${what} ${is[wrong]}${unit} in picture ${camera} of set ${set}; ${was[wrong]}${unit} was sent`);
      throw this.error(this.failure!);
    });
  }

  private hear(chunk: Uint8Array): void {
    if (this.failure !== undefined) return;
    try {
      for (const answer of this.reader.push(chunk)) this.accept(answer);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.fail(error.message);
    }
  }

  private accept(answer: Answer): void {
    if (answer.kind === Answered.error) throw new ProtocolError(`says: ${new TextDecoder().decode(answer.payload)}`);
    if (answer.kind === Answered.ready) {
      if (this.onReady === undefined) throw new ProtocolError('says again that it is ready');
      this.onReady();
      this.onReady = undefined;
      return;
    }
    const asked = this.outstanding.find((entry) => !isAnswered(entry));
    if (asked?.set !== answer.set) {
      const expected = asked === undefined ? 'none is outstanding' : `set ${asked.set} comes first`;
      throw new ProtocolError(`answered for set ${answer.set}, but ${expected}`);
    }
    asked.answer = answer;
    asked.answerMs = performance.now();
    const tookMs = asked.answerMs - asked.wallMs;
    this.totalMs += tookMs;
    this.largestMs = Math.max(this.largestMs, tookMs);
    if (isAnswered(this.outstanding[0])) this.settle();
  }

  private wait(): Promise<void> {
    if (this.failure !== undefined) return Promise.reject(this.error(this.failure));
    return new Promise((resolve, reject) => {
      // after the socket has been read once more: when we ourselves stood still, the answer may lie there
      const timer = setTimeout(() => setImmediate(() => this.giveUpOn(waiter)), this.timeLimit * 1000);
      const waiter: Waiter = { resolve, reject, timer };
      this.waiter = waiter;
    });
  }

  private giveUpOn(waiter: Waiter): void {
    if (this.waiter === waiter) this.fail(`did not answer within ${this.timeLimit} s`);
  }

  private settle(problem?: Error): void {
    const { waiter } = this;
    if (waiter === undefined) return;
    this.waiter = undefined;
    clearTimeout(waiter.timer);
    if (problem === undefined) waiter.resolve();
    else waiter.reject(problem);
  }

  /** Notes what went wrong first, and tells whoever waits. */
  private fail(problem: string): void {
    this.failure ??= this.receiver.withLastWords(problem);
    this.settle(this.error(this.failure));
  }

  private error(problem: string): HostError {
    return new HostError(this.block.name, problem);
  }
}

const isAnswered = (entry: Outstanding | undefined): boolean =>
  entry !== undefined && (entry.set === 0 || entry.answer !== undefined);

const RECEIPT_WORDS: Readonly<Record<keyof PictureReceipt, readonly [what: string, unit: string]>> = {
  sensorTime: ['the sensor time', ' µs'],
  hostTime: ['the host time', ' µs'],
  checksum: ['bytes with the CRC-32', ''],
};
