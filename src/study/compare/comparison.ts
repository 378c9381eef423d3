/** Several runs side by side: metrics, what was changed between them, step responses, paths, spreads and overtaking. */
import type { Tree } from '../../core/tree.ts';
import { mean, quantileOfSorted, rootMeanSquare } from '../../math/statistics.ts';
import type { DocumentChange } from './documents.ts';
import { documentChanges } from './documents.ts';
import type { Series } from './series.ts';
import { readSeries } from './series.ts';
import type { ComparedRun } from './compared-run.ts';
import type { Columns, ComparisonPlan } from './comparison-plan.ts';
import type { PathSeries, Pursuit } from './crossings.ts';
import { pathOf, pursuitOf } from './crossings.ts';
import type { StepResponse } from './setpoint-steps.ts';
import { stepResponses } from './setpoint-steps.ts';

/** One value per run; undefined where the run has none. */
export type PerRun<T> = readonly (T | undefined)[];

export interface StepGroup {
  readonly from: number;
  readonly to: number;
  readonly responses: PerRun<StepResponse>;
}

export interface StepComparison {
  readonly title: string;
  readonly unit: string;
  readonly measured: PerRun<Series>;
  readonly setPoint: PerRun<Pick<Series, 'times' | 'values'>>;
  readonly groups: readonly StepGroup[];
}

export interface FieldComparison {
  readonly title: string;
  readonly unit: string;
  readonly series: PerRun<Series>;
}

interface Spread {
  readonly samples: number;
  readonly min: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly max: number;
  readonly mean: number;
  readonly rms: number;
}

export interface BoxComparison extends FieldComparison {
  readonly spreads: PerRun<Spread>;
}

export interface PathComparison {
  readonly title: string;
  /** Signals, and where they went. */
  readonly signals: PerRun<string>;
  readonly paths: PerRun<PathSeries>;
}

export interface CrossingComparison {
  readonly names: readonly [string, string];
  readonly pursuits: PerRun<Pursuit>;
  /** Whether progress is along a track; else it is x. */
  readonly onTrack: PerRun<boolean>;
}

export interface Comparison {
  readonly runs: readonly ComparedRun[];
  readonly changes: readonly DocumentChange[];
  readonly steps: readonly StepComparison[];
  readonly paths: readonly PathComparison[];
  readonly boxes: readonly BoxComparison[];
  readonly plots: readonly FieldComparison[];
  readonly crossings: readonly CrossingComparison[];
  readonly notes: readonly string[];
}

/** Parts of a scenario that do not change what happens. */
const NOT_BEHAVIOUR = new Set([
  '$schema',
  'from',
  'name',
  'description',
  'clock',
  'record',
  'csv',
  'metrics',
  'expect',
  'plots',
  'images',
]);

export function compareAll(runs: readonly ComparedRun[], plan: ComparisonPlan): Comparison {
  const read = reader(runs, plan);
  const candidates = plan.steps.map((step) => compareSteps(step, read));
  const steps = plan.showsAllSteps ? candidates : candidates.filter(({ groups }) => groups.length > 0).slice(0, 1);
  const path = ({ x, y }: { x: Columns; y: Columns }): PerRun<PathSeries> => {
    const [xs, ys] = [read(x), read(y)];
    return xs.map((series, i) => (series && ys[i] ? pathOf(series, ys[i]) : undefined));
  };
  return {
    runs,
    changes: documentChanges(
      runs.map(({ scenario }) => scenario.document as unknown as Tree),
      NOT_BEHAVIOUR,
    ),
    steps,
    paths: plan.paths.map((pair) => ({
      title: pair.title,
      signals: pair.x.map((column) => column?.channel.signal),
      paths: path(pair),
    })),
    boxes: plan.boxes
      .map(({ title, field }) => compareFields(title, read(field)))
      .map((compared) => ({
        ...compared,
        spreads: compared.series.map((series) => series && spreadOf(series.values)),
      })),
    plots: plan.plots.map(({ title, field }) => compareFields(title, read(field))),
    crossings: plan.crossings.map(({ names, first, second }) => {
      const [a, b] = [path(first), path(second)];
      return {
        names,
        pursuits: runs.map(({ world }, i) => (a[i] && b[i] ? pursuitOf(a[i], b[i], world?.track) : undefined)),
        onTrack: runs.map(({ world }) => world?.track !== undefined),
      };
    }),
    notes: [
      ...plan.notes,
      ...runNotes(runs),
      ...steps
        .filter(({ groups }) => groups.length === 0)
        .map(
          ({ title }) => `The set point of ${title} has no steps: it keeps no value for half a second after another.`,
        ),
    ],
  };
}

/** Reads every field of the plan in one pass per run. */
function reader(runs: readonly ComparedRun[], plan: ComparisonPlan): (columns: Columns) => PerRun<Series> {
  const all: Columns[] = [
    ...plan.steps.flatMap(({ measured, setPoint }) =>
      typeof setPoint === 'number' ? [measured] : [measured, setPoint],
    ),
    ...plan.paths.flatMap(({ x, y }) => [x, y]),
    ...plan.boxes.map(({ field }) => field),
    ...plan.plots.map(({ field }) => field),
    ...plan.crossings.flatMap(({ first, second }) => [first.x, first.y, second.x, second.y]),
  ];
  const series = runs.map(({ recording }, i) =>
    readSeries(
      recording,
      all.flatMap((columns) => columns[i] ?? []),
    ),
  );
  return (columns) => columns.map((column, i) => column && series[i].get(column.name));
}

function compareFields(title: string, series: PerRun<Series>): FieldComparison {
  return { title, unit: series.find((one) => one !== undefined)?.unit ?? '', series };
}

function compareSteps(
  { title, measured: columns, setPoint: target }: ComparisonPlan['steps'][number],
  read: (columns: Columns) => PerRun<Series>,
): StepComparison {
  const measured = read(columns);
  const setPoint =
    typeof target === 'number'
      ? measured.map(() => ({ times: Float64Array.of(0), values: Float64Array.of(target) }))
      : read(target);
  const responses = measured.map((series, i) => (series && setPoint[i] ? stepResponses(setPoint[i], series) : []));
  return {
    title,
    unit: measured.find((series) => series !== undefined)?.unit ?? '',
    measured,
    setPoint,
    groups: groupSteps(responses),
  };
}

/** The n-th step between the same two values of each run, in the order of time. */
function groupSteps(responses: readonly (readonly StepResponse[])[]): StepGroup[] {
  const groups = new Map<string, (StepResponse | undefined)[]>();
  responses.forEach((steps, run) => {
    const seen = new Map<string, number>();
    for (const step of steps) {
      // the first step begins where the vehicle happens to be
      const kind = `${step.isFirst ? 'start' : short(step.from)} → ${short(step.to)}`;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      const key = `${kind} #${seen.get(kind)}`;
      if (!groups.has(key))
        groups.set(
          key,
          responses.map(() => undefined),
        );
      groups.get(key)![run] = step;
    }
  });
  return [...groups.values()].map((group) => {
    const { from, to } = group.find((step) => step !== undefined)!;
    return { from, to, responses: group };
  });
}

const short = (value: number): string => value.toPrecision(6);

function spreadOf(values: Float64Array): Spread {
  const sorted = values.filter(Number.isFinite).sort();
  const at = (share: number) => quantileOfSorted(sorted, share);
  return {
    samples: sorted.length,
    min: at(0),
    q1: at(0.25),
    median: at(0.5),
    q3: at(0.75),
    max: at(1),
    mean: mean(sorted),
    rms: rootMeanSquare(sorted),
  };
}

function runNotes(runs: readonly ComparedRun[]): string[] {
  const cut = runs
    .filter(({ recording }) => !recording.complete)
    .map(
      ({ label, duration }) =>
        `The recording of ${label} was cut short: it is compared up to ${Number(duration.toPrecision(6))} s.`,
    );
  const same = [...new Set(runs.flatMap(({ hash }) => hash ?? []))]
    .map((hash) => runs.filter((run) => run.hash === hash))
    .filter(({ length }) => length > 1)
    .map((group) => `${group.map(({ label }) => label).join(' and ')} are the same, bit for bit.`);
  return [...cut, ...same];
}
