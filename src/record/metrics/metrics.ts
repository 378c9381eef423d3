/**
 * Metrics: numbers measured over a run, while it runs or from its recording, by the same code with the same result.
 *
 * A field is sampled at every instant at which its signal publishes. What is subtracted is the latched value at the
 * end of that instant, after all publications of it, so the order in which blocks publish cannot matter; there is
 * no sample before it has been published once. Both ends of the window `from … to` belong to it.
 */
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import type { ExpectationSpec, MetricSpec } from '../../scenario/schema.ts';
import type { OutputPort } from '../../core/signal.ts';
import type { Publication } from '../../msgs/compiled-read.ts';
import type { SampledField } from '../../msgs/flatten.ts';
import type { MessageType } from '../../msgs/message-type.ts';
import { findScalar, splitFieldName } from './columns.ts';
import type { Reduction } from './metric-fold.ts';
import { fewestSamples, MetricFold, reducedUnit } from './metric-fold.ts';
import type { RecordedChannel, Recording } from '../mcap/recording-reader.ts';

export type MetricSpecs = Readonly<Record<string, MetricSpec>>;

export interface MetricResult {
  readonly name: string;
  /** Null when there is none: too few samples, or one that was not a number. */
  readonly value: number | null;
  readonly unit: string;
  readonly samples: number;
  readonly doc: string;
  /** Why there is no value; absent when there is one. */
  readonly problem?: string;
}

export interface ExpectationResult {
  /** What was expected, as a sentence. */
  readonly name: string;
  readonly metric: string;
  readonly value: number | null;
  readonly unit: string;
  readonly min?: number;
  readonly max?: number;
  readonly pass: boolean;
  /** Why it failed; absent when it passed. */
  readonly problem?: string;
}

type Deliver = (publication: Publication) => void;

/** Where signals come from: the type of each, and who wants to hear of its publications. */
interface SignalHub {
  readonly known: readonly string[];
  typeOf(signal: string): MessageType | undefined;
  /** `alone`: in which order other signals publish does not matter. */
  subscribe(signal: string, deliver: Deliver, alone: boolean): void;
  /** What a signal says at the end, and how often it has said something; absent where it has to be heard. */
  latest?(signal: string): Latest | undefined;
}

interface Latest {
  readonly value: unknown;
  readonly sequence: number;
}

/** Measures while a loop runs, recorded or not. */
export class LiveMetrics {
  private readonly probes: readonly MetricProbe[];

  constructor(specs: MetricSpecs, ports: readonly OutputPort[]) {
    const byPath = new Map(ports.map((port) => [port.path, port]));
    const hub: SignalHub = {
      known: [...byPath.keys()],
      typeOf: (signal) => byPath.get(signal)?.type,
      subscribe: (signal, deliver, alone) => byPath.get(signal)!.listen(deliver, { alone }),
      latest: (signal) => byPath.get(signal)!.signal,
    };
    this.probes = Object.entries(specs).map(([name, spec]) => new MetricProbe(name, spec, hub));
  }

  results(): MetricResult[] {
    return this.probes.map((probe) => probe.result());
  }

  /** Everything measured so far, as plain data, and back: a part of a snapshot of the run. */
  save(): unknown[] {
    return this.probes.map((probe) => probe.save());
  }

  restore(saved: readonly unknown[]): void {
    this.probes.forEach((probe, i) => probe.restore(saved[i]));
  }
}

/** Measures a recording. A metric of something that is not in it has no value and says so. */
export function measure(specs: MetricSpecs, recording: Recording): MetricResult[] {
  const channels = new Map(
    recording.channels.filter(({ type }) => type !== undefined).map((channel) => [channel.signal, channel]),
  );
  const subscribers = new Map<RecordedChannel, Deliver[]>();
  const hub: SignalHub = {
    known: [...channels.keys()],
    typeOf: (signal) => channels.get(signal)?.type,
    subscribe: (signal, deliver) => {
      const channel = channels.get(signal)!;
      subscribers.set(channel, [...(subscribers.get(channel) ?? []), deliver]);
    },
  };
  const probes = Object.entries(specs).map(([name, spec]) => createProbe(name, spec, hub));
  const latched = new Map<RecordedChannel, unknown>();
  for (const { channel, logTimeNs, data } of recording.messages({ channels: subscribers.keys() })) {
    const message = recording.decode(channel, data, latched.get(channel));
    latched.set(channel, message);
    const publication = { signal: { value: message, publishedNs: logTimeNs } };
    for (const deliver of subscribers.get(channel)!) deliver(publication);
  }
  return probes.map((probe) => probe.result());
}

function createProbe(name: string, spec: MetricSpec, hub: SignalHub): Pick<MetricProbe, 'result'> {
  try {
    return new MetricProbe(name, spec, hub);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { result: () => ({ name, value: null, unit: '', samples: 0, doc: spec.doc, problem: error.problem }) };
  }
}

class MetricProbe {
  private readonly fold: MetricFold;
  private readonly unit: string;
  private readonly fromNs: number;
  private readonly toNs: number;
  private readonly of: SampledField;
  private readonly minus: SampledField | undefined;
  /** Where the final value of a whole run is looked up at its end, without hearing those before it. */
  private readonly latest: Latest | undefined;
  private subtrahend = 0;
  /** Whether the field to subtract has been published. */
  private hasSubtrahend = false;
  /** A sample that waits for the end of its instant. */
  private pending = false;
  private pendingValue = 0;
  private pendingNs = 0;

  constructor(
    private readonly name: string,
    private readonly spec: MetricSpec,
    hub: SignalHub,
  ) {
    const of = resolve(hub, spec.of, `metrics.${name}.of`);
    this.of = of.scalar;
    this.fold = new MetricFold(spec.reduce);
    this.unit = reducedUnit(of.scalar.unit, spec.reduce);
    this.fromNs = Math.round(spec.from * 1e9);
    this.toNs = spec.to === undefined ? Infinity : Math.round(spec.to * 1e9);
    if (typeof spec.minus === 'string') {
      const minus = resolve(hub, spec.minus, `metrics.${name}.minus`);
      if (minus.scalar.unit !== of.scalar.unit) {
        throw new InputError(
          `metrics.${name}.minus`,
          `expected [${of.scalar.unit}] like ${spec.of}, but ${spec.minus} is in [${minus.scalar.unit}]`,
        );
      }
      this.minus = minus.scalar;
      hub.subscribe(minus.signal, ({ signal }) => this.subtract(signal.publishedNs, signal.value), false);
      hub.subscribe(of.signal, ({ signal }) => this.await(signal.publishedNs, signal.value), false);
    } else {
      if (typeof spec.minus === 'number') this.subtrahend = spec.minus;
      const isLast = spec.reduce === 'final' && this.fromNs <= 0 && this.toNs === Infinity;
      this.latest = isLast ? hub.latest?.(of.signal) : undefined;
      if (this.latest === undefined) hub.subscribe(of.signal, of.scalar.handOn(this), true);
    }
  }

  save(): unknown {
    const { subtrahend, hasSubtrahend, pending, pendingValue, pendingNs } = this;
    return { subtrahend, hasSubtrahend, pending, pendingValue, pendingNs, fold: this.fold.save() };
  }

  restore(saved: unknown): void {
    const { fold, ...rest } = saved as { fold: unknown };
    Object.assign(this, rest);
    this.fold.restore(fold);
  }

  result(): MetricResult {
    this.settle(Infinity);
    if (this.latest !== undefined)
      this.fold.setLast(this.of.read(this.latest.value) - this.subtrahend, this.latest.sequence);
    const value = this.fold.result();
    const { count: samples, reduction } = this.fold;
    const about = { name: this.name, unit: this.unit, samples, doc: this.spec.doc };
    return Number.isNaN(value) ? { ...about, value: null, problem: noValue(samples, reduction) } : { ...about, value };
  }

  take(value: number, timeNs: number): void {
    if (timeNs >= this.fromNs && timeNs <= this.toNs) this.fold.add(value - this.subtrahend, timeNs);
  }

  private await(timeNs: number, message: unknown): void {
    this.settle(timeNs);
    this.pending = true;
    this.pendingValue = this.of.read(message);
    this.pendingNs = timeNs;
  }

  private subtract(timeNs: number, message: unknown): void {
    this.settle(timeNs);
    this.subtrahend = this.minus!.read(message);
    this.hasSubtrahend = true;
  }

  /** Takes the waiting sample once its instant is over. */
  private settle(nowNs: number): void {
    if (!this.pending || nowNs <= this.pendingNs) return;
    this.pending = false;
    if (this.hasSubtrahend) this.take(this.pendingValue, this.pendingNs);
  }
}

/** Why samples have no value. */
function noValue(samples: number, reduction: Reduction): string {
  if (samples === 0) return 'its signal did not publish in the window';
  if (samples < fewestSamples(reduction))
    return `its signal published once in the window, and ${reduction} is about changes`;
  return `one of its ${samples} samples is not a number`;
}

function resolve(hub: SignalHub, name: string, path: string): { signal: string; scalar: SampledField } {
  const { signal, field } = splitFieldName(name, path);
  const type = hub.typeOf(signal);
  if (type === undefined)
    throw new InputError(
      path,
      `there is no signal ${quote(signal)}${suggestion(signal, hub.known)}; known are ${hub.known.join(', ') || 'none'}`,
    );
  return { signal, scalar: findScalar(type, field, path) };
}

/** Compares metrics with what a good run looks like. */
export function evaluateExpectations(
  expectations: readonly ExpectationSpec[],
  metrics: readonly MetricResult[],
): ExpectationResult[] {
  return expectations.map((expectation) => {
    const { metric, min, max, doc } = expectation;
    const result = metrics.find(({ name }) => name === metric);
    const problem = verdict(expectation, result);
    return {
      name: doc || `${metric} ${boundText(min, max)}`,
      metric,
      value: result?.value ?? null,
      unit: result?.unit ?? '',
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      pass: problem === undefined,
      ...(problem !== undefined && { problem }),
    };
  });
}

/** Why the expectation does not hold; undefined when it does. */
function verdict({ metric, min, max }: ExpectationSpec, result: MetricResult | undefined): string | undefined {
  if (result === undefined) return `there is no metric ${quote(metric)}`;
  const { value, unit, problem = 'it was not measured' } = result;
  if (value === null) return `${metric} has no value: ${problem}`;
  const measured = `${metric} is ${withUnit(value, unit)}`;
  if (min !== undefined && !(value >= min)) return `${measured}, expected at least ${withUnit(min, unit)}`;
  if (max !== undefined && !(value <= max)) return `${measured}, expected at most ${withUnit(max, unit)}`;
  return undefined;
}

const withUnit = (value: number, unit: string): string => (unit === '' ? String(value) : `${value} ${unit}`);

/** `≥ 1 and ≤ 2`. */
export const boundText = (min: number | undefined, max: number | undefined): string =>
  [min === undefined ? '' : `≥ ${min}`, max === undefined ? '' : `≤ ${max}`]
    .filter((part) => part !== '')
    .join(' and ');
