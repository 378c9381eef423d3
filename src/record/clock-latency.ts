/**
 * How long something took by the stamps of two computers with clocks of their own, as a bench would measure it, and how wrong that may be.
 *
 *   latency = (t₂ + x₂) − (t₁ + x₁) ± (b₁ + b₂)        x, b: offset and `error_bound` of a clock's reading nearest before the stamp
 *
 * t₁ and t₂ are when the first and the last `bus/restamp` on the way of a command were released; each stamps with the clock that it reads. What comes out is in
 * the seconds of the master that both follow (`latency-between-clocks.ts`). Stamps of clocks that did not follow the same master then have no
 * common time and are left out.
 */
import { latencyBetween } from './latency-between-clocks.ts';
import { quantileOfSorted } from '../math/statistics.ts';
import type { ClockReading, GptpStatus, Time } from '../msgs/index.ts';
import { timeToNs } from '../msgs/time.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { CommandLatency } from './latency.ts';
import type { Recording } from './mcap/recording-reader.ts';

export interface ClockLatency {
  /** Blocks that stamp, and the signals of their clocks. */
  readonly from: string;
  readonly to: string;
  readonly clocks: readonly [string, string];
  readonly samples: number;
  /** Commands during which the clocks did not follow one master. */
  readonly unbounded: number;
  /** Such that even the bounds do not make them positive: a clock is not what it states. */
  readonly impossible: number;
  /** By the stamps [s]. */
  readonly median: number;
  readonly max: number;
  /** The largest of the bounds [s]. */
  readonly bound: number;
}

const STAMPER = 'bus/restamp';

/** Of a way that passes two computers which stamp; nothing of any other. */
export function clockLatency(
  { hops, times, stack }: CommandLatency,
  recording: Recording,
  scenario: Scenario,
): ClockLatency | undefined {
  const stampers = hops.flatMap(({ hop, block }, place) => {
    const spec = scenario.blocks.find(({ name }) => name === block);
    return spec?.definition.type === STAMPER && hop.endsWith(' computes') ? [{ place, spec }] : [];
  });
  const [first, last] = [stampers[0], stampers[stampers.length - 1]];
  if (first === undefined || first.spec === last.spec) return undefined;
  const clockOf = ({ spec }: typeof first) => `${spec.inputs.clock.block}.${spec.inputs.clock.port}`;
  const [sender, receiver] = [first, last].map((stamper) => new Readings(recording, clockOf(stamper)));
  const latencies: number[] = [];
  let [unbounded, impossible, bound] = [0, 0, 0];
  times.forEach((end, i) => {
    const before = (place: number) => end - stack[i].slice(place).reduce((sum, hop) => sum + hop, 0);
    const [sent, received] = [sender.stamp(before(first.place)), receiver.stamp(before(last.place))];
    const haveCommonTime = sent !== undefined && received !== undefined && sent.master === received.master;
    if (!haveCommonTime) return void unbounded++;
    const measured = latencyBetween(sent, received);
    latencies.push(measured.latency);
    bound = Math.max(bound, measured.bound);
    if (!measured.isPossible) impossible++;
  });
  const sorted = Float64Array.from(latencies).sort();
  return {
    from: first.spec.name,
    to: last.spec.name,
    clocks: [clockOf(first), clockOf(last)],
    ...{ samples: latencies.length, unbounded, impossible, bound },
    median: latencies.length === 0 ? NaN : quantileOfSorted(sorted, 0.5),
    max: latencies.length === 0 ? NaN : sorted[sorted.length - 1],
  };
}

interface Said<T> {
  readonly ns: number;
  readonly value: T;
}

/** What a clock said during a run, and whose time it was. */
class Readings {
  private readonly readings: readonly Said<ClockReading>[];
  private readonly masters: readonly Said<GptpStatus>[];

  constructor(recording: Recording, signal: string) {
    this.readings = everything(recording, signal);
    this.masters = everything(recording, signal.replace(/\.[^.]*$/, '.status'));
  }

  /** As it would stamp this instant [s]; undefined where it follows no master. */
  stamp(time: number): { stampNs: number; errorBound: number; master: string } | undefined {
    const ns = Math.round(time * 1e9);
    const found = latest(this.readings, ns);
    const master = latest(this.masters, ns)?.value.grandmaster;
    if (found === undefined || master === undefined || !found.value.is_synchronised) return undefined;
    const { offset, rate, error_bound: errorBound } = found.value;
    return { stampNs: ns + offset * 1e9 + (rate - 1) * (ns - found.ns), errorBound, master };
  }
}

function everything<T extends { stamp: Time }>(recording: Recording, signal: string): Said<T>[] {
  const channel = recording.channel(signal);
  if (channel === undefined) return [];
  return Array.from(recording.messages({ channels: [channel] }), ({ data }) => {
    const value = structuredClone(recording.decode(channel, data)) as T;
    return { ns: timeToNs(value.stamp), value };
  });
}

/** The last that was said at or before an instant [ns]. */
function latest<T>(said: readonly Said<T>[], ns: number): Said<T> | undefined {
  let [low, high] = [0, said.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (said[middle].ns <= ns) low = middle + 1;
    else high = middle;
  }
  return said[low - 1];
}
