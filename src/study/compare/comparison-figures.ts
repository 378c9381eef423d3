/** The figures of a comparison: every run has one colour, which is its place among the runs. */
import type { Line } from '../../record/report/chart.ts';
import { boxChart, lineChart } from '../../record/report/chart.ts';
import { rangeOf } from '../../record/report/chart-axes.ts';
import type { Series } from './series.ts';
import type { Backdrop } from '../../record/report/xy-drawing.ts';
import type { World } from '../../world/index.ts';
import { cornersOf } from '../../world/world-extent.ts';
import type { Area } from './bends.ts';
import type { ComparedRun } from './compared-run.ts';
import type {
  BoxComparison,
  CrossingComparison,
  FieldComparison,
  PerRun,
  StepComparison,
  StepGroup,
} from './comparison.ts';
import { numberText, unitText } from './comparison-text.ts';
import type { PathSeries } from './crossings.ts';

type Runs = readonly ComparedRun[];
type Samples = Pick<Series, 'times' | 'values'>;

/** More points than this in one line cannot be seen. */
const MOST_POINTS = 4000;

const thinned = (values: Float64Array): Float64Array => {
  const stride = Math.ceil(values.length / MOST_POINTS);
  return stride <= 1 ? values : values.filter((_, i) => i % stride === 0 || i === values.length - 1);
};

/** One line per run, in the run's colour; a run without one keeps its place. */
const perRun = <T>(
  runs: Runs,
  values: PerRun<T>,
  draw: (value: T) => { x: Float64Array; y: Float64Array },
  missing = 'not recorded',
): Line[] =>
  runs.map(({ label }, i) => {
    const value = values[i];
    if (value === undefined) return { name: `${label} (${missing})`, x: [], y: [] };
    const { x, y } = draw(value);
    return { name: label, x: thinned(x), y: thinned(y) };
  });

const overTime = ({ times, values }: Samples) => ({ x: times, y: values });

/** What follows the signal in the name of a field, or a plain word. */
const axisName = (title: string): string => title.split('.').slice(2).join('.') || title.toLowerCase();

export const fieldFigure = (runs: Runs, { title, unit, series }: FieldComparison): string =>
  lineChart({ title, x: 'time [s]', y: unitText(axisName(title), unit), lines: perRun(runs, series, overTime) });

export function stepFigure(runs: Runs, { title, unit, measured, setPoint }: StepComparison): string {
  const stairs = setPoint.map((series, i) => series && heldUntil(series, measured[i]?.times.at(-1) ?? 0));
  return lineChart({
    title: `${title} over time`,
    x: 'time [s]',
    y: unitText(axisName(title), unit),
    height: 300,
    lines: [...perRun(runs, measured, overTime), ...targetLines(runs, stairs)],
  });
}

interface Stairs {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** One line where the set points of all runs are the same for as long as they last, else one for each. */
function targetLines(runs: Runs, stairs: PerRun<Stairs>): Line[] {
  const known = stairs.filter((line) => line !== undefined).sort((a, b) => b.x.at(-1)! - a.x.at(-1)!);
  const changes = ({ x, y }: Stairs) => JSON.stringify([x.slice(0, -1), y]);
  if (known.length > 0 && known.every((line) => changes(line) === changes(known[0])))
    return [{ name: 'set point', ...known[0], dashed: true }];
  return stairs.flatMap((line, i) =>
    line === undefined ? [] : [{ name: `set point of ${runs[i].label}`, ...line, dashed: true }],
  );
}

/** A latched value drawn as stairs. */
function heldUntil({ times, values }: Samples, end: number): Stairs {
  const x: number[] = [];
  const y: number[] = [];
  const add = (time: number, value: number) => {
    x.push(time);
    y.push(value);
  };
  for (let i = 0; i < values.length; i++) {
    if (i > 0 && values[i] === values[i - 1]) continue;
    if (i > 0) add(times[i], values[i - 1]);
    add(times[i], values[i]);
  }
  if (x.length > 0) add(Math.max(end, x.at(-1)!), y.at(-1)!);
  return { x, y };
}

/** All responses to one step, from its instant on, as long as the slowest needs to settle. */
export function responseFigure(
  runs: Runs,
  { unit, title }: StepComparison,
  { from, to, responses }: StepGroup,
): string {
  const there = responses.filter((response) => response !== undefined);
  const longest = Math.max(...there.map(({ times }) => times.at(-1)!));
  const settled = Math.max(
    ...there.map(({ settlingTime2 }) => (Number.isNaN(settlingTime2) ? longest : settlingTime2)),
  );
  const end = Math.min(longest, Math.max(1, 2 * settled));
  const shown = there.map(({ times, values }) => values.filter((_, i) => times[i] <= end));
  return lineChart({
    title: `${title}: step from ${numberText(from)} to ${unitText(numberText(to), unit, '')}`,
    x: 'time since the step [s]',
    y: unitText(axisName(title), unit),
    xRange: [-0.02 * end, 1.01 * end],
    yRange: rangeOf([[from, to], ...shown]),
    lines: [
      ...perRun(runs, responses, overTime, 'no such step'),
      { name: 'set point', x: [0, 0, end], y: [from, to, to], dashed: true },
    ],
  });
}

/** Paths of the runs in one world, with what is painted and what stands on its ground. */
export function pathFigure(
  runs: Runs,
  title: string,
  paths: PerRun<PathSeries>,
  world: World | undefined,
  area?: Area,
): string {
  const lines = perRun(runs, paths, ({ x, y }) => ({ x, y }), 'not here');
  return lineChart({
    title,
    x: 'x [m]',
    y: 'y [m]',
    equal: true,
    lines,
    backdrop: backdropOf(world),
    xRange: area?.x,
    yRange: area?.y,
  });
}

const backdropOf = (world: World | undefined): Backdrop =>
  world === undefined
    ? []
    : [
        ...world.scene.ground.stripes,
        ...world.scene.solids.map((solid) => ({ points: cornersOf(solid), closed: true })),
      ];

export function boxFigure(runs: Runs, { title, unit, series }: BoxComparison): string {
  const names = shortNames(runs.map(({ label }) => label));
  return boxChart({
    title,
    doc: 'Box: quartiles and median; whiskers: within 1.5 boxes; dots: beyond.',
    y: unitText(axisName(title), unit),
    boxes: series.map((one, i) => ({ name: names[i], values: one?.values ?? [] })),
  });
}

/** Width of a letter below a box, and of all boxes [px]. */
const LETTER = 7;
const WIDTH = 880;

/** Names that fit below boxes: without what all begin with, and cut in the middle where they must be. */
export function shortNames(labels: readonly string[]): string[] {
  const most = Math.max(6, Math.floor(WIDTH / labels.length / LETTER) - 2);
  if (labels.every(({ length }) => length <= most)) return [...labels];
  let shared = 0;
  while (labels.every((label) => shared < label.length - 1 && label[shared] === labels[0][shared])) shared++;
  const half = Math.floor((most - 1) / 2);
  return labels
    .map((label) => (shared > 1 ? `…${label.slice(shared)}` : label))
    .map((label) => (label.length <= most ? label : `${label.slice(0, half)}…${label.slice(-half)}`));
}

/** Progress of both vehicles over time, one figure per run, with their crossings. */
export const pursuitFigures = (runs: Runs, { names, pursuits, onTrack }: CrossingComparison): string[] =>
  pursuits.flatMap((pursuit, i) => {
    if (pursuit === undefined) return [];
    const { times, first, second, crossings } = pursuit;
    const marks: Line[] =
      crossings.length === 0
        ? []
        : [
            {
              name: 'level',
              x: crossings.map(({ time }) => time),
              y: crossings.map(({ progress }) => progress),
              points: true,
            },
          ];
    const lines: Line[] = [
      { name: names[0], x: thinned(times), y: thinned(first) },
      { name: names[1], x: thinned(times), y: thinned(second) },
    ];
    return [
      lineChart({
        title: `${runs[i].label}: how far both have come`,
        x: 'time [s]',
        y: onTrack[i] ? 'progress [m]' : 'x [m]',
        lines: [...lines, ...marks],
      }),
    ];
  });

/** Lead of the first vehicle over the second, all runs in one figure. */
export function leadFigure(runs: Runs, { names, pursuits }: CrossingComparison): string {
  const crossings = pursuits.flatMap((pursuit) => pursuit?.crossings ?? []);
  const marks: Line[] =
    crossings.length === 0
      ? []
      : [{ name: 'level', x: crossings.map(({ time }) => time), y: crossings.map(() => 0), points: true }];
  return lineChart({
    title: `Lead of ${names[0]} over ${names[1]}`,
    doc: 'Above zero the first is ahead.',
    x: 'time [s]',
    y: 'lead [m]',
    height: 300,
    lines: [...perRun(runs, pursuits, ({ times, difference }) => ({ x: times, y: difference })), ...marks],
  });
}
