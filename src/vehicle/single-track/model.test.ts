import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { group, parse } from '../../core/schema.ts';
import { GRAVITY } from './load-transfer.ts';
import { handling, yawGain, yawMode } from './handling.ts';
import { advanceSingleTrack } from './integration.ts';
import { kineticEnergy, singleTrackRate, STATE_SIZE, VX, VY, X, YAW, YAW_RATE, Y } from './model.ts';
import { singleTrack } from './single-track.ts';

const carOf = (given: object = {}) => parse(group(singleTrack.params, ''), given, '');
type Car = ReturnType<typeof carOf>;

const moving = (speed: number) => {
  const state = new Float64Array(STATE_SIZE);
  state[VX] = speed;
  return state;
};

/** Runs with constant inputs; `hold` keeps the speed as in a test bench. */
function run(
  car: Car,
  state: Float64Array,
  input: readonly number[],
  seconds: number,
  options: { step?: number; hold?: boolean; seen?: () => void } = {},
) {
  const step = options.step ?? 1e-3;
  const inputs = Float64Array.from(input);
  const speed = state[VX];
  for (let k = 0; k < Math.round(seconds / step); k++) {
    advanceSingleTrack(car, state, inputs, step);
    if (options.hold === true) state[VX] = speed;
    options.seen?.();
  }
  return state;
}

const understeered = carOf({ tyreModel: 'linear', cgHeight: 0 });
const oversteered = carOf({ tyreModel: 'linear', cgHeight: 0, cgToFrontAxle: 1.5 });

interface Reference {
  name: string;
  car: object;
  speed: number;
  segments: [number, number, number, number][];
  samplePeriod: number;
  samples: number[][];
}
const references: Reference[] = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/vehicle/single-track-reference.json', import.meta.url), 'utf8'),
);

/** Largest deviation from the reference over all samples, headings modulo 2π. */
function deviation(reference: Reference, settings: object, step: number): number {
  const car = carOf({ ...reference.car, ...settings });
  const state = moving(reference.speed);
  let worst = 0;
  let sample = 0;
  for (const [duration, ...input] of reference.segments) {
    for (let i = 0; i < Math.round(duration / reference.samplePeriod); i++) {
      run(car, state, input, reference.samplePeriod, { step });
      reference.samples[sample++].forEach((value, j) => {
        const difference = Math.abs(state[j] - value);
        worst = Math.max(worst, j === YAW ? Math.abs(Math.sin(difference / 2)) : difference);
      });
    }
  }
  return worst;
}

describe('single-track model against scipy', () => {
  it.each(references)('agrees for $name', (reference) => {
    expect(deviation(reference, {}, 1e-3)).toBeLessThan(1e-6);
  });

  it.each([
    ['rk4', 4],
    ['semi-implicit', 1],
  ] as const)('converges with %s at order %d', (integrator, order) => {
    const reference = references[1];
    const coarse = deviation(reference, { integrator }, 0.02);
    const fine = deviation(reference, { integrator }, 0.01);
    expect(Math.log2(coarse / fine)).toBeGreaterThan(order - 0.25);
    expect(Math.log2(coarse / fine)).toBeLessThan(order + 0.6);
  });

  it('substeps exactly like a shorter step', () => {
    const input = [0.05, 0, 1000];
    const long = run(carOf({ substeps: 4 }), moving(12), input, 1, { step: 4e-3 });
    const short = run(carOf(), moving(12), input, 1, { step: 1e-3 });
    expect(Array.from(long)).toEqual(Array.from(short));
  });
});

describe('single-track handling', () => {
  it.each([5, 15, 30, 45])('has the steady-state yaw gain v/(L + K v²) at %d m/s', (speed) => {
    const steering = 1e-4;
    const state = run(understeered, moving(speed), [steering, 0, 0], 8, { hold: true });
    expect(state[YAW_RATE] / steering / yawGain(understeered, speed)).toBeCloseTo(1, 6);
  });

  it('shows its understeer gradient in a swept-speed run at constant steering', () => {
    // δ = L/R + K a_y: the slope of δ − L/R over a_y, from speeds that rise slowly
    const steering = 0.002;
    const state = moving(6);
    const input = Float64Array.of(steering, 0, 0);
    let sumXX = 0;
    let sumXY = 0;
    for (let k = 0; k < 60000; k++) {
      state[VX] = 6 + 30 * (k / 60000);
      advanceSingleTrack(understeered, state, input, 1e-3);
      const ay = state[YAW_RATE] * state[VX];
      if (k < 2000) continue;
      sumXX += ay * ay;
      sumXY += ay * (steering - (understeered.wheelBase * state[YAW_RATE]) / state[VX]);
    }
    const { understeerGradient } = handling(understeered);
    expect(sumXY / sumXX / understeerGradient).toBeCloseTo(1, 2);
    expect(understeerGradient * GRAVITY * (180 / Math.PI)).toBeCloseTo(1.793, 2);
  });

  it('is stable just below the critical speed of an oversteered car and diverges just above', () => {
    const { characteristicSpeed, isOversteered } = handling(oversteered);
    expect(isOversteered).toBe(true);
    const disturbedFor = (speed: number) => {
      const state = moving(speed);
      state[YAW_RATE] = 1e-7;
      // let the fast mode die out before looking at the slow one
      const early = Math.abs(run(oversteered, state, [0, 0, 0], 3, { hold: true })[YAW_RATE]);
      return Math.abs(run(oversteered, state, [0, 0, 0], 10, { hold: true })[YAW_RATE]) / early;
    };
    expect(disturbedFor(0.98 * characteristicSpeed)).toBeLessThan(0.9);
    expect(disturbedFor(1.02 * characteristicSpeed)).toBeGreaterThan(1.1);
  });

  it('swings in yaw with the frequency and damping of its eigenvalues', () => {
    const speed = 35;
    const { frequencySquared, decay } = yawMode(understeered, speed);
    const damped = Math.sqrt(frequencySquared - decay * decay);
    const state = moving(speed);
    state[YAW_RATE] = 1e-5;
    const crossings: number[] = [];
    const peaks: number[] = [];
    let before = state[YAW_RATE];
    let peak = 0;
    let k = 0;
    run(understeered, state, [0, 0, 0], 4, {
      hold: true,
      seen: () => {
        k++;
        const now = state[YAW_RATE];
        if (before * now < 0) {
          crossings.push((k - now / (now - before)) * 1e-3);
          peaks.push(peak);
          peak = 0;
        }
        peak = Math.max(peak, Math.abs(now));
        before = now;
      },
    });
    const halfPeriod = (crossings[3] - crossings[1]) / 2;
    expect(Math.PI / halfPeriod / damped).toBeCloseTo(1, 3);
    expect(Math.log(peaks[1] / peaks[2]) / halfPeriod / decay).toBeCloseTo(1, 2);
  });

  it('has the eigenvalues of the numerically linearised equations', () => {
    const speed = 22;
    const car = carOf();
    const rate = new Float64Array(STATE_SIZE);
    const slope = (index: number, output: number) => {
      const h = 1e-6;
      const at = (sign: number) => {
        const state = moving(speed);
        state[index] += sign * h;
        singleTrackRate(car, state, new Float64Array(3), rate);
        return rate[output];
      };
      return (at(1) - at(-1)) / (2 * h);
    };
    const [a11, a12, a21, a22] = [slope(VY, VY), slope(YAW_RATE, VY), slope(VY, YAW_RATE), slope(YAW_RATE, YAW_RATE)];
    const { frequencySquared, decay } = yawMode(car, speed);
    expect(a11 + a22).toBeCloseTo(-2 * decay, 5);
    expect(a11 * a22 - a12 * a21).toBeCloseTo(frequencySquared, 4);
  });
});

describe('single-track physics', () => {
  it.each(['linear', 'magic-formula'])('never exceeds μ g in any direction (%s tyres)', (tyreModel) => {
    const car = carOf({ tyreModel, frontTyre: { friction: 0.7 }, rearTyre: { friction: 0.7 } });
    const rate = new Float64Array(STATE_SIZE);
    for (const [vx, vy, r, steering, front, rear] of [
      [20, 0, 0, 0.5, 0, 0],
      [20, -8, 2, 0.3, -9000, -9000],
      [5, 5, -3, -0.6, 9000, 9000],
      [0, 6, 1, 0, 0, 0],
      [-10, 1, 1, 0.4, 4000, 0],
      [1, 0.5, 4, 0.6, 1e6, -1e6],
    ]) {
      const state = moving(vx);
      state[VY] = vy;
      state[YAW_RATE] = r;
      singleTrackRate(car, state, Float64Array.of(steering, front, rear), rate);
      expect(Math.hypot(rate[VX] - r * vy, rate[VY] + r * vx)).toBeLessThanOrEqual(0.7 * GRAVITY * (1 + 1e-12));
    }
  });

  it('runs wide when steered beyond its limit: lateral acceleration ends just below μ g', () => {
    const car = carOf();
    const state = moving(20);
    const input = new Float64Array(3);
    const rate = new Float64Array(STATE_SIZE);
    for (let k = 0; k < 20000; k++) {
      input[0] = 0.2 * Math.min(1, k / 15000);
      state[VX] = 20;
      advanceSingleTrack(car, state, input, 1e-3);
      singleTrackRate(car, state, input, rate);
      expect(rate[VY] + state[YAW_RATE] * state[VX]).toBeLessThanOrEqual(GRAVITY);
    }
    expect(state[YAW_RATE] * 20).toBeGreaterThan(0.85 * GRAVITY);
    expect(0.2 / ((2.7 * state[YAW_RATE]) / 20)).toBeGreaterThan(1.5);
  });

  it('turns right as the mirror image of left', () => {
    const left = run(carOf(), moving(18), [0.15, -500, -300], 3);
    const right = run(carOf(), moving(18), [-0.15, -500, -300], 3);
    expect([right[VX], right[VY], right[YAW_RATE]]).toEqual([left[VX], -left[VY], -left[YAW_RATE]]);
    expect(right[X]).toBeCloseTo(left[X], 9);
    expect(right[Y]).toBeCloseTo(-left[Y], 9);
  });

  it.each([
    ['linear', 25, 0.05],
    ['magic-formula', 25, 0.3],
    ['magic-formula', 3, 0.6],
    ['magic-formula', 1, -0.5],
    ['magic-formula', -6, 0.4],
    ['linear', 12, 0.6],
  ])('never gains kinetic energy when coasting (%s tyres, %d m/s, δ %f)', (tyreModel, speed, steering) => {
    const car = carOf({ tyreModel, dragArea: 0.6, rollingResistance: 0.01 });
    const state = moving(speed);
    let before = kineticEnergy(car, state);
    run(car, state, [steering, 0, 0], 20, {
      seen: () => {
        const now = kineticEnergy(car, state);
        expect(now).toBeLessThanOrEqual(before * (1 + 1e-12));
        before = now;
      },
    });
  });

  it('loses exactly the work of drag and rolling resistance on a straight', () => {
    const car = carOf({ dragArea: 0.65, rollingResistance: 0.012 });
    const state = run(car, moving(30), [0, 0, 0], 10);
    // m v̇ = −(k v² + c): v(t) = w tan(atan(v₀/w) − w k t/m), w = √(c/k)
    const k = 0.5 * 1.225 * 0.65;
    const w = Math.sqrt((0.012 * 1500 * GRAVITY) / k);
    expect(state[VX]).toBeCloseTo(w * Math.tan(Math.atan(30 / w) - (w * k * 10) / 1500), 9);
  });

  it('passes into the kinematic bicycle as speed falls', () => {
    const steering = 0.4;
    const ratio = (speed: number) => {
      const state = run(carOf(), moving(speed), [steering, 0, 0], 5, { hold: true });
      return state[YAW_RATE] / ((speed * Math.tan(steering)) / 2.7);
    };
    expect(Math.abs(ratio(0.05) - 1)).toBeLessThan(2e-4);
    expect(Math.abs(ratio(1) - 1)).toBeLessThan(4e-3);
    expect(Math.abs(ratio(-0.05) - 1)).toBeLessThan(2e-4);
  });

  it('comes to rest and stays there', () => {
    const car = carOf({ rollingResistance: 0.015 });
    const state = run(car, moving(5), [0.3, 0, 0], 60);
    for (const i of [VX, VY, YAW_RATE]) expect(Math.abs(state[i])).toBeLessThan(1e-6);
  });

  it('loads the front axle under braking, which lets it brake harder in front', () => {
    const rate = new Float64Array(STATE_SIZE);
    const state = moving(20);
    const demand = Float64Array.of(0, -1e6, 0);
    const car = carOf({ frontTyre: { friction: 1 } });
    singleTrackRate(car, state, demand, rate);
    const early = rate[VX];
    run(car, state, [0, -1e6, 0], 0.5);
    singleTrackRate(car, state, demand, rate);
    // a = μ (g b + h a)/L  ⇒  a = μ g b/(L − μ h)
    expect(early).toBeCloseTo((-GRAVITY * 1.5) / 2.7, 9);
    expect(rate[VX]).toBeCloseTo((-GRAVITY * 1.5) / (2.7 - 0.5), 1);
  });
});
