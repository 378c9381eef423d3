/**
 * Upright solids as the camera sees them: flat faces, lit by a sun, painted from behind.
 *
 *   brightness = 0.55 + 0.45 max(0, n·s),   n normal of the face, s direction to the sun
 *
 * The faces F₀, F₁ … that look towards the camera tile the silhouette. Painting it all in the first colour and adding
 * Fᵢ − F₀ where the others are leaves no seam between them: background (1 − Σcᵢ) + Σ cᵢ Fᵢ, with cᵢ the coverage of a face.
 */
import type { Solid } from '../../world/scene.ts';
import type { Encoding } from '../../camera-model/encoding.ts';
import type { Paint } from './paint.ts';
import { createPaint, setColour } from './paint.ts';
import { PaintingOrder } from './order.ts';
import { Place, PlacedSolids } from './placed-solids.ts';
import type { Tracer } from './tracer.ts';

/** Direction to the sun in map, a unit vector. */
export type SunDirection = readonly [x: number, y: number, z: number];

const AMBIENT = 0.55;

export class SolidPainter {
  private readonly placed: PlacedSolids;
  private readonly order: PaintingOrder;
  private readonly paint = createPaint();
  private readonly firstPaint = createPaint();

  constructor(
    fixed: readonly Solid[],
    private readonly encoding: Encoding,
    private readonly sun: SunDirection,
  ) {
    this.placed = new PlacedSolids(fixed);
    this.order = new PaintingOrder(this.placed);
  }

  /** Paints the solids of the world and those that move. */
  paintAll(tracer: Tracer, moving: readonly Solid[]): void {
    const { placed } = this;
    placed.update(tracer, moving);
    const order = this.order.fromBehind(tracer.view.position);
    for (let i = 0; i < placed.seenCount; i++) this.paintSolid(tracer, order[i]);
  }

  private paintSolid(tracer: Tracer, solid: number): void {
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
    tracer.canvas.paint(firstPaint);
    for (let face = first + 1; face < sides + 2; face++) {
      if (!this.isFacing(tracer, solid, face)) continue;
      this.setPaint(paint, solid, face);
      paint.first -= firstPaint.first;
      paint.second -= firstPaint.second;
      paint.third -= firstPaint.third;
      paint.opacity = 0;
      if (paint.first === 0 && paint.second === 0 && paint.third === 0) continue;
      this.addFace(tracer, solid, face);
      tracer.canvas.paint(paint);
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
    setColour(paint, this.encoding, this.placed.colours[solid], AMBIENT + (1 - AMBIENT) * Math.max(0, light));
    // whole levels, so that differences of faces are exact
    paint.first = Math.round(paint.first);
    paint.second = Math.round(paint.second);
    paint.third = Math.round(paint.third);
  }
}
