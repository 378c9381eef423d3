import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { differential } from './differential.ts';

const IDEAL = { deadTime: 0, timeConstant: 0, maxVelocity: 0, maxAcceleration: 0 };

function run(params: object, vx: number, yawRate: number, seconds: number) {
  const runner = new BlockRunner(differential, params);
  runner.runUntil(seconds, () => {
    if (runner.time.tick % 50 !== 1) return;
    runner.send('twist', (value) => {
      value.linear.x = vx;
      value.angular.z = yawRate;
    });
  });
  return runner;
}

describe('differential drive', () => {
  it('turns on the spot', () => {
    const { value } = run({}, 0, 0.5, 6).outputs.state;
    expect(Math.hypot(value.x, value.y)).toBeLessThan(1e-12);
    expect(value.yaw_rate).toBeCloseTo(0.5, 5);
  });

  it('drives an arc of radius v/ω', () => {
    const { value } = run({ driveActuators: IDEAL }, 1, 0.5, 1.002).outputs.state;
    // one second, after one step without a command and one in the queue
    expect(value.x).toBeCloseTo(2 * Math.sin(0.5), 6);
    expect(value.y).toBeCloseTo(2 * (1 - Math.cos(0.5)), 6);
    expect(value.yaw).toBeCloseTo(0.5, 9);
  });

  it('keeps the curvature when a wheel reaches its limit', () => {
    const { value } = run({ track: 1.2, driveActuators: { ...IDEAL, maxVelocity: 0.5 } }, 2, 1, 1).outputs.state;
    expect(value.yaw_rate / value.vx).toBeCloseTo(0.5, 12);
    expect(value.vx + 0.6 * value.yaw_rate).toBeCloseTo(0.5, 12);
  });

  it('is not limited at all when the limit is zero', () => {
    const { value } = run({ driveActuators: IDEAL }, 20, 3, 1).outputs.state;
    expect(value.vx).toBeCloseTo(20, 12);
    expect(value.yaw_rate).toBeCloseTo(3, 12);
  });

  it('rolls its wheels by the distance driven', () => {
    const runner = run({ visWheelDiameter: 0.5 }, 0.3, 0, 3);
    const { name, position } = runner.outputs.joint_states.value;
    expect(name).toEqual(['wheel_left', 'wheel_right']);
    // less than half a turn, published at the end of the last step
    expect(runner.outputs.state.value.x).toBeLessThan(0.25 * Math.PI);
    expect(position[0]).toBeCloseTo(runner.outputs.state.value.x / 0.25, 9);
    expect(position[1]).toBe(position[0]);
  });

  it('rejects a track of zero', () => {
    expect(() => new BlockRunner(differential, { track: 0 })).toThrow(
      'params.track: expected a number above 0 [m], got 0',
    );
  });
});
