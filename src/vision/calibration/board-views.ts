/**
 * Poses for rendered pictures: a board held at many places of the picture, tilted, turned, near and far, as a person would
 * hold it for a calibration; and a board that lies on the floor in front of a camera that looks down on it.
 */
import type { Lens } from '../../camera-model/lens.ts';
import { projectPoint, unprojectPixel } from '../../camera-model/lens.ts';
import { multiply } from '../../math/linear-algebra.ts';
import type { RandomStream } from '../../math/random.ts';
import { uniformBetween } from '../../math/random.ts';
import { cos, sin } from '../../math/trig.ts';
import type { BoardPattern } from './board-pattern.ts';
import type { BoardPose } from './board-pose.ts';
import { rotationOf } from './board-pose.ts';
import { floorToOptical } from './ground-plane.ts';

const PIXEL_MARGIN = 6;

/** Pose n of a series: its place in the picture follows a 3 × 3 pattern, the rest is drawn. The whole board is in view. */
export function heldPose(lens: Lens, pattern: BoardPattern, n: number, random: RandomStream): BoardPose {
  const cell = (n * 4) % 9;
  for (let attempt = 0; attempt < 400; attempt++) {
    // later attempts come nearer the centre and further away
    const patience = attempt / 400;
    const u = lens.cx + (1 - patience) * lens.width * (((cell % 3) - 1) * 0.28 + uniformBetween(random, -0.05, 0.05));
    const v =
      lens.cy +
      (1 - patience) * lens.height * ((Math.floor(cell / 3) - 1) * 0.26 + uniformBetween(random, -0.05, 0.05));
    const share = uniformBetween(random, 0.45, 0.85) * (1 - 0.6 * patience);
    const distance = (lens.fx * pattern.width) / (share * lens.width);
    const pose = placedAlong(lens, pattern, u, v, distance, random);
    if (pose !== null && isInView(lens, pattern, pose)) return pose;
  }
  return {
    rotation: rotationOf(0, 0, 0),
    translation: Float64Array.of(
      -pattern.left - pattern.width / 2,
      -pattern.top - pattern.height / 2,
      (3 * lens.fx * pattern.width) / lens.width,
    ),
  };
}

/** The board's middle on the ray of a pixel; it faces the camera, then is tilted and turned. */
function placedAlong(
  lens: Lens,
  pattern: BoardPattern,
  u: number,
  v: number,
  distance: number,
  random: RandomStream,
): BoardPose | null {
  const ray = new Float64Array(3);
  if (!unprojectPixel(lens, u, v, ray)) return null;
  const tilt = uniformBetween(random, 0.15, 0.75);
  const around = uniformBetween(random, -Math.PI, Math.PI);
  const facing = facingRotation(ray);
  const tilted = product(facing, rotationOf(tilt * cos(around), tilt * sin(around), 0));
  return centredAt(
    pattern,
    product(tilted, rotationOf(0, 0, uniformBetween(random, -0.4, 0.4))),
    ray.map((component) => component * distance),
  );
}

/** The smallest turn that takes the optical axis to a ray. */
function facingRotation(ray: Float64Array): Float64Array {
  // axis × angle = z × ray, scaled from sine to angle by halving: exp of twice the half-way turn
  const half = Math.sqrt((1 + ray[2]) / 2);
  const [x, y] = [-ray[1] / (2 * half), ray[0] / (2 * half)];
  return Float64Array.of(
    1 - 2 * y * y,
    2 * x * y,
    2 * y * half,
    2 * x * y,
    1 - 2 * x * x,
    -2 * x * half,
    -2 * y * half,
    2 * x * half,
    1 - 2 * (x * x + y * y),
  );
}

function product(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(9);
  multiply(a, b, 3, 3, 3, out);
  return out;
}

/** The pose with the paper's middle at a point of the optical frame. */
function centredAt(
  { left, top, width, height }: BoardPattern,
  rotation: Float64Array,
  middle: Float64Array,
): BoardPose {
  const x = left + width / 2;
  const y = top + height / 2;
  return { rotation, translation: middle.map((value, i) => value - rotation[3 * i] * x - rotation[3 * i + 1] * y) };
}

/** Places along the paper's border, as shares of its width and height. */
const BORDER = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
  [share, 0],
  [share, 1],
  [0, share],
  [1, share],
]);

function isInView(
  lens: Lens,
  { left, top, width, height }: BoardPattern,
  { rotation: r, translation: t }: BoardPose,
): boolean {
  const pixel = new Float64Array(2);
  return BORDER.every(([across, down]) => {
    const x = left + across * width;
    const y = top + down * height;
    const z = r[6] * x + r[7] * y + t[2];
    if (!(z > 0) || !projectPoint(lens, r[0] * x + r[1] * y + t[0], r[3] * x + r[4] * y + t[1], z, pixel)) return false;
    return Math.min(pixel[0], pixel[1], lens.width - 1 - pixel[0], lens.height - 1 - pixel[1]) > PIXEL_MARGIN;
  });
}

export interface FloorView {
  readonly height: number;
  readonly pitch: number;
  readonly roll: number;
  readonly pose: BoardPose;
}

/** A camera at this pitch and roll, as high as needed for the board on its optical axis to fill about half the width. */
export function floorView(lens: Lens, pattern: BoardPattern, pitch: number, roll: number, yaw: number): FloorView {
  const distance = (lens.fx * pattern.width) / (0.55 * lens.width);
  const axes = floorToOptical(pitch, roll);
  // on the board x points right and y towards the camera: −y and −x of the floor, turned by the yaw
  const turn = Float64Array.of(-sin(yaw), -cos(yaw), 0, -cos(yaw), sin(yaw), 0, 0, 0, -1);
  return {
    height: distance * sin(pitch),
    pitch,
    roll,
    pose: centredAt(pattern, product(axes, turn), Float64Array.of(0, 0, distance)),
  };
}
