/**
 * Upright solids as the camera sees them: flat faces, lit by a sun, painted from behind.
 *
 *   brightness = 0.55 + 0.45 max(0, n·s),   n normal of the face, s direction to the sun
 *
 * The faces F₀, F₁ … that look towards the camera tile the silhouette. Painting it all in the first colour and adding
 * Fᵢ − F₀ where the others are leaves no seam between them: background (1 − Σcᵢ) + Σ cᵢ Fᵢ, with cᵢ the coverage of a face.
 */
import { asin, atan2, sinCos } from '../../math/trig.ts';
import type { Colour, Solid } from '../../world/scene.ts';
import type { Encoding } from '../../camera-model/encoding.ts';
import type { Canvas, Paint } from './canvas.ts';
import { createPaint, setColour } from './canvas.ts';
import { orderFromBehind } from './order.ts';
import type { PlacedSolids } from './placed-solids.ts';
import { Place } from './placed-solids.ts';
import type { Tracer } from './tracer.ts';

/** Direction to the sun in map, a unit vector. */
export type SunDirection = readonly [x: number, y: number, z: number];

const AMBIENT = 0.55;

const sineCosine = new Float64Array(2);

export class SolidPainter {
  private readonly placed: PlacedSolids = {
    count: 0,
    places: new Float64Array(0),
    corners: new Float64Array(0),
    starts: new Int32Array(1),
  };
  private readonly colours: Colour[] = [];
  private order = new Int32Array(0);
  private readonly paint = createPaint();
  private readonly firstPaint = createPaint();

  constructor(
    private readonly encoding: Encoding,
    private readonly sun: SunDirection,
  ) {}

  /** Paints the solids of the world and those that move. */
  paintAll(tracer: Tracer, canvas: Canvas, fixed: readonly Solid[], moving: readonly Solid[]): void {
    const { placed } = this;
    placed.count = 0;
    for (let i = 0; i < fixed.length; i++) this.place(tracer, fixed[i]);
    for (let i = 0; i < moving.length; i++) this.place(tracer, moving[i]);
    if (this.order.length < placed.count) this.order = new Int32Array(2 * placed.count);
    orderFromBehind(placed, tracer.view.position, this.order);
    for (let i = 0; i < placed.count; i++) this.paintSolid(tracer, canvas, this.order[i]);
  }

  /** Adds a solid, unless it is out of sight. */
  private place(tracer: Tracer, solid: Solid): void {
    const { placed } = this;
    const { footprint } = solid;
    sinCos(solid.yaw, sineCosine);
    const [sine, cosine] = [sineCosine[0], sineCosine[1]];
    this.makeRoom(footprint.length);
    const { corners, starts, places, count } = placed;
    const start = starts[count];
    let [middleX, middleY] = [0, 0];
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
      square = Math.max(
        square,
        (corners[i] - middleX) * (corners[i] - middleX) + (corners[i + 1] - middleY) * (corners[i + 1] - middleY),
      );
    }
    const half = (solid.top - solid.bottom) / 2;
    if (tracer.isOutOfSight(middleX, middleY, solid.bottom + half, Math.sqrt(square + half * half))) return;
    const { position } = tracer.view;
    const [dx, dy] = [middleX - position[0], middleY - position[1]];
    const distance = Math.sqrt(dx * dx + dy * dy);
    const radius = Math.sqrt(square);
    const base = Place.SIZE * count;
    places[base + Place.BOTTOM] = solid.bottom;
    places[base + Place.TOP] = solid.top;
    places[base + Place.DISTANCE] = distance;
    places[base + Place.BEARING] = atan2(dy, dx);
    places[base + Place.HALF_BEARING] = radius < distance ? asin(radius / distance) : Math.PI;
    this.colours[count] = solid.colour;
    starts[count + 1] = start + footprint.length;
    placed.count++;
  }

  private makeRoom(numbers: number): void {
    const { placed } = this;
    if (placed.count + 2 > placed.starts.length) {
      placed.starts = grown(placed.starts, new Int32Array(2 * placed.count + 8));
      placed.places = grown(placed.places, new Float64Array(Place.SIZE * (2 * placed.count + 8)));
    }
    const needed = placed.starts[placed.count] + numbers;
    if (needed > placed.corners.length) placed.corners = grown(placed.corners, new Float64Array(2 * needed));
  }

  private paintSolid(tracer: Tracer, canvas: Canvas, solid: number): void {
    const { placed, paint, firstPaint } = this;
    const sides = (placed.starts[solid + 1] - placed.starts[solid]) / 2;
    // faces: the sides, then the top, then the bottom
    let first = -1;
    for (let face = 0; face < sides + 2; face++) {
      if (!this.isFacing(tracer, solid, face)) continue;
      if (first < 0) first = face;
      this.addFace(tracer, solid, face);
    }
    if (first < 0) return;
    this.setPaint(firstPaint, solid, first);
    tracer.coverage.paint(canvas, firstPaint);
    for (let face = first + 1; face < sides + 2; face++) {
      if (!this.isFacing(tracer, solid, face)) continue;
      this.setPaint(paint, solid, face);
      paint.first -= firstPaint.first;
      paint.second -= firstPaint.second;
      paint.third -= firstPaint.third;
      paint.opacity = 0;
      if (paint.first === 0 && paint.second === 0 && paint.third === 0) continue;
      this.addFace(tracer, solid, face);
      tracer.coverage.paint(canvas, paint);
    }
  }

  private isFacing(tracer: Tracer, solid: number, face: number): boolean {
    const { corners, starts, places } = this.placed;
    const { position } = tracer.view;
    const sides = (starts[solid + 1] - starts[solid]) / 2;
    if (face === sides) return position[2] > places[Place.SIZE * solid + Place.TOP];
    if (face > sides) return position[2] < places[Place.SIZE * solid + Place.BOTTOM];
    const a = starts[solid] + 2 * face;
    const b = face + 1 === sides ? starts[solid] : a + 2;
    const [dx, dy] = [corners[b] - corners[a], corners[b + 1] - corners[a + 1]];
    return dx * (position[1] - corners[a + 1]) - dy * (position[0] - corners[a]) < 0;
  }

  /** All faces turn the same way as seen from outside. */
  private addFace(tracer: Tracer, solid: number, face: number): void {
    const { corners, starts, places } = this.placed;
    const sides = (starts[solid + 1] - starts[solid]) / 2;
    const bottom = places[Place.SIZE * solid + Place.BOTTOM];
    const top = places[Place.SIZE * solid + Place.TOP];
    const start = starts[solid];
    if (face < sides) {
      const a = start + 2 * face;
      const b = face + 1 === sides ? start : a + 2;
      tracer.setCorner(0, corners[a], corners[a + 1], bottom);
      tracer.setCorner(1, corners[b], corners[b + 1], bottom);
      tracer.setCorner(2, corners[b], corners[b + 1], top);
      tracer.setCorner(3, corners[a], corners[a + 1], top);
      tracer.addSeen(4);
      return;
    }
    for (let i = 0; i < sides; i++) {
      const j = start + 2 * (face === sides ? i : sides - 1 - i);
      tracer.setCorner(i, corners[j], corners[j + 1], face === sides ? top : bottom);
    }
    tracer.addSeen(sides);
  }

  private setPaint(paint: Paint, solid: number, face: number): void {
    const { corners, starts } = this.placed;
    const sides = (starts[solid + 1] - starts[solid]) / 2;
    let light = face === sides ? this.sun[2] : -this.sun[2];
    if (face < sides) {
      const a = starts[solid] + 2 * face;
      const b = face + 1 === sides ? starts[solid] : a + 2;
      const [dx, dy] = [corners[b] - corners[a], corners[b + 1] - corners[a + 1]];
      light = (dy * this.sun[0] - dx * this.sun[1]) / Math.sqrt(dx * dx + dy * dy);
    }
    setColour(paint, this.encoding, this.colours[solid], AMBIENT + (1 - AMBIENT) * Math.max(0, light));
    // whole levels, so that differences of faces are exact
    paint.first = Math.round(paint.first);
    paint.second = Math.round(paint.second);
    paint.third = Math.round(paint.third);
  }
}

function grown<T extends Int32Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
