/**
 * The lines of a plot: its fields found among the topics of the player, and again in every run laid over it. Fields of one unit
 * share a scale, and a wanted value has that of the actual one; the first two units get an axis left and right, and any further one a scale of its own without an axis.
 */
import { axisUnits } from '../../../../src/record/report/axis-units.ts';
import type { History } from '../../players/history.ts';
import type { Topic } from '../../players/player.ts';
import type { Overlay } from '../../players/overlay.ts';
import type { FieldChoice } from '../../players/field-address.ts';
import { findField } from '../../players/field-address.ts';
import type { PlotSettings } from './plot-settings.ts';
import { lastAtMost } from './sorted-search.ts';

export interface PlotLine {
  /** Unique in its plot. */
  readonly key: string;
  readonly address: string;
  readonly unit: string;
  /** y0, y1 … in order of the units. */
  readonly scale: string;
  /** CSS colour, which may be a variable. */
  readonly colour: string;
  readonly dashed: boolean;
  /** A command holds until the next one. */
  readonly stepped: boolean;
  /** Title of the run it is from; undefined for the one that is shown. */
  readonly overlay?: string;
  readonly history: History;
  readonly y: Place;
  readonly x?: Place;
}

/** Where a history keeps a field. */
interface Place {
  readonly topicId: string;
  readonly field: string;
}

export interface PlotScale {
  readonly id: string;
  readonly unit: string;
}

export interface PlotContent {
  readonly lines: readonly PlotLine[];
  readonly scales: readonly PlotScale[];
  /** The field on the horizontal axis; undefined for time. */
  readonly x?: FieldChoice;
  /** Addresses that no topic has. */
  readonly missing: readonly string[];
}

/** Units that get an axis. */
export const AXES = 2;

const SERIES_COLOURS = 8;

const seriesColour = (index: number): string => `var(--series-${(index % SERIES_COLOURS) + 1})`;

const isCommand = ({ type }: Topic): boolean =>
  /\/(Twist|TwistStamped|AckermannDrive|AckermannDriveStamped)$/.test(type);

export function plotContent(
  settings: PlotSettings,
  topics: readonly Topic[],
  history: History,
  overlays: readonly Overlay[],
): PlotContent {
  const wanted = settings.series ?? [];
  const x = settings.x === undefined ? undefined : findField(settings.x, topics);
  const found = wanted.map((address) => findField(address, topics));
  const units = unitsOf(found);
  const scales = [...new Set(units.values())].map((unit, i): PlotScale => ({ id: `y${i}`, unit }));
  const lines: PlotLine[] = [];
  found.forEach((choice, i) => {
    if (choice === undefined || (settings.x !== undefined && x === undefined)) return;
    const unit = units.get(choice)!;
    const scale = scales.find((candidate) => candidate.unit === unit)!.id;
    const common = {
      address: choice.address,
      unit,
      scale,
      stepped: x === undefined && isCommand(choice.topic),
    };
    for (const { id, title, colour, history: past, topicOfSignal } of overlays) {
      const at = (field: FieldChoice): Place => ({
        topicId: topicOfSignal.get(field.topic.signal ?? '') ?? field.topic.id,
        field: field.field,
      });
      lines.push({
        ...common,
        key: `${id} ${choice.address}`,
        colour,
        dashed: true,
        overlay: title,
        history: past,
        y: at(choice),
        x: x && at(x),
      });
    }
    const at = (field: FieldChoice): Place => ({ topicId: field.topic.id, field: field.field });
    lines.push({
      ...common,
      key: choice.address,
      colour: seriesColour(i),
      dashed: false,
      history,
      y: at(choice),
      x: x && at(x),
    });
  });
  // the run that is shown is drawn over the others
  lines.sort((a, b) => Number(b.dashed) - Number(a.dashed));
  const missing = [
    ...wanted.filter((_, i) => found[i] === undefined),
    ...(settings.x !== undefined && x === undefined ? [settings.x] : []),
  ];
  return { lines, scales, x, missing };
}

/** The unit of the axis of each field, in order. */
function unitsOf(choices: readonly (FieldChoice | undefined)[]): Map<FieldChoice, string> {
  const found = choices.filter((choice) => choice !== undefined);
  const units = axisUnits(found.map(({ address, unit }) => ({ name: address, unit })));
  return new Map(found.map((choice, i) => [choice, units[i]]));
}

/** Samples of a line in order of time; `xs` are the times where time is the horizontal axis. */
export interface Points {
  readonly times: Float64Array;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
}

export function pointsOf({ history, x, y }: Pick<PlotLine, 'history' | 'x' | 'y'>): Points {
  const { times, values } = history.series(y.topicId, y.field);
  if (x === undefined) return { times, xs: times, ys: values };
  const across = history.series(x.topicId, x.field);
  if (x.topicId === y.topicId) return { times, xs: across.values, ys: values };
  return { times, xs: latchedAt(times, across.times, across.values), ys: values };
}

/** The values that were latched at these times; NaN before the first. */
function latchedAt(times: Float64Array, sampled: Float64Array, values: Float64Array): Float64Array {
  const latched = new Float64Array(times.length);
  let next = 0;
  for (let i = 0; i < times.length; i++) {
    while (next < sampled.length && sampled[next] <= times[i]) next++;
    latched[i] = next === 0 ? NaN : values[next - 1];
  }
  return latched;
}

/** The value that is latched at a time; NaN before the first sample. */
export function valueAt({ times, ys }: Pick<Points, 'times' | 'ys'>, time: number): number {
  const i = lastAtMost(times, time);
  return i < 0 ? NaN : ys[i];
}
