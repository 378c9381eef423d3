/**
 * The levels of every face of placed solids, lit by a sun:
 *
 *   brightness = 0.55 + 0.45 max(0, n·s),   n normal of the face, s direction to the sun
 *
 * Faces are the sides in the order of their corners, then the top, then the bottom. Levels are whole, so that differences of
 * faces are exact: first | second << 8 | third << 16.
 */
import type { Encoding } from '../../camera-model/encoding.ts';
import { createPaint, setColour } from './paint.ts';
import type { PlacedSolids } from './placed-solids.ts';

/** Direction to the sun in map, a unit vector. */
export type SunDirection = readonly [x: number, y: number, z: number];

const AMBIENT = 0.55;

export class FaceLevels {
  levels = new Int32Array(0);
  private readonly paint = createPaint();

  constructor(
    private readonly placed: PlacedSolids,
    private readonly encoding: Encoding,
    private readonly sun: SunDirection,
  ) {
    this.update(0);
  }

  /** Index of the first face of a solid. */
  firstOf(solid: number): number {
    return this.placed.starts[solid] / 2 + 2 * solid;
  }

  /** Lights the solids from this one on. */
  update(from: number): void {
    const { placed } = this;
    const needed = this.firstOf(placed.count);
    if (needed > this.levels.length) {
      const larger = new Int32Array(2 * needed);
      larger.set(this.levels);
      this.levels = larger;
    }
    for (let solid = from; solid < placed.count; solid++) {
      const sides = (placed.starts[solid + 1] - placed.starts[solid]) / 2;
      const first = this.firstOf(solid);
      for (let face = 0; face < sides + 2; face++) this.levels[first + face] = this.levelsOf(solid, face, sides);
    }
  }

  private levelsOf(solid: number, face: number, sides: number): number {
    const { paint, sun } = this;
    const { corners, starts, colours } = this.placed;
    let light = face === sides ? sun[2] : -sun[2];
    if (face < sides) {
      const a = starts[solid] + 2 * face;
      const b = face + 1 === sides ? starts[solid] : a + 2;
      const [dx, dy] = [corners[b] - corners[a], corners[b + 1] - corners[a + 1]];
      light = (dy * sun[0] - dx * sun[1]) / Math.sqrt(dx * dx + dy * dy);
    }
    setColour(paint, this.encoding, colours[solid], AMBIENT + (1 - AMBIENT) * Math.max(0, light));
    return Math.round(paint.first) | (Math.round(paint.second) << 8) | (Math.round(paint.third) << 16);
  }
}
