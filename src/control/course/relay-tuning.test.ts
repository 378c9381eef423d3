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

describe('a limit cycle by hand', () => {
  const sampled = (values: readonly number[]) => values.map((_, i) => 100 + 0.5 * i);
  const repeated = (cycle: readonly number[], times: number) => Array.from({ length: times }, () => cycle).flat();
  const find = (values: readonly number[], cycles?: number) => findLimitCycle(sampled(values), values, cycles);
  /** A triangle of amplitude 1.5 about 10, whose middle lies between two samples. */
  const triangle = [9.5, 10.5, 11.5, 10.5, 9.5, 8.5];

  it('has the amplitude, the period and the mean of its last five cycles', () => {
    const exact = { amplitude: 1.5, period: 3, mean: 10, cycles: 5, unevenness: 0 };
    expect(find(repeated(triangle, 20))).toEqual(exact);
    // however it began
    const settling = [...repeated(triangle, 5), ...triangle.map((value) => 5 * value), ...repeated(triangle, 14)];
    expect(find(settling)).toEqual(exact);
  });

  it('is counted once where noise crosses the middle again on the way up', () => {
    // down to a quarter of the swing below the middle
    const wavy = [-0.5, 0.25, -0.75, 0.5, 1.5, 0.5, -0.5, -1.5];
    expect(find(repeated(wavy, 12))).toMatchObject({
      period: expect.closeTo(4, 12),
      amplitude: expect.closeTo(1.5, 12),
      unevenness: expect.closeTo(0, 12),
    });
    const deeper = [-0.5, 0.25, -0.76, 0.5, 1.5, 0.5, -0.5, -1.5];
    expect(find(repeated(deeper, 12))!.unevenness).toBeGreaterThan(0.1);
  });

  it('is seen where a sample lies exactly on the middle', () => {
    expect(find(repeated([-1, 0, 1, 0], 8))).toMatchObject({ period: 2, amplitude: 1 });
  });

  it('needs two whole cycles: three rises', () => {
    // the first rise is from the second sample on
    const begin = [1, -1];
    expect(find([...begin, ...repeated([1, -1], 2), 1])).toMatchObject({ cycles: 2, period: 1 });
    expect(find([...begin, 1, -1, 1])).toBeUndefined();
  });

  it('is looked for at the end only, and tells how uneven it is', () => {
    // two periods of 3 s, two of 2 s, one of 3 s, one of 2 s
    const slow = [1, 1, 1, -1, -1, -1];
    const fast = [1, 1, -1, -1];
    const values = [-1, -1, ...slow, ...slow, ...fast, ...fast, ...slow, ...fast, 1];
    expect(find(values, 2)).toMatchObject({ cycles: 2, period: 2.5, unevenness: expect.closeTo(0.2, 12) });
    expect(find(values, 3)!.period).toBeCloseTo(7 / 3, 12);
    // what comes after the last rise belongs to no cycle
    expect(find([...values.slice(0, -1), 1.5], 2)!.amplitude).toBe(1);
  });

  it('tells the ultimate gain 4 d/(π √(a² − ε²))', () => {
    const { gain, period } = ultimatePoint({ amplitude: 0.5, period: 1.7 }, 0.25, 0.3)!;
    expect(gain).toBeCloseTo(1 / (Math.PI * 0.4), 12);
    expect(period).toBe(1.7);
  });
});

describe('settings from the ultimate point', () => {
  it('are those of Tyreus and Luyben: K_u/3.2 and 2.2 T_u, or K_u/2.2, 2.2 T_u and T_u/6.3', () => {
    const point = { gain: 8, period: 3 };
    expect(tyreusLuyben.pi(point)).toEqual({ kp: 2.5, ki: expect.closeTo(2.5 / 6.6, 12), kd: 0 });
    const kp = 8 / 2.2;
    expect(tyreusLuyben.pid(point)).toEqual({
      kp: expect.closeTo(kp, 12),
      ki: expect.closeTo(kp / 6.6, 12),
      kd: expect.closeTo((kp * 3) / 6.3, 12),
    });
  });

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

  it('says nothing before it knows the speed, holds at the very edge of its hysteresis, and drives forward', () => {
    const runner = new BlockRunner(relay, { setpoint: 10, amplitude: 0.5, bias: 0, hysteresis: 0.25 });
    runner.step();
    expect([runner.outputs.pedals.publish, runner.outputs.demand.publish]).toEqual([false, false]);
    const demandAt = (speed: number): number => {
      runner.send('car_info', (info) => (info.speed = speed));
      runner.step();
      return runner.outputs.demand.value.data;
    };
    expect([9, 10.25, 10.5, 9.75, 9.5, 10.25].map(demandAt)).toEqual([1, 1, -0.5, -0.5, 0.5, 0.5]);
    expect(runner.outputs.pedals.value).toMatchObject({ throttle: 0.5, brake: 0, shift_gears: 2 });
    // a setpoint that is published counts from the first on
    runner.send('setpoint', (setpoint) => (setpoint.data = 5));
    expect(demandAt(6)).toBe(-0.5);
  });
});
