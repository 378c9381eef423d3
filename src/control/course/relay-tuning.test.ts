import { describe, expect, it } from 'vitest';
import { references } from '../../../test/fixtures/course/references.ts';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { relay } from './relay.ts';
import { findLimitCycle, tyreusLuyben, ultimatePoint, zieglerNichols } from './relay-tuning.ts';

/** A relay of amplitude 1 around 1/(1 + s)³, in steps of 0.1 ms that are exact. */
function relayRecord(hysteresis: number, duration: number): { times: number[]; values: number[] } {
  const h = 1e-4;
  const decay = Math.exp(-h);
  let x = [0.2, 0, 0];
  let u = 1;
  const [times, values]: [number[], number[]] = [[], []];
  for (let k = 0; k * h < duration; k++) {
    if (-x[0] > hysteresis) u = 1;
    else if (-x[0] < -hysteresis) u = -1;
    const d = x.map((value) => value - u);
    x = [u + decay * (d[0] + h * d[1] + (h * h * d[2]) / 2), u + decay * (d[1] + h * d[2]), u + decay * d[2]];
    if (k % 100 === 0) {
      times.push(k * h);
      values.push(x[0]);
    }
  }
  return { times, values };
}

describe('the limit cycle of a relay around a third-order lag', () => {
  it.each(references.relay)(
    'has the exact period and amplitude, hysteresis $hysteresis',
    ({ hysteresis, period, amplitude }) => {
      const { times, values } = relayRecord(hysteresis, 60);
      const cycle = findLimitCycle(times, values)!;
      expect(cycle.period / period).toBeCloseTo(1, 3);
      expect(cycle.amplitude / amplitude).toBeCloseTo(1, 3);
      expect(cycle.unevenness).toBeLessThan(1e-3);
      expect(Math.abs(cycle.mean)).toBeLessThan(1e-3);
    },
  );

  it('gives the ultimate gain 8 and period 2π/√3 within three per cent', () => {
    const { times, values } = relayRecord(0, 60);
    const { gain, period } = ultimatePoint(findLimitCycle(times, values)!, 1)!;
    expect(Math.abs(gain / 8 - 1)).toBeLessThan(0.03);
    expect(Math.abs(period / ((2 * Math.PI) / Math.sqrt(3)) - 1)).toBeLessThan(0.02);
  });

  it('is not found in a record that does not oscillate', () => {
    const times = Array.from({ length: 500 }, (_, i) => i / 100);
    expect(
      findLimitCycle(
        times,
        times.map((t) => 1 - Math.exp(-t)),
      ),
    ).toBeUndefined();
    expect(ultimatePoint({ amplitude: 0.1, period: 1 }, 1, 0.1)).toBeUndefined();
  });
});

describe('settings from the ultimate point', () => {
  it("are those of RosDrive's Table 1 for a gain of 18 and a period of 0.1 s, but for the integral gain, which is a hundred times larger", () => {
    const { kp, ki, kd } = zieglerNichols.pid({ gain: 18, period: 0.1 });
    expect(kp).toBeCloseTo(10.8, 12);
    expect(kd).toBeCloseTo(0.135, 12);
    expect(ki).toBeCloseTo(216, 10);
  });

  it('of Tyreus and Luyben are weaker than those of Ziegler and Nichols', () => {
    const point = { gain: 8, period: 3.6 };
    expect(tyreusLuyben.pid(point).kp).toBeCloseTo(8 / 2.2, 12);
    expect(tyreusLuyben.pid(point).ki).toBeLessThan(0.2 * zieglerNichols.pid(point).ki);
    expect(tyreusLuyben.pi(point).kp).toBeCloseTo(2.5, 12);
    expect(zieglerNichols.pi(point)).toEqual({ kp: 3.6, ki: 3.6 / 3, kd: 0 });
    expect(zieglerNichols.p(point)).toEqual({ kp: 4, ki: 0, kd: 0 });
  });
});

describe('the relay block', () => {
  it('gives full throttle up to the setpoint, then switches beyond the hysteresis', () => {
    const runner = new BlockRunner(relay, { setpoint: 10, amplitude: 0.4, bias: 0.1, hysteresis: 0.2 });
    const demandAt = (speed: number): number => {
      runner.send('car_info', (info) => (info.speed = speed));
      runner.step();
      return runner.outputs.demand.value.data;
    };
    expect([5, 10.1, 10.3, 9.9, 9.7, 10.1, 10.3].map(demandAt)).toEqual([
      1, 1, -0.30000000000000004, -0.30000000000000004, 0.5, 0.5, -0.30000000000000004,
    ]);
    expect(runner.outputs.pedals.value.throttle).toBe(0);
    expect(runner.outputs.pedals.value.brake).toBeCloseTo(0.15, 12);
  });
});
