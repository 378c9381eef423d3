import { describe, expect, it } from 'vitest';
import { createStream } from '../../math/random.ts';
import { advance, createOscillator, errorNs, quantised, readNs } from './oscillator.ts';

const PLAIN = { offset: 0, drift: 0, wander: 0, jitter: 0, granularity: 0, faults: [] };
type Params = Parameters<typeof advance>[0];

/** x at every step [s]. */
function errors(own: Partial<Params>, steps: number, dt: number, seed = 1): number[] {
  const params = { ...PLAIN, ...own };
  const clock = createOscillator(createStream(seed, 'clock'));
  return Array.from({ length: steps }, (_, i) => {
    const nowNs = Math.round(i * dt * 1e9);
    advance(params, clock, nowNs, dt);
    return errorNs(clock, nowNs) / 1e9;
  });
}

const meanSquare = (values: readonly number[]): number => values.reduce((sum, x) => sum + x * x, 0) / values.length;

/** ⟨(x(t + 2τ) − 2 x(t + τ) + x(t))²⟩ / (2 τ²) */
function allanVariance(x: readonly number[], n: number, dt: number): number {
  const seconds = x.slice(2 * n).map((end, i) => end - 2 * x[i + n] + x[i]);
  return meanSquare(seconds) / (2 * (n * dt) ** 2);
}

describe('an oscillator', () => {
  it('gains its drift, from its offset on', () => {
    const x = errors({ offset: 0.25, drift: 20e-6 }, 1001, 0.1);
    expect(x[0]).toBe(0.25);
    expect(x[1000]).toBeCloseTo(0.25 + 20e-6 * 100, 12);
  });

  it('wanders with the Allan variance σ² τ/3', () => {
    const wander = 2e-8;
    const x = errors({ wander }, 200_000, 0.5);
    // the spread of an estimate from n independent pieces is √(2/n): 0.5 % to 4 % here
    for (const [n, tolerance] of [
      [1, 0.02],
      [8, 0.06],
      [32, 0.12],
    ])
      expect(allanVariance(x, n, 0.5) / ((wander ** 2 * n * 0.5) / 3)).toSatisfy(
        (ratio: number) => Math.abs(ratio - 1) < tolerance,
      );
  });

  it.each([0.01, 1])('is off by σ² T³/3 in variance after T, also in steps of %s s', (dt) => {
    const ends = Array.from({ length: 2000 }, (_, seed) => errors({ wander: 1e-8 }, 1 / dt + 1, dt, seed).at(-1)!);
    expect(Math.abs(meanSquare(ends) / (1e-16 / 3) - 1)).toBeLessThan(0.1);
  });

  it('shows the last step of its counter', () => {
    expect(quantised(1000.9, 8e-9)).toBe(1000);
    expect(quantised(1007.9, 8e-9)).toBe(1000);
    expect(quantised(1008, 8e-9)).toBe(1008);
    expect(quantised(-1, 8e-9)).toBe(-8);
    expect(quantised(12.25, 0)).toBe(12.25);
  });

  it('reads with its jitter', () => {
    const clock = createOscillator(createStream(1, 'clock'));
    const own = { ...PLAIN, jitter: 50e-9 };
    advance(own, clock, 0, 1);
    const readings = Array.from({ length: 10_000 }, () => readNs(own, clock, 500));
    expect(Math.abs(meanSquare(readings.map((r) => r - 500)) / 2500 - 1)).toBeLessThan(0.05);
  });

  it('reads what it was a step ago by the rate of then', () => {
    const clock = createOscillator(createStream(1, 'clock'));
    const fault = { kind: 'drift', at: 1, offset: 0, drift: 100e-6 };
    const own = { ...PLAIN, drift: 10e-6, faults: [fault] };
    advance(own, clock, 0, 1);
    advance(own, clock, 1e9, 1);
    expect(errorNs(clock, 0.5e9)).toBeCloseTo(5000, 6);
    expect(errorNs(clock, 1.5e9)).toBeCloseTo(10_000 + 55_000, 6);
  });
});

describe('a fault of a clock', () => {
  const faults = (fault: object) => [{ offset: 0, drift: 0, kind: '', at: 0, ...fault }];

  it('jumps, and back when it ends', () => {
    const x = errors({ faults: faults({ kind: 'jump', at: 2, for: 3, offset: -0.5 }) }, 8, 1);
    expect(x).toEqual([0, 0, -0.5, -0.5, -0.5, 0, 0, 0]);
  });

  it('changes the drift, and what was gained stays', () => {
    const x = errors({ faults: faults({ kind: 'drift', at: 2, for: 3, drift: 1e-3 }) }, 8, 1);
    expect(x.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([0, 0, 0, 0.001, 0.002, 0.003, 0.003, 0.003]);
  });

  it('freezes the reading', () => {
    const x = errors({ faults: faults({ kind: 'freeze', at: 2, for: 3 }) }, 8, 1);
    const readings = x.map((value, i) => Math.round((i + value) * 1e6) / 1e6);
    expect(readings).toEqual([0, 1, 2, 2, 2, 2, 3, 4]);
  });
});
