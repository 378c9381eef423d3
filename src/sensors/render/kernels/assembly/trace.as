/**
 * Polygons in the optical frame as paths in the picture, along the curves that a lens makes of straight edges.
 *
 * A chord over a curve is off by its sagitta s, and n chords of equal length by s / n². Edges are halved until they span less than an
 * eighth of a radian, where the curvature hardly changes; then the sagitta of each part says how many chords it needs.
 */
import { Canvas } from './canvas';
import { addPath } from './edges';
import { Lens, project, u, v } from './lens';

/** How far a chord may be off the curve [px], with what curvature may change within a part. */
const TOLERANCE: f64 = 0.005;
/** Square of the longest part, as a chord of the unit sphere. */
const LONGEST: f64 = 0.015625;
const MOST_HALVINGS: i32 = 6;
const MOST_CHORDS: f64 = 256;

let self: usize = 0;
let path: usize = 0;
let room: i32 = 0;
let filled: i32 = 0;

// @ts-ignore: decorator
@inline
function put(x: f64, y: f64): void {
  if (filled == room) {
    addPath(self, path, filled);
    store<f64>(path, load<f64>(path + (<usize>(filled - 1) << 4)));
    store<f64>(path, load<f64>(path + (<usize>(filled - 1) << 4), 8), 8);
    filled = 1;
  }
  const to = path + (<usize>filled << 4);
  store<f64>(to, x);
  store<f64>(to, y, 8);
  filled++;
}

/** Adds the closed path through corners x, y, z each, all of them in sight; `buffer` has room for `most` points. */
export function addPolygon(canvas: usize, field: usize, corners: usize, count: i32, buffer: usize, most: i32): void {
  const lens = changetype<Lens>(field);
  self = canvas;
  path = buffer;
  room = most;
  filled = 0;
  project(lens, load<f64>(corners), load<f64>(corners, 8), load<f64>(corners, 16));
  const firstU = u;
  const firstV = v;
  put(u, v);
  const last = corners + <usize>(24 * (count - 1));
  for (let from = corners; from <= last; from += 24) {
    const to = from == last ? corners : from + 24;
    const fromU = u;
    const fromV = v;
    if (to == corners) {
      u = firstU;
      v = firstV;
    } else {
      project(lens, load<f64>(to), load<f64>(to, 8), load<f64>(to, 16));
    }
    const toU = u;
    const toV = v;
    if (lens.kind != 0) addBetween(lens, from, to, fromU, fromV, toU, toV);
    put(toU, toV);
    u = toU;
    v = toV;
  }
  addPath(self, path, filled);
}

/** Points between two corners. */
function addBetween(lens: Lens, from: usize, to: usize, fromU: f64, fromV: f64, toU: f64, toV: f64): void {
  const ax = load<f64>(from);
  const ay = load<f64>(from, 8);
  const az = load<f64>(from, 16);
  const bx = load<f64>(to);
  const by = load<f64>(to, 8);
  const bz = load<f64>(to, 16);
  const a = 1 / Math.sqrt(ax * ax + ay * ay + az * az);
  const b = 1 / Math.sqrt(bx * bx + by * by + bz * bz);
  halve(lens, ax * a, ay * a, az * a, fromU, fromV, bx * b, by * b, bz * b, toU, toV, 0);
}

/** Points between two directions a and b, without the ends. */
function halve(
  lens: Lens,
  ax: f64,
  ay: f64,
  az: f64,
  fromU: f64,
  fromV: f64,
  bx: f64,
  by: f64,
  bz: f64,
  toU: f64,
  toV: f64,
  halvings: i32,
): void {
  let mx = 0.5 * (ax + bx);
  let my = 0.5 * (ay + by);
  let mz = 0.5 * (az + bz);
  project(lens, mx, my, mz);
  const midU = u;
  const midV = v;
  const dx = bx - ax;
  const dy = by - ay;
  const dz = bz - az;
  if (dx * dx + dy * dy + dz * dz > LONGEST && halvings < MOST_HALVINGS) {
    const scale = 1 / Math.sqrt(mx * mx + my * my + mz * mz);
    mx *= scale;
    my *= scale;
    mz *= scale;
    halve(lens, ax, ay, az, fromU, fromV, mx, my, mz, midU, midV, halvings + 1);
    put(midU, midV);
    halve(lens, mx, my, mz, midU, midV, bx, by, bz, toU, toV, halvings + 1);
    return;
  }
  // twice the area of the triangle over its base
  const along = toU - fromU;
  const down = toV - fromV;
  const area = along * (midV - fromV) - down * (midU - fromU);
  const sagitta = abs(area) / Math.sqrt(along * along + down * down);
  if (!(sagitta > TOLERANCE) || isBeside(fromU, fromV, midU, midV, toU, toV, 2 * sagitta)) return;
  const chords = min(MOST_CHORDS, Math.ceil(Math.sqrt(sagitta / TOLERANCE)));
  if (chords == 2) {
    put(midU, midV);
    return;
  }
  for (let i: f64 = 1; i < chords; i++) {
    const t = i / chords;
    project(lens, ax + t * dx, ay + t * dy, az + t * dz);
    put(u, v);
  }
}

/** Whether a curve through three points is out of the picture to one side, by more than it can stray. */
function isBeside(u0: f64, v0: f64, u1: f64, v1: f64, u2: f64, v2: f64, by: f64): bool {
  const canvas = changetype<Canvas>(self);
  const right = <f64>canvas.width + by;
  const bottom = <f64>canvas.height + by;
  return (
    max(u0, max(u1, u2)) < -by ||
    max(v0, max(v1, v2)) < -by ||
    min(u0, min(u1, u2)) > right ||
    min(v0, min(v1, v2)) > bottom
  );
}
