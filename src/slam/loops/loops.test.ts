import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createStream, gaussian, integerBelow } from '../../math/random.ts';
import { minimumDegreeOrder } from './elimination-order.ts';
import { optimise } from './graph-solver.ts';
import type { Loss, PoseGraph } from './pose-graph.ts';
import { createPoseGraph, graphCost, robustCost, robustWeight, SQUARED } from './pose-graph.ts';
import { analyse, factorise, solveInPlace } from './sparse-cholesky.ts';

const hasScipy = spawnSync('/usr/bin/python3', ['-c', 'import scipy']).status === 0;

describe('order of elimination', () => {
  it('takes each variable once', () => {
    const stream = createStream(1, 'graph');
    const edges = Array.from({ length: 80 }, (): [number, number] => [
      integerBelow(stream, 40),
      integerBelow(stream, 40),
    ]);
    expect([...minimumDegreeOrder(40, edges)].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });

  it('leaves the hub of a star to the end, so that its factor has no fill', () => {
    const spokes = Array.from({ length: 9 }, (_, i): [number, number] => [0, i + 1]);
    expect([...minimumDegreeOrder(10, spokes)].indexOf(0)).toBeGreaterThanOrEqual(8);
  });
});

describe('sparse Cholesky', () => {
  const n = 30;
  const stream = createStream(2, 'matrix');
  const dense = new Float64Array(n * n);
  for (let k = 0; k < 60; k++) {
    const [i, j] = [integerBelow(stream, n), integerBelow(stream, n)];
    const value = gaussian(stream);
    dense[i * n + j] = dense[j * n + i] = value;
  }
  for (let i = 0; i < n; i++) {
    dense[i * n + i] = 1;
    for (let j = 0; j < n; j++) if (j !== i) dense[i * n + i] += Math.abs(dense[i * n + j]);
  }
  const rows: number[] = [];
  const values: number[] = [];
  const starts = [0];
  for (let j = 0; j < n; j++) {
    for (let i = 0; i <= j; i++) {
      if (dense[i * n + j] === 0) continue;
      rows.push(i);
      values.push(dense[i * n + j]);
    }
    starts.push(rows.length);
  }
  const matrix = {
    size: n,
    starts: Int32Array.from(starts),
    rows: Int32Array.from(rows),
    values: Float64Array.from(values),
  };

  it('solves A x = b', () => {
    const factor = analyse(matrix);
    expect(factorise(matrix, factor)).toBe(true);
    const truth = Float64Array.from({ length: n }, () => gaussian(stream));
    const x = Float64Array.from({ length: n }, (_, i) => truth.reduce((sum, t, j) => sum + dense[i * n + j] * t, 0));
    solveInPlace(factor, x);
    for (let i = 0; i < n; i++) expect(x[i]).toBeCloseTo(truth[i], 10);
  });

  it('refuses a matrix that is not positive definite', () => {
    const negative = { ...matrix, values: matrix.values.map((value) => -value) };
    expect(factorise(negative, analyse(negative))).toBe(false);
  });
});

/** A square walked twice with noisy steps, some places seen again, and one loop that is wrong. */
function noisyGraph(loss: Loss): PoseGraph {
  const stream = createStream(7, 'walk');
  const graph = createPoseGraph();
  const information = Float64Array.of(400, 30, 0, 30, 300, 5, 0, 5, 2000);
  const pose = { x: 0, y: 0, heading: 0 };
  graph.poses.push({ ...pose });
  graph.fixed.add(0);
  for (let i = 0; i < 15; i++) {
    const step = {
      x: 1 + 0.05 * gaussian(stream),
      y: 0.05 * gaussian(stream),
      heading: (i % 2 === 1 ? Math.PI / 2 : 0) + 0.03 * gaussian(stream),
    };
    graph.edges.push({ from: i, to: i + 1, ...step, information, loss: SQUARED });
    pose.x += Math.cos(pose.heading) * step.x - Math.sin(pose.heading) * step.y;
    pose.y += Math.sin(pose.heading) * step.x + Math.cos(pose.heading) * step.y;
    pose.heading += step.heading;
    graph.poses.push({ ...pose });
  }
  for (let i = 0; i < 6; i++)
    graph.edges.push({ from: i, to: i + 8, x: 0.02, y: -0.01, heading: 0.01, information, loss });
  graph.edges.push({ from: 1, to: 14, x: 1.5, y: 1.2, heading: 0.6, information, loss });
  return graph;
}

/** The same cost in Python, residuals whose squares are ρ, minimised by SciPy from the same start. */
const PROGRAM = `
import json, sys, numpy as np
from scipy.optimize import least_squares
g = json.load(sys.stdin)
start = np.array(g['poses'])
wrap = lambda a: (a + np.pi) % (2 * np.pi) - np.pi
def residuals(v):
    p = np.vstack([start[:1], v.reshape(-1, 3)])
    out = []
    for e in g['edges']:
        a, b = p[e['from']], p[e['to']]
        c, s = np.cos(a[2]), np.sin(a[2])
        d = b[:2] - a[:2]
        r = np.array([c*d[0] + s*d[1] - e['x'], c*d[1] - s*d[0] - e['y'], wrap(b[2] - a[2] - e['heading'])])
        chi2 = r @ np.array(e['information']).reshape(3, 3) @ r
        k, q = e['loss']['kind'], e['loss']['scale']
        rho = chi2
        if k == 'switchable': rho = q * chi2 / (q + chi2)
        if k == 'huber' and chi2 > q * q: rho = q * (2 * np.sqrt(chi2) - q)
        w = np.linalg.cholesky(np.array(e['information']).reshape(3, 3)).T @ r
        out.extend(w * np.sqrt(rho / max(chi2, 1e-30)))
    return np.array(out)
r = least_squares(residuals, start[1:].ravel(), xtol=1e-14, ftol=1e-14, gtol=1e-12, max_nfev=2000)
print(json.dumps({'cost': 2 * r.cost, 'poses': np.vstack([start[:1], r.x.reshape(-1, 3)]).tolist()}))
`;

const LOSSES: readonly Loss[] = [
  { kind: 'squared', scale: 1 },
  { kind: 'huber', scale: 1.5 },
  { kind: 'switchable', scale: 10 },
];

describe('pose graph', () => {
  it.runIf(hasScipy).each(LOSSES)(
    'has the optimum that SciPy finds, with the loss $kind',
    (loss) => {
      const graph = noisyGraph(loss);
      const input = JSON.stringify({
        poses: graph.poses.map(({ x, y, heading }) => [x, y, heading]),
        edges: graph.edges.map((edge) => ({ ...edge, information: [...edge.information] })),
      });
      const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', PROGRAM], { input, encoding: 'utf8' });
      expect(stderr).toBe('');
      const theirs = JSON.parse(stdout) as { cost: number; poses: number[][] };
      const { cost } = optimise(graph, 200);
      expect(cost / theirs.cost).toBeCloseTo(1, 5);
      for (const [i, { x, y, heading }] of graph.poses.entries()) {
        expect(x).toBeCloseTo(theirs.poses[i][0], 3);
        expect(y).toBeCloseTo(theirs.poses[i][1], 3);
        expect(Math.sin(heading - theirs.poses[i][2])).toBeCloseTo(0, 3);
      }
    },
    60_000,
  );

  it('is hardly bent by a wrong loop whose switch opens', () => {
    const robust = noisyGraph({ kind: 'switchable', scale: 1 });
    optimise(robust, 100);
    const without = noisyGraph({ kind: 'switchable', scale: 1 });
    without.edges.pop();
    optimise(without, 100);
    for (const [i, pose] of robust.poses.entries())
      expect(Math.hypot(pose.x - without.poses[i].x, pose.y - without.poses[i].y)).toBeLessThan(0.03);
  });

  it.each(LOSSES)('weights an edge by the slope of its loss $kind', (loss) => {
    for (const chi of [0.01, 1, 2.2, 50]) {
      const h = 1e-6 * chi;
      const numeric = (robustCost(loss, chi + h) - robustCost(loss, chi - h)) / (2 * h);
      expect(robustWeight(loss, chi)).toBeCloseTo(numeric, 6);
    }
  });

  it('keeps what is fixed, and costs nothing where all measurements agree', () => {
    const graph = createPoseGraph();
    graph.poses.push({ x: 1, y: 2, heading: 0.5 }, { x: 0, y: 0, heading: 0 }, { x: 5, y: 5, heading: 3 });
    graph.fixed.add(0);
    const information = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
    graph.edges.push({ from: 0, to: 1, x: 1, y: 0, heading: 0.2, information, loss: SQUARED });
    graph.edges.push({ from: 2, to: 1, x: -1, y: 0.5, heading: 3, information, loss: SQUARED });
    optimise(graph, 50);
    expect(graph.poses[0]).toEqual({ x: 1, y: 2, heading: 0.5 });
    expect(graph.poses[1].x).toBeCloseTo(1 + Math.cos(0.5), 6);
    expect(graph.poses[1].heading).toBeCloseTo(0.7, 6);
    expect(graphCost(graph)).toBeLessThan(1e-9);
  });
});
