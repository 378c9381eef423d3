/** How a run ended, as its recording tells; checked, because files are damaged and edited. */
import { InputError, quote } from '../core/input-error.ts';
import { flag, group, integer, list, optional, parse, param, text } from '../core/schema.ts';
import { isTree } from '../core/tree.ts';
import { RESULT_METADATA } from './mcap/format.ts';
import type { Recording } from './mcap/recording-reader.ts';
import type { MetricResult } from './metrics/metrics.ts';
import type { ReportOutcome } from './report/tables.ts';

export interface RecordedResult {
  readonly ticks: number;
  readonly hash: string;
}

/** Undefined of a run that never ended. Throws InputError when it makes no sense. */
export function recordedResult({ metadata, name }: Recording): RecordedResult | undefined {
  const given = metadata.get(RESULT_METADATA);
  if (given === undefined) return undefined;
  const ticks = Number(given.ticks);
  if (!/^\d+$/.test(given.ticks ?? '') || !Number.isSafeInteger(ticks))
    throw new InputError(name, `its metadata ${RESULT_METADATA} is damaged: expected ticks, got ${quote(given.ticks)}`);
  if (!/^[0-9a-f]{16}$/.test(given.hash ?? ''))
    throw new InputError(name, `its metadata ${RESULT_METADATA} is damaged: expected a hash, got ${quote(given.hash)}`);
  return { ticks, hash: given.hash };
}

/** What the run itself measured; undefined of one that never ended. */
export function recordedMetrics({ metadata, name }: Recording): MetricResult[] | undefined {
  const given = metadata.get(RESULT_METADATA)?.metrics;
  return given === undefined ? undefined : parseMetrics(parseJson(given, name), `${name}: ${RESULT_METADATA}.metrics`);
}

function parseJson(json: string, file: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new InputError(file, `holds JSON that cannot be read: ${(error as Error).message}`);
  }
}

function parseMetrics(value: unknown, path: string): MetricResult[] {
  if (!Array.isArray(value)) throw new InputError(path, `expected a list of metrics, got ${quote(value)}`);
  return value.map((metric: unknown, i) => {
    // a number, or null where there was none
    const hasNumber = isTree(metric) && metric.value !== null;
    return { ...parse(metricSchema, metric, `${path}[${i}]`), ...(!hasNumber && { value: null }) } as MetricResult;
  });
}

const metricSchema = group(
  {
    name: text(undefined, 'name'),
    value: optional(param(undefined, '', 'value')),
    unit: text('', 'unit'),
    samples: integer(0, '', 'samples', { min: 0 }),
    doc: text('', 'what it says'),
    problem: optional(text(undefined, 'why it could not be measured')),
  },
  'a metric',
);

const expectationSchema = group(
  {
    name: text(undefined, 'what was expected'),
    metric: text(undefined, 'metric'),
    value: optional(param(undefined, '', 'value')),
    unit: text('', 'unit'),
    min: optional(param(undefined, '', 'bound')),
    max: optional(param(undefined, '', 'bound')),
    pass: flag(undefined, 'whether it holds'),
    problem: optional(text(undefined, 'why it failed')),
  },
  'an expectation',
);

const stepTimeSchema = group(
  {
    block: text(undefined, 'block'),
    steps: integer(undefined, '', 'steps'),
    median: param(undefined, 's', 'median'),
    p99: param(undefined, 's', '99th percentile'),
    max: param(undefined, 's', 'longest'),
    share: param(undefined, '', 'share of the run'),
  },
  'computing time',
);

const latenessSchema = group(
  {
    count: integer(undefined, '', 'ticks', { min: 0 }),
    median: param(undefined, 's', 'median'),
    p99: param(undefined, 's', '99th percentile'),
    max: param(undefined, 's', 'longest'),
  },
  'lateness',
);

const outcomeFields = {
  seed: integer(undefined, '', 'seed'),
  ticks: integer(undefined, '', 'ticks', { min: 0 }),
  duration: param(undefined, 's', 'simulated time'),
  wall: optional(param(undefined, 's', 'wall time')),
  realTimeFactor: optional(param(undefined, '', 'simulated seconds per second')),
  hash: text(undefined, 'hash'),
  clock: text(undefined, 'clock'),
  deadlineMisses: integer(0, '', 'deadline misses', { min: 0 }),
  lateness: optional(latenessSchema),
  stepTimes: list(stepTimeSchema, [], 'computing times'),
  interrupted: flag(false, 'whether it was interrupted'),
};

/** The outcome that a run wrote beside its recording; `file` is where it was. */
export function parseOutcome(json: string, file: string): ReportOutcome {
  const value = parseJson(json, file);
  if (!isTree(value)) throw new InputError(file, `expected an object, got ${quote(value)}`);
  const known = Object.fromEntries(Object.keys(outcomeFields).map((key) => [key, value[key]]));
  const expectations = parse(list(expectationSchema, [], ''), value.expectations, `${file}: expectations`);
  return {
    ...parse(group(outcomeFields, ''), known, `${file}: `),
    metrics: parseMetrics(value.metrics, `${file}: metrics`),
    expectations: expectations.map((result) => ({ ...result, value: result.value ?? null })),
  };
}
