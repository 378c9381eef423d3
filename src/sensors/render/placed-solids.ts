/**
 * Solids in map as flat numbers: those of the world, placed once, then those that move, placed for every picture; and which of them
 * the camera sees.
 */
import { asin, atan2, sinCos } from '../../math/trig.ts';
import type { Colour, Solid } from '../../world/scene.ts';
import type { Tracer } from './tracer.ts';

/** Indices into the numbers of a placed solid. */
export const enum Place {
  BOTTOM,
  TOP,
  /** Middle of the corners. */
  X,
  Y,
  /** Of the circle around the footprint, and of the sphere around the solid [m]. */
  RADIUS,
  REACH,
  /** Of its middle from the camera, over ground [m]; of solids in sight only, like the bearing. */
  DISTANCE,
  /** From the camera over ground, and half of what its circle spans [rad]. */
  BEARING,
  HALF_BEARING,
  /** From the camera to the outermost corners on either side, over ground [m]; all zero where the camera is above the footprint. */
  LEFT_X,
  LEFT_Y,
  RIGHT_X,
  RIGHT_Y,
  SIZE,
}

export class PlacedSolids {
  /** By `Place`. */
  places = new Float64Array(0);
  /** Corners x, y of all solids, counter-clockwise; those of solid i from starts[i] to before starts[i + 1]. */
  corners = new Float64Array(0);
  starts = new Int32Array(1);
  readonly colours: Colour[] = [];
  readonly glowing: boolean[] = [];
  /** Solids in sight: the first `seenCount`. */
  seen = new Int32Array(0);
  seenCount = 0;
  /** All solids, and those of them that never move. */
  count = 0;
  readonly fixedCount: number;

  constructor(fixed: readonly Solid[]) {
    for (let i = 0; i < fixed.length; i++) this.place(fixed[i]);
    this.fixedCount = fixed.length;
  }

  /** Replaces those that move, and looks which are in sight. */
  update(tracer: Tracer, moving: readonly Solid[]): void {
    this.count = this.fixedCount;
    for (let i = 0; i < moving.length; i++) this.place(moving[i]);
    if (this.seen.length < this.count) this.seen = new Int32Array(2 * this.count);
    const { places, seen } = this;
    this.seenCount = 0;
    for (let i = 0; i < this.count; i++) {
      const base = Place.SIZE * i;
      const middle = places[base + Place.BOTTOM] + (places[base + Place.TOP] - places[base + Place.BOTTOM]) / 2;
      if (tracer.isOutOfSight(places[base + Place.X], places[base + Place.Y], middle, places[base + Place.REACH]))
        continue;
      this.locate(base, tracer.view.position);
      this.spread(i, tracer.view.position);
      seen[this.seenCount++] = i;
    }
  }

  private locate(base: number, camera: Float64Array): void {
    const { places } = this;
    const dx = places[base + Place.X] - camera[0];
    const dy = places[base + Place.Y] - camera[1];
    const radius = places[base + Place.RADIUS];
    const distance = Math.sqrt(dx * dx + dy * dy);
    places[base + Place.DISTANCE] = distance;
    places[base + Place.BEARING] = atan2(dy, dx);
    places[base + Place.HALF_BEARING] = radius < distance ? asin(radius / distance) : Math.PI;
  }

  /** Finds the outermost corners. */
  private spread(solid: number, camera: Float64Array): void {
    const { places, corners, starts } = this;
    const base = Place.SIZE * solid;
    const end = starts[solid + 1];
    let x = corners[end - 2] - camera[0];
    let y = corners[end - 1] - camera[1];
    let leftX = x;
    let leftY = y;
    let rightX = x;
    let rightY = y;
    let isAround = true;
    for (let i = starts[solid]; i < end; i += 2) {
      const nextX = corners[i] - camera[0];
      const nextY = corners[i + 1] - camera[1];
      if (x * nextY - y * nextX <= 0) isAround = false;
      x = nextX;
      y = nextY;
      if (leftX * y - leftY * x > 0) {
        leftX = x;
        leftY = y;
      }
      if (rightX * y - rightY * x < 0) {
        rightX = x;
        rightY = y;
      }
    }
    places[base + Place.LEFT_X] = isAround ? 0 : leftX;
    places[base + Place.LEFT_Y] = isAround ? 0 : leftY;
    places[base + Place.RIGHT_X] = isAround ? 0 : rightX;
    places[base + Place.RIGHT_Y] = isAround ? 0 : rightY;
  }

  private place(solid: Solid): void {
    const { footprint } = solid;
    this.makeRoom(footprint.length);
    const { corners, starts, places, count } = this;
    const start = starts[count];
    sinCos(solid.yaw, sineCosine);
    const sine = sineCosine[0];
    const cosine = sineCosine[1];
    let middleX = 0;
    let middleY = 0;
    for (let i = 0; i < footprint.length; i += 2) {
      const x = solid.x + cosine * footprint[i] - sine * footprint[i + 1];
      const y = solid.y + sine * footprint[i] + cosine * footprint[i + 1];
      corners[start + i] = x;
      corners[start + i + 1] = y;
      middleX += (2 * x) / footprint.length;
      middleY += (2 * y) / footprint.length;
    }
    let square = 0;
    for (let i = start; i < start + footprint.length; i += 2) {
      const dx = corners[i] - middleX;
      const dy = corners[i + 1] - middleY;
      square = Math.max(square, dx * dx + dy * dy);
    }
    const half = (solid.top - solid.bottom) / 2;
    const base = Place.SIZE * count;
    places[base + Place.BOTTOM] = solid.bottom;
    places[base + Place.TOP] = solid.top;
    places[base + Place.X] = middleX;
    places[base + Place.Y] = middleY;
    places[base + Place.RADIUS] = Math.sqrt(square);
    places[base + Place.REACH] = Math.sqrt(square + half * half);
    this.colours[count] = solid.colour;
    this.glowing[count] = solid.glows === true;
    starts[count + 1] = start + footprint.length;
    this.count++;
  }

  private makeRoom(numbers: number): void {
    const { count } = this;
    if (count + 2 > this.starts.length) {
      this.starts = grown(this.starts, new Int32Array(2 * count + 8));
      this.places = grown(this.places, new Float64Array(Place.SIZE * (2 * count + 8)));
    }
    const needed = this.starts[count] + numbers;
    if (needed > this.corners.length) this.corners = grown(this.corners, new Float64Array(2 * needed));
  }
}

const sineCosine = new Float64Array(2);

function grown<T extends Int32Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
