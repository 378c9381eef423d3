/**
 * Two vehicles that are driven to measure the gain from one to the next: a leader that swings in many waves at once, and a follower.
 *
 * Everything is linear and every wave is a whole multiple of the lowest, so that over one period of it, once the beginning has died away, each gain is the quotient
 * of two Fourier coefficients, exactly. Blocks are those that drive anywhere; limits are out of reach.
 *
 * The loop's own latencies are parts of the delays: a command is held for 1 ms (½ ms on average) and arrives 1 ms after its release, so that the
 * dead time of the vehicle is 2 ms shorter than the one that is studied; what is sent by radio takes 2 ms from one controller to the other besides its wire.
 */
import type { Tree } from '../../core/tree.ts';
import { cos, sin } from '../../math/trig.ts';
import { runJob } from '../engine/job.ts';
import type { FollowingLoop, Peak } from './closed-form.ts';

const TICK = 0.001;
const SPEED = 30;
const FRONT = 3.6;
const REAR = 0.4;
const SAMPLES = 0.02;

export interface Waves {
  /** Lowest frequency [Hz]; all are multiples of it. */
  readonly base: number;
  readonly multiples: readonly number[];
  /** How long the beginning takes to die away [s]. */
  readonly settling: number;
}

/** Two periods of the slowest wave would show the same twice; one is enough. */
const endOf = ({ base, settling }: Waves): number => settling + 1 / base;

/** Limits that are never reached. */
const UNLIMITED = { maxAcceleration: 1000, maxDeceleration: 1000 };

function chainDocument(loop: FollowingLoop, headway: number, waves: Waves): Tree {
  const car = (x: number, driver: string): Tree => ({
    type: 'vehicle/longitudinal',
    period: TICK,
    params: { engineLag: loop.lag, deadTime: Math.max(0, loop.deadTime - 2 * TICK), ...UNLIMITED, speed: SPEED, x },
    inputs: { ackermann: `${driver}.ackermann` },
  });
  const standstill = 2;
  const radioDelay = loop.law === 'ploeg' ? (loop.radioDelay ?? 0) : 0;
  const hasRadio = loop.law === 'ploeg' && loop.radioDelay !== undefined;
  const law =
    loop.law === 'acc'
      ? { law: 'acc', acc: { headway, lambda: loop.lambda, standstill } }
      : { law: 'ploeg', ploeg: { headway, kp: loop.kp, kd: loop.kd, standstill, feedForward: hasRadio ? 1 : 0 } };
  return {
    name: 'string-stability',
    duration: endOf(waves) + 0.1,
    blocks: {
      leader: car(FRONT + REAR + standstill + headway * SPEED, 'waves'),
      follower: car(0, 'controller'),
      waves: {
        type: 'control/platoon-leader',
        period: TICK,
        params: {
          speed: SPEED,
          gain: 0,
          ...UNLIMITED,
          waves: waves.multiples.map((k) => ({ amplitude: 0.05, frequencyHz: k * waves.base })),
        },
        inputs: { state: 'leader.state' },
      },
      gap: {
        type: 'world/gap-probe',
        period: TICK,
        params: { front: FRONT, rear: REAR },
        inputs: { state: 'follower.state', target: 'leader.state' },
      },
      beacon: {
        type: 'control/platoon-beacon',
        period: TICK,
        params: { front: FRONT, length: FRONT + REAR },
        inputs: { state: 'leader.state', command: 'waves.ackermann' },
      },
      controller: {
        type: 'control/platoon',
        period: TICK,
        params: {
          ...law,
          ...UNLIMITED,
          setSpeed: 1000,
          comfortAcceleration: 1000,
          beaconMaxAge: 1000,
          recovery: 0,
        },
        inputs: {
          state: 'follower.state',
          radar: 'gap.gap',
          predecessor: { from: 'beacon.beacon', delay: Math.max(0, radioDelay - 2 * TICK) },
        },
      },
    },
  };
}

/** Fourier coefficient of samples over one period of the base, at a multiple of it. */
function coefficient(samples: Float64Array, first: number, count: number, multiple: number): number {
  let re = 0;
  let im = 0;
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * ((multiple * i) % count)) / count;
    re += samples[first + i] * cos(angle);
    im += samples[first + i] * sin(angle);
  }
  return Math.sqrt(re * re + im * im);
}

/** Gains of simulated vehicles at every wave. */
export async function simulatedGains(loop: FollowingLoop, headway: number, waves: Waves): Promise<Peak[]> {
  const fields = ['leader.state.vx', 'follower.state.vx'];
  const { series } = await runJob({
    scenario: { document: chainDocument(loop, headway, waves), path: 'string-stability.yaml' },
    series: { fields, period: SAMPLES },
  });
  const count = Math.round(1 / waves.base / SAMPLES);
  const first = Math.round(waves.settling / SAMPLES);
  return waves.multiples.map((k) => ({
    gain: coefficient(series[fields[1]], first, count, k) / coefficient(series[fields[0]], first, count, k),
    omega: 2 * Math.PI * k * waves.base,
  }));
}

export const largest = (gains: readonly Peak[]): Peak => gains.reduce((a, b) => (b.gain > a.gain ? b : a));
