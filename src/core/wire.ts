/**
 * A wire: how a publication travels to one reader. A plain wire is the writer's own signal. A wire with delay,
 * jitter or loss keeps copies in flight and has a signal of its own, so the reader sees each publication late,
 * or never.
 *
 *   arrival = publication + delay + U(0, jitter)     rounded up to a tick
 *
 * Without `reorder`, a message never overtakes an earlier one (as on a serial line or TCP); with it, messages
 * arrive as their delays fall (as UDP), and the reader latches whatever came last.
 */
import type { RandomStream } from '../math/random.ts';
import { chance, uniformBetween } from '../math/random.ts';
import { ownFrames } from './frames.ts';
import type { OutputPort } from './signal.ts';
import { Signal } from './signal.ts';

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

interface Parcel {
  arrivalTick: number;
  sequence: number;
  captureTicks: number[];
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
  private inFlight: Parcel[] = [];
  private spare: Parcel[] = [];
  private lastArrival = 0;
  private stream: RandomStream;

  constructor(
    readonly source: OutputPort,
    private readonly quality: WireQuality,
    private readonly tickNs: number,
    stream: RandomStream,
  ) {
    this.signal = new Signal(source.type);
    this.stream = stream;
    source.listeners.push((_port, tick) => this.send(tick));
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
    this.insert(this.pack(arrivalTick));
    this.nextArrival = this.inFlight[0].arrivalTick;
  }

  /** Copies the source's value into a parcel; byte frames too, because the source's ring moves on. */
  private pack(arrivalTick: number): Parcel {
    const { signal, type } = this.source;
    const parcel = this.spare.pop() ?? {
      arrivalTick,
      sequence: 0,
      captureTicks: signal.captureTicks.slice(),
      value: type.create(),
    };
    parcel.arrivalTick = arrivalTick;
    parcel.sequence = signal.sequence;
    copyNumbers(parcel.captureTicks, signal.captureTicks);
    type.copy(parcel.value, signal.value);
    ownFrames(type, parcel.value);
    return parcel;
  }

  private insert(parcel: Parcel): void {
    let i = this.inFlight.length;
    while (i > 0 && this.inFlight[i - 1].arrivalTick > parcel.arrivalTick) i--;
    this.inFlight.splice(i, 0, parcel);
  }

  /** Delivers what arrives at this tick; the last delivered stays latched. */
  deliver(tick: number, nowNs: number): void {
    while (this.inFlight.length > 0 && this.inFlight[0].arrivalTick <= tick) {
      const parcel = this.inFlight.shift()!;
      const { signal } = this;
      signal.type.copy(signal.value, parcel.value);
      signal.sequence = parcel.sequence;
      signal.publishedNs = nowNs;
      copyNumbers(signal.captureTicks, parcel.captureTicks);
      this.spare.push(parcel);
    }
    this.nextArrival = this.inFlight.length > 0 ? this.inFlight[0].arrivalTick : Infinity;
  }

  save(): unknown {
    const { sequence, publishedNs, captureTicks, value } = this.signal;
    const { inFlight, lastArrival, stream, nextArrival } = this;
    return structuredClone({
      inFlight,
      lastArrival,
      stream,
      nextArrival,
      signal: { sequence, publishedNs, captureTicks, value },
    });
  }

  restore(saved: any): void {
    const { signal, ...rest } = structuredClone(saved);
    Object.assign(this, rest);
    Object.assign(this.signal, signal);
  }
}
