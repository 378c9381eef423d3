/**
 * Sky above, ground below. The ground is seen in the directions d of the half space
 *
 *   n·d > 0,   n = −up − (h / far) ẑ
 *
 * h    height of the camera [m]
 * far  depth along the optical axis beyond which there is only sky [m]; without limit n = −up, the true horizon
 *
 * The border is a great circle. What it cuts out of the lens's field is one closed path: along the great circle through the
 * field, and back along the rim of the field, which lies outside the picture.
 */
import { acos, atan2, sinCos } from '../../math/trig.ts';
import type { Canvas } from './canvas.ts';
import type { Paint } from './paint.ts';
import type { Tracer } from './tracer.ts';

/** Corners of an arc, between which a great circle is followed. */
const ARC = 48;
/** Corners of the whole rim, where it can be seen. */
const RIM = 360;

const sineCosine = new Float64Array(2);

/** Corners that the paths here need. */
export const HORIZON_CORNERS = RIM;

/** Paints all of the canvas with sky and ground. */
export function paintHorizon(tracer: Tracer, sky: Paint, ground: Paint): void {
  const { canvas, field, view, far } = tracer;
  const { up } = view;
  const tilt = far < Infinity ? view.position[2] / far : 0;
  const scale = 1 / Math.sqrt(1 + tilt * (2 * up[2] + tilt));
  const nx = -up[0] * scale;
  const ny = -up[1] * scale;
  const nz = -(up[2] + tilt) * scale;
  // e₁, the point of the great circle nearest to the axis, and its depth along the axis
  const across = Math.sqrt(nx * nx + ny * ny);
  if (across <= field.cosine) {
    canvas.flood(nz > 0 ? ground : sky);
    return;
  }
  canvas.flood(sky);
  const e1x = (-nz * nx) / across;
  const e1y = (-nz * ny) / across;
  // half of the great circle that lies within the field
  const half = across > -field.cosine ? acos(field.cosine / across) : Math.PI;
  // e₂ = e₁ × n, level and to the side: (n_y, −n_x, 0)/across
  let count = 0;
  const { corners } = tracer;
  const steps = half === Math.PI ? 2 * ARC : ARC;
  for (let i = 0; i <= steps; i++) {
    sinCos(-half + (2 * half * i) / steps, sineCosine);
    corners[3 * count] = sineCosine[1] * e1x + (sineCosine[0] * ny) / across;
    corners[3 * count + 1] = sineCosine[1] * e1y - (sineCosine[0] * nx) / across;
    corners[3 * count + 2] = sineCosine[1] * across;
    count++;
  }
  if (half < Math.PI) count = addRim(tracer, count, nx, ny);
  else if (nz < 0) canvas.flood(ground);
  tracer.add(count, false);
  canvas.paint(half === Math.PI && nz < 0 ? sky : ground);
}

/** The rim of the field from the end of the great circle to its start, through the ground. */
function addRim(tracer: Tracer, start: number, nx: number, ny: number): number {
  const { corners, field } = tracer;
  const middle = atan2(ny, nx);
  const last = 3 * (start - 1);
  // azimuth of the end, measured from the middle of the ground
  const from = wrapped(atan2(corners[last + 1], corners[last]) - middle);
  for (let i = 1; i < ARC; i++) {
    sinCos(middle + from * (1 - (2 * i) / ARC), sineCosine);
    const to = 3 * (start + i - 1);
    corners[to] = field.sine * sineCosine[1];
    corners[to + 1] = field.sine * sineCosine[0];
    corners[to + 2] = field.cosine;
  }
  return start + ARC - 1;
}

const wrapped = (angle: number): number =>
  angle > Math.PI ? angle - 2 * Math.PI : angle < -Math.PI ? angle + 2 * Math.PI : angle;

/** Paints black what no direction leads to. */
export function paintBlackCorners(tracer: Tracer, black: Paint): void {
  const { canvas, corners, field } = tracer;
  for (let i = 0; i < RIM; i++) {
    sinCos((2 * Math.PI * i) / RIM, sineCosine);
    corners[3 * i] = field.sine * sineCosine[1];
    corners[3 * i + 1] = field.sine * sineCosine[0];
    corners[3 * i + 2] = field.cosine;
  }
  tracer.add(RIM, false);
  addFrame(canvas);
  canvas.paint(black);
}

/** The border of the picture, in the sense against that of the rim. */
function addFrame(canvas: Canvas): void {
  const { path, width, height } = canvas;
  path.fill(0, 0, 10);
  path[3] = path[5] = height;
  path[4] = path[6] = width;
  canvas.addPath(5);
}
