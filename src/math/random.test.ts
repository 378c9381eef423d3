import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reference } from '../../test/fixtures/math/reference-values.ts';
import { murmurHash } from './murmur-hash.ts';
import {
  chance,
  createStream,
  gaussian,
  integerBelow,
  nextUint32,
  uniform,
  uniformBetween,
  type RandomStream,
} from './random.ts';
import { mean, variance } from './statistics.ts';

const draw = (n: number, f: () => number): Float64Array => Float64Array.from({ length: n }, f);

function correlation(a: Float64Array, b: Float64Array): number {
  const ma = mean(a);
  const mb = mean(b);
  const covariance = a.reduce((sum, x, i) => sum + (x - ma) * (b[i] - mb), 0) / (a.length - 1);
  return covariance / Math.sqrt(variance(a) * variance(b));
}

describe('the generator', () => {
  it('gives the outputs of the reference implementation of xoshiro128** from state 1, 2, 3, 4', () => {
    const s: RandomStream = { state: new Uint32Array([1, 2, 3, 4]), spare: 0, hasSpare: false };
    const expected = [
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ];
    expect(expected.map(() => nextUint32(s))).toEqual(expected);
  });

  it('hashes names as MurmurHash3 does in its published vectors', () => {
    const hash = (text: string, seed: number) => murmurHash(new TextEncoder().encode(text), seed);
    expect(hash('', 0)).toBe(0);
    expect(hash('', 1)).toBe(0x514e28b7);
    expect(hash('', 0xffffffff)).toBe(0x81f16f39);
    expect(hash('test', 0x9747b28c)).toBe(0x704b81dc);
    expect(hash('Hello, world!', 0x9747b28c)).toBe(0x24884cba);
    expect(hash('The quick brown fox jumps over the lazy dog', 0x9747b28c)).toBe(0x2fa826cd);
  });

  it.each(reference.streams)('seeds and runs stream "$name" of seed $seed as the Python version does', (expected) => {
    const s = createStream(expected.seed, expected.name);
    expect([...s.state]).toEqual(expected.state);
    expect(expected.outputs.map(() => nextUint32(s))).toEqual(expected.outputs);
  });

  it('refuses a seed that is not a safe integer', () => {
    for (const seed of [0.5, NaN, Infinity, 2 ** 53]) expect(() => createStream(seed, 'a')).toThrow('safe integer');
  });

  it('continues alike after a clone, a spare Gaussian included', () => {
    const s = createStream(5, 'clone');
    gaussian(s);
    const copy = structuredClone(s);
    const expected = [gaussian(s), gaussian(s), uniform(s)];
    expect([gaussian(copy), gaussian(copy), uniform(copy)]).toEqual(expected);
  });
});

describe('distributions', () => {
  const n = 200_000;

  it('uniform has the moments of [0, 1) within four standard errors', () => {
    const s = createStream(1, 'uniform');
    const x = draw(n, () => uniform(s));
    expect(Math.abs(mean(x) - 1 / 2)).toBeLessThan(4 * Math.sqrt(1 / 12 / n));
    expect(Math.abs(variance(x) - 1 / 12)).toBeLessThan(4 * Math.sqrt(1 / 180 / n));
    expect(x.every((v) => v >= 0 && v < 1)).toBe(true);
  });

  it('uniform fills 100 cells evenly (χ² with 99 degrees, between the 0.1 % and 99.9 % points)', () => {
    const s = createStream(2, 'cells');
    const counts = new Float64Array(100);
    for (let i = 0; i < n; i++) counts[Math.floor(uniform(s) * 100)]++;
    const chiSquare = counts.reduce((sum, c) => sum + ((c - n / 100) * (c - n / 100)) / (n / 100), 0);
    expect(chiSquare).toBeGreaterThan(60);
    expect(chiSquare).toBeLessThan(149);
  });

  it('gaussian has mean 0, variance 1, no skew and kurtosis 3, within four standard errors', () => {
    const s = createStream(3, 'gaussian');
    const x = draw(n, () => gaussian(s));
    const moment = (p: number) => x.reduce((sum, v) => sum + v ** p, 0) / n;
    expect(Math.abs(moment(1))).toBeLessThan(4 * Math.sqrt(1 / n));
    expect(Math.abs(moment(2) - 1)).toBeLessThan(4 * Math.sqrt(2 / n));
    expect(Math.abs(moment(3))).toBeLessThan(4 * Math.sqrt(15 / n));
    expect(Math.abs(moment(4) - 3)).toBeLessThan(4 * Math.sqrt(96 / n));
  });

  it('gaussian puts 68.27, 95.45 and 99.73 % within one, two and three sigma', () => {
    const s = createStream(4, 'sigma');
    const x = draw(n, () => gaussian(s));
    for (const [k, p] of [
      [1, 0.6826895],
      [2, 0.9544997],
      [3, 0.9973002],
    ]) {
      const share = x.filter((v) => Math.abs(v) < k).length / n;
      expect(Math.abs(share - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / n));
    }
  });

  it('integerBelow is even over its values, and its bound is checked', () => {
    const s = createStream(5, 'dice');
    const counts = new Float64Array(6);
    for (let i = 0; i < 60_000; i++) counts[integerBelow(s, 6)]++;
    const chiSquare = counts.reduce((sum, c) => sum + ((c - 10_000) * (c - 10_000)) / 10_000, 0);
    expect(chiSquare).toBeLessThan(20.5);
    expect(integerBelow(s, 1)).toBe(0);
    for (const bound of [0, -1, 1.5, NaN, 2 ** 33])
      expect(() => integerBelow(s, bound)).toThrow('integer from 1 to 2^32');
  });

  it('integerBelow rejects the incomplete group: two thirds of 2³² stay unbiased', () => {
    const s = createStream(6, 'large');
    const bound = 3 * 2 ** 30;
    // a plain modulo would give the lower third twice its share
    const low = draw(30_000, () => integerBelow(s, bound)).filter((v) => v < 2 ** 30).length / 30_000;
    expect(Math.abs(low - 1 / 3)).toBeLessThan(4 * Math.sqrt(2 / 9 / 30_000));
  });

  it('chance happens as often as asked, never at 0 and always at 1', () => {
    const s = createStream(7, 'chance');
    const share = draw(n, () => Number(chance(s, 0.3))).reduce((a, b) => a + b) / n;
    expect(Math.abs(share - 0.3)).toBeLessThan(4 * Math.sqrt(0.21 / n));
    for (let i = 0; i < 1000; i++) expect([chance(s, 0), chance(s, 1)]).toEqual([false, true]);
  });

  it('uniformBetween stays between its ends', () => {
    const s = createStream(8, 'between');
    for (let i = 0; i < 1000; i++) {
      const x = uniformBetween(s, -3, 5);
      expect(x >= -3 && x < 5).toBe(true);
    }
  });
});

describe('named streams', () => {
  it.each([
    [createStream(1, 'imu'), createStream(1, 'gnss')],
    [createStream(1, 'car1/imu'), createStream(1, 'car2/imu')],
    [createStream(1, 'imu'), createStream(2, 'imu')],
    [createStream(0, ''), createStream(0, '\0')],
  ])('are uncorrelated, pair %#', (a, b) => {
    const n = 50_000;
    const x = draw(n, () => uniform(a));
    const y = draw(n, () => uniform(b));
    expect(Math.abs(correlation(x, y))).toBeLessThan(4 / Math.sqrt(n));
    expect(Math.abs(correlation(x.subarray(1), y.subarray(0, n - 1)))).toBeLessThan(4 / Math.sqrt(n));
  });

  it('differ in state for different names or seeds', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.maxSafeInteger(), fc.maxSafeInteger(), (a, b, i, j) => {
        fc.pre(a !== b || i !== j);
        return createStream(i, a).state.join() !== createStream(j, b).state.join();
      }),
    );
  });
});
