import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { solveQP } from 'quadprog';
import { describe, expect, it } from 'vitest';
import { optimalityError, qpFromSeed } from '../../test/fixtures/math/qp-recipe.ts';
import type { QuadraticProgram } from './quadratic-program.ts';
import { createQuadraticProgram, prepareQuadraticProgram, solveQuadraticProgram } from './quadratic-program.ts';

interface Case {
  readonly seed: number;
  readonly feasible: boolean;
  readonly x?: number[];
}
const cases: Case[] = JSON.parse(
  readFileSync(new URL('../../test/fixtures/math/qp-solutions.json', import.meta.url), 'utf8'),
);

const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

/** quadprog counts from 1, wants Aᵀ, and fᵀ negated. */
function byQuadprog({
  variables: n,
  rows,
  hessian,
  gradient,
  matrix,
  lower,
  upper,
}: QuadraticProgram): number[] | undefined {
  const columns: number[][] = [];
  const bounds: number[] = [];
  for (let c = 0; c < n + rows; c++) {
    const row = Array.from({ length: n }, (_, k) => (c < n ? Number(c === k) : matrix[(c - n) * n + k]));
    if (row.every((value) => value === 0)) continue;
    if (lower[c] > -Infinity) [columns, bounds].forEach((list: any[], i) => list.push(i === 0 ? row : lower[c]));
    if (upper[c] < Infinity)
      [columns, bounds].forEach((list: any[], i) => list.push(i === 0 ? row.map((value) => -value) : -upper[c]));
  }
  const shifted = (list: any[]): any[] => [undefined, ...list];
  const square = shifted(Array.from({ length: n }, (_, i) => shifted(Array.from(hessian.subarray(i * n, i * n + n)))));
  const transposed = shifted(Array.from({ length: n }, (_, k) => shifted(columns.map((column) => column[k]))));
  const result = solveQP(square, shifted(Array.from(gradient, (value) => -value)), transposed, shifted(bounds));
  return result.message === '' ? result.solution.slice(1) : undefined;
}

describe('quadratic programs', () => {
  it('have the solutions that cvxopt finds, and none where linprog says so', () => {
    expect(cases.filter(({ feasible }) => feasible).length).toBeGreaterThan(200);
    for (const { seed, feasible, x } of cases) {
      const qp = qpFromSeed(seed);
      expect([seed, solveQuadraticProgram(qp)]).toEqual([seed, feasible ? 'optimal' : 'infeasible']);
      if (x !== undefined) expect(distance(qp.x, x), `seed ${seed}`).toBeLessThan(1e-6);
    }
  });

  it('have the solutions that quadprog finds', () => {
    let compared = 0;
    for (let seed = 5000; seed < 5300; seed++) {
      const qp = qpFromSeed(seed);
      if (solveQuadraticProgram(qp) !== 'optimal') continue;
      const theirs = byQuadprog(qp);
      // quadprog gives up on some programs with equations stated twice
      if (theirs === undefined || theirs.some((value) => !Number.isFinite(value))) continue;
      expect(distance(qp.x, theirs), `seed ${seed}`).toBeLessThan(1e-6);
      compared++;
    }
    expect(compared).toBeGreaterThan(150);
  });

  it('meet the optimality conditions, cold or warm, whatever they are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 4_000_000_000 }), (seed) => {
        const qp = qpFromSeed(seed);
        const status = solveQuadraticProgram(qp);
        expect(['optimal', 'infeasible']).toContain(status);
        if (status === 'infeasible') return;
        expect(optimalityError(qp)).toBeLessThan(1e-8);
        const cold = qp.x.slice();
        // the same again, then beside it
        solveQuadraticProgram(qp, true);
        expect(distance(qp.x, cold)).toBeLessThan(1e-9);
        for (let k = 0; k < qp.variables; k++) qp.gradient[k] += 0.5;
        expect(solveQuadraticProgram(qp, true)).toBe('optimal');
        expect(optimalityError(qp)).toBeLessThan(1e-8);
        const warm = qp.x.slice();
        solveQuadraticProgram(qp);
        expect(distance(qp.x, warm)).toBeLessThan(1e-8);
      }),
      { numRuns: 1000, seed: 7 },
    );
  });

  it('are found at once when the guess of the active set is right', () => {
    const qp = qpFromSeed(cases.find(({ feasible, x }) => feasible && x!.length > 12)!.seed);
    solveQuadraticProgram(qp);
    expect(qp.activeCount).toBeGreaterThan(0);
    expect(qp.iterations).toBeGreaterThan(0);
    solveQuadraticProgram(qp, true);
    expect(qp.iterations).toBe(0);
  });

  it('of one variable clamp the free minimum', () => {
    const qp = createQuadraticProgram(1, 0);
    qp.hessian[0] = 2;
    qp.lower[0] = -1;
    qp.upper[0] = 3;
    for (const [gradient, x, multiplier] of [
      [-4, 2, 0],
      [-10, 3, 4],
      [6, -1, -4],
    ]) {
      qp.gradient[0] = gradient;
      expect(solveQuadraticProgram(qp)).toBe('optimal');
      expect(distance([qp.x[0], qp.multipliers[0], qp.cost], [x, multiplier, x * x + gradient * x])).toBeLessThan(
        1e-14,
      );
    }
  });

  it('solve the example of Goldfarb and Idnani', () => {
    // min ½ xᵀ[4 −2; −2 4]x + 6 x₁ subject to x ≥ 0 and x₁ + x₂ ≥ 2 has its minimum at (½, 3/2), with cost 13/2
    const qp = createQuadraticProgram(2, 1);
    qp.hessian.set([4, -2, -2, 4]);
    qp.gradient.set([6, 0]);
    qp.matrix.set([1, 1]);
    qp.lower.set([0, 0, 2]);
    expect(solveQuadraticProgram(qp)).toBe('optimal');
    expect(distance(qp.x, [0.5, 1.5])).toBeLessThan(1e-12);
    expect(qp.cost).toBeCloseTo(6.5, 12);
    expect(qp.multipliers[2]).toBeCloseTo(-5, 12);
  });

  it('can leave out their last rows', () => {
    const qp = createQuadraticProgram(2, 2);
    qp.hessian.set([1, 0, 0, 1]);
    qp.gradient.set([-3, -3]);
    qp.matrix.set([1, 1, 1, 1]);
    qp.upper.set([4, 2], 2);
    qp.lower.set([5], 3);
    expect(solveQuadraticProgram(qp)).toBe('infeasible');
    qp.rows = 1;
    expect(solveQuadraticProgram(qp)).toBe('optimal');
    expect(distance(qp.x, [2, 2])).toBeLessThan(1e-12);
  });

  it('notice that H is not positive definite', () => {
    for (const hessian of [
      [1, 1, 1, 1],
      [0, 0, 0, 0],
      [1, 2, 2, 1],
      [-1, 0, 0, 1],
      [NaN, 0, 0, 1],
      [1, 0, Infinity, 1],
    ]) {
      const qp = createQuadraticProgram(2, 0);
      qp.hessian.set(hessian);
      expect(solveQuadraticProgram(qp)).toBe('notConvex');
      expect([...qp.x]).toEqual([0, 0]);
    }
  });

  it('contradicting themselves are infeasible', () => {
    const program = (): QuadraticProgram => {
      const qp = createQuadraticProgram(2, 2);
      qp.hessian.set([2, 0, 0, 1]);
      qp.matrix.set([1, 1, 0, 0]);
      return qp;
    };
    const contradictions: ((qp: QuadraticProgram) => void)[] = [
      (qp) => qp.lower.set([1, 1, -Infinity]) ?? qp.upper.set([Infinity, Infinity, 1.9]),
      (qp) => (qp.lower[0] = 1) && (qp.upper[0] = 0.5),
      (qp) => (qp.lower[3] = 1),
      (qp) => (qp.lower[1] = Infinity),
      (qp) => (qp.upper[2] = -Infinity),
    ];
    for (const contradict of contradictions) {
      const qp = program();
      contradict(qp);
      expect(solveQuadraticProgram(qp)).toBe('infeasible');
    }
    expect(solveQuadraticProgram(program())).toBe('optimal');
  });

  it('with any numbers at all end, and give finite numbers', () => {
    const wild = fc.oneof(fc.double(), fc.constantFrom(0, 1, -1, NaN, Infinity, -Infinity, 1e300, -1e300, 1e-300));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 6 }),
        fc.infiniteStream(wild),
        fc.boolean(),
        (n, m, numbers, tame) => {
          const qp = createQuadraticProgram(n, m);
          const next = (): number => numbers.next().value!;
          for (const array of [qp.gradient, qp.matrix, qp.lower, qp.upper])
            for (let i = 0; i < array.length; i++) array[i] = next();
          for (let i = 0; i < n * n; i++) qp.hessian[i] = tame ? Number(i % (n + 1) === 0) : next();
          solveQuadraticProgram(qp);
          expect(qp.iterations).toBeLessThanOrEqual(qp.maxIterations + n + 1);
          expect([...qp.x, ...qp.multipliers, qp.cost].every(Number.isFinite)).toBe(true);
        },
      ),
      { numRuns: 2000, seed: 3 },
    );
  });

  it('stop at the limit of iterations', () => {
    const qp = qpFromSeed(cases.find(({ feasible, x }) => feasible && x!.length > 12)!.seed);
    qp.maxIterations = 1;
    expect(solveQuadraticProgram(qp)).toBe('iterationLimit');
    expect(qp.x.every(Number.isFinite)).toBe(true);
  });

  it('keep the factor of H as long as nobody prepares anew', () => {
    const qp = createQuadraticProgram(1, 0);
    qp.hessian[0] = 2;
    qp.gradient[0] = -2;
    solveQuadraticProgram(qp);
    expect(qp.x[0]).toBeCloseTo(1, 14);
    qp.hessian[0] = 4;
    prepareQuadraticProgram(qp);
    solveQuadraticProgram(qp);
    expect(qp.x[0]).toBeCloseTo(0.5, 14);
  });
});
