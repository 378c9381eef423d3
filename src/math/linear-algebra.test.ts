import { describe, expect, it } from 'vitest';
import {
  choleskyFactor,
  choleskySolve,
  dot,
  identity,
  invert3,
  ldlFactor,
  ldlSolve,
  leastSquares,
  leastSquaresByNormalEquations,
  multiply,
  multiplyVector,
} from './linear-algebra.ts';
import { createStream, gaussian } from './random.ts';

const f64 = (...values: number[]): Float64Array => new Float64Array(values);

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, digits = 12): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) expect(actual[i]).toBeCloseTo(expected[i], digits);
}

/** G Gᵀ + n·I with Gaussian G: symmetric positive definite. */
function randomDefinite(n: number, seed: number): Float64Array {
  const s = createStream(seed, 'matrix');
  const g = Float64Array.from({ length: n * n }, () => gaussian(s));
  const gt = new Float64Array(n * n);
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) gt[j * n + i] = g[i * n + j];
  multiply(g, gt, n, n, n, a);
  for (let i = 0; i < n; i++) a[i * n + i] += n;
  return a;
}

/** The Hilbert matrix of order 4, whose inverse has integer entries. */
const hilbert4 = Float64Array.from({ length: 16 }, (_, k) => 1 / ((k >> 2) + (k & 3) + 1));
const hilbert4FirstInverseColumn = [16, -120, 240, -140];

describe('products', () => {
  it('multiply rectangular matrices and vectors', () => {
    const out = new Float64Array(4);
    multiply(f64(1, 2, 3, 4, 5, 6), f64(7, 8, 9, 10, 11, 12), 2, 3, 2, out);
    expect([...out]).toEqual([58, 64, 139, 154]);
    const image = new Float64Array(2);
    multiplyVector(f64(1, 2, 3, 4, 5, 6), f64(1, 0, -1), 2, 3, image);
    expect([...image]).toEqual([-2, -2]);
    expect(dot(f64(1, 2, 3), f64(4, 5, 6), 3)).toBe(32);
  });
});

describe('the closed inverse', () => {
  it('invert3 gives the known inverse and works in place', () => {
    const a = f64(1, 2, 3, 0, 1, 4, 5, 6, 0);
    expect(invert3(a, a)).toBe(1);
    expect([...a]).toEqual([-24, 18, 5, 20, -15, -4, -5, 4, 1]);
  });

  it('a singular matrix has determinant 0 and leaves the output alone', () => {
    const out = f64(9, 9, 9, 9, 9, 9, 9, 9, 9);
    expect(invert3(f64(1, 2, 3, 2, 4, 6, 1, 1, 1), out)).toBe(0);
    expect(out.every((v) => v === 9)).toBe(true);
  });
});

describe('factorisations', () => {
  it('Cholesky gives the textbook factor, in place too', () => {
    const a = f64(4, 12, -16, 12, 37, -43, -16, -43, 98);
    const l = new Float64Array(9);
    expect(choleskyFactor(a, 3, l)).toBe(true);
    expect([...l]).toEqual([2, 0, 0, 6, 1, 0, -8, 5, 3]);
    expect(choleskyFactor(a, 3, a)).toBe(true);
    expect(a).toEqual(l);
  });

  it('LDLᵀ gives the textbook factor of the same matrix', () => {
    const ld = new Float64Array(9);
    expect(ldlFactor(f64(4, 12, -16, 12, 37, -43, -16, -43, 98), 3, ld)).toBe(true);
    expect([...ld]).toEqual([4, 0, 0, 3, 1, 0, -4, 5, 9]);
  });

  it('both solve the Hilbert system to its integer inverse', () => {
    const l = new Float64Array(16);
    const x = new Float64Array(4);
    choleskyFactor(hilbert4, 4, l);
    choleskySolve(l, 4, f64(1, 0, 0, 0), x);
    expectClose(x, hilbert4FirstInverseColumn, 9);
    ldlFactor(hilbert4, 4, l);
    ldlSolve(l, 4, f64(1, 0, 0, 0), x);
    expectClose(x, hilbert4FirstInverseColumn, 9);
  });

  it.each([1, 2, 5, 12])('solve a random definite system of size %i', (n) => {
    const a = randomDefinite(n, n);
    const truth = Float64Array.from({ length: n }, (_, i) => i - 2);
    const b = new Float64Array(n);
    multiplyVector(a, truth, n, n, b);
    const factor = new Float64Array(n * n);
    const x = new Float64Array(n);
    choleskyFactor(a, n, factor);
    choleskySolve(factor, n, b, x);
    expectClose(x, truth, 11);
    ldlFactor(a, n, factor);
    ldlSolve(factor, n, b, b);
    expectClose(b, truth, 11);
  });

  it('Cholesky refuses an indefinite matrix, LDLᵀ solves it', () => {
    const a = f64(1, 2, 2, 1);
    const factor = new Float64Array(4);
    expect(choleskyFactor(a, 2, factor)).toBe(false);
    expect(ldlFactor(a, 2, factor)).toBe(true);
    const x = new Float64Array(2);
    ldlSolve(factor, 2, f64(5, 4), x);
    expectClose(x, [1, 2]);
    expect(ldlFactor(f64(0, 1, 1, 0), 2, factor)).toBe(false);
  });

  it('identity is its own factor', () => {
    const eye = new Float64Array(9);
    const l = new Float64Array(9);
    identity(3, eye);
    choleskyFactor(eye, 3, l);
    expect(l).toEqual(eye);
  });
});

describe('least squares', () => {
  // the line through (0, 1), (1, 3), (2, 4), (3, 4): y = 1.5 + x
  const design = () => f64(1, 0, 1, 1, 1, 2, 1, 3);
  const heights = () => f64(1, 3, 4, 4);

  it('QR and the normal equations fit the same known line', () => {
    const x = new Float64Array(2);
    expect(leastSquares(design(), heights(), 4, 2, x)).toBe(true);
    expectClose(x, [1.5, 1]);
    expect(leastSquaresByNormalEquations(design(), heights(), 4, 2, x, new Float64Array(4))).toBe(true);
    expectClose(x, [1.5, 1]);
  });

  it('recovers a cubic exactly from eight points', () => {
    const a = Float64Array.from({ length: 32 }, (_, k) => ((k >> 2) - 3) ** (k & 3));
    const b = Float64Array.from({ length: 8 }, (_, i) => 2 - (i - 3) + 0.5 * (i - 3) ** 3);
    const x = new Float64Array(4);
    leastSquares(a, b, 8, 4, x);
    expectClose(x, [2, -1, 0, 0.5], 11);
  });

  it('QR survives a design whose normal equations have lost rank (Läuchli)', () => {
    const e = 1e-9;
    const lauchli = () => f64(1, 1, e, 0, 0, e);
    const x = new Float64Array(2);
    // the solution of min ‖A x − (2, e, e)‖ is (1, 1)
    expect(leastSquares(lauchli(), f64(2, e, e), 3, 2, x)).toBe(true);
    expectClose(x, [1, 1], 6);
    expect(leastSquaresByNormalEquations(lauchli(), f64(2, e, e), 3, 2, x, new Float64Array(4))).toBe(false);
  });

  it('reports a design without full rank', () => {
    expect(leastSquares(f64(1, 2, 2, 4, 3, 6), f64(1, 2, 3), 3, 2, new Float64Array(2))).toBe(false);
  });
});
