import { describe, expect, it } from 'vitest';
import { parse } from '../../core/schema.ts';
import { Lane, LaneError, setTime, VehicleState } from '../../msgs/index.ts';
import { laneProbe } from './lane-probe.ts';
import { worldParams } from '../world-schema.ts';

const RADIUS = 20;
const world = parse(worldParams, { track: { polar: { radius: RADIUS } } }, 'world');

/** A vehicle at the start of a circle and the lane ahead as its Taylor polynomial, moved to the left by `shift`. */
function judge(shift: number, { lag = 0, detected = true } = {}) {
  const params = { world, frameX: 0, points: 9, memory: 100 };
  const memory = laneProbe.init(params, { name: 'probe', period: 0.01, stream: () => ({}) as any });
  const state = { ...VehicleState.create(), x: RADIUS, y: 0, yaw: Math.PI / 2 };
  const lane = Lane.create();
  Object.assign(lane, { detected, x_min: 0, x_max: 2 });
  // y = R − √(R² − x²) ≈ x²/2R
  lane.centre.set([shift, 0, 1 / (2 * RADIUS), 0]);
  setTime(state.stamp, 1e8);
  setTime(lane.header.stamp, 1e8 + lag);
  const error = { value: LaneError.create(), publish: true, frame: () => new Uint8Array(0) };
  laneProbe.step(
    params,
    memory,
    { lane: { value: lane, sequence: 1, publishedNs: 0 }, state: { value: state, sequence: 1, publishedNs: 0 } },
    { error },
    {} as any,
    undefined,
  );
  return error;
}

describe('the referee of lane detectors', () => {
  it('finds no error in the true lane', () => {
    const { value, publish } = judge(0);
    expect(publish).toBe(true);
    expect(value.largest).toBeLessThan(5e-4);
    expect(value.near_heading).toBeCloseTo(0, 6);
    expect(value.seen).toBe(2);
  });

  it('finds how far a lane is beside the true one, left positive', () => {
    expect(judge(0.1).value.near).toBeCloseTo(0.1, 6);
    expect(judge(-0.1).value.near).toBeCloseTo(-0.1, 6);
    expect(judge(0.1).value.mean).toBeCloseTo(0.1, 3);
  });

  it('does not judge a picture whose instant it does not know', () => expect(judge(0, { lag: 5 }).publish).toBe(false));

  it('has no error to tell of where no lane was detected', () =>
    expect(judge(0, { detected: false }).publish).toBe(false));
});
