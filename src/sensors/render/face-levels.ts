/**
 * The levels of every face of placed solids, lit by a sun:
 *
 *   brightness = daylight (0.55 + 0.45 max(0, n·s)),   n normal of the face, s direction to the sun
 *
 * and by lamps, each by what falls on the middle of the face.
 *
 * Faces are the sides in the order of their corners, then the top, then the bottom. Levels are whole, so that differences of
 * faces are exact: first | second << 8 | third << 16.
 */
import type { Encoding } from '../../camera-model/encoding.ts';
import type { Colour, Lighting } from '../../world/scene.ts';
import { addLamps } from './lamps.ts';
import { createPaint, setColour } from './paint.ts';
import type { PlacedSolids } from './placed-solids.ts';
import { Place } from './placed-solids.ts';

/** Direction to the sun in map, a unit vector. */
export type SunDirection = readonly [x: number, y: number, z: number];

const AMBIENT = 0.55;
const DAY: Lighting = { daylight: 1, lamps: [] };

export class FaceLevels {
  levels = new Int32Array(0);
  private readonly paint = createPaint();
  private readonly normal: [number, number, number] = [0, 0, 0];
  private readonly middle: [number, number, number] = [0, 0, 0];
  private readonly light: [number, number, number] = [0, 0, 0];
  private readonly seen: [number, number, number] = [0, 0, 0];

  constructor(
    private readonly placed: PlacedSolids,
    private readonly encoding: Encoding,
    private readonly sun: SunDirection,
    private readonly lighting: Lighting = DAY,
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
    const { paint, sun, normal } = this;
    const { colours, glowing } = this.placed;
    const { daylight, lamps } = this.lighting;
    this.turnTo(solid, face, sides);
    const length = face < sides ? Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1]) : 1;
    const sunlight = (normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2]) / length;
    const brightness = glowing[solid] ? 1 : daylight * (AMBIENT + (1 - AMBIENT) * Math.max(0, sunlight));
    if (lamps.length === 0 || glowing[solid]) setColour(paint, this.encoding, colours[solid], brightness);
    else setColour(paint, this.encoding, this.underLamps(solid, brightness, length));
    return level(paint.first) | (level(paint.second) << 8) | (level(paint.third) << 16);
  }

  /** Normal, of any length, and middle of a face. */
  private turnTo(solid: number, face: number, sides: number): void {
    const { normal, middle } = this;
    const { corners, starts, places } = this.placed;
    const base = Place.SIZE * solid;
    if (face < sides) {
      const a = starts[solid] + 2 * face;
      const b = face + 1 === sides ? starts[solid] : a + 2;
      const [dx, dy] = [corners[b] - corners[a], corners[b + 1] - corners[a + 1]];
      normal[0] = dy;
      normal[1] = -dx;
      normal[2] = 0;
      middle[0] = (corners[a] + corners[b]) / 2;
      middle[1] = (corners[a + 1] + corners[b + 1]) / 2;
      middle[2] = (places[base + Place.BOTTOM] + places[base + Place.TOP]) / 2;
      return;
    }
    normal[0] = normal[1] = 0;
    normal[2] = face === sides ? 1 : -1;
    middle[0] = places[base + Place.X];
    middle[1] = places[base + Place.Y];
    middle[2] = places[base + (face === sides ? Place.TOP : Place.BOTTOM)];
  }

  private underLamps(solid: number, brightness: number, length: number): Colour {
    const { light, seen, normal } = this;
    normal[0] /= length;
    normal[1] /= length;
    light.fill(brightness);
    addLamps(this.lighting.lamps, this.middle, normal, light);
    const colour = this.placed.colours[solid];
    for (let channel = 0; channel < 3; channel++) seen[channel] = Math.min(255, colour[channel] * light[channel]);
    return seen;
  }
}

const level = (value: number): number => Math.min(255, Math.round(value));
