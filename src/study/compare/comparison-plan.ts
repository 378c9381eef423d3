/** What to compare: what was asked for, or what the recordings of the runs have to show. Fields are named for each run. */
import { InputError, quote } from '../../core/input-error.ts';
import type { Column } from '../../record/metrics/columns.ts';
import { isSignal } from '../../record/metrics/columns.ts';
import type { Quantity } from './fields.ts';
import { errorsOf, fieldOrOnlyNumber, quantityOf } from './fields.ts';
import type { Area } from './bends.ts';
import type { ComparedRun } from './compared-run.ts';
import { defaultSetPoint, vehicleChannels } from './default-signals.ts';

export interface CompareRequest {
  /** `FIELD=SETPOINT_FIELD`, or `FIELD=NUMBER` for a set point that never changes. */
  readonly step: readonly string[];
  /** Signals with a place, as `BLOCK.state`. */
  readonly path: readonly string[];
  /** `x0,y0,x1,y1` [m]. */
  readonly zoom: readonly string[];
  /** Numbers of bends, from 1. */
  readonly curve: readonly string[];
  readonly box: readonly string[];
  readonly plot: readonly string[];
  /** `car1.state,car2.state`. */
  readonly crossing: readonly string[];
}

/** A column per run; undefined where it is not recorded. */
export type Columns = readonly (Column | undefined)[];

interface Pair {
  readonly x: Columns;
  readonly y: Columns;
}

export interface ComparisonPlan {
  readonly steps: readonly {
    readonly title: string;
    readonly measured: Columns;
    readonly setPoint: Columns | number;
  }[];
  /** Whether all of the steps are shown; else the first that has any. */
  readonly showsAllSteps: boolean;
  readonly paths: readonly ({ readonly title: string } & Pair)[];
  /** Asked for; with `curves`, where to look closer. */
  readonly zooms: readonly Area[];
  readonly curves: readonly number[];
  readonly boxes: readonly { readonly title: string; readonly field: Columns }[];
  readonly plots: readonly { readonly title: string; readonly field: Columns }[];
  readonly crossings: readonly {
    readonly names: readonly [string, string];
    readonly first: Pair;
    readonly second: Pair;
  }[];
  /** What is left out, and why. */
  readonly notes: readonly string[];
}

/** More than these are shown only on request. */
const MOST_PATHS = 3;
const MOST_BOXES = 4;

export function planComparison(runs: readonly ComparedRun[], request: CompareRequest): ComparisonPlan {
  const notes: string[] = [];
  /** A field that was asked for: runs without it are left out, but some run must have it. */
  const asked = (name: string, option: string): Columns =>
    noteMissing(
      findInRuns(runs, (run) => fieldOrOnlyNumber(run.recording, name, option)),
      name,
      runs,
      notes,
    );
  const place = (signal: string, option: string): Pair => {
    const at = (quantity: 'x' | 'y') =>
      findInRuns(runs, ({ recording }) => placeOf(recording, signal, quantity, option));
    return { x: noteMissing(at('x'), signal, runs, notes), y: at('y') };
  };
  const named = (names: readonly string[], option: string) =>
    names.map((name) => ({ title: name, field: asked(name, option) }));
  return {
    steps:
      request.step.length > 0
        ? request.step.map((text) => askedStep(text, asked))
        : QUANTITIES.map((quantity) => defaultStep(runs, quantity)),
    showsAllSteps: request.step.length > 0,
    paths:
      request.path.length > 0
        ? request.path.map((signal) => ({ title: signal, ...place(signal, '--path') }))
        : defaultPaths(runs),
    zooms: request.zoom.map(areaOf),
    curves: request.curve.map(curveNumber),
    boxes: request.box.length > 0 ? named(request.box, '--box') : defaultBoxes(runs),
    plots: named(request.plot, '--plot'),
    crossings:
      request.crossing.length > 0
        ? request.crossing.map((text) => askedCrossing(text, (signal) => place(signal, '--crossing')))
        : defaultCrossings(runs),
    notes,
  };
}

/** One per run; when no run has it, what the first one says about that. */
function findInRuns(runs: readonly ComparedRun[], find: (run: ComparedRun) => Column): Columns {
  let problem: unknown;
  const columns = runs.map((run) => {
    try {
      return find(run);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problem ??= error;
      return undefined;
    }
  });
  if (columns.every((column) => column === undefined)) throw problem;
  return columns;
}

function noteMissing(columns: Columns, name: string, runs: readonly ComparedRun[], notes: string[]): Columns {
  const missing = runs.filter((_, i) => columns[i] === undefined).map(({ label }) => label);
  if (missing.length > 0) notes.push(`${name} is not recorded in ${missing.join(', ')}.`);
  return columns;
}

function placeOf(recording: ComparedRun['recording'], signal: string, quantity: 'x' | 'y', option: string): Column {
  const channel = recording.channels.find((candidate) => isSignal(candidate) && candidate.signal === signal);
  const column = channel && quantityOf(channel, quantity);
  if (channel !== undefined && column === undefined)
    throw new InputError(option, `expected a signal with a place, but ${signal} is a ${channel.typeName}`);
  // an unknown signal is explained like an unknown field of it
  return column ?? fieldOrOnlyNumber(recording, `${signal}.${quantity}`, option);
}

const QUANTITIES = ['speed', 'yawRate', 'steering'] as const;
const QUANTITY_NAMES: Readonly<Record<(typeof QUANTITIES)[number], string>> = {
  speed: 'Speed',
  yawRate: 'Yaw rate',
  steering: 'Steering angle',
};

function defaultStep(
  runs: readonly ComparedRun[],
  quantity: Exclude<Quantity, 'x' | 'y'>,
): ComparisonPlan['steps'][number] {
  const pairs = runs.map((run) => defaultSetPoint(run, quantity));
  return {
    title: QUANTITY_NAMES[quantity],
    measured: pairs.map((pair) => pair?.measured),
    setPoint: pairs.map((pair) => pair?.setPoint),
  };
}

function askedStep(text: string, asked: (name: string, option: string) => Columns): ComparisonPlan['steps'][number] {
  const [, field, target] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  if (field === undefined)
    throw new InputError('--step', `expected FIELD=SETPOINT_FIELD or FIELD=NUMBER, got ${quote(text)}`);
  const level = Number(target);
  return {
    title: field,
    measured: asked(field, '--step'),
    setPoint: Number.isFinite(level) ? level : asked(target, '--step'),
  };
}

/** The first vehicle of every run, the second of every run, and so on. */
function defaultPaths(runs: readonly ComparedRun[]): ComparisonPlan['paths'] {
  const vehicles = runs.map(vehicleChannels);
  const most = Math.min(MOST_PATHS, Math.max(...vehicles.map(({ length }) => length)));
  return Array.from({ length: most }, (_, k) => ({
    title: [...new Set(vehicles.flatMap((channels) => channels[k]?.signal ?? []))].join(', '),
    x: vehicles.map((channels) => channels[k] && quantityOf(channels[k], 'x')),
    y: vehicles.map((channels) => channels[k] && quantityOf(channels[k], 'y')),
  }));
}

function defaultBoxes(runs: readonly ComparedRun[]): ComparisonPlan['boxes'] {
  const errors = runs.map(({ recording }) => recording.channels.flatMap(errorsOf));
  const names = [...new Set(errors.flat().map(({ name }) => name))].slice(0, MOST_BOXES);
  return names.map((name) => ({
    title: name,
    field: errors.map((columns) => columns.find((column) => column.name === name)),
  }));
}

/** Where runs have two vehicles, these two. */
function defaultCrossings(runs: readonly ComparedRun[]): ComparisonPlan['crossings'] {
  const vehicles = runs.map((run) => (vehicleChannels(run).length === 2 ? vehicleChannels(run) : []));
  const example = vehicles.find(({ length }) => length === 2);
  if (example === undefined) return [];
  const pair = (k: 0 | 1): Pair => ({
    x: vehicles.map((channels) => channels[k] && quantityOf(channels[k], 'x')),
    y: vehicles.map((channels) => channels[k] && quantityOf(channels[k], 'y')),
  });
  return [{ names: [example[0].signal, example[1].signal], first: pair(0), second: pair(1) }];
}

function askedCrossing(text: string, place: (signal: string) => Pair): ComparisonPlan['crossings'][number] {
  const names = text.split(',');
  if (names.length !== 2 || names.some((name) => name === ''))
    throw new InputError('--crossing', `expected two signals, such as car1.state,car2.state, got ${quote(text)}`);
  return { names: names as [string, string], first: place(names[0]), second: place(names[1]) };
}

function areaOf(text: string): Area {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const [x0, y0, x1, y1] = numbers;
  if (numbers.length !== 4 || !numbers.every(Number.isFinite))
    throw new InputError('--zoom', `expected x0,y0,x1,y1 [m], got ${quote(text)}`);
  if (x0 === x1 || y0 === y1) throw new InputError('--zoom', `expected a rectangle with an area, got ${quote(text)}`);
  return { x: [Math.min(x0, x1), Math.max(x0, x1)], y: [Math.min(y0, y1), Math.max(y0, y1)] };
}

function curveNumber(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new InputError('--curve', `expected the number of a bend, from 1, got ${quote(text)}`);
  return number;
}
