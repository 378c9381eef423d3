/**
 * One run among many: a scenario and what is different about it in, its metrics and sampled fields out. A job is plain data, so
 * that it can be sent to another thread or machine, and every host that the scenario names is opened as in any other run.
 */
import { InputError, quote } from '../../core/input-error.ts';
import type { Loop } from '../../core/loop.ts';
import { nodeCatalog } from '../../node/catalog.ts';
import { nodeFiles } from '../../node/files.ts';
import { loadModule } from '../../node/modules.ts';
import { findScalar, splitFieldName } from '../../record/metrics/columns.ts';
import type { RunResult } from '../../run/result.ts';
import type { RunObserver } from '../../run/run.ts';
import { run } from '../../run/run.ts';
import type { Session } from '../../run/session.ts';
import type { Overrides, ScenarioSource } from '../../scenario/document.ts';
import { loadScenario } from '../../scenario/load.ts';

export interface Job {
  readonly scenario: ScenarioSource;
  readonly overrides?: Omit<Overrides, 'edit'>;
  /** Threads that share the work of this run; 1 when absent. Many runs use a machine better one thread each. */
  readonly threads?: number;
  /** Fields, as block.port.field, to sample every `period` seconds of simulated time. */
  readonly series?: { readonly fields: readonly string[]; readonly period: number };
}

export interface JobResult extends Pick<RunResult, 'passed' | 'hash' | 'duration' | 'wall' | 'stepTimes'> {
  readonly metrics: Readonly<Record<string, number | null>>;
  /** Samples by field; NaN before the first publication. */
  readonly series: Readonly<Record<string, Float64Array>>;
}

export async function runJob({ scenario: source, overrides, series, threads }: Job): Promise<JobResult> {
  const scenario = await loadScenario(nodeFiles, source, { ...overrides, catalog: nodeCatalog, modules: loadModule });
  const sampler = new Sampler(series?.fields ?? [], series?.period ?? 1);
  const { metrics, passed, hash, duration, wall, stepTimes } = await run({ scenario, threads }, sampler);
  return {
    metrics: Object.fromEntries(metrics.map(({ name, value }) => [name, value])),
    passed,
    hash,
    duration,
    wall,
    stepTimes,
    series: sampler.columns(),
  };
}

/** Reads fields of a run at regular instants, and at its end. */
class Sampler implements RunObserver {
  private readers: { readonly name: string; readonly read: () => number; readonly values: number[] }[] = [];
  private loop: Loop | undefined;
  private periodTicks = 1;

  constructor(
    private readonly fields: readonly string[],
    /** [s] */
    private readonly period: number,
  ) {}

  attach({ loop, scenario }: Session): void {
    this.loop = loop;
    this.periodTicks = Math.max(1, Math.round((this.period * 1e9) / scenario.tickNs));
    this.readers = this.fields.map((name) => ({ name, read: readerOf(loop, name), values: [] }));
    if (this.fields.length > 0) loop.every(this.periodTicks, () => this.sample());
  }

  finish(): void {
    if (this.loop!.tick % this.periodTicks !== 0) this.sample();
  }

  private sample(): void {
    for (const { read, values } of this.readers) values.push(read());
  }

  columns(): Record<string, Float64Array> {
    return Object.fromEntries(this.readers.map(({ name, values }) => [name, Float64Array.from(values)]));
  }
}

function readerOf(loop: Loop, name: string): () => number {
  const { signal, field } = splitFieldName(name, 'series');
  const port = loop.ports.find(({ path }) => path === signal);
  if (port === undefined) throw new InputError('series', `there is no signal ${quote(signal)}`);
  const scalar = findScalar(port.type, field, 'series');
  return () => (port.signal.sequence === 0 ? NaN : scalar.read(port.signal.value));
}
