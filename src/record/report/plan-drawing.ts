/**
 * A plan as SVG: the world seen from above around what was driven, with the vehicle's outline once a metre, and of automatic parking the
 * slots of the last map and every plan. Slots and plans are in odom: they lie where the car believed them to be.
 */
import { cos, sin } from '../../math/trig.ts';
import { footprintCorners, slotCorners, slotState } from '../../msgs/ground-corners.ts';
import type { Range, XyMap } from './chart-axes.ts';
import {
  axes,
  clipped,
  colour,
  equalised,
  INNER_WIDTH,
  linePath,
  MARGIN,
  mapTo,
  round,
  svgFrame,
} from './chart-axes.ts';
import type { ParkingRecord } from './parking-record.ts';
import type { Plot } from './plot-data.ts';
import type { BodyOutline, PlanGround, Rgb } from './surroundings.ts';
import type { Samples, XyDrawing } from './xy-drawing.ts';
import { axisNames, ends } from './xy-drawing.ts';

export interface PlanView {
  readonly ground?: PlanGround;
  readonly parking: ParkingRecord;
  /** Absent: the line alone. */
  readonly body?: BodyOutline;
}

/** What is shown around everything that was driven and planned [m]. */
const AROUND = 3;
/** Between two outlines of the vehicle [m]. */
const SPACING = 1;
const LOWEST = 280;
const HIGHEST = 640;

type Points = ArrayLike<number>;

export function drawPlan(plot: Plot, samples: Samples, { ground, parking, body }: PlanView): XyDrawing {
  const outlines = body === undefined ? [] : outlinesAlong(plot, samples, body);
  const plans = parking.plans.map(({ points }) => points.flatMap(({ x, y }) => [x, y]));
  const lines = plot.series.map(({ x, y }) => interleaved(samples.get(x!.name)!, samples.get(y.name)!));
  let [xRange, yRange] = extent([...lines, ...outlines, ...plans.slice(-1)]);
  const proportion = (yRange[1] - yRange[0]) / (xRange[1] - xRange[0]);
  const innerHeight = Math.min(HIGHEST, Math.max(LOWEST, INNER_WIDTH * proportion));
  [xRange, yRange] = equalised(xRange, yRange, innerHeight / INNER_WIDTH);

  const map = mapTo(xRange, yRange, innerHeight);
  const isSeen = (points: Points) => overlaps(points, xRange, yRange);
  const content = [
    ground === undefined ? '' : groundParts(ground, map, isSeen),
    ...slotParts(parking, map),
    ...plans.slice(0, -1).map((plan) => planPart(plan, 'planned earlier', map)),
    ...outlines.map((outline, i) => polygon(outline, map, i === outlines.length - 1 ? 'body last' : 'body')),
    ...plot.series.map(({ x, y }, i) => drivenPart(linePath(samples.get(x!.name)!, samples.get(y.name)!, map), i)),
    ...plans.slice(-1).map((plan) => planPart(plan, 'planned', map)),
    ...plot.series.map((series, i) => ends(series, i, samples, map)),
  ];
  const parts = [
    ...axes(map, xRange, yRange, innerHeight, axisNames(plot), true),
    clipped(content.join(''), innerHeight),
  ];
  return { map, svg: svgFrame(`${plot.title}: seen from above`, innerHeight, parts, 'xy plan') };
}

/** What the colours and lines of a plan mean, of those that are in it. */
export function planLegend({ parking, body }: PlanView): string {
  const states = new Set(parking.slots.map((slot) => (isChosen(parking, slot.id) ? 'chosen' : slotState(slot))));
  const entries: readonly (readonly [isThere: boolean, entry: string])[] = [
    [parking.plans.length > 0, '<i class="planned"></i>planned'],
    [parking.plans.length > 1, '<i class="planned earlier"></i>planned before'],
    [body !== undefined, `<b class="body"></b>outline every ${SPACING} m`],
    [states.has('chosen'), '<b class="slot chosen"></b>chosen slot'],
    [states.has('free'), '<b class="slot free"></b>free slot'],
    [states.has('taken'), '<b class="slot taken"></b>taken slot'],
    [states.has('unknown'), '<b class="slot unknown"></b>slot nobody knows about'],
    [parking.obstacles.length > 0, '<b class="obstacle"></b>obstacle of the map'],
  ];
  return entries.flatMap(([isThere, entry]) => (isThere ? [`<span>${entry}</span>`] : [])).join('');
}

const interleaved = (xs: Points, ys: Points): number[] => Array.from(xs, (x, i) => [x, ys[i]]).flat();

/** The vehicle at the start, whenever it has gone on by the spacing, and at the end. */
function outlinesAlong({ series: [{ x, y }], yaw }: Plot, samples: Samples, body: BodyOutline): number[][] {
  const [xs, ys, yaws] = [x!, y, yaw!].map(({ name }) => samples.get(name)!);
  const outlines: number[][] = [];
  let [atX, atY] = [NaN, NaN];
  const last = xs.findLastIndex((_, i) => Number.isFinite(xs[i] + ys[i] + yaws[i]));
  for (let i = 0; i <= last; i++) {
    if (!Number.isFinite(xs[i] + ys[i] + yaws[i])) continue;
    if (i < last && Math.hypot(xs[i] - atX, ys[i] - atY) < SPACING) continue;
    [atX, atY] = [xs[i], ys[i]];
    outlines.push(outlineAt(body, atX, atY, yaws[i]));
  }
  return outlines;
}

function outlineAt({ front, rear, halfWidth }: BodyOutline, x: number, y: number, yaw: number): number[] {
  const [c, s] = [cos(yaw), sin(yaw)];
  const corner = (u: number, v: number) => [x + c * u - s * v, y + s * u + c * v];
  return [
    ...corner(-rear, -halfWidth),
    ...corner(front, -halfWidth),
    ...corner(front, halfWidth),
    ...corner(-rear, halfWidth),
  ];
}

/** Of all points, with room around. */
function extent(shapes: readonly Points[]): [Range, Range] {
  const range = (offset: number): Range => {
    let [low, high] = [Infinity, -Infinity];
    for (const points of shapes)
      for (let i = offset; i < points.length; i += 2) {
        if (!Number.isFinite(points[i])) continue;
        low = Math.min(low, points[i]);
        high = Math.max(high, points[i]);
      }
    return low > high ? [-AROUND, AROUND] : [low - AROUND, high + AROUND];
  };
  return [range(0), range(1)];
}

function overlaps(points: Points, x: Range, y: Range): boolean {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    west = Math.min(west, points[i]);
    east = Math.max(east, points[i]);
    south = Math.min(south, points[i + 1]);
    north = Math.max(north, points[i + 1]);
  }
  return west <= x[1] && east >= x[0] && south <= y[1] && north >= y[0];
}

function groundParts(
  { colour: below, areas, stripes, solids }: PlanGround,
  map: XyMap,
  isSeen: (p: Points) => boolean,
) {
  const lowest = `<rect x="${MARGIN.left}" y="${MARGIN.top}" width="100%" height="100%" fill="${rgb(below)}"/>`;
  const filled = (shapes: PlanGround['areas'], style: string) =>
    shapes
      .filter(({ points }) => isSeen(points))
      .map(({ points, colour: own }) => `<path${style} fill="${rgb(own)}" d="${path(points, map)}Z"/>`);
  const painted = stripes
    .filter(({ points }) => isSeen(points))
    .map(
      ({ points, width, closed, colour: own }) =>
        `<path fill="none" stroke="${rgb(own)}" stroke-width="${round(Math.max(1, width * map.xScale))}" d="${path(points, map)}${closed ? 'Z' : ''}"/>`,
    );
  return [lowest, ...filled(areas, ''), ...painted, ...filled(solids, ' class="solid"')].join('');
}

const isChosen = ({ plans }: ParkingRecord, id: number): boolean => id !== 0 && plans.at(-1)?.slot === id;

const slotParts = (parking: ParkingRecord, map: XyMap): string[] => [
  ...parking.slots.map((slot) =>
    polygon(slotCorners(slot), map, `slot ${isChosen(parking, slot.id) ? 'chosen' : slotState(slot)}`),
  ),
  ...parking.obstacles.map((thing) => polygon(footprintCorners(thing), map, 'obstacle')),
];

const planPart = (plan: Points, name: string, map: XyMap): string => `<path class="${name}" d="${path(plan, map)}"/>`;

/** A dark edge makes it stand out from any ground. */
const drivenPart = (d: string, index: number): string =>
  `<path class="line edge" d="${d}"/><path class="line" style="stroke:${colour(index)}" d="${d}"/>`;

const polygon = (points: Points, map: XyMap, name: string): string =>
  `<path class="${name}" d="${path(points, map)}Z"/>`;

function path(points: Points, map: XyMap): string {
  let d = '';
  for (let i = 0; i < points.length; i += 2)
    d += `${i === 0 ? 'M' : 'L'}${round(map.xScale * points[i] + map.xOffset)} ${round(map.yScale * points[i + 1] + map.yOffset)}`;
  return d;
}

const rgb = ([red, green, blue]: Rgb): string => `rgb(${red},${green},${blue})`;
