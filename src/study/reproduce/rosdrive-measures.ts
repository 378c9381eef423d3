/** Numbers of RosDrive's study from the samples of its runs. */
import { stepFigures } from '../../control/course/step-response.ts';
import type { StepFigures } from '../../control/course/step-response.ts';
import { parse } from '../../core/schema.ts';
import { wrapToPi } from '../../math/angle.ts';
import type { JobResult } from '../engine/job.ts';
import { createTrackPoint, nearest, worldOf, worldParams } from '../../world/index.ts';
import type { Track } from '../../world/index.ts';
import type { Pickup } from './rosdrive.ts';
import { FINE, PERIOD } from './rosdrive.ts';

export const SET_POINTS: readonly number[] = [20, 14, 16, 12];

export const timesOf = (values: ArrayLike<number>, period = PERIOD): Float64Array =>
  Float64Array.from(values, (_, i) => (i + 1) * period);

/** Figures of the four steps of a speed test. Steady is the last 15 % of a step. */
export function speedSteps({ series }: JobResult): StepFigures[] {
  const setPoints = series['schedule.setpoint.data'];
  const speeds = series['car1.state.vx'];
  return SET_POINTS.map((wanted) => {
    const begin = setPoints.indexOf(wanted);
    const length = setPoints.subarray(begin).findIndex((value) => value !== wanted);
    const values = speeds.subarray(begin, begin + length);
    return stepFigures({ times: timesOf(values, FINE), values, from: values[0], to: wanted, steadyShare: 0.15 });
  });
}

/** The largest speed before the centre of mass was `distance` outside the circle, which turns left [m/s]. */
export function heldSpeed({ series }: JobResult, distance: number): number {
  const lateral = series['referee.track.lateral'];
  const leaves = lateral.findIndex((value, i) => i * PERIOD > 5 && value < -distance);
  const speeds = series['car1.car_info.speed'].subarray(0, leaves < 0 ? undefined : leaves);
  return speeds.reduce((most, speed) => Math.max(most, speed), 0);
}

export const trackOfWorld = (world: unknown): Track => worldOf(parse(worldParams, world, 'world')).track!;

export interface Curve {
  /** From where to where it goes along the track [m]. */
  readonly from: number;
  readonly to: number;
  /** 1 when it turns left, −1 when right. */
  readonly side: number;
}

/** Stretches of one turning direction. */
export function curvesOf({ s, curvature }: Track): Curve[] {
  const curves: { from: number; to: number; side: number }[] = [];
  const sideAt = (i: number) => (Math.abs(curvature[i]) < 0.01 ? 0 : Math.sign(curvature[i]));
  for (let i = 1; i < s.length; i++) {
    const side = sideAt(i);
    if (side !== 0 && side !== sideAt(i - 1)) curves.push({ from: s[i], to: s[i], side });
    if (side !== 0) curves.at(-1)!.to = s[i];
  }
  return curves;
}

/** How far behind a curve its skid still counts [m]. */
const RUN_OUT = 25;
/** Farther than this from the line it is lost [m]. */
const LOST = 15;

export interface LapMeasures {
  readonly completed: boolean;
  /** How far the centre of mass got outside the line at each curve and up to 25 m after it, and how far inside [m]. */
  readonly skids: readonly number[];
  readonly cuts: readonly number[];
  /** Largest distance from the line [m]. */
  readonly worst: number;
  /** True angle to the line over the lap and around curve 7 [°]. */
  readonly headingDeg: Float64Array;
  readonly headingOnCurveDeg: Float64Array;
  readonly lateralRms: number;
  /** Samples around curve 7. */
  readonly around: { readonly from: number; readonly to: number };
}

/** The first passage of curve 7 and the lap after it. */
export function lapMeasures({ series }: JobResult, track: Track): LapMeasures {
  const progress = series['referee.track.progress'];
  const lateral = series['referee.track.lateral'];
  const heading = series['referee.track.heading'];
  const start = progress.findIndex((value) => value < 200);
  const last = progress.length;
  const curves = curvesOf(track);
  const lost = lateral.findIndex((value) => Math.abs(value) > LOST);
  const curve7 = curves.at(-1)!;
  const from = progress.findIndex((value) => value >= curve7.from - 10);
  const to = start + progress.subarray(start).findIndex((value) => value > RUN_OUT);
  const extremes = curves.map((curve, i) => {
    const extreme = { out: 0, in: 0 };
    const [first, end] = curve === curve7 ? [from, to] : [start, last];
    const until = Math.min(curve.to + RUN_OUT, curves[i + 1]?.from ?? Infinity);
    for (let k = first; k < end; k++) {
      if (curve !== curve7 && (progress[k] < curve.from || progress[k] > until)) continue;
      extreme.out = Math.max(extreme.out, -curve.side * lateral[k]);
      extreme.in = Math.max(extreme.in, curve.side * lateral[k]);
    }
    return extreme;
  });
  const degrees = (values: Float64Array) => values.map((value) => (wrapToPi(value) * 180) / Math.PI);
  const whole = lateral.subarray(start);
  return {
    completed: lost < 0 && last * PERIOD < 125 - PERIOD,
    skids: extremes.map((extreme) => extreme.out),
    cuts: extremes.map((extreme) => extreme.in),
    worst: whole.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
    headingDeg: degrees(heading.subarray(start)),
    headingOnCurveDeg: degrees(heading.subarray(from, to)),
    lateralRms: Math.sqrt(whole.reduce((sum, value) => sum + value * value, 0) / whole.length),
    around: { from, to },
  };
}

export interface Passage {
  readonly pickup: string;
  /** How far left of the line it stands [m]. */
  readonly offset: number;
  /** Side of the car on which it was passed; undefined when it was not reached. */
  readonly side?: 'left' | 'right';
  /** Distance from the centre of the car to the centre of the pickup [m]. */
  readonly distance: number;
}

/** On which side each pickup was passed. */
export function passages({ series }: JobResult, pickups: readonly Pickup[], track: Track): Passage[] {
  const x = series['car1.car_info.latitude'];
  const y = series['car1.car_info.longitude'];
  const heading = series['car1.car_info.heading'];
  return pickups.map((pickup) => {
    let closest = 0;
    let least = Infinity;
    for (let i = 0; i < x.length; i++) {
      const distance = Math.hypot(pickup.x - x[i], pickup.y - y[i]);
      if (distance < least) [least, closest] = [distance, i];
    }
    const place = createTrackPoint();
    nearest(track, pickup.x, pickup.y, -1, place);
    const yaw = heading[closest] - 1.57;
    const isLeft = (pickup.y - y[closest]) * Math.cos(yaw) > (pickup.x - x[closest]) * Math.sin(yaw);
    return {
      pickup: pickup.name,
      offset: place.lateral,
      distance: least,
      ...(least < 8 && { side: isLeft ? ('left' as const) : ('right' as const) }),
    };
  });
}

/** The least of a series after the first instants, and the largest; NaN samples do not count. */
export const leastOf = (values: Float64Array): number =>
  values.subarray(2).reduce((least, value) => (value < least ? value : least), Infinity);
export const largestOf = (values: Float64Array): number =>
  values.reduce((most, value) => (value > most ? value : most), 0);

export interface Overtaking {
  /** Least distance between the bodies [m]. */
  readonly nearest: number;
  readonly contacts: number;
  /** Instant and place at which the rear axle is ahead of the other's [s, m]; NaN when never. */
  readonly passedAt: number;
  readonly passedX: number;
  /** Place at which it is a car's length ahead and back on the line [m]; NaN when never. */
  readonly backX: number;
  /** Farthest from the line before the bend, left positive [m]. */
  readonly offset: number;
}

export function overtakingMeasures({ series }: JobResult): Overtaking {
  const [x1, y1, x2] = [series['car1.state.x'], series['car1.state.y'], series['car2.state.x']];
  const passed = x1.findIndex((value, i) => value > x2[i]);
  const back = x1.findIndex((value, i) => value > x2[i] + 6 && Math.abs(y1[i] - 45.7) < 0.5);
  return {
    nearest: leastOf(series['clearance.distance.data']),
    contacts: largestOf(series['traffic.event.count']),
    passedAt: passed < 0 ? NaN : (passed + 1) * PERIOD,
    passedX: passed < 0 ? NaN : x1[passed],
    backX: back < 0 ? NaN : x1[back],
    offset: y1.reduce((most, y, i) => (x1[i] < 415 && Math.abs(y - 45.7) > Math.abs(most) ? y - 45.7 : most), 0),
  };
}
