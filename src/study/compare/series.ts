/** Fields of a recording as they were published: one sample per message, so that instants are exact and nothing is held in between. */
import type { Column } from '../../record/metrics/columns.ts';
import type { RecordedChannel, Recording } from '../../record/mcap/recording-reader.ts';

export interface Series {
  /** `block.port.field` */
  readonly name: string;
  readonly unit: string;
  /** Instants of publication [s], rising. Fields of one signal have the same. */
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** More samples than this of one signal are thinned evenly: beyond it every second one is left out. */
const MOST_SAMPLES = 1 << 18;

/** Reads all columns in one pass. */
export function readSeries(
  recording: Recording,
  columns: readonly Column[],
  mostSamples = MOST_SAMPLES,
): Map<string, Series> {
  const gatherers = new Map<RecordedChannel, Gatherer>();
  for (const column of columns) {
    if (!gatherers.has(column.channel)) gatherers.set(column.channel, new Gatherer(mostSamples));
    gatherers.get(column.channel)!.columns.set(column.name, column);
  }
  const latest = new Map<RecordedChannel, unknown>();
  for (const { channel, logTimeNs, data } of recording.messages({ channels: gatherers.keys() })) {
    const gatherer = gatherers.get(channel)!;
    if (!gatherer.isWanted()) continue;
    const message = recording.decode(channel, data, latest.get(channel));
    latest.set(channel, message);
    gatherer.add(logTimeNs / 1e9, message);
  }
  return new Map([...gatherers.values()].flatMap((gatherer) => gatherer.series()));
}

class Gatherer {
  readonly columns = new Map<string, Column>();
  private times: number[] = [];
  private readonly values = new Map<string, number[]>();
  private messages = 0;
  private stride = 1;

  constructor(private readonly mostSamples: number) {}

  /** Whether the next message is one of those that are kept. */
  isWanted(): boolean {
    return this.messages++ % this.stride === 0;
  }

  add(time: number, message: unknown): void {
    if (this.times.length === this.mostSamples) {
      this.times = everySecond(this.times);
      for (const [name, values] of this.values) this.values.set(name, everySecond(values));
      this.stride *= 2;
    }
    this.times.push(time);
    for (const [name, column] of this.columns) {
      if (!this.values.has(name)) this.values.set(name, []);
      this.values.get(name)!.push(column.read(message));
    }
  }

  series(): [string, Series][] {
    const times = Float64Array.from(this.times);
    return [...this.columns].map(([name, { unit }]) => [
      name,
      { name, unit, times, values: Float64Array.from(this.values.get(name) ?? []) },
    ]);
  }
}

const everySecond = (values: readonly number[]): number[] => values.filter((_, i) => i % 2 === 0);

/** Index of the last instant at or before `time`; −1 when there is none. */
export function latestIndex(times: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** On straight lines between samples; NaN before the first and after the last. */
export function interpolatedAt(times: ArrayLike<number>, values: ArrayLike<number>, time: number): number {
  const i = latestIndex(times, time);
  if (i < 0 || (i === times.length - 1 && time > times[i])) return NaN;
  if (times[i] === time) return values[i];
  return values[i] + ((values[i + 1] - values[i]) * (time - times[i])) / (times[i + 1] - times[i]);
}
