import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import type { ClockReading, StampAge } from '../../msgs/index.ts';
import { setTime } from '../../msgs/index.ts';
import { stampAge } from './stamp-age.ts';

/** A clock that is 2 ms ahead when it is read and gains 100 ppm, on a computer that hears stamps. */
function computer(params: object = {}) {
  const runner = new BlockRunner(stampAge, params);
  const read = (isSynchronised = true) =>
    runner.sendTo('clock', (clock: ClockReading) => {
      setTime(clock.stamp, runner.time.nowNs);
      Object.assign(clock, { offset: 0.002, rate: 1.0001, is_synchronised: isSynchronised, error_bound: 3e-7 });
    });
  const hear = (hostStamp: number, sensorAge: number) => {
    runner.sendTo('stamps', (stamps: StampAge) =>
      Object.assign(stamps, { host_stamp: hostStamp, sensor_age: sensorAge }),
    );
    runner.step();
    return runner.outputs.age.publish ? { ...runner.outputs.age.value } : undefined;
  };
  return { runner, read, hear };
}

describe('the age of stamps', () => {
  it('is what the clock says, less the stamps, also some time after it was read', () => {
    const { runner, read, hear } = computer();
    read();
    for (let i = 0; i < 1000; i++) runner.step();
    const now = runner.time.nowNs / 1e9;
    const age = hear(now - 0.05, 0.03)!;
    expect(now).toBeGreaterThan(0.9);
    expect(age.since_host).toBeCloseTo(0.05 + 0.002 + 1e-4 * now, 8);
    expect(age.since_sensor).toBeCloseTo(age.since_host + 0.03, 12);
    expect(age.error_bound).toBe(3e-7);
  });

  it('is told once for each stamp', () => {
    const { read, hear } = computer();
    read();
    expect(hear(-0.01, 0.03)).toBeDefined();
    expect(hear(-0.01, 0.03)).toBeUndefined();
    expect(hear(-0.005, 0.03)).toBeDefined();
  });

  it('is not told by a clock that does not know the time', () => {
    const { read, hear } = computer();
    expect(hear(-0.01, 0.03)).toBeUndefined();
    read(false);
    expect(hear(-0.02, 0.03)).toBeUndefined();
  });

  it('is right where stamps have begun anew', () => {
    const { read, hear } = computer({ wrap: 100 });
    read();
    expect(hear(99.99, 0)!.since_host).toBeCloseTo(0.012, 6);
  });
});
