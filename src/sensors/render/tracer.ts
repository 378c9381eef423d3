/**
 * Takes flat polygons of the world through the camera to paths in the picture: into the optical frame, cut off where the
 * camera cannot see, along the curves that a lens makes of straight edges, and with a rolling shutter as each row sees them.
 *
 * A point with a rolling shutter appears at the row v for which projecting it with the pose at time v · lineTime gives v; three
 * rounds from the pose of the first row get there while the picture moves by much less than a row per line time.
 *
 * Around a camera that looks backwards, too, a polygon could wind about the direction straight behind it. Cut along two planes
 * through the optical axis, no piece can.
 */
import { asin, sin } from '../../math/trig.ts';
import type { Canvas } from './canvas.ts';
import { PATH_POINTS } from './canvas.ts';
import type { Field } from './field.ts';
import { describeField, projectAll } from './field.ts';
import type { View } from './view.ts';

/** What is nearer to the plane through a pinhole is not seen [m]. */
const NEAR = 0.01;
/** Quarters end this far from the planes between them, so that each corner is on one side [m]. */
const BESIDE_AXIS = 1e-9;
/** Most chords of one edge. */
const MOST_CHORDS = 512;
/** With a rolling shutter, the longest chord [px]. */
const ROLLING_CHORD = 16;
const ROLLING_ROUNDS = 3;

/** Corners that a polygon of so many may have while it is cut: each cut adds at most half as many as there are. */
export const cornersToCut = (corners: number): number => 4 * corners + 64;

export class Tracer {
  /** Corners of the polygon at hand, x, y, z each, in the optical frame; and room to cut it. */
  corners: Float64Array;
  private cut: Float64Array;
  private readonly whole: Float64Array;
  private readonly dense = new Float64Array(3 * PATH_POINTS);
  private readonly moved = new Float64Array(3 * PATH_POINTS);
  private filled = 0;

  constructor(
    readonly field: Field,
    readonly view: View,
    readonly canvas: Canvas,
    /** Depth beyond which nothing is seen [m]; Infinity for no limit. */
    readonly far: number,
  ) {
    describeField(field, canvas.lens);
    [this.corners, this.cut] = canvas.corners;
    this.whole = new Float64Array(field.isWide ? this.corners.length : 0);
  }

  /** Whether straight edges are straight in the picture. */
  get isStraight(): boolean {
    return this.field.isStraight && !this.view.isMoving;
  }

  /** Tells the canvas where the camera is. */
  describeEye(): void {
    const { eye } = this.canvas;
    eye.set(this.view.matrix);
    eye.set(this.view.position, 12);
    eye[15] = NEAR;
    eye[16] = this.far;
  }

  /** Whether nothing of a sphere in map can be in the picture. */
  isOutOfSight(px: number, py: number, pz: number, radius: number): boolean {
    const { matrix: m } = this.view;
    const x = m[0] * px + m[1] * py + m[2] * pz + m[3];
    const y = m[4] * px + m[5] * py + m[6] * pz + m[7];
    const z = m[8] * px + m[9] * py + m[10] * pz + m[11];
    const reach =
      radius + (this.view.isMoving ? this.view.greatestShift(Math.sqrt(x * x + y * y + z * z), this.canvas.height) : 0);
    return z - reach > this.far || Math.sqrt(x * x + y * y) * this.field.cosine - z * this.field.sine > reach;
  }

  /** Adds a polygon on the ground: x, y of its corners. */
  addGround(points: Float64Array): void {
    const { corners } = this;
    const { matrix: m } = this.view;
    const count = points.length >> 1;
    for (let i = 0; i < count; i++) {
      const px = points[2 * i];
      const py = points[2 * i + 1];
      corners[3 * i] = m[0] * px + m[1] * py + m[3];
      corners[3 * i + 1] = m[4] * px + m[5] * py + m[7];
      corners[3 * i + 2] = m[8] * px + m[9] * py + m[11];
    }
    this.addSeen(count);
  }

  /** Sets a corner of the polygon at hand to a point of map. */
  setCorner(i: number, px: number, py: number, pz: number): void {
    const { corners } = this;
    const { matrix: m } = this.view;
    corners[3 * i] = m[0] * px + m[1] * py + m[2] * pz + m[3];
    corners[3 * i + 1] = m[4] * px + m[5] * py + m[6] * pz + m[7];
    corners[3 * i + 2] = m[8] * px + m[9] * py + m[10] * pz + m[11];
  }

  /** Adds what can be seen of the polygon at hand. */
  addSeen(corners: number): void {
    let count = corners;
    let nearest = Infinity;
    let farthest = -Infinity;
    for (let i = 2; i < 3 * count; i += 3) {
      const z = this.corners[i];
      if (z < nearest) nearest = z;
      if (z > farthest) farthest = z;
    }
    if (farthest > this.far) count = this.keep(2, -1, -this.far, count);
    if (!this.field.isWide) {
      if (farthest < NEAR) return;
      if (nearest < NEAR) count = this.keep(2, 1, NEAR, count);
      this.add(count, this.view.isMoving);
    } else if (nearest > 0) {
      this.add(count, this.view.isMoving);
    } else {
      this.addQuarters(count);
    }
  }

  private addQuarters(count: number): void {
    const { whole } = this;
    for (let i = 0; i < 3 * count; i++) whole[i] = this.corners[i];
    for (let quarter = 0; quarter < 4; quarter++) {
      for (let i = 0; i < 3 * count; i++) this.corners[i] = whole[i];
      const kept = this.keep(0, quarter & 1 ? 1 : -1, BESIDE_AXIS, count);
      this.add(this.keep(1, quarter & 2 ? 1 : -1, BESIDE_AXIS, kept), this.view.isMoving);
    }
  }

  /** Cuts the polygon at hand to where sign · (coordinate `axis`) ≥ limit; returns how many corners are left. */
  private keep(axis: number, sign: number, limit: number, count: number): number {
    const { corners, cut } = this;
    let kept = 0;
    let last = 3 * (count - 1);
    for (let i = 0; i < 3 * count; i += 3) {
      const before = sign * corners[last + axis] - limit;
      const here = sign * corners[i + axis] - limit;
      if (before < 0 !== here < 0) {
        // from the same end in both directions, so that neighbours share the point
        const t = before < 0 ? before / (before - here) : here / (here - before);
        const a = before < 0 ? last : i;
        const b = before < 0 ? i : last;
        for (let j = 0; j < 3; j++) cut[kept + j] = corners[a + j] + t * (corners[b + j] - corners[a + j]);
        cut[kept + axis] = sign * limit;
        kept += 3;
      }
      if (here >= 0) {
        cut[kept] = corners[i];
        cut[kept + 1] = corners[i + 1];
        cut[kept + 2] = corners[i + 2];
        kept += 3;
      }
      last = i;
    }
    this.corners = cut;
    this.cut = corners;
    return kept / 3;
  }

  /** Adds the closed path through the corners at hand, all of them in sight. */
  add(count: number, isMoving: boolean): void {
    if (count < 2) return;
    if (isMoving) this.addMoving(count);
    else this.canvas.addPolygon(this.corners, count);
  }

  /** The same while the rows are read. */
  private addMoving(count: number): void {
    const { corners, dense, field } = this;
    const density = Math.max(field.density, field.lens.fx / ROLLING_CHORD);
    this.filled = 0;
    let next = 3;
    for (let i = 0; i < 3 * count; i += 3) {
      if (this.filled === PATH_POINTS) this.flush();
      const x = corners[i];
      const y = corners[i + 1];
      const z = corners[i + 2];
      const to = 3 * this.filled;
      dense[to] = x;
      dense[to + 1] = y;
      dense[to + 2] = z;
      this.filled++;
      if (next === 3 * count) next = 0;
      this.addBetween(i, next, density);
      next += 3;
    }
    // back to the first corner
    if (this.filled === PATH_POINTS) this.flush();
    dense[3 * this.filled] = corners[0];
    dense[3 * this.filled + 1] = corners[1];
    dense[3 * this.filled + 2] = corners[2];
    this.filled++;
    this.flush();
  }

  /**
   * Points along the edge between two corners a and b, evenly over the angle Ω between them: at σΩ from a lies
   * a + t (b − a) with t = s|a| / (s|a| + s′|b|), s = sin σΩ, s′ = sin (1 − σ)Ω. For small Ω the sines are their angles.
   */
  private addBetween(a: number, b: number, density: number): void {
    const { corners, dense } = this;
    const ax = corners[a];
    const ay = corners[a + 1];
    const az = corners[a + 2];
    const dx = corners[b] - ax;
    const dy = corners[b + 1] - ay;
    const dz = corners[b + 2] - az;
    const aLength = Math.sqrt(ax * ax + ay * ay + az * az);
    const bLength = Math.sqrt((ax + dx) * (ax + dx) + (ay + dy) * (ay + dy) + (az + dz) * (az + dz));
    // |â − b̂|² = (|a − b|² − (|a| − |b|)²) / |a||b|
    const difference = aLength - bLength;
    const chord = Math.sqrt(Math.max(0, (dx * dx + dy * dy + dz * dz - difference * difference) / (aLength * bLength)));
    const isWide = chord > 0.3;
    const angle = isWide ? 2 * asin(Math.min(1, chord / 2)) : chord;
    const pieces = Math.min(MOST_CHORDS, Math.ceil(angle * density));
    for (let piece = 1; piece < pieces; piece++) {
      if (this.filled === PATH_POINTS) this.flush();
      const fromA = (isWide ? sin((piece * angle) / pieces) : piece) * aLength;
      const fromB = (isWide ? sin(((pieces - piece) * angle) / pieces) : pieces - piece) * bLength;
      const t = fromA / (fromA + fromB);
      const to = 3 * this.filled;
      dense[to] = ax + t * dx;
      dense[to + 1] = ay + t * dy;
      dense[to + 2] = az + t * dz;
      this.filled++;
    }
  }

  /** Projects the points gathered so far; the last of them begins the next batch. */
  private flush(): void {
    const { dense, field, canvas, filled } = this;
    projectAll(field, dense, filled, canvas.path);
    this.projectMoving();
    canvas.addPath(filled);
    dense.copyWithin(0, 3 * filled - 3, 3 * filled);
    this.filled = 1;
  }

  private projectMoving(): void {
    const { dense, moved, field, view, filled } = this;
    const { path } = this.canvas;
    for (let round = 0; round < ROLLING_ROUNDS; round++) {
      view.moveOn(dense, filled, path, this.canvas.height - 1, moved);
      if (!field.isWide) for (let i = 2; i < 3 * filled; i += 3) if (moved[i] < NEAR) moved[i] = NEAR;
      projectAll(field, moved, filled, path);
    }
  }
}
