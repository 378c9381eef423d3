/**
 * An upright solid that is all in sight, through a lens that leaves straight edges straight: which faces look towards the camera, where their
 * corners are in the picture, and a record of what is not hidden of them. The same arithmetic as solids.ts and tracer.ts, each corner once.
 */
import { Canvas } from './canvas';
import { addPath, beginSolid, record } from './edges';
import { hide, isHiddenIn } from './hiding';
import { Lens, project, u, v } from './lens';
import { Brush } from './paint';

/** Where the camera is. */
@unmanaged
class Eye {
  /** Rows of the rotation from map into the optical frame, each with its offset. */
  m0: f64; m1: f64; m2: f64; m3: f64;
  m4: f64; m5: f64; m6: f64; m7: f64;
  m8: f64; m9: f64; m10: f64; m11: f64;
  /** The camera in map. */
  x: f64; y: f64; z: f64;
  /** Depths between which all is seen. */
  near: f64;
  far: f64;
}

/** A solid; then x, y of its corners as doubles, counter-clockwise; then levels of its faces as 32-bit numbers: sides, top, bottom. */
@unmanaged
class Prism {
  bottom: f64;
  top: f64;
  sides: i32;
}
const CORNERS: usize = 24;

/** What became of a solid. */
const DONE: i32 = 0;
const TO_BE_CUT: i32 = 1;

/** The solid at hand, its corners in the picture (those of the bottom, then of the top), and room for a path and a brush. */
let canvas: Canvas = changetype<Canvas>(0);
let prism: usize = 0;
let sides: i32 = 0;
let projected: usize = 0;
let path: usize = 0;

/** Records a solid; `points` has room for its corners, `buffer` for a path. */
export function recordSolid(self: usize, lens: usize, eye: usize, solid: usize, points: usize, buffer: usize, brush: usize): i32 {
  canvas = changetype<Canvas>(self);
  prism = solid;
  sides = changetype<Prism>(solid).sides;
  projected = points;
  path = buffer;
  if (!projectCorners(changetype<Lens>(lens), changetype<Eye>(eye))) return TO_BE_CUT;
  const fromRow = canvas.fromRow;
  const toRow = canvas.toRow;
  if (findRows()) {
    recordFaces(changetype<Eye>(eye), changetype<Brush>(brush));
    hideBehindSides(changetype<Eye>(eye));
  }
  canvas.fromRow = fromRow;
  canvas.toRow = toRow;
  return DONE;
}

/** Projects all corners; false where one is too near or too far. */
function projectCorners(lens: Lens, eye: Eye): bool {
  for (let i = 0; i < 2 * sides; i++) {
    const corner = prism + CORNERS + (<usize>(i < sides ? i : i - sides) << 4);
    const px = load<f64>(corner);
    const py = load<f64>(corner, 8);
    const pz = i < sides ? changetype<Prism>(prism).bottom : changetype<Prism>(prism).top;
    const z = eye.m8 * px + eye.m9 * py + eye.m10 * pz + eye.m11;
    if (z < eye.near || z > eye.far) return false;
    const x = eye.m0 * px + eye.m1 * py + eye.m2 * pz + eye.m3;
    const y = eye.m4 * px + eye.m5 * py + eye.m6 * pz + eye.m7;
    project(lens, x, y, z);
    const to = projected + (<usize>i << 4);
    store<f64>(to, u);
    store<f64>(to, v, 8);
  }
  return true;
}

/** Limits what follows to the rows from the first to the last in which something is not hidden; false without any. */
function findRows(): bool {
  let left: f64 = Infinity;
  let right: f64 = -Infinity;
  let upper: f64 = Infinity;
  let lower: f64 = -Infinity;
  for (let i = 0; i < 2 * sides; i++) {
    const at = projected + (<usize>i << 4);
    left = min(left, load<f64>(at));
    right = max(right, load<f64>(at));
    upper = min(upper, load<f64>(at, 8));
    lower = max(lower, load<f64>(at, 8));
  }
  if (!(right > 0 && left < <f64>canvas.width && lower > 0 && upper < <f64>canvas.height)) return false;
  // a pixel more to either side, where a rounding may have gone
  const start = max(0, <i32>max(0.0, left) - 1);
  const end = min(canvas.width, <i32>min(<f64>canvas.width, right) + 2);
  let first = max(canvas.fromRow, <i32>max(0.0, upper));
  let last = min(canvas.toRow, <i32>min(<f64>canvas.height, lower));
  while (first <= last && isHiddenIn(canvas, first, start, end)) first++;
  while (last > first && isHiddenIn(canvas, last, start, end)) last--;
  canvas.fromRow = first;
  canvas.toRow = last;
  return first <= last;
}

/** The largest box of whole pixels inside each side that looks this way hides what comes, but for a pixel all round. */
function hideBehindSides(eye: Eye): void {
  for (let face = 0; face < sides; face++) {
    if (!isFacing(eye, face)) continue;
    const next = face + 1 == sides ? 0 : face + 1;
    const bottomA = projected + (<usize>face << 4);
    const bottomB = projected + (<usize>next << 4);
    const topA = projected + (<usize>(sides + face) << 4);
    const topB = projected + (<usize>(sides + next) << 4);
    const farLeft = max(min(load<f64>(bottomA), load<f64>(bottomB)), min(load<f64>(topA), load<f64>(topB)));
    const farRight = min(max(load<f64>(bottomA), load<f64>(bottomB)), max(load<f64>(topA), load<f64>(topB)));
    const highest = max(load<f64>(topA, 8), load<f64>(topB, 8));
    const lowest = min(load<f64>(bottomA, 8), load<f64>(bottomB, 8));
    const left = <i32>max(0.0, min(<f64>canvas.width, farLeft + 2));
    const right = <i32>max(0.0, min(<f64>canvas.width, farRight - 1));
    const upper = <i32>max(0.0, min(<f64>canvas.height, highest + 2));
    const lower = <i32>max(0.0, min(<f64>canvas.height, lowest - 1));
    hide(canvas, left, right, upper, lower);
  }
}

/** The silhouette in the first of the colours, then the differences of the others from it. */
function recordFaces(eye: Eye, brush: Brush): void {
  const self = changetype<usize>(canvas);
  beginSolid(self);
  let first = -1;
  for (let face = 0; face < sides + 2; face++) {
    if (!isFacing(eye, face)) continue;
    if (first < 0) first = face;
    addFace(face);
  }
  if (first < 0) return;
  const base = levelsOf(first);
  setBrush(brush, base, 0, 1);
  record(self, changetype<usize>(brush));
  for (let face = first + 1; face < sides + 2; face++) {
    if (levelsOf(face) == base || !isFacing(eye, face)) continue;
    addFace(face);
    setBrush(brush, levelsOf(face), base, 0);
    record(self, changetype<usize>(brush));
  }
}

// @ts-ignore: decorator
@inline
function levelsOf(face: i32): i32 {
  return load<i32>(prism + CORNERS + (<usize>sides << 4) + (<usize>face << 2));
}

function setBrush(brush: Brush, levels: i32, less: i32, opacity: f64): void {
  brush.first = <f64>((levels & 255) - (less & 255));
  brush.second = <f64>(((levels >> 8) & 255) - ((less >> 8) & 255));
  brush.third = <f64>((levels >> 16) - (less >> 16));
  brush.opacity = opacity;
}

function isFacing(eye: Eye, face: i32): bool {
  if (face == sides) return eye.z > changetype<Prism>(prism).top;
  if (face > sides) return eye.z < changetype<Prism>(prism).bottom;
  const a = prism + CORNERS + (<usize>face << 4);
  const b = face + 1 == sides ? prism + CORNERS : a + 16;
  const dx = load<f64>(b) - load<f64>(a);
  const dy = load<f64>(b, 8) - load<f64>(a, 8);
  return dx * (eye.y - load<f64>(a, 8)) - dy * (eye.x - load<f64>(a)) < 0;
}

// @ts-ignore: decorator
@inline
function put(i: i32, corner: i32): void {
  v128.store(path + (<usize>i << 4), v128.load(projected + (<usize>corner << 4)));
}

/** All faces turn the same way as seen from outside. */
function addFace(face: i32): void {
  const self = changetype<usize>(canvas);
  if (face < sides) {
    const next = face + 1 == sides ? 0 : face + 1;
    put(0, face);
    put(1, next);
    put(2, sides + next);
    put(3, sides + face);
    put(4, face);
    addPath(self, path, 5);
    return;
  }
  const isTop = face == sides;
  for (let i = 0; i < sides; i++) put(i, isTop ? sides + i : sides - 1 - i);
  put(sides, isTop ? sides : sides - 1);
  addPath(self, path, sides + 1);
}
