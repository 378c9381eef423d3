/**
 * Plexe's platoon: eight cars at 100 km/h, engine lag 0.5 s, beacons at 10 Hz; the leader swings by 10 km/h at 0.2 Hz, or brakes at 8 m/s².
 *
 * Controllers begin with the first beacons. Cars are 4 m long and begin at the gap that their controller wants. Engines give up to 6 m/s², so that the leader can swing as it should.
 */
import type { Tree } from '../../core/tree.ts';
import { runJob } from '../engine/job.ts';

export const CARS = 8;
const SPEED = 100 / 3.6;
const FRONT = 3.6;
const REAR = 0.4;
const LAG = 0.5;
/** When the leader begins [s]. */
const MANOEUVRE_AT = 5;
/** Time between samples [s]. */
const SAMPLE = 0.1;

export const CONTROLLERS = {
  'acc-0.3': { name: 'ACC, 0.3 s', gap: 2 + 0.3 * SPEED, params: { law: 'acc', acc: { headway: 0.3 } } },
  'acc-1.2': { name: 'ACC, 1.2 s', gap: 2 + 1.2 * SPEED, params: { law: 'acc', acc: { headway: 1.2 } } },
  path: { name: 'CACC (PATH)', gap: 5, params: { law: 'path' } },
  ploeg: { name: 'CACC (Ploeg)', gap: 2 + 0.5 * SPEED, params: { law: 'ploeg' } },
  consensus: { name: 'consensus', gap: 15 + 0.8 * SPEED, params: { law: 'consensus' } },
  flatbed: { name: 'flatbed', gap: 5, params: { law: 'flatbed' } },
} as const;
export type Controller = keyof typeof CONTROLLERS;
export const controllers = Object.keys(CONTROLLERS) as Controller[];

export const MANOEUVRES = ['sinusoidal', 'braking'] as const;
export type Manoeuvre = (typeof MANOEUVRES)[number];
const DURATION: Readonly<Record<Manoeuvre, number>> = { sinusoidal: 40, braking: 15 };

const OMEGA = 2 * Math.PI * 0.2;

/** Speed that the leader asks for swings by more, since the lag of the engine takes its part. */
const MANOEUVRE_PARAMS: Readonly<Record<Manoeuvre, Tree>> = {
  sinusoidal: {
    waves: [{ amplitude: (10 / 3.6) * Math.sqrt(1 + OMEGA * LAG * OMEGA * LAG), frequencyHz: 0.2 }],
    wavesFrom: MANOEUVRE_AT,
  },
  braking: { brakeAt: MANOEUVRE_AT, braking: 8 },
};

const limits = { maxAcceleration: 6, maxDeceleration: 9 };

function eightDocument(controller: Controller, manoeuvre: Manoeuvre): Tree {
  const { gap, params } = CONTROLLERS[controller];
  const blocks: Record<string, Tree> = {};
  for (let i = 0; i < CARS; i++) {
    blocks[`car${i}`] = {
      type: 'vehicle/longitudinal',
      params: { engineLag: LAG, ...limits, speed: SPEED, x: -i * (gap + FRONT + REAR) },
      inputs: { ackermann: `driver${i}.ackermann` },
    };
    blocks[`beacon${i}`] = {
      type: 'control/platoon-beacon',
      params: { stationId: i, front: FRONT, length: FRONT + REAR },
      inputs: { state: `car${i}.state`, command: `driver${i}.ackermann` },
    };
    if (i === 0) {
      blocks.driver0 = {
        type: 'control/platoon-leader',
        params: { speed: SPEED, gain: 0, ...limits, ...MANOEUVRE_PARAMS[manoeuvre] },
        inputs: { state: 'car0.state' },
      };
      continue;
    }
    blocks[`gap${i}`] = {
      type: 'world/gap-probe',
      offset: 0.004,
      params: { front: FRONT, rear: REAR },
      inputs: { state: `car${i}.state`, target: `car${i - 1}.state` },
    };
    blocks[`driver${i}`] = {
      type: 'control/platoon',
      offset: 0.105,
      params: { ...params, place: i, length: FRONT + REAR, ...limits, setSpeed: 130 / 3.6, recovery: 0 },
      inputs: {
        state: `car${i}.state`,
        radar: `gap${i}.gap`,
        predecessor: `beacon${i - 1}.beacon`,
        leader: 'beacon0.beacon',
      },
    };
  }
  return { name: 'platoon-of-eight', duration: DURATION[manoeuvre], blocks };
}

/** Speeds of all cars and gaps between them, a row for every sample. */
export interface PlatoonRecord {
  readonly t: readonly number[];
  readonly speed: readonly (readonly number[])[];
  readonly gap: readonly (readonly number[])[];
}

export async function driveEight(controller: Controller, manoeuvre: Manoeuvre): Promise<PlatoonRecord> {
  const speeds = Array.from({ length: CARS }, (_, i) => `car${i}.state.vx`);
  const places = Array.from({ length: CARS }, (_, i) => `car${i}.state.x`);
  const { series } = await runJob({
    scenario: { document: eightDocument(controller, manoeuvre), path: 'platoon-of-eight.yaml' },
    series: { fields: [...speeds, ...places], period: SAMPLE },
  });
  const rows = Array.from(series[speeds[0]].keys());
  return {
    // the first sample is one period after the beginning
    t: rows.map((k) => (k + 1) * SAMPLE),
    speed: rows.map((k) => speeds.map((field) => series[field][k])),
    gap: rows.map((k) => places.slice(1).map((field, i) => series[places[i]][k] - series[field][k] - FRONT - REAR)),
  };
}

export interface PlatoonFigures {
  /** Least gap [m]; 0 or less where cars have touched. */
  readonly leastGap: number;
  /** Largest deviation from the gap at the beginning, of the first and of the last follower [m]. */
  readonly firstDeviation: number;
  readonly lastDeviation: number;
  /** How far the speed of the last car swings over that of the first follower, in the last 10 s. */
  readonly swing: number;
}

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

export function platoonFigures({ t, speed, gap }: PlatoonRecord): PlatoonFigures {
  const column = (rows: readonly (readonly number[])[], i: number) => rows.map((row) => row[i]);
  const late = speed.filter((_, k) => t[k] > t[t.length - 1] - 10);
  const deviation = (i: number) => Math.max(...column(gap, i).map((value) => Math.abs(value - gap[0][i])));
  return {
    leastGap: Math.min(...gap.flat()),
    firstDeviation: deviation(0),
    lastDeviation: deviation(CARS - 2),
    swing: spread(column(late, CARS - 1)) / spread(column(late, 1)),
  };
}

/** Until when all gaps are open in both records, and how far gaps [m] and speeds [m/s] of the first followers differ until then. */
export function recordDifference(
  a: PlatoonRecord,
  b: PlatoonRecord,
  followers = CARS - 1,
): { until: number; gap: number; speed: number } {
  let [gap, speed, until] = [0, 0, 0];
  const largest = (so: number, one: readonly number[], other: readonly number[], count: number): number =>
    one.slice(0, count).reduce((most, value, i) => Math.max(most, Math.abs(value - other[i])), so);
  for (const [k, t] of a.t.entries()) {
    const other = b.t.findIndex((time) => Math.abs(time - t) < 1e-6);
    if (other < 0) continue;
    if (Math.min(...a.gap[k], ...b.gap[other]) <= 0) break;
    until = t;
    gap = largest(gap, a.gap[k], b.gap[other], followers);
    speed = largest(speed, a.speed[k], b.speed[other], followers + 1);
  }
  return { until, gap, speed };
}
