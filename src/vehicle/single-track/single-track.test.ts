import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { GRAVITY } from './load-transfer.ts';
import { singleTrack } from './single-track.ts';

const ackermann = (runner: BlockRunner<any, any, any, any>, speed: number, steering: number) =>
  runner.send('ackermann', (value: any) => {
    value.drive.speed = speed;
    value.drive.steering_angle = steering;
  });

const drive = (params: object, speed: number, steering: number, seconds: number) => {
  const runner = new BlockRunner(singleTrack, params);
  runner.runUntil(
    seconds,
    () => runner.time.tick % 100 === 1 && ackermann(runner as BlockRunner<any, any, any, any>, speed, steering),
  );
  return runner;
};

describe('single-track car', () => {
  it('reaches and holds the commanded speed against drag and rolling resistance', () => {
    const { value } = drive({ dragArea: 0.65, rollingResistance: 0.012 }, 20, 0, 15).outputs.state;
    expect(value.vx).toBeCloseTo(20, 3);
    expect(value.y).toBe(0);
  });

  it('accelerates no faster than its actuator and no faster than friction allows', () => {
    const peak = (params: object) => {
      const runner = new BlockRunner(singleTrack, params);
      let largest = 0;
      runner.runUntil(3, () => {
        if (runner.time.tick % 100 === 1) ackermann(runner as BlockRunner<any, any, any, any>, 30, 0);
        largest = Math.max(largest, runner.outputs.state.value.ax);
      });
      return largest;
    };
    expect(peak({})).toBeCloseTo(3, 6);
    // rear drive at its limit, and on ice: μ g a/(L − μ h)
    expect(peak({ driveActuator: { maxAcceleration: 8 } })).toBeCloseTo((GRAVITY * 1.2) / (2.7 - 0.5), 2);
    expect(peak({ frontTyre: { friction: 0.2 }, rearTyre: { friction: 0.2 } })).toBeCloseTo(
      (0.2 * GRAVITY * 1.2) / (2.7 - 0.1),
      2,
    );
  });

  it('drives the kinematic circle slowly, and a wider one fast', () => {
    const radius = (speed: number) => {
      const { value } = drive({}, speed, 0.1, 20).outputs.state;
      return value.vx / value.yaw_rate;
    };
    expect(radius(1)).toBeCloseTo(2.7 / Math.tan(0.1), 1);
    expect(radius(12)).toBeGreaterThan(1.05 * radius(1));
  });

  it('reverses, and stops when told to', () => {
    const runner = drive({}, -2, 0.2, 6);
    expect(runner.outputs.state.value.vx).toBeCloseTo(-2, 3);
    expect(runner.outputs.state.value.yaw_rate).toBeLessThan(0);
    runner.runUntil(10, () => ackermann(runner as BlockRunner<any, any, any, any>, 0, 0));
    expect(Math.abs(runner.outputs.state.value.vx)).toBeLessThan(1e-6);
  });

  it('also takes a twist, whose curvature becomes a steering angle', () => {
    const runner = new BlockRunner(singleTrack, {});
    runner.runUntil(8, () =>
      runner.send('twist', (value) => {
        value.linear.x = 3;
        value.angular.z = 0.3;
      }),
    );
    expect(runner.outputs.state.value.steering).toBeCloseTo(Math.atan(0.27), 6);
    expect(runner.outputs.state.value.yaw_rate).toBeCloseTo(0.3, 1);
  });

  it('comes to a stop when commands cease', () => {
    const runner = drive({}, 5, 0, 4);
    runner.runUntil(10);
    expect(Math.abs(runner.outputs.state.value.vx)).toBeLessThan(1e-3);
  });

  it('measures acceleration where base_link is', () => {
    const { value } = drive({}, 10, 0.05, 15).outputs.state;
    // steady turn: centripetal on the rear axle
    expect(value.ay).toBeCloseTo(value.vx * value.yaw_rate, 6);
    expect(value.ax).toBeCloseTo(-value.vy * value.yaw_rate, 3);
  });

  it('refuses a centre of gravity outside the wheel base and a missing end stop', () => {
    expect(() => new BlockRunner(singleTrack, { cgToFrontAxle: 2.7 })).toThrow(
      'cgToFrontAxle: expected less than wheelBase (2.7 m), got 2.7',
    );
    expect(() => new BlockRunner(singleTrack, { steeringActuator: { maxPosition: 0 } })).toThrow(
      'steeringActuator.maxPosition: expected an end stop',
    );
  });
});

it('drives on as another car when its mass, tyres or geometry are turned', () => {
  const turn = (params: object) => {
    const runner = drive({}, 15, 0.05, 6);
    runner.turn(params);
    runner.runUntil(
      9,
      () => runner.time.tick % 100 === 1 && ackermann(runner as BlockRunner<any, any, any, any>, 15, 0.05),
    );
    return runner.outputs.state.value.yaw_rate;
  };
  const usual = turn({});
  expect(Math.abs(turn({ wheelBase: 3.5 }) - usual)).toBeGreaterThan(0.01);
  expect(Math.abs(turn({ frontTyre: { stiffnessFactor: 4 } }) - usual)).toBeGreaterThan(0.01);
  expect(turn({ wheelBase: 3.5 })).toBeCloseTo(drive({ wheelBase: 3.5 }, 15, 0.05, 9).outputs.state.value.yaw_rate, 3);
});
