/** One run among many: a scenario in, its metrics and sampled fields out. Nothing is written to disk. */
import { catalog } from '../catalog.ts';
import { buildLoop } from '../core/build.ts';
import { InputError, quote } from '../core/input-error.ts';
import type { Loop } from '../core/loop.ts';
import { parseScenario } from '../core/scenario.ts';
import { TimedHost } from '../hosts/timed-host.ts';
import type { StepTimes } from '../hosts/timed-host.ts';
import type { ScalarField } from '../msgs/flatten.ts';
import { findScalar, splitFieldName } from '../record/metrics/columns.ts';
import { LiveMetrics, judge } from '../record/metrics/metrics.ts';

export interface Job {
  /** A scenario with its fragments expanded, every block local. */
  readonly document: unknown;
  /** Fields, as block.port.field, to sample every `period` seconds of simulated time. */
  readonly series?: { readonly fields: readonly string[]; readonly period: number };
}

export interface JobResult {
  readonly metrics: Readonly<Record<string, number | null>>;
  /** Whether every expectation of the scenario holds. */
  readonly good: boolean;
  readonly hash: string;
  /** Simulated time and wall time [s]. */
  readonly duration: number;
  readonly wall: number;
  readonly stepTimes: readonly StepTimes[];
  /** Samples by field; NaN before the first publication. */
  readonly series: Readonly<Record<string, Float64Array>>;
}

export async function runJob({ document, series }: Job): Promise<JobResult> {
  const scenario = parseScenario(document, catalog);
  const timed: TimedHost[] = [];
  const loop = await buildLoop(scenario, {
    wrapHost(spec, host) {
      if (spec.definition.plant) return host;
      timed.push(new TimedHost(spec.name, host));
      return timed.at(-1)!;
    },
  });
  const metrics = new LiveMetrics(scenario.document.metrics, loop.ports);
  const sampler = new Sampler(loop, series?.fields ?? []);
  const periodTicks =
    series === undefined ? scenario.ticks : Math.max(1, Math.round((series.period * 1e9) / scenario.tickNs));
  const start = performance.now();
  while (loop.tick < scenario.ticks && !loop.ended) {
    await loop.run(Math.min(loop.tick + periodTicks, scenario.ticks));
    sampler.sample();
  }
  const wall = (performance.now() - start) / 1e3;
  const results = metrics.results();
  return {
    metrics: Object.fromEntries(results.map(({ name, value }) => [name, value])),
    good: judge(scenario.document.expect, results).every(({ pass }) => pass),
    hash: loop.hash(),
    duration: loop.nowNs / 1e9,
    wall,
    stepTimes: timed.map((host) => host.times(wall)),
    series: sampler.columns(),
  };
}

class Sampler {
  private readonly readers: { readonly name: string; readonly read: () => number; readonly values: number[] }[];

  constructor(loop: Loop, fields: readonly string[]) {
    this.readers = fields.map((name) => {
      const { signal, field } = splitFieldName(name, 'series');
      const port = loop.ports.find(({ path }) => path === signal);
      if (port === undefined) throw new InputError('series', `there is no signal ${quote(signal)}`);
      const scalar: ScalarField = findScalar(port.type, field, 'series');
      return { name, values: [], read: () => (port.signal.sequence === 0 ? NaN : scalar.read(port.signal.value)) };
    });
  }

  sample(): void {
    for (const { read, values } of this.readers) values.push(read());
  }

  columns(): Record<string, Float64Array> {
    return Object.fromEntries(this.readers.map(({ name, values }) => [name, Float64Array.from(values)]));
  }
}
