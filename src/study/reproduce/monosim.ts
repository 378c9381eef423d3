/**
 * `skidpad reproduce monosim`: the paper's Table I beside ours over random tracks, its figures, and what it did not
 * show: up to which speed and dead time each controller holds the lane.
 */
import { quantile } from '../../math/statistics.ts';
import type { Job, JobResult } from '../engine/job.ts';
import { runStudy, shippedJob } from './study-runs.ts';

export const VARIANTS = ['pid-released', 'mpc-released', 'pid', 'mpc'] as const;
export type Variant = (typeof VARIANTS)[number];

/** MonoSIM, Table I. The paper gives no units and no point of the car. */
export const PAPER: Readonly<Record<'pid' | 'mpc', { lateral: number; angular: number }>> = {
  pid: { lateral: 0.0136, angular: 0.000548 },
  mpc: { lateral: 0.039, angular: 0.001014 },
};

export const POINTS = [
  ['', 'rear axle'],
  ['Centre', 'centre of mass'],
  ['Front', 'front axle'],
  ['Camera', 'camera'],
] as const;

export interface SweepPoint {
  readonly speed: number;
  readonly deadTime: number;
  /** Whether the lane was kept for the whole lap. */
  readonly holds: boolean;
  readonly peak: number;
}

export interface MonosimStudy {
  /** Results by variant, one per random track. */
  readonly tracks: Readonly<Record<Variant, readonly JobResult[]>>;
  readonly seeds: readonly number[];
  /** One lap of the paper's own track. */
  readonly paperTrack: Readonly<Record<Variant, JobResult>>;
  readonly sweep: Readonly<Record<'pid' | 'mpc', readonly SweepPoint[]>>;
  readonly speeds: readonly number[];
  readonly deadTimes: readonly number[];
}

export interface StudySize {
  readonly tracks: number;
  readonly speeds: readonly number[];
  readonly deadTimes: readonly number[];
}

export const FULL: StudySize = {
  tracks: 20,
  speeds: [1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5],
  deadTimes: [0, 0.1, 0.2, 0.3, 0.4, 0.5],
};
export const QUICK: StudySize = { tracks: 3, speeds: [2.5, 4], deadTimes: [0, 0.3] };

const SERIES = {
  fields: [
    'car.state.x',
    'car.state.y',
    'car.state.yaw',
    'car.state.vx',
    'car.state.yaw_rate',
    'referee.track.lateral',
    'referee.track.heading',
    'controller.twist.angular.z',
  ],
  period: 0.1,
};

/** Length of the paper's track [m]. */
const LAP = 356.6;

export async function studyMonosim(size: StudySize, isQuiet: boolean): Promise<MonosimStudy> {
  const seeds = Array.from({ length: size.tracks }, (_, i) => i + 1);
  const laps = VARIANTS.flatMap((variant) => [
    shippedJob(`scenarios/monosim/${variant}.yaml`, {}, SERIES),
    ...seeds.map((seed) => shippedJob(`scenarios/monosim/${variant}.yaml`, onRandomTrack(seed))),
  ]);
  const grid = size.speeds.flatMap((speed) => size.deadTimes.map((deadTime) => ({ speed, deadTime })));
  const sweeps = (['pid', 'mpc'] as const).flatMap((variant) =>
    grid.map(({ speed, deadTime }) => sweepJob(variant, speed, deadTime)),
  );
  const results = await runStudy('monosim', [...laps, ...sweeps], isQuiet);

  const perVariant = seeds.length + 1;
  const lapsOf = (variant: Variant) => results.slice(VARIANTS.indexOf(variant) * perVariant).slice(0, perVariant);
  const sweepOf = (index: number): SweepPoint[] =>
    grid.map((point, i) => {
      const { metrics } = results[laps.length + index * grid.length + i];
      return {
        ...point,
        holds: metrics.timeOutOfLane === 0 && metrics.laps === 1,
        peak: metrics.lateralPeak ?? Infinity,
      };
    });
  const byVariant = <T>(value: (variant: Variant) => T) =>
    Object.fromEntries(VARIANTS.map((variant) => [variant, value(variant)])) as Record<Variant, T>;
  return {
    tracks: byVariant((variant) => lapsOf(variant).slice(1)),
    paperTrack: byVariant((variant) => lapsOf(variant)[0]),
    seeds,
    speeds: size.speeds,
    deadTimes: size.deadTimes,
    sweep: { pid: sweepOf(0), mpc: sweepOf(1) },
  };
}

/**
 * A circle of 50 m with random sinusoids. Bends of 6.7 m and more: the released PID comes round all of them, as it did in
 * the paper; with the 5 m of the paper's own track it loses the lane on about half.
 */
export const randomTrack = (seed: number): { seed: number; world: Record<string, unknown> } => ({
  seed,
  world: {
    ground: [0, 0, 0],
    track: { random: { seed, maxCurvature: 0.15 }, laneWidth: 1, lines: { width: 0.11, colour: [255, 255, 255] } },
  },
});

const onRandomTrack = (seed: number): Record<string, unknown> => {
  const { world } = randomTrack(seed);
  return { seed, world: { ...world, from: null }, blocks: { referee: { params: { lapLimit: LOST } } } };
};

/** A lap of the paper's track at another speed, with a dead time between command and wheels that the controller knows of; ends when the lane is left. */
function sweepJob(variant: 'pid' | 'mpc', speed: number, deadTime: number): Job {
  const known = variant === 'pid' ? { preview: 0.1 + deadTime } : { deadTime: 0.002 + deadTime };
  return shippedJob(`scenarios/monosim/${variant}.yaml`, {
    duration: Math.ceil(LAP / speed + speed) + 2,
    until: { of: 'referee-centre.track.out_of_lane', min: 1 },
    blocks: {
      controller: { params: { speed, ...known } },
      car: { inputs: { twist: { from: 'controller.twist', delay: deadTime } } },
    },
  });
}

/** Runs that came round without losing the lane for good. */
export const completed = (results: readonly JobResult[]): readonly JobResult[] =>
  results.filter(({ metrics }) => metrics.laps === 1 && (metrics.lateralPeak ?? Infinity) < LOST);

/** Farther from the centre line than this, a car has not kept its lane but found it again by chance [m]. */
const LOST = 2;

/** Mean and standard deviation of a metric over runs. */
export function spread(
  results: readonly JobResult[],
  metric: string,
): { mean: number; deviation: number; worst: number } {
  const values = results.map(({ metrics }) => metrics[metric] ?? NaN);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return { mean, deviation: Math.sqrt(variance), worst: quantile(values, 1) };
}

/** The largest dead time of the grid up to which every smaller one is held too, per speed; −1 when not even none is. */
export const maxHeldDeadTime = (points: readonly SweepPoint[], speed: number): number => {
  let held = -1;
  for (const point of points.filter((candidate) => candidate.speed === speed)) {
    if (!point.holds) break;
    held = point.deadTime;
  }
  return held;
};
