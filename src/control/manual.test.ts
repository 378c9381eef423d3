import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../test/fixtures/vehicle/block-runner.ts';
import { manual } from './manual.ts';

const driven = (params: Record<string, unknown>) => {
  const runner = new BlockRunner(manual, params);
  runner.step();
  const { twist, drive, control } = runner.outputs;
  return { twist: twist.value, drive: drive.value.drive, control: control.value };
};

describe('driving by hand', () => {
  it('stands still until somebody does something', () => {
    const { twist, drive, control } = driven({});
    expect([
      twist.linear.x,
      twist.angular.z,
      drive.speed,
      drive.steering_angle,
      control.throttle,
      control.brake,
      control.steer,
    ]).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it('turns a vehicle that is told a yaw rate as one that is told an angle: ω = v tan δ / L', () => {
    const { twist, drive } = driven({
      throttle: 0.5,
      steering: -0.4,
      maxSpeed: 8,
      maxSteering: 0.6,
      wheelBase: 2.7,
    });
    expect(twist.linear.x).toBe(4);
    expect(drive.speed).toBe(4);
    expect(drive.steering_angle).toBeCloseTo(-0.24, 15);
    expect(twist.angular.z).toBeCloseTo((4 * Math.tan(-0.24)) / 2.7, 14);
  });

  it('presses one pedal of the Prius at a time', () => {
    expect(driven({ throttle: 0.7 }).control).toMatchObject({ throttle: 0.7, brake: 0, shift_gears: 2 });
    expect(driven({ throttle: -0.3, steering: 1 }).control).toMatchObject({ throttle: 0, brake: 0.3, steer: 1 });
  });
});
