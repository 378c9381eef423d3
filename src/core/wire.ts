/**
 * A wire: how a publication travels to one reader. A plain wire is the writer's own signal. A wire with delay,
 * jitter or loss keeps copies in flight and has a signal of its own, so the reader sees each publication late,
 * or never.
 *
 *   arrival = publication + delay + U(0, jitter)     rounded up to a tick
 *
 * Without `reorder`, a message never overtakes an earlier one (as on a serial line or TCP); with it, messages
 * arrive as their delays fall (as UDP), and the reader latches whatever came last. A reader of which every message counts
 * has a wire of its own even without delay, and its signal keeps what has come since the reader's last release.
 */
import type { RandomStream } from '../math/random.ts';
import { chance, uniformBetween } from '../math/random.ts';
import { ownFrames } from './frames.ts';
import type { OutputPort } from './signal.ts';
import { MOST_QUEUED, QueueSignal, Signal } from './signal.ts';
import { HostError } from './host.ts';

export interface WireQuality {
  /** Fixed transport delay [s]. */
  readonly delay: number;
  /** Width of the uniformly distributed extra delay [s]. */
  readonly jitter: number;
  /** Probability that a publication is lost. */
  readonly loss: number;
  /** Whether later messages may overtake earlier ones. */
  readonly reorder: boolean;
}

export const isPlainWire = (quality: WireQuality): boolean =>
  quality.delay === 0 && quality.jitter === 0 && quality.loss === 0;

interface InFlightMessage {
  arrivalTick: number;
  sequence: number;
  captureTicks: number[];
  isTraced: boolean;
  value: any;
}

function copyNumbers(target: number[], source: readonly number[]): void {
  for (let i = 0; i < source.length; i++) target[i] = source[i];
}

export class Wire {
  readonly signal: Signal;
  /** Tick of the next delivery; Infinity when nothing is in flight. */
  nextArrival = Infinity;
  /** Sorted by arrival, first in first out among equals. */
  private inFlight: InFlightMessage[] = [];
  private spare: InFlightMessage[] = [];
  private lastArrival = 0;
  private stream: RandomStream;

  constructor(
    readonly source: OutputPort,
    private readonly quality: WireQuality,
    private readonly tickNs: number,
    stream: RandomStream,
    /** Whether every message counts to the reader. */
    isQueued = false,
  ) {
    this.signal = isQueued ? new QueueSignal(source.type) : new Signal(source.type);
    this.stream = stream;
    source.listen((_port, tick) => this.send(tick));
  }

  /** Puts the value just published in flight. */
  private send(tick: number): void {
    const { delay, jitter, loss, reorder } = this.quality;
    // draw always in the same order, so that one knob does not reshuffle the others
    const lost = chance(this.stream, loss);
    const travel = delay + uniformBetween(this.stream, 0, jitter);
    if (lost) return;
    let arrivalTick = tick + Math.ceil((travel * 1e9) / this.tickNs - 1e-6);
    if (!reorder) arrivalTick = this.lastArrival = Math.max(arrivalTick, this.lastArrival);
    this.insert(this.copyOfLatched(arrivalTick));
    this.nextArrival = this.inFlight[0].arrivalTick;
  }

  /** Copies the source's value into a message in flight; byte frames too, because the source's ring moves on. */
  private copyOfLatched(arrivalTick: number): InFlightMessage {
    const { signal, type } = this.source;
    const message = this.spare.pop() ?? {
      arrivalTick,
      sequence: 0,
      captureTicks: signal.captureTicks.slice(),
      isTraced: false,
      value: type.create(),
    };
    message.arrivalTick = arrivalTick;
    message.sequence = signal.sequence;
    copyNumbers(message.captureTicks, signal.captureTicks);
    message.isTraced = signal.isTraced;
    type.copy(message.value, signal.value);
    ownFrames(type, message.value);
    return message;
  }

  private insert(message: InFlightMessage): void {
    let i = this.inFlight.length;
    while (i > 0 && this.inFlight[i - 1].arrivalTick > message.arrivalTick) i--;
    this.inFlight.splice(i, 0, message);
  }

  /** Delivers what arrives at this tick; the last delivered stays latched. */
  deliver(tick: number, nowNs: number): void {
    while (this.inFlight.length > 0 && this.inFlight[0].arrivalTick <= tick) {
      const message = this.inFlight.shift()!;
      const { signal } = this;
      signal.type.copy(signal.value, message.value);
      signal.sequence = message.sequence;
      signal.publishedNs = nowNs;
      if (signal instanceof QueueSignal) this.enqueue(signal, message);
      else copyNumbers(signal.captureTicks, message.captureTicks);
      this.spare.push(message);
    }
    this.nextArrival = this.inFlight.length > 0 ? this.inFlight[0].arrivalTick : Infinity;
  }

  /** The stamps of a queue are the oldest among its messages. */
  private enqueue(signal: QueueSignal, message: InFlightMessage): void {
    const { captureTicks } = message;
    const isFirst = signal.queue.length === 0;
    for (let i = 0; i < captureTicks.length; i++) {
      const known = signal.captureTicks[i];
      if (isFirst || known < 0 || (captureTicks[i] >= 0 && captureTicks[i] < known))
        signal.captureTicks[i] = captureTicks[i];
    }
    if (signal.enqueue()) return signal.remember(message);
    throw new HostError(
      this.source.block,
      `sent more than ${MOST_QUEUED} messages on ${this.source.name} between two releases of their reader`,
    );
  }

  save(): unknown {
    const { sequence, publishedNs, captureTicks, value } = this.signal;
    const { queue, traces, captures } = this.signal instanceof QueueSignal ? this.signal : {};
    const { inFlight, lastArrival, stream, nextArrival } = this;
    return structuredClone({
      inFlight,
      lastArrival,
      stream,
      nextArrival,
      signal: { sequence, publishedNs, captureTicks, value },
      queue,
      traces,
      captures,
    });
  }

  restore(saved: any): void {
    const { signal, queue, traces, captures, ...rest } = structuredClone(saved);
    Object.assign(this, rest);
    Object.assign(this.signal, signal);
    if (!(this.signal instanceof QueueSignal)) return;
    this.signal.queue.splice(0, Infinity, ...queue);
    this.signal.traces.splice(0, Infinity, ...traces);
    this.signal.captures.clear();
    for (const [trace, ticks] of captures) this.signal.captures.set(trace, ticks);
  }
}
