import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HALF_PI, PI, TAU, wrapToPi } from './angle.ts';
import { multiply } from './linear-algebra.ts';
import {
  composePoseInto,
  createPose2,
  inversePoseInto,
  quaternionFromYawInto,
  relativePoseInto,
  yawFromQuaternion,
  type Pose2,
} from './pose2.ts';
import { atan2, cos, sin } from './trig.ts';

const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });
const pose = fc.record({ x: coordinate, y: coordinate, heading: fc.double({ min: -PI, max: PI, noNaN: true }) });

/** The same as functions of their arguments. */
const returned = <T extends object>(out: T, write: (out: T) => void): T => (write(out), out);
const composePose = (a: Pose2, b: Pose2) => returned(createPose2(), (out) => composePoseInto(a, b, out));
const inversePose = (a: Pose2) => returned(createPose2(), (out) => inversePoseInto(a, out));
const relativePose = (a: Pose2, b: Pose2) => returned(createPose2(), (out) => relativePoseInto(a, b, out));
const quaternionFromYaw = (yaw: number) =>
  returned({ x: 0, y: 0, z: 0, w: 1 }, (out) => quaternionFromYawInto(yaw, out));

/** The pose as a homogeneous 3×3 matrix. */
function matrixOf({ x, y, heading }: Pose2): Float64Array {
  const c = cos(heading);
  const s = sin(heading);
  return new Float64Array([c, -s, x, s, c, y, 0, 0, 1]);
}

const poseOf = (m: Float64Array): Pose2 => createPose2(m[2], m[5], atan2(m[3], m[0]));

function expectPose(actual: Pose2, x: number, y: number, heading: number, tolerance: number): void {
  expect(Math.abs(actual.x - x)).toBeLessThanOrEqual(tolerance);
  expect(Math.abs(actual.y - y)).toBeLessThanOrEqual(tolerance);
  expect(Math.abs(wrapToPi(actual.heading - heading))).toBeLessThanOrEqual(tolerance);
}

const close = (a: Pose2, b: Pose2): boolean =>
  Math.abs(a.x - b.x) < 1e-11 && Math.abs(a.y - b.y) < 1e-11 && Math.abs(wrapToPi(a.heading - b.heading)) < 1e-14;

describe('conformance with the vehicle_dynamics_sim unit tests', () => {
  it('1: product at heading 0', () => {
    expect(composePose(createPose2(1, 2, 0), createPose2(3, 4, 0))).toEqual({ x: 4, y: 6, heading: 0 });
  });

  it('2: product at heading π/2, to 4 ulp', () => {
    expectPose(
      composePose(createPose2(1, 2, HALF_PI), createPose2(3, 4, 0)),
      -3,
      5,
      HALF_PI,
      4 * 4.440892098500626e-16,
    );
  });

  it('3: pose to isometry and back', () => {
    expectPose(poseOf(matrixOf(createPose2(1, 2, HALF_PI))), 1, 2, HALF_PI, 1e-9);
    expect(yawFromQuaternion(quaternionFromYaw(HALF_PI))).toBeCloseTo(HALF_PI, 15);
  });

  it.each([
    [4, 0, -1, -2, 0],
    [5, PI / 4, -2.1213203435596424, -0.7071067811865476, -PI / 4],
    [6, PI, 1, 2, PI],
  ])('%i: inverse of (1, 2, %f)', (_number, heading, x, y, inverseHeading) => {
    const inverse = inversePose(createPose2(1, 2, heading));
    expectPose(inverse, x, y, inverseHeading, 1e-9);
    // and the matrices are each other's inverses
    const product = new Float64Array(9);
    multiply(matrixOf(createPose2(1, 2, heading)), matrixOf(inverse), 3, 3, 3, product);
    [1, 0, 0, 0, 1, 0, 0, 0, 1].forEach((entry, i) => expect(product[i]).toBeCloseTo(entry, 12));
  });

  it('7 and 8: headings wrap', () => {
    expect(wrapToPi(0.5)).toBe(0.5);
    expect(wrapToPi(-0.5)).toBe(-0.5);
    expect(Math.abs(wrapToPi(0.5 + TAU) - 0.5)).toBeLessThanOrEqual(4 * 1.1102230246251565e-16);
    expect(Math.abs(wrapToPi(-0.5 - TAU) + 0.5)).toBeLessThanOrEqual(4 * 1.1102230246251565e-16);
  });
});

describe('group laws', () => {
  it('composition is associative and matches the matrix product', () => {
    const product = new Float64Array(9);
    fc.assert(
      fc.property(pose, pose, pose, (a, b, c) => {
        multiply(matrixOf(a), matrixOf(b), 3, 3, 3, product);
        return (
          close(composePose(composePose(a, b), c), composePose(a, composePose(b, c))) &&
          close(composePose(a, b), poseOf(product))
        );
      }),
    );
  });

  it('a pose times its inverse is the identity, either way round', () => {
    const origin = createPose2();
    fc.assert(
      fc.property(
        pose,
        (a) => close(composePose(a, inversePose(a)), origin) && close(composePose(inversePose(a), a), origin),
      ),
    );
  });

  it('the relative pose leads from one pose to the other', () => {
    fc.assert(fc.property(pose, pose, (a, b) => close(composePose(a, relativePose(a, b)), b)));
  });

  it('output records may be inputs', () => {
    fc.assert(
      fc.property(pose, pose, (a, b) => {
        const left = { ...a };
        composePoseInto(left, b, left);
        const right = { ...b };
        composePoseInto(a, right, right);
        const relative = { ...a };
        relativePoseInto(relative, b, relative);
        const inverse = { ...a };
        inversePoseInto(inverse, inverse);
        expect(left).toEqual(composePose(a, b));
        expect(right).toEqual(composePose(a, b));
        expect(relative).toEqual(relativePose(a, b));
        expect(inverse).toEqual(inversePose(a));
      }),
    );
  });
});

describe('quaternions', () => {
  it('give yaw back in [−π, π], whatever their length', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -3.14, max: 3.14, noNaN: true }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (yaw, size) => {
          const q = quaternionFromYaw(yaw);
          const scaled = { x: q.x * size, y: q.y * size, z: q.z * size, w: q.w * size };
          return Math.abs(yawFromQuaternion(scaled) - yaw) < 1e-14 && Math.abs(q.z * q.z + q.w * q.w - 1) < 1e-15;
        },
      ),
    );
  });

  it('give the yaw of a tilted attitude', () => {
    // yaw 0.7 after roll 0.3: q = q_z(0.7) q_x(0.3)
    const [cz, sz, cx, sx] = [cos(0.35), sin(0.35), cos(0.15), sin(0.15)];
    expect(yawFromQuaternion({ x: cz * sx, y: sz * sx, z: sz * cx, w: cz * cx })).toBeCloseTo(0.7, 14);
  });
});
