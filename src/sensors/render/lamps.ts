/**
 * Lamps and water: how light other than that of a dry day falls on the ground and on solids.
 *
 *   E = daylight + Σ I max(0, n·l) / r²
 *
 * I     intensity of a lamp, times its colour [m²]: 1 at a distance of 1 m is as light as day
 * l, r  direction to the lamp and its distance [m]
 * n     normal of what is lit
 *
 * Ground is lit pixel by pixel, and mirrors where it is wet (assembly/light.as has the equations); solids are lit face by face, at the
 * middle of each. Lamps are seen as small bright boxes.
 * Limits: nothing stands in the way of light; solids are not mirrored; the first 64 lamps within 150 m of the camera shine; the ground is at most
 * eight times as light as by day.
 * References: Lambert's cosine law; C. Schlick, An inexpensive BRDF model, 1994; B. Walter et al., Microfacet models, EGSR 2007, for the lobe.
 * Checked against: the closed form below one lamp and beside it, two lamps, mirror directions, energy of the lobe.
 */
import type { Encoding } from '../../camera-model/encoding.ts';
import { unprojectPixel } from '../../camera-model/lens.ts';
import type { Colour, Lamp, Lighting, Solid } from '../../world/scene.ts';
import { Field, MOST_LAMPS } from './lighting-memory.ts';
import { createPaint, paintOf, setColour } from './paint.ts';
import type { Tracer } from './tracer.ts';

/** How far from the camera lamps matter [m]. */
const REACH = 150;
const STEP = 4;
/** Half of the size of a lamp's head [m]. */
const HEAD = 0.15;

/** Lights the ground in the pictures of one tracer. */
export class LampPainter {
  private readonly shine = createPaint();

  constructor(
    { canvas, field, far }: Tracer,
    private readonly light: Lighting,
    private readonly encoding: Encoding,
    sky: Colour,
  ) {
    const { rays, groups, numbers, integers } = canvas.lighting!;
    const ray = new Float64Array(3);
    for (let i = 0; i < rays.length / 3; i++) {
      const [column, row] = [i % (4 * groups), Math.floor(i / (4 * groups))];
      const isSeen = unprojectPixel(field.lens, STEP * column, STEP * row, ray);
      const to = 12 * (i >> 2) + (i & 3);
      for (let axis = 0; axis < 3; axis++) rays[to + 4 * axis] = isSeen ? ray[axis] : 0;
    }
    const { daylight, wet } = light;
    integers[Field.IS_WET] = wet === undefined ? 0 : 1;
    numbers[Field.FAR] = far;
    numbers[Field.DAYLIGHT] = daylight;
    numbers[Field.ALBEDO] = wet?.albedo ?? 1;
    numbers[Field.ROUGHNESS] = wet?.roughness ?? 1;
    const { first, second, third } = paintOf(encoding, sky);
    numbers.set([first, second, third], Field.SKY);
  }

  /** Develops the picture, which shows sky and ground, and lights it. */
  paint({ canvas, view }: Tracer): void {
    const { numbers, integers } = canvas.lighting!;
    const { matrix: m, position } = view;
    for (let axis = 0; axis < 3; axis++) {
      numbers[Field.EAST + axis] = m[4 * axis];
      numbers[Field.NORTH + axis] = m[4 * axis + 1];
      numbers[Field.UP + axis] = m[4 * axis + 2];
    }
    numbers[Field.HEIGHT] = position[2];
    integers[Field.LAMP_COUNT] = this.placeLamps(canvas.lighting!.lamps, position);
    canvas.lightUp();
  }

  /** Writes the lamps in reach; returns how many there are. */
  private placeLamps(out: Float32Array, camera: Float64Array): number {
    const { shine, encoding } = this;
    const { lamps } = this.light;
    let count = 0;
    for (let i = 0; i < lamps.length && count < MOST_LAMPS; i++) {
      const lamp = lamps[i];
      const x = lamp.x - camera[0];
      const y = lamp.y - camera[1];
      if (x * x + y * y > REACH * REACH) continue;
      setColour(shine, encoding, lamp.colour, lamp.intensity / 255);
      out[8 * count] = x;
      out[8 * count + 1] = y;
      out[8 * count + 2] = lamp.height;
      out[8 * count + 4] = shine.first;
      out[8 * count + 5] = shine.second;
      out[8 * count + 6] = shine.third;
      count++;
    }
    return count;
  }
}

/** What falls on a face at x, y, z with the normal nx, ny, nz, added to `light` by red, green and blue. */
export function addLamps(
  lamps: readonly Lamp[],
  place: readonly [x: number, y: number, z: number],
  normal: readonly [x: number, y: number, z: number],
  light: [number, number, number],
): void {
  for (const { x, y, height, intensity, colour } of lamps) {
    const [dx, dy, dz] = [x - place[0], y - place[1], height - place[2]];
    const square = dx * dx + dy * dy + dz * dz;
    const falling = normal[0] * dx + normal[1] * dy + normal[2] * dz;
    if (falling <= 0) continue;
    const share = (intensity * falling) / (square * Math.sqrt(square));
    for (let channel = 0; channel < 3; channel++) light[channel] += (share * colour[channel]) / 255;
  }
}

/** The lamps themselves. */
export const lampHeads = (lamps: readonly Lamp[]): Solid[] =>
  lamps.map(({ x, y, height, colour }) => ({
    name: 'lamp',
    footprint: Float64Array.of(-HEAD, -HEAD, HEAD, -HEAD, HEAD, HEAD, -HEAD, HEAD),
    bottom: height,
    top: height + HEAD,
    x,
    y,
    yaw: 0,
    colour,
    glows: true,
  }));
