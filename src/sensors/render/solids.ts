/**
 * Upright solids as the camera sees them: flat faces, painted from behind.
 *
 * The faces F₀, F₁ … that look towards the camera tile the silhouette. Painting it all in the first colour and adding
 * Fᵢ − F₀ where the others are leaves no seam between them: background (1 − Σcᵢ) + Σ cᵢ Fᵢ, with cᵢ the coverage of a face.
 *
 * Solids are recorded from the front first (assembly/records.as), so that what is hidden behind them is never painted. Where a row has no room for
 * all records, they are painted from behind.
 */
import type { Lighting, Solid } from '../../world/scene.ts';
import type { Encoding } from '../../camera-model/encoding.ts';
import { PRISM_SIDES } from './canvas.ts';
import type { SunDirection } from './face-levels.ts';
import { FaceLevels } from './face-levels.ts';
import { Recorded } from './kernels/drawing-kernels.ts';
import type { Paint } from './paint.ts';
import { createPaint } from './paint.ts';
import { PaintingOrder } from './order.ts';
import { Place, PlacedSolids } from './placed-solids.ts';
import type { Tracer } from './tracer.ts';

export class SolidPainter {
  private readonly placed: PlacedSolids;
  private readonly order: PaintingOrder;
  private readonly faces: FaceLevels;
  private readonly paint = createPaint();
  private fromBehind: Int32Array = new Int32Array(0);

  constructor(fixed: readonly Solid[], encoding: Encoding, sun: SunDirection, lighting?: Lighting) {
    this.placed = new PlacedSolids(fixed);
    this.order = new PaintingOrder(this.placed);
    this.faces = new FaceLevels(this.placed, encoding, sun, lighting);
  }

  /** Looks where the solids of the world and those that move are. */
  look(tracer: Tracer, moving: readonly Solid[]): void {
    const { placed } = this;
    placed.update(tracer, moving);
    if (placed.seenCount === 0) return;
    this.faces.update(placed.fixedCount);
    this.fromBehind = this.order.fromBehind(tracer.view.position);
  }

  /** Paints all that are in sight, recorded or from behind. */
  paintAll(tracer: Tracer, isRecorded: boolean): void {
    const { fromBehind } = this;
    const { seenCount } = this.placed;
    if (seenCount === 0) return;
    if (!isRecorded) {
      for (let i = 0; i < seenCount; i++) this.paintFaces(tracer, fromBehind[i], false);
      return;
    }
    tracer.describeEye();
    for (let i = seenCount - 1; i >= 0; i--) this.record(tracer, fromBehind[i]);
    tracer.canvas.paintRecords();
  }

  private record(tracer: Tracer, solid: number): void {
    const { canvas } = tracer;
    const { starts } = this.placed;
    const isSimple = tracer.isStraight && starts[solid + 1] - starts[solid] <= 2 * PRISM_SIDES;
    if (isSimple) {
      this.describe(tracer, solid);
      if (canvas.recordSolid() === Recorded.DONE) return;
    }
    canvas.beginSolid();
    this.paintFaces(tracer, solid, true);
  }

  /** Writes a solid as assembly/solid.as reads it. */
  private describe({ canvas: { prism, prismLevels } }: Tracer, solid: number): void {
    const { corners, starts, places } = this.placed;
    const start = starts[solid];
    const size = starts[solid + 1] - start;
    prism[0] = places[Place.SIZE * solid + Place.BOTTOM];
    prism[1] = places[Place.SIZE * solid + Place.TOP];
    prismLevels[4] = size / 2;
    for (let i = 0; i < size; i++) prism[3 + i] = corners[start + i];
    const { levels } = this.faces;
    const first = this.faces.firstOf(solid);
    const to = 6 + 2 * size;
    for (let face = 0; face < size / 2 + 2; face++) prismLevels[to + face] = levels[first + face];
  }

  /** Paints a solid, or records it. */
  private paintFaces(tracer: Tracer, solid: number, isRecorded: boolean): void {
    const { placed, paint } = this;
    const { canvas } = tracer;
    const sides = (placed.starts[solid + 1] - placed.starts[solid]) / 2;
    const levels = this.faces.firstOf(solid);
    let first = -1;
    for (let face = 0; face < sides + 2; face++) {
      if (!this.isFacing(tracer, solid, face)) continue;
      if (first < 0) first = face;
      this.addFace(tracer, solid, face);
    }
    if (first < 0) return;
    const base = this.faces.levels[levels + first];
    setLevels(paint, base, 0, 1);
    if (isRecorded) canvas.record(paint);
    else canvas.paint(paint);
    for (let face = first + 1; face < sides + 2; face++) {
      const here = this.faces.levels[levels + face];
      if (here === base || !this.isFacing(tracer, solid, face)) continue;
      this.addFace(tracer, solid, face);
      setLevels(paint, here, base, 0);
      if (isRecorded) canvas.record(paint);
      else canvas.paint(paint);
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
}

/** Paint of these levels, less others. */
function setLevels(paint: Paint, levels: number, less: number, opacity: number): void {
  paint.first = (levels & 255) - (less & 255);
  paint.second = ((levels >> 8) & 255) - ((less >> 8) & 255);
  paint.third = (levels >> 16) - (less >> 16);
  paint.opacity = opacity;
}
