/** A comparison as a report: tables first, then the figures behind them. */
import { InputError } from '../../core/input-error.ts';
import type { Study, StudySection, StudyTable } from '../study-report.ts';
import type { Area, Bend } from './bends.ts';
import { bendsOf } from './bends.ts';
import type { ComparedRun } from './compared-run.ts';
import type { Comparison, PathComparison, PerRun, StepGroup } from './comparison.ts';
import {
  boxFigure,
  fieldFigure,
  leadFigure,
  pathFigure,
  pursuitFigures,
  responseFigure,
  stepFigure,
} from './comparison-figures.ts';
import {
  changeTable,
  crossingTable,
  failureTable,
  metricTable,
  runTable,
  spreadTable,
  stepTable,
} from './comparison-tables.ts';
import { numberText } from './comparison-text.ts';
import type { PathSeries } from './crossings.ts';

/** Where to look closer. */
export interface Closeups {
  readonly zooms: readonly Area[];
  /** Numbers of bends, from 1. */
  readonly curves: readonly number[];
}

/** More steps than this are in the table only. */
const MOST_RESPONSES = 6;

export function comparisonReport(comparison: Comparison, closeups: Closeups): Study {
  const { runs, steps, boxes, plots, crossings, paths, notes } = comparison;
  const scenarios = [...new Set(runs.map(({ scenario }) => scenario.document.name))];
  const sections: StudySection[] = [
    { title: 'Runs', table: runTable(runs) },
    ...optional(failureTable(runs), (table) => ({ title: 'Failed expectations', table })),
    ...optional(metricTable(runs), (table) => ({ title: 'Metrics', table })),
    {
      title: 'What was changed',
      ...(comparison.changes.length === 0
        ? { text: 'Nothing: the scenarios are the same.' }
        : { table: changeTable(comparison) }),
    },
    ...steps
      .filter(({ groups }) => groups.length > 0)
      .map(
        (step): StudySection => ({
          title: `Step responses: ${step.title.toLowerCase()}`,
          text: 'Rise from 10 % to 90 % of the step; overshoot as a share of it; settled when it stays within 2 % of it; steady-state error: set point minus mean of the last tenth before the set point changes again.',
          table: stepTable(runs, step),
          figures: [
            stepFigure(runs, step),
            ...step.groups
              .filter(isShared)
              .slice(0, MOST_RESPONSES)
              .map((group) => responseFigure(runs, step, group)),
          ],
        }),
      ),
    ...paths
      .map(
        (group): StudySection => ({
          title: `Trajectories: ${group.title}`,
          figures: pathFigures(comparison, group, closeups),
        }),
      )
      .filter(({ figures }) => figures!.length > 0),
    ...boxes.map(
      (box): StudySection => ({
        title: `Spread of ${box.title}`,
        table: spreadTable(runs, box),
        figures: [boxFigure(runs, box)],
      }),
    ),
    ...crossings.map(
      (crossing): StudySection => ({
        title: `Overtaking: ${crossing.names.join(' and ')}`,
        text: 'Where the two are level, and how fast the first then passes the second. Progress is that of the recorded point of each, along the track or, without one, along x.',
        table: crossingTable(runs, crossing),
        figures: [leadFigure(runs, crossing), ...pursuitFigures(runs, crossing)],
      }),
    ),
    ...(plots.length === 0 ? [] : [{ title: 'Time series', figures: plots.map((plot) => fieldFigure(runs, plot)) }]),
    ...(notes.length === 0 ? [] : [{ title: 'Notes', text: notes.join('\n\n') }]),
  ];
  return {
    title: `${runs.length} runs compared`,
    description: `${runs.map(({ label }) => label).join(', ')}\n${scenarios.length === 1 ? `Scenario ${scenarios[0]}.` : `Scenarios ${scenarios.join(', ')}.`}`,
    verdicts: [],
    sections,
  };
}

const optional = (table: StudyTable | undefined, section: (table: StudyTable) => StudySection): StudySection[] =>
  table === undefined ? [] : [section(table)];

const isShared = ({ responses }: StepGroup): boolean =>
  responses.filter((response) => response !== undefined).length > 1;

/** One figure per world in which there are paths, and one for each closer look. */
function pathFigures({ runs }: Comparison, { signals, paths }: PathComparison, closeups: Closeups): string[] {
  const worlds = [...new Set(runs.filter((_, i) => paths[i] !== undefined).map(worldKey))];
  return worlds.flatMap((key) => {
    const isHere = runs.map((run, i) => worldKey(run) === key && paths[i] !== undefined);
    const here = paths.map((path, i) => (isHere[i] ? path : undefined));
    const { world } = runs.find((_, i) => isHere[i])!;
    const unique = (names: PerRun<string>) =>
      [...new Set(names.filter((name, i) => isHere[i] && name !== undefined))].join(', ');
    const where = worlds.length === 1 ? '' : ` in ${unique(runs.map(({ scenario }) => scenario.document.name))}`;
    const name = `Path of ${unique(signals)}${where}`;
    const closer = areasOf(runs, here, world, closeups).filter(({ area }) =>
      here.some((path) => path !== undefined && isVisited(path, area)),
    );
    return [
      pathFigure(runs, name, here, world),
      ...closer.map(({ what, area }) => pathFigure(runs, `${name}: ${what}`, here, world, area)),
    ];
  });
}

const worldKey = ({ scenario }: ComparedRun): string => JSON.stringify(scenario.document.world ?? null);

interface Closeup {
  readonly what: string;
  readonly area: Area;
}

/** What was asked for, or else the tightest bend that somebody drove through. */
function areasOf(
  runs: readonly ComparedRun[],
  paths: PerRun<PathSeries>,
  world: ComparedRun['world'],
  { zooms, curves }: Closeups,
): Closeup[] {
  if (curves.length > 0 && runs.every((run) => run.world?.track === undefined))
    throw new InputError('--curve', 'none of the runs has a track');
  const rectangles = zooms.map((area) => ({
    what: `x ${area.x.map(numberText).join(' … ')} m, y ${area.y.map(numberText).join(' … ')} m`,
    area,
  }));
  if (world?.track === undefined) return rectangles;
  const bends = bendsOf(world.track);
  const half = world.track.laneWidth / 2;
  const isDriven = ({ middle: { x, y } }: Bend) =>
    paths.some((path) => path !== undefined && isVisited(path, { x: [x - half, x + half], y: [y - half, y + half] }));
  const tightest = () =>
    bends
      .filter(isDriven)
      .sort((a, b) => a.radius - b.radius)
      .slice(0, 1);
  const chosen =
    curves.length > 0
      ? curves.map((number) => bends[number - 1] ?? missingBend(number, bends.length))
      : zooms.length > 0
        ? []
        : tightest();
  return [...rectangles, ...chosen.map((bend) => ({ what: bendText(bend), area: bend.area }))];
}

const bendText = ({ number, turn, radius }: Bend): string =>
  `bend ${number}, ${Math.round((Math.abs(turn) * 180) / Math.PI)}° to the ${turn > 0 ? 'left' : 'right'}, radius ${Number(radius.toPrecision(3))} m`;

function missingBend(number: number, count: number): never {
  throw new InputError('--curve', `expected a bend of the track, 1 to ${count}, got ${number}`);
}

const isVisited = ({ x, y }: PathSeries, area: Area): boolean =>
  x.some((value, i) => value >= area.x[0] && value <= area.x[1] && y[i] >= area.y[0] && y[i] <= area.y[1]);
