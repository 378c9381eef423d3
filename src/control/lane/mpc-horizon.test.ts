import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { group, parse } from '../../core/schema.ts';
import { solveQuadraticProgram } from '../../math/quadratic-program.ts';
import { createHorizon, linearise, predict, writeGradientAndBounds } from './mpc-horizon.ts';
import { advanceTrack, continuousModel, discreteModel, STATES, Track } from './mpc-model.ts';
import { planCost } from './mpc-report.ts';
import { laneMpc } from './lane-mpc.ts';
import { createMatrixRoom } from './zero-order-hold.ts';

const solutions = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/control/mpc-solutions.json', import.meta.url), 'utf8'),
);

const paramsOf = (given: Record<string, unknown>) => parse(group(laneMpc.params, ''), given, 'params') as any;
const farthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(...Array.from(b, (value, i) => Math.abs(a[i] - value)));

function discretised(given: Record<string, unknown>, speed: number, step: number): Float64Array {
  const continuous = new Float64Array(36);
  const model = new Float64Array(36);
  const params = paramsOf(given);
  continuousModel(params, speed, continuous);
  discreteModel(params, continuous, step, createMatrixRoom(Track.SIZE), model);
  return model;
}

describe('the model of the lane-keeping MPC', () => {
  it('is discretised as scipy does it', () => {
    for (const { car, speed, trackedPoint, step, model } of solutions.models) {
      expect(farthest(discretised({ ...car, trackedPoint }, speed, step), model)).toBeLessThan(1e-12);
    }
  });

  it('explodes by forward Euler at 0.1 s on stiff tyres, and not in many small parts', () => {
    const largest = (model: Float64Array): number => {
      const states = new Float64Array(8);
      states[Track.VY] = 0.1;
      for (let i = 0; i < 20; i++) {
        advanceTrack(model, states, 0, 0, 0);
        states.copyWithin(0, STATES, 2 * STATES);
      }
      return Math.abs(states[Track.VY]);
    };
    const euler = (eulerParts: number) => discretised({ discretisation: 'euler', eulerParts }, 2.5, 0.1);
    expect(largest(euler(1))).toBeGreaterThan(1e20);
    expect(largest(euler(20))).toBeLessThan(1e-3);
    expect(largest(discretised({}, 2.5, 0.1))).toBeLessThan(1e-3);
    expect(farthest(euler(1000), discretised({}, 2.5, 0.1))).toBeLessThan(2e-3);
  });

  it('stays on a circle with the input of steady cornering, tan δ = κ (L + V² m (l_r/C_f − l_f/C_r)/(2 L))', () => {
    for (const speed of [2.5, 15]) {
      const [front, rear] = [20000, 60000];
      const given = { frontStiffness: front, rearStiffness: rear };
      const input = 1.3 + ((speed * speed * 824) / (2 * 1.3)) * (0.473 / front - 0.827 / rear);
      const model = discretised(given, speed, 0.1);
      const states = new Float64Array(8);
      const curvature = 0.02;
      for (let i = 0; i < 300; i++) {
        advanceTrack(model, states, 0, input * curvature, curvature);
        states.copyWithin(0, STATES, 2 * STATES);
      }
      expect(states[Track.YAW_RATE]).toBeCloseTo(speed * curvature, 10);
    }
  });
});

describe('the plan of the lane-keeping MPC', () => {
  it('is the one that cvxopt finds for the problem with all its states', () => {
    for (const problem of solutions.lane) {
      const {
        car,
        predictionSteps,
        controlSteps,
        trackedPoint,
        lateralWeight,
        headingWeight,
        incrementWeight,
        lateralLimit,
      } = problem;
      const params = paramsOf({
        ...car,
        predictionSteps,
        controlSteps,
        trackedPoint,
        lateralWeight,
        headingWeight,
        incrementWeight,
        lateralLimit,
      });
      const horizon = createHorizon(params);
      linearise(params, horizon, problem.speed);
      horizon.states.set(problem.state);
      horizon.curvature.set(problem.curvature);
      Object.assign(horizon.limits, { most: problem.most, change: problem.change, firstChange: problem.firstChange });
      predict(horizon, problem.before, false);
      const free = planCost(params, horizon);
      writeGradientAndBounds(params, horizon, problem.before);
      expect(solveQuadraticProgram(horizon.qp)).toBe('optimal');
      predict(horizon, problem.before, true);
      expect(farthest(horizon.qp.x, problem.increments)).toBeLessThan(1e-6);
      const planned = (offset: number) =>
        Array.from({ length: predictionSteps }, (_, k) => horizon.states[STATES * (k + 1) + offset]);
      expect(farthest(planned(Track.LATERAL), problem.lateral)).toBeLessThan(1e-6);
      expect(farthest(planned(Track.HEADING), problem.heading)).toBeLessThan(1e-6);
      expect(planCost(params, horizon)).toBeLessThan(free);
    }
  });
});
