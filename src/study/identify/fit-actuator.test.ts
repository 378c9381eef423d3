import { describe, expect, it } from 'vitest';
import { createStream, gaussian, uniformBetween } from '../../math/random.ts';
import { fitActuator } from './fit-actuator.ts';

interface Truth {
  readonly gain: number;
  readonly offset: number;
  readonly deadTime: number;
  readonly timeConstant: number;
  readonly backlash: number;
  readonly noise: number;
}

const TRUTH: Truth = { gain: 0.9, offset: 0.02, deadTime: 0.137, timeConstant: 0.21, backlash: 0, noise: 0.01 };

/** A log of an actuator that is driven by random steps: Euler's method at 0.1 ms, which shares nothing with what is tested. */
function logOf(truth: Truth, seed: number, { duration = 30, sample = 0.02, hold = 0.7, at = 0 } = {}) {
  const stream = createStream(seed, 'log');
  const command = { times: [] as number[], values: [] as number[] };
  for (let t = 0; t < duration; t += hold) {
    command.times.push(at + t);
    command.values.push(uniformBetween(stream, -1, 1));
  }
  const measured = { times: [] as number[], values: [] as number[] };
  const step = 1e-4;
  let [x, play, k] = [0, command.values[0], 0];
  const every = Math.round(sample / step);
  for (let i = 0; i * step < duration; i++) {
    const t = i * step;
    while (k + 1 < command.times.length && command.times[k + 1] - at + truth.deadTime <= t) k++;
    const u = t < truth.deadTime ? command.values[0] : command.values[k];
    if (u - play > truth.backlash / 2) play = u - truth.backlash / 2;
    if (play - u > truth.backlash / 2) play = u + truth.backlash / 2;
    if (i % every === 0) {
      measured.times.push(at + t);
      measured.values.push(truth.gain * x + truth.offset + truth.noise * gaussian(stream));
    }
    x += (step / truth.timeConstant) * (play - x);
  }
  return { command, measured };
}

describe('the actuator behind a log', () => {
  it('is found: gain, offset, dead time and lag, each within its own interval', () => {
    const { command, measured } = logOf(TRUTH, 1);
    const found = fitActuator(command, measured)!;
    for (const key of ['gain', 'offset', 'deadTime', 'timeConstant'] as const)
      expect(Math.abs(found[key].value - TRUTH[key])).toBeLessThan(1.5 * found[key].plusMinus);
    expect(found.deadTime.plusMinus).toBeLessThan(0.003);
    expect(found.timeConstant.plusMinus).toBeLessThan(0.005);
    expect(found.gain.plusMinus).toBeLessThan(0.005);
    expect(found.residual).toBeCloseTo(TRUTH.noise, 3);
    expect(found.explained).toBeGreaterThan(0.99);
  });

  it('has no backlash where there is none, and the right one where there is', () => {
    const without = logOf(TRUTH, 2);
    expect(fitActuator(without.command, without.measured)!.backlash.value).toBe(0);
    const loose = logOf({ ...TRUTH, backlash: 0.12 }, 3);
    const found = fitActuator(loose.command, loose.measured)!;
    expect(Math.abs(found.backlash.value - 0.12)).toBeLessThan(0.006);
    expect(Math.abs(found.deadTime.value - TRUTH.deadTime)).toBeLessThan(0.006);
    expect(Math.abs(found.gain.value - TRUTH.gain)).toBeLessThan(0.01);
  });

  it('is the same with the opposite sign of the measurement', () => {
    const { command, measured } = logOf(TRUTH, 4);
    const one = fitActuator(command, measured)!;
    const other = fitActuator(command, { ...measured, values: measured.values.map((value) => -value) })!;
    expect(other.gain.value).toBeCloseTo(-one.gain.value, 9);
    expect(other.deadTime.value).toBeCloseTo(one.deadTime.value, 9);
  });

  it('does not depend on when the log began', () => {
    const early = logOf(TRUTH, 5);
    const late = logOf(TRUTH, 5, { at: 1000 });
    const [a, b] = [early, late].map(({ command, measured }) => fitActuator(command, measured)!);
    expect(b.deadTime.value).toBeCloseTo(a.deadTime.value, 3);
    expect(b.timeConstant.value).toBeCloseTo(a.timeConstant.value, 3);
  });

  it('states intervals that hold the truth in about 95 of 100 logs', () => {
    const logs = 40;
    const held = { gain: 0, deadTime: 0, timeConstant: 0 };
    for (let seed = 0; seed < logs; seed++) {
      const { command, measured } = logOf(TRUTH, 100 + seed, { duration: 10, sample: 0.04 });
      const found = fitActuator(command, measured)!;
      for (const key of ['gain', 'deadTime', 'timeConstant'] as const)
        if (Math.abs(found[key].value - TRUTH[key]) <= found[key].plusMinus) held[key]++;
    }
    // 38 are expected; fewer than 33 happens once in a hundred times
    for (const count of Object.values(held)) expect(count).toBeGreaterThanOrEqual(33);
  });

  it('says nothing of samples that say nothing', () => {
    const { command, measured } = logOf(TRUTH, 6);
    const spoilt = measured.values.map((value, k) => (k % 3 === 0 ? 50 : value));
    const weights = measured.values.map((_, k) => (k % 3 === 0 ? 0 : 1));
    const found = fitActuator(command, { ...measured, values: spoilt, weights })!;
    expect(Math.abs(found.gain.value - TRUTH.gain)).toBeLessThan(0.01);
  });

  it('is unknown where the command never changes or there are few samples', () => {
    const { command, measured } = logOf(TRUTH, 7);
    expect(fitActuator({ ...command, values: command.values.map(() => 1) }, measured)).toBeUndefined();
    const few = { times: measured.times.slice(0, 10), values: measured.values.slice(0, 10) };
    expect(fitActuator(command, few)).toBeUndefined();
  });
});
