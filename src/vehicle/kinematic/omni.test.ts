import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { bodyVelocity, wheelSpeeds } from './mecanum-kinematics.ts';
import { omni } from './omni.ts';

const references: { mecanum: { wheelBase: number; track: number; alpha: number; wheels: number[]; body: number[] }[] } =
  JSON.parse(readFileSync(new URL('../../../test/fixtures/vehicle/law-references.json', import.meta.url), 'utf8'));
const IDEAL = { deadTime: 0, timeConstant: 0, maxVelocity: 0, maxAcceleration: 0 };

function run(params: object, command: readonly [number, number, number], seconds: number) {
  const runner = new BlockRunner(omni, params);
  runner.runUntil(seconds, () => {
    if (runner.time.tick % 50 !== 1) return;
    runner.send('twist', (value) => {
      value.linear.x = command[0];
      value.linear.y = command[1];
      value.angular.z = command[2];
    });
  });
  return runner.outputs.state.value;
}

describe('mecanum kinematics', () => {
  it.each(references.mecanum)(
    'fits wheel speeds as numpy.linalg.lstsq does (base $wheelBase, track $track, α $alpha)',
    ({ wheels, body, ...geometry }) => {
      const out = new Float64Array(3);
      bodyVelocity(geometry, Float64Array.from(wheels), out);
      out.forEach((value, i) => expect(value).toBeCloseTo(body[i], 12));
    },
  );

  it.each([1, -1])('gives back the body velocity its wheel speeds came from (α %d)', (alpha) => {
    const geometry = { alpha, wheelBase: 1.4, track: 1.2 };
    const wheels = new Float64Array(4);
    const out = new Float64Array(3);
    wheelSpeeds(geometry, 0.3, -0.7, 0.4, wheels);
    bodyVelocity(geometry, wheels, out);
    [0.3, -0.7, 0.4].forEach((value, i) => expect(out[i]).toBeCloseTo(value, 14));
  });
});

describe('omni vehicle', () => {
  it('moves sideways without turning', () => {
    const state = run({ driveActuators: IDEAL }, [0, 1, 0], 1.002);
    expect(state.y).toBeCloseTo(1, 9);
    expect(Math.abs(state.x)).toBeLessThan(1e-12);
    expect(state.yaw).toBe(0);
  });

  it.each(['difference', 'sum'])('tracks all three velocities at once (yaw lever: %s)', (yawLever) => {
    const state = run({ yawLever }, [0.4, 0.3, 0.2], 6);
    [state.vx, state.vy, state.yaw_rate].forEach((value, i) => expect(value).toBeCloseTo([0.4, 0.3, 0.2][i], 4));
  });

  it('slows all components alike when a wheel reaches its limit', () => {
    const state = run({ driveActuators: { ...IDEAL, maxVelocity: 1 } }, [1, 1, 0], 1);
    expect(state.vx).toBeCloseTo(0.5, 12);
    expect(state.vy).toBeCloseTo(0.5, 12);
  });

  it('cannot turn when square with the lever of the reference, and can with the usual one', () => {
    const square = { wheelBase: 1, track: 1, driveActuators: IDEAL };
    expect(run(square, [0, 0, 1], 1).yaw_rate).toBe(0);
    expect(run({ ...square, yawLever: 'sum' }, [0, 0, 1], 1).yaw_rate).toBeCloseTo(1, 12);
  });

  it('takes the commanded velocity as that of base_link', () => {
    const state = run({ baseLinkOffset: 0.5, driveActuators: IDEAL }, [0.2, 0.1, 0.3], 1);
    [state.vx, state.vy, state.yaw_rate].forEach((value, i) => expect(value).toBeCloseTo([0.2, 0.1, 0.3][i], 12));
  });

  it('rolls its wheels forward by the distance driven, and diagonally opposed ones alike when it moves sideways', () => {
    const angles = (command: [number, number, number]) => {
      const runner = new BlockRunner(omni, { visWheelDiameter: 2, driveActuators: IDEAL });
      runner.runUntil(1, () => runner.send('twist', ({ linear }) => ([linear.x, linear.y] = command)));
      return Array.from(runner.outputs.joint_states.value.position);
    };
    angles([0.5, 0, 0]).forEach((angle) => expect(angle).toBeCloseTo(0.5, 2));
    const [frontLeft, rearLeft, rearRight, frontRight] = angles([0, 0.5, 0]);
    expect([frontLeft, frontRight]).toEqual([rearRight, rearLeft]);
    expect(frontLeft).toBe(-rearLeft);
  });

  it('stays in place when it turns about base_link', () => {
    const state = run({ baseLinkOffset: 0.5, x: 2, y: 1, driveActuators: IDEAL }, [0, 0, 1], 3);
    expect(state.x).toBeCloseTo(2, 6);
    expect(state.y).toBeCloseTo(1, 6);
  });
});

describe('an omni vehicle that is turned while it runs', () => {
  it('turns by its new lever', () => {
    const runner = new BlockRunner(omni, { wheelBase: 1, track: 1, driveActuators: IDEAL });
    runner.send('twist', (value) => (value.angular.z = 1));
    runner.runUntil(0.1);
    // a square platform with the lever of the difference cannot turn
    expect(runner.outputs.state.value.yaw_rate).toBe(0);
    runner.turn({ yawLever: 'sum' });
    runner.runUntil(0.2);
    expect(runner.outputs.state.value.yaw_rate).toBeCloseTo(1, 12);
  });

  it('describes itself again when it looks different, and only then', () => {
    const runner = new BlockRunner(omni, {});
    const described: number[] = [];
    const watch = () => runner.outputs.robot_description.publish && described.push(runner.time.tick);
    runner.runUntil(0.05, watch);
    runner.turn({ track: 2 });
    runner.runUntil(0.1, watch);
    runner.turn({ commandTimeout: 2 });
    runner.runUntil(0.2, watch);
    expect(described).toEqual([1, 65]);
    expect(runner.outputs.robot_description.value.data).toContain('0 1 0');
  });

  it('publishes its joints at another rate at once, neither in a rush nor after a silence', () => {
    const runner = new BlockRunner(omni, { publishRateHz: 100 });
    const counts = [100, 500, 50].map((publishRateHz, i) => {
      let count = 0;
      runner.turn({ publishRateHz });
      runner.runUntil(0.1 * (i + 1), () => {
        if (runner.outputs.joint_states.publish) count++;
      });
      return count;
    });
    expect(counts[0]).toBe(11);
    expect(counts[1]).toBeGreaterThanOrEqual(50);
    expect(counts[1]).toBeLessThanOrEqual(51);
    expect(counts[2]).toBe(5);
  });
});
