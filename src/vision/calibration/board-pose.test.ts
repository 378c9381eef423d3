import { describe, expect, it } from 'vitest';
import { multiply } from '../../math/linear-algebra.ts';
import { movePose, poseOfHomography, rotationOf, rotationVector } from './board-pose.ts';

const closeTo = (values: Float64Array, digits = 12) => [...values].map((value) => expect.closeTo(value, digits));

describe('a rotation vector', () => {
  it('comes back from its matrix, at every angle', () => {
    for (const angle of [0, 1e-9, 1e-5, 0.3, 2, 3.1, Math.PI - 1e-9]) {
      const axis = [0.36, -0.48, 0.8].map((value) => value * angle);
      expect([...rotationVector(rotationOf(axis[0], axis[1], axis[2]))]).toEqual(closeTo(Float64Array.from(axis), 7));
    }
  });

  it('of half a turn is one of the two that mean it', () => {
    const half = rotationVector(Float64Array.of(1, 0, 0, 0, -1, 0, 0, 0, -1));
    expect([...half.map(Math.abs)]).toEqual(closeTo(Float64Array.of(Math.PI, 0, 0)));
  });

  it('makes a proper rotation', () => {
    const r = rotationOf(0.4, -1.1, 0.7);
    const transposed = Float64Array.of(r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]);
    const product = new Float64Array(9);
    multiply(r, transposed, 3, 3, 3, product);
    expect([...product]).toEqual(closeTo(Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)));
  });

  it('turns counter-clockwise about its axis', () => {
    expect([...rotationOf(0, 0, Math.PI / 2)]).toEqual(closeTo(Float64Array.of(0, -1, 0, 1, 0, 0, 0, 0, 1)));
  });
});

describe('a board pose', () => {
  const pose = { rotation: rotationOf(0.3, -0.5, 0.2), translation: Float64Array.of(0.1, -0.2, 1.5) };

  it('comes back from its homography, whatever the scale and sign', () => {
    const { rotation: r, translation: t } = pose;
    for (const scale of [1, 0.01, -3]) {
      const found = poseOfHomography(
        Float64Array.of(r[0], r[1], t[0], r[3], r[4], t[1], r[6], r[7], t[2]).map((value) => value * scale),
      );
      expect([...found.rotation]).toEqual(closeTo(r));
      expect([...found.translation]).toEqual(closeTo(t));
    }
  });

  it('is moved by a turn from the left and a shift', () => {
    const moved = movePose(pose, Float64Array.of(0, 0, 0.1, 1, 2, 3));
    const expected = new Float64Array(9);
    multiply(rotationOf(0, 0, 0.1), pose.rotation, 3, 3, 3, expected);
    expect([...moved.rotation]).toEqual(closeTo(expected));
    expect([...moved.translation]).toEqual(closeTo(Float64Array.of(1.1, 1.8, 4.5)));
  });
});
