import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { group, parse } from '../../core/schema.ts';
import { beginAt, clampTo, flushDenormal } from './actuator-state.ts';
import { deadZone, quantise, backlashStep } from './nonlinearities.ts';
import { createDriveActuator, driveActuatorParams, driveVelocity } from './drive-actuator.ts';
import { createSecondOrderLag, prepareSecondOrderLag } from './second-order-lag.ts';
import { createSteeringActuator, steeringActuatorParams, steeringAngle } from './steering-actuator.ts';

const references: { lags: { frequency: number; damping: number; step: number; phi: number[] }[] } = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/vehicle/law-references.json', import.meta.url), 'utf8'),
);
const MS = 1e6;

function drive(given: object, command: (t: number) => number, seconds: number): number[] {
  const params = parse(driveActuatorParams, given, '');
  const state = createDriveActuator(params, 1e-3);
  return Array.from({ length: seconds * 1000 }, (_, k) =>
    driveVelocity(params, state, (k + 1) * MS, command(k / 1000)),
  );
}

function steer(given: object, command: (t: number) => number, seconds: number): number[] {
  const params = parse(steeringActuatorParams, given, '');
  const state = createSteeringActuator(params, 1e-3);
  return Array.from({ length: seconds * 1000 }, (_, k) =>
    steeringAngle(params, state, (k + 1) * MS, command(k / 1000)),
  );
}

const IDEAL_DRIVE = { deadTime: 0, timeConstant: 0, maxVelocity: 0, maxAcceleration: 0 };
const IDEAL_STEERING = { deadTime: 0, timeConstant: 0, maxVelocity: 0, maxPosition: 0 };

describe('drive actuator', () => {
  it('has the defaults of the reference', () => {
    expect(parse(driveActuatorParams, {}, '')).toMatchObject({
      deadTime: 0.2,
      timeConstant: 0.4,
      maxVelocity: 2,
      maxAcceleration: 2,
    });
  });

  it('rejects negative parameters with their path', () => {
    expect(() => parse(driveActuatorParams, { deadTime: -0.1 }, 'driveActuator')).toThrow(
      'driveActuator.deadTime: expected a number of at least 0 [s], got -0.1',
    );
  });

  it('follows the closed form of a delayed, rate-limited first-order lag', () => {
    // rate-limited while (1 − α)(u − v) > a Δt, exponential after
    const v = drive({ deadTime: 0.2, timeConstant: 0.5, maxVelocity: 0, maxAcceleration: 1 }, () => 2, 6);
    // commands enter at 1 ms and leave at 201 ms, when the first increment ends
    expect(v[199]).toBe(0);
    expect(v[200]).toBeCloseTo(0.001, 12);
    expect(v[1199]).toBeCloseTo(1.0, 9);
    // 2 − v < a τ at v = 1.5: from there the lag is free
    const decay = Math.exp(-1e-3 / 0.5);
    const free = v.findIndex((x, i) => i > 200 && (1 - decay) * (2 - x) < 1e-3);
    for (let n = 0; n < 1000; n += 100) expect(v[free + n]).toBeCloseTo(2 - (2 - v[free]) * decay ** n, 9);
  });

  it('does not depend on the sign of the command', () => {
    const up = drive({ backlash: 0.02, deadZone: 0.01, quantisation: 0.03 }, (t) => Math.sin(3 * t), 3);
    const down = drive({ backlash: 0.02, deadZone: 0.01, quantisation: 0.03 }, (t) => -Math.sin(3 * t), 3);
    expect(down.map((v) => 0 - v)).toEqual(up.map((v) => v + 0));
  });

  it('comes to rest exactly, instead of decaying for ever', () => {
    expect(drive({ deadTime: 0, timeConstant: 0.01, maxAcceleration: 0 }, (t) => (t < 0.1 ? 1 : 0), 10).at(-1)).toBe(0);
  });

  it('goes by new parameters from the step that brings them', () => {
    const before = parse(driveActuatorParams, { ...IDEAL_DRIVE, maxVelocity: 1 }, '');
    const after = parse(driveActuatorParams, { ...IDEAL_DRIVE, maxVelocity: 0.5 }, '');
    const state = createDriveActuator(before, 1e-3);
    expect(
      [before, before, after, after, before].map((params, k) => driveVelocity(params, state, (k + 1) * MS, 2)),
    ).toEqual([1, 1, 0.5, 0.5, 1]);
  });

  it('keeps every bit when the extras are off', () => {
    const command = (t: number) => 1.7 * Math.sin(2 * t) + Math.cos(7 * t);
    expect(drive({ naturalFrequency: 0, dampingRatio: 0.3 }, command, 2)).toEqual(drive({}, command, 2));
  });
});

describe('second-order lag', () => {
  it.each(references.lags)(
    'has the transition matrix of scipy at ω $frequency, ζ $damping over $step s',
    ({ frequency, damping, step, phi }) => {
      const lag = createSecondOrderLag();
      prepareSecondOrderLag(lag, Math.round(step * 1e9), frequency, damping);
      // the largest entry is of the order of ω
      [lag.phi11, lag.phi12, lag.phi21, lag.phi22].forEach((entry, i) =>
        expect(Math.abs(entry - phi[i])).toBeLessThan(1e-12 * Math.max(1, frequency)),
      );
    },
  );

  it('overshoots by exp(−πζ/√(1 − ζ²)) and settles on the command', () => {
    const damping = 0.4;
    const v = drive({ ...IDEAL_DRIVE, naturalFrequency: 10, dampingRatio: damping }, () => 1, 3);
    expect(Math.max(...v) - 1).toBeCloseTo(Math.exp((-Math.PI * damping) / Math.sqrt(1 - damping * damping)), 4);
    expect(v[v.length - 1]).toBeCloseTo(1, 4);
  });

  it('keeps the acceleration limit', () => {
    const v = drive({ ...IDEAL_DRIVE, maxAcceleration: 2, naturalFrequency: 20, dampingRatio: 0.7 }, () => 3, 4);
    v.forEach((x, i) => expect(Math.abs(x - (v[i - 1] ?? 0))).toBeLessThanOrEqual(2e-3 + 1e-12));
    expect(v[v.length - 1]).toBeCloseTo(3, 6);
  });

  it('turns a steering wheel the short way round', () => {
    const p = steer({ ...IDEAL_STEERING, naturalFrequency: 30 }, (t) => (t < 1 ? 3 : -3), 2);
    expect(p[999]).toBeCloseTo(3, 6);
    expect(p[1999]).toBeCloseTo(-3, 6);
    p.slice(1010).forEach((angle) => expect(Math.abs(angle)).toBeGreaterThan(2.9));
  });
});

describe('steering actuator', () => {
  it('has the defaults of the reference', () => {
    expect(parse(steeringActuatorParams, {}, '')).toMatchObject({
      deadTime: 0.2,
      timeConstant: 0.05,
      maxVelocity: 2,
      maxPosition: Math.PI / 6,
    });
  });

  it('turns through ±π when that is shorter, at its slew rate', () => {
    const p = steer({ ...IDEAL_STEERING, maxVelocity: 1 }, (t) => (t < 4 ? 3 : -3), 5);
    expect(p[3999]).toBe(3);
    // 2π − 6 rad at 1 rad/s from the step after the command
    expect(p[4000 + 284]).toBeCloseTo(-3, 2);
    expect(p[4999]).toBe(-3);
  });

  it('stops at its end stops on both sides', () => {
    expect(steer({ maxPosition: 0.5 }, () => 1.2, 2).at(-1)).toBeCloseTo(0.5, 9);
    expect(steer({ maxPosition: 0.5 }, () => -1.2, 2).at(-1)).toBeCloseTo(-0.5, 9);
  });
});

describe('actuator nonlinearities', () => {
  it('loses commands inside a dead zone and shifts those outside', () => {
    expect([-2, -0.5, -0.3, 0, 0.5, 2].map((u) => deadZone(u, 0.5))).toEqual([-1.5, 0, 0, 0, 0, 1.5]);
    expect(drive({ ...IDEAL_DRIVE, deadZone: 0.1 }, () => 0.09, 0.1).at(-1)).toBe(0);
  });

  it('rounds halves away from zero', () => {
    expect([0.24, 0.25, -0.25, -0.24, 0.75].map((u) => quantise(u, 0.5))).toEqual([0, 0.5, -0.5, -0, 1]);
  });

  it('turns a sweep with backlash into a hysteresis loop of the width of the play', () => {
    const triangle = (t: number) => (t < 1 ? t : t < 3 ? 2 - t : t - 4);
    const p = steer({ ...IDEAL_STEERING, backlash: 0.2 }, triangle, 4);
    expect(p[999]).toBeCloseTo(0.9, 2);
    expect(p[1150]).toBeCloseTo(p[999], 2);
    expect(p[2000]).toBeCloseTo(0.1, 2);
    expect(p[3999]).toBeCloseTo(-0.1, 2);
    expect(backlashStep(0.05, 0.2)).toBe(0);
  });

  it('is declared in the parameter groups and rejected when negative', () => {
    const both = group({ drive: driveActuatorParams, steering: steeringActuatorParams }, '');
    for (const path of ['drive.backlash', 'steering.deadZone', 'steering.quantisation', 'drive.naturalFrequency']) {
      const [actuator, name] = path.split('.');
      expect(() => parse(both, { [actuator]: { [name]: -1 } }, '')).toThrow(`${path}: expected a number of at least 0`);
    }
  });
});

describe('an actuator from step to step', () => {
  const LAG = { ...IDEAL_DRIVE, timeConstant: 0.1 };

  it('covers in a step of any length what the lag covers in that time', () => {
    const params = parse(driveActuatorParams, LAG, '');
    const state = createDriveActuator(params, 1e-3);
    let expected = 0;
    let timeNs = 0;
    for (const stepMs of [1, 1, 5, 5, 20, 1, 3]) {
      timeNs += stepMs * MS;
      expected += (1 - Math.exp(-stepMs / 100)) * (2 - expected);
      expect(driveVelocity(params, state, timeNs, 2)).toBeCloseTo(expected, 12);
    }
  });

  it('begins at the time it is told, not at 0', () => {
    const params = parse(driveActuatorParams, LAG, '');
    const state = createDriveActuator(params, 1e-3);
    beginAt(state, 50e9);
    expect(driveVelocity(params, state, 50e9 + 10 * MS, 2)).toBeCloseTo(2 * (1 - Math.exp(-0.1)), 12);
    // a first step without length goes nowhere
    const still = createDriveActuator(params, 1e-3);
    expect(driveVelocity(params, still, 0, 2)).toBe(0);
  });

  it('takes up another dead time while it runs', () => {
    const [long, short] = [0.01, 0.003].map((deadTime) => parse(driveActuatorParams, { ...IDEAL_DRIVE, deadTime }, ''));
    const state = createDriveActuator(long, 1e-3);
    const out = Array.from({ length: 30 }, (_, k) => driveVelocity(k < 20 ? long : short, state, (k + 1) * MS, k + 1));
    // each command takes effect one step after the dead time
    expect(out.slice(15, 20)).toEqual([5, 6, 7, 8, 9]);
    expect(out.slice(20)).toEqual([17, 18, 19, 20, 21, 22, 23, 24, 25, 26]);
  });

  it('takes up another second-order lag, and another damping, while it runs', () => {
    const make = (naturalFrequency: number) => parse(driveActuatorParams, { ...IDEAL_DRIVE, naturalFrequency }, '');
    const [slow, fast] = [make(5), make(50)];
    const state = createDriveActuator(slow, 1e-3);
    for (let k = 1; k <= 100; k++) driveVelocity(slow, state, k * MS, 1);
    const before = driveVelocity(slow, state, 101 * MS, 1);
    for (let k = 102; k <= 300; k++) driveVelocity(fast, state, k * MS, 1);
    expect(before).toBeLessThan(0.3);
    expect(driveVelocity(fast, state, 301 * MS, 1)).toBeGreaterThan(0.99);
    // below 1 rad/s it is one too
    const lazy = drive({ ...IDEAL_DRIVE, naturalFrequency: 0.5 }, () => 1, 4);
    expect(lazy.at(-1)).toBeCloseTo(1 - 3 * Math.exp(-2), 3);
  });

  it('of second order that hits its limit goes on with the limit as its rate, up and down', () => {
    const limited = (sign: number) =>
      drive({ ...IDEAL_DRIVE, maxAcceleration: 2, naturalFrequency: 20, dampingRatio: 0.5 }, () => 3 * sign, 3).map(
        (value) => sign * value + 0,
      );
    const up = limited(1);
    // leaves the ramp of 2 m/s² as a lag with that rate does: e(h) = φ₁₁ e − φ₁₂ 2
    const lag = createSecondOrderLag();
    prepareSecondOrderLag(lag, 1e6, 20, 0.5);
    const free = up.findIndex((value, i) => i > 100 && value - up[i - 1] < 0.002 - 1e-9);
    expect(up[free - 1] - up[free - 2]).toBeCloseTo(0.002, 12);
    expect(3 - up[free]).toBeCloseTo(lag.phi11 * (3 - up[free - 1]) - lag.phi12 * 2, 9);
    expect(Math.max(...up)).toBeGreaterThan(3);
    expect(limited(-1)).toEqual(up);
  });

  it('below its limit is not touched by it', () => {
    const given = { ...IDEAL_DRIVE, naturalFrequency: 20, dampingRatio: 0.5 };
    expect(drive({ ...given, maxAcceleration: 1000 }, () => 1, 1)).toEqual(drive(given, () => 1, 1));
    // nor by one of less than 1 m/s²
    const slow = drive({ ...given, maxAcceleration: 0.5 }, () => 1, 1);
    expect(slow[600] - slow[500]).toBeCloseTo(0.05, 9);
  });

  it('rounds and loses commands also by less than one', () => {
    expect(drive({ ...IDEAL_DRIVE, quantisation: 0.5 }, () => 0.7, 0.01).at(-1)).toBe(0.5);
    expect(drive({ ...IDEAL_DRIVE, deadZone: 0.5 }, () => 0.75, 0.01).at(-1)).toBe(0.25);
    expect(drive({ ...IDEAL_DRIVE, quantisation: 0.5, deadZone: 0.1 }, () => 0.8, 0.01).at(-1)).toBe(0.5);
    expect(drive({ ...IDEAL_DRIVE, deadZone: 0.1, maxVelocity: 0.5 }, () => 3, 0.01).at(-1)).toBe(0.5);
  });

  it('of a steering wheel goes by new parameters and step lengths at once', () => {
    const make = (given: object) => parse(steeringActuatorParams, { ...IDEAL_STEERING, ...given }, '');
    const [wide, narrow] = [make({ maxPosition: 0.5 }), make({ maxPosition: 0.2 })];
    const state = createSteeringActuator(wide, 1e-3);
    expect([wide, narrow, wide].map((params, k) => steeringAngle(params, state, (k + 1) * MS, 1))).toEqual([
      0.5, 0.2, 0.5,
    ]);
    const slewing = make({ maxVelocity: 1 });
    const other = createSteeringActuator(slewing, 1e-3);
    expect(steeringAngle(slewing, other, 1 * MS, 1)).toBeCloseTo(0.001, 12);
    expect(steeringAngle(slewing, other, 11 * MS, 1)).toBeCloseTo(0.011, 12);
    expect(steeringAngle(slewing, other, 12 * MS, 1)).toBeCloseTo(0.012, 12);
  });

  it('keeps a wheel behind its play, the short way round', () => {
    const p = steer({ ...IDEAL_STEERING, backlash: 0.1 }, (t) => (t < 0.01 ? 3 : -3), 0.1);
    expect(p[9]).toBeCloseTo(2.95, 12);
    expect(p.at(-1)).toBeCloseTo(-3.05, 12);
  });

  it('knows its numbers: clamps at both ends, and nothing below 1e-300', () => {
    expect([clampTo(2, 1), clampTo(-2, 1), clampTo(0.5, 1), clampTo(-0.5, 1)]).toEqual([1, -1, 0.5, -0.5]);
    expect([flushDenormal(1e-301), flushDenormal(-1e-301), flushDenormal(1.5e-300)]).toEqual([0, 0, 1.5e-300]);
  });
});

describe('a second-order lag', () => {
  it('has gone nowhere in no time, and keeps its matrix for a step', () => {
    const lag = createSecondOrderLag();
    expect(lag).toEqual({ stepNs: -1, phi11: 1, phi12: 0, phi21: 0, phi22: 1 });
    prepareSecondOrderLag(lag, 0, 7, 0.3);
    expect([lag.phi11, lag.phi12, lag.phi21 + 0, lag.phi22]).toEqual([1, 0, 0, 1]);
    prepareSecondOrderLag(lag, 1e6, 7, 0.3);
    expect(lag.stepNs).toBe(1e6);
    const { phi11 } = lag;
    prepareSecondOrderLag(lag, 1e6, 100, 0.3);
    expect(lag.phi11).toBe(phi11);
  });

  it('that is hardly overdamped is hardly another than a critical one', () => {
    const [critical, over] = [createSecondOrderLag(), createSecondOrderLag()];
    prepareSecondOrderLag(critical, 2e7, 0.5, 1);
    prepareSecondOrderLag(over, 2e7, 0.5, 1.001);
    expect(over.phi11).toBeCloseTo(critical.phi11, 6);
    expect(over.phi22).toBeCloseTo(critical.phi22, 4);
    expect(critical.phi11).toBeCloseTo(Math.exp(-0.01) * 1.01, 12);
  });
});
