import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { group, parse } from '../../core/schema.ts';
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
