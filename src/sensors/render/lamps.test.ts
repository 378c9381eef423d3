import { describe, expect, it } from 'vitest';
import type { Lens } from '../../camera-model/lens.ts';
import type { Mount } from '../../camera-model/mount.ts';
import { FrameMemory } from '../../math/frame-memory.ts';
import type { Lamp, Lighting, Scene, Solid } from '../../world/scene.ts';
import type { RendererOptions } from './scene.ts';
import { createRenderer } from './scene.ts';

const lens: Lens = { kind: 'pinhole', width: 321, height: 241, fx: 200, fy: 200, cx: 160, cy: 120, k: [] };
const AT_ORIGIN = { x: 0, y: 0, yaw: 0, roll: 0, pitch: 0, vx: 0, vy: 0, yaw_rate: 0 };
/** Looks straight down from 10 m: column 160 + 20 · (−y), row 120 − 20 · x, in metres. */
const DOWN: Mount = { x: 0, y: 0, z: 10, roll: 0, pitch: Math.PI / 2, yaw: 0 };
const WHITE = [255, 255, 255] as const;

const night = (lighting: Lighting, solids: readonly Solid[] = [], ground = [200, 150, 100] as const): Scene => ({
  ground: { colour: ground, areas: [], stripes: [], shadows: [] },
  sky: [100, 120, 140],
  solids,
  lighting,
});
const lamp = (x: number, y: number, height: number, intensity: number, colour: Lamp['colour'] = WHITE): Lamp => ({
  x,
  y,
  height,
  intensity,
  colour,
});

function picture(scene: Scene, options: RendererOptions): Uint8Array {
  const renderer = createRenderer(lens, scene, options);
  const pixels = new FrameMemory().allocate(renderer.size);
  renderer.render(AT_ORIGIN, pixels);
  return pixels;
}

const at = (pixels: Uint8Array, column: number, row: number): number[] => [
  ...pixels.subarray(3 * (lens.width * row + column)).slice(0, 3),
];

/** Light on level ground at x, y: daylight + Σ I h / r³. */
const lightAt = ({ daylight, lamps }: Lighting, x: number, y: number, channel: number): number =>
  lamps.reduce((sum, each) => {
    const r = Math.hypot(x - each.x, y - each.y, each.height);
    return sum + (((each.intensity * each.height) / r ** 3) * each.colour[channel]) / 255;
  }, daylight);

describe('ground under lamps', () => {
  it('is as light as the inverse square and the cosine say, in the colour of each lamp', () => {
    const lighting = { daylight: 0.1, lamps: [lamp(1, -2, 4, 9, [255, 200, 100]), lamp(-3, 3, 3, 4, [80, 90, 255])] };
    // above the lamps, so that their heads are seen; away from them all is ground
    const pixels = picture(night(lighting), { mount: DOWN });
    let compared = 0;
    for (let row = 1; row < lens.height; row += 7) {
      for (let column = 2; column < lens.width; column += 9) {
        const [x, y] = [(120 - row) / 20, (160 - column) / 20];
        if (lighting.lamps.some((each) => Math.hypot(x - each.x, y - each.y) < 2.5)) continue;
        at(pixels, column, row).forEach((level, channel) => {
          const expected = [200, 150, 100][channel] * lightAt(lighting, x, y, channel);
          expect(Math.abs(level - expected)).toBeLessThan(1.1);
          compared++;
        });
      }
    }
    expect(compared).toBeGreaterThan(1500);
  });

  it('is everywhere as dark as the night where no lamp is, and so is the sky', () => {
    const ahead = { mount: { ...DOWN, z: 1.5, pitch: 0 } };
    const [dark, day] = [0.25, 1].map((daylight) => picture(night({ daylight, lamps: [] }), ahead));
    day.forEach((level, i) => expect(Math.abs(dark[i] - 0.25 * level)).toBeLessThanOrEqual(0.6));
    expect(at(day, 160, 10)).toEqual([100, 120, 140]);
    expect(at(day, 160, 230)).toEqual([200, 150, 100]);
  });

  it('looks alike on either side of a lamp straight ahead', () => {
    const pixels = picture(
      night({ daylight: 0.02, lamps: [lamp(8, 0, 5, 20)], wet: { albedo: 0.5, roughness: 0.1 } }),
      {
        mount: { ...DOWN, z: 1.5, pitch: 0.2 },
      },
    );
    for (let row = 0; row < lens.height; row += 3)
      for (let column = 0; column < 160; column += 3)
        at(pixels, column, row).forEach((level, channel) =>
          expect(Math.abs(level - at(pixels, 320 - column, row)[channel])).toBeLessThanOrEqual(1),
        );
  });

  it('has the same bytes in the memory of frames and in one of its own, and in grey what its colours weigh', () => {
    const scene = night({
      daylight: 0.1,
      lamps: [lamp(3, 1, 4, 9, [255, 200, 100])],
      wet: { albedo: 0.6, roughness: 0.1 },
    });
    const options = { mount: { ...DOWN, z: 2, pitch: 0.3 } };
    const shared = picture(scene, options);
    const own = new Uint8Array(shared.length);
    createRenderer(lens, scene, options).render(AT_ORIGIN, own);
    expect(own).toEqual(shared.slice());
    const mono = createRenderer(
      lens,
      night({ ...scene.lighting!, lamps: [lamp(3, 1, 4, 9)] }, [], [90, 90, 90] as never),
      {
        ...options,
        encoding: 'mono8',
      },
    );
    const colour = picture(
      night({ ...scene.lighting!, lamps: [lamp(3, 1, 4, 9)] }, [], [90, 90, 90] as never),
      options,
    );
    const grey = new Uint8Array(mono.size);
    mono.render(AT_ORIGIN, grey);
    // below the horizon, where what is mirrored of the coloured sky is little
    for (let i = 200 * lens.width; i < grey.length; i++)
      expect(Math.abs(grey[i] - colour[3 * i + 1])).toBeLessThanOrEqual(2);
  });
});

describe('wet ground', () => {
  const fresnel = (cosine: number): number => 0.02 + 0.98 * (1 - cosine) ** 5;

  it('mirrors a lamp where its image is, as bright as the lobe says', () => {
    const wet = { albedo: 0, roughness: 0.2 };
    const [height, distance, z] = [4, 12, 2];
    const lighting = { daylight: 0, lamps: [lamp(distance, 0, height, 10)], wet };
    const pixels = picture(night(lighting), { mount: { ...DOWN, z, pitch: 0 } });
    // the image is as far below the ground as the lamp is above it
    const row = 120 + (200 * (z + height)) / distance;
    const [x, path] = [(distance * z) / (z + height), Math.hypot(distance, z + height)];
    const r = Math.hypot(distance - x, height);
    const expected = (10 * 255 * fresnel((z + height) / path)) / (r * r * wet.roughness ** 2);
    expect(at(pixels, 160, row)[0]).toBeGreaterThan(10);
    expect(Math.abs(at(pixels, 160, row)[0] - expected)).toBeLessThan(0.02 * expected + 1);
  });

  it('gives back as much of the light of a lamp as it mirrors', () => {
    const [z, height, intensity] = [0.05, 20, 100];
    const lighting = { daylight: 0, lamps: [lamp(0, 0, height, intensity)], wet: { albedo: 0, roughness: 0.08 } };
    const pixels = picture(night(lighting), { mount: { ...DOWN, z } });
    let sum = 0;
    for (let row = 0; row < lens.height; row++)
      for (let column = 0; column < lens.width; column++) {
        const cosine = 1 / Math.hypot(1, (column - 160) / 200, (row - 120) / 200);
        sum += ((at(pixels, column, row)[0] / 255) * cosine ** 3) / (200 * 200);
      }
    // white ground in the light E of day is as bright as 255 levels, or E/π; seen from z the lobe is narrower by 1 + z/h
    const expected = (Math.PI * 0.02 * intensity) / height ** 2 / (1 + z / height) ** 2;
    // less than half a level is none: beyond s = 4.4 w, where 1/(1 + 4.4²) of the light would go
    expect(sum).toBeGreaterThan(0.94 * expected);
    expect(sum).toBeLessThan(1.02 * expected);
  });

  it('is darker below, and like the sky far away', () => {
    const [dry, wet] = [undefined, { albedo: 0.5, roughness: 0.1 }].map((each) =>
      picture(night({ daylight: 1, lamps: [], wet: each }), { mount: { ...DOWN, z: 1.5, pitch: 0 } }),
    );
    const cosine = 1 / Math.hypot(1, 200 / 110);
    [200, 150, 100].forEach((colour, channel) => {
      expect(at(dry, 160, 230)[channel]).toBe(colour);
      const expected = 0.5 * colour * (1 - fresnel(cosine)) + fresnel(cosine) * [100, 120, 140][channel];
      expect(Math.abs(at(wet, 160, 230)[channel] - expected)).toBeLessThan(1.1);
      expect(Math.abs(at(wet, 160, 124)[channel] - [100, 120, 140][channel])).toBeLessThan(10);
    });
  });
});

describe('solids under lamps', () => {
  it('are lit by what falls on the middle of each face, and not from behind', () => {
    const box: Solid = {
      name: 'wall',
      footprint: Float64Array.of(-1, -4, 1, -4, 1, 4, -1, 4),
      bottom: 0,
      top: 4,
      x: 11,
      y: 0,
      yaw: 0,
      colour: [200, 100, 50],
    };
    const options = { mount: { ...DOWN, z: 2, pitch: 0 }, sun: { azimuth: 0, elevation: 0.5 } };
    const before = picture(night({ daylight: 0.2, lamps: [lamp(4, 3, 6, 30, [255, 255, 100])] }, [box]), options);
    const behind = picture(night({ daylight: 0.2, lamps: [lamp(16, 3, 6, 30)] }, [box]), options);
    const ambient = 0.2 * 0.55;
    const r = Math.hypot(6, 3, 4);
    const falling = (30 * 6) / r ** 3;
    [200, 100, 50].forEach((colour, channel) => {
      const expected = colour * (ambient + falling * [1, 1, 100 / 255][channel]);
      expect(Math.abs(at(before, 160, 110)[channel] - expected)).toBeLessThanOrEqual(0.51);
      expect(Math.abs(at(behind, 160, 110)[channel] - colour * ambient)).toBeLessThanOrEqual(0.51);
    });
  });

  it('hide the lamps behind them, which else are seen in their own colour', () => {
    const lighting = { daylight: 0, lamps: [lamp(10, 0, 2, 1, [250, 180, 90])] };
    const options = { mount: { ...DOWN, z: 1, pitch: 0 } };
    // its head is from 2 to 2.15 m
    const row = Math.round(120 - (200 * 1.07) / 10);
    expect(at(picture(night(lighting), options), 160, row)).toEqual([250, 180, 90]);
  });
});
