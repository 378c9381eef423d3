import { describe, expect, it } from 'vitest';
import type { Lens } from '../../camera-model/lens.ts';
import { createStream, uniformBetween } from '../../math/random.ts';
import { cos, sin } from '../../math/trig.ts';
import type { Scene, Solid } from '../../world/scene.ts';
import { Canvas } from './canvas.ts';
import type { Paint } from './paint.ts';
import { paintOf } from './paint.ts';
import { createRenderer } from './scene.ts';

interface Sheet {
  readonly path: number[];
  readonly part: number[];
  readonly paint: Paint;
  readonly added: Paint;
}

const stream = createStream(7, 'records');
const between = (low: number, high: number): number => uniformBetween(stream, low, high);
const level = (): number => Math.round(between(0, 255));

/** Convex sheets of a whole colour, each with a part of itself to which something is added. */
const sheets = (count: number, width: number, height: number): Sheet[] =>
  Array.from({ length: count }, () => {
    const [x, y, radius] = [between(-20, width + 20), between(-20, height + 20), between(1, 60)];
    const corner = (i: number): number[] => [x + radius * cos(1.3 * i + 0.2), y + radius * sin(1.3 * i + 0.2)];
    return {
      path: [0, 1, 2, 3, 4, 0].flatMap(corner),
      part: [0, 1, 2, 0].flatMap(corner),
      paint: paintOf('rgb8', [level(), level(), level()]),
      added: { first: level() - 128, second: level() - 128, third: 9, opacity: 0 },
    };
  });

function add(canvas: Canvas, path: number[]): void {
  canvas.path.set(path);
  canvas.addPath(path.length / 2);
}

function developed(canvas: Canvas): Uint8Array {
  const pixels = new Uint8Array(canvas.width * canvas.height * canvas.channels);
  canvas.develop(pixels);
  return pixels;
}

describe('paint recorded from the front', () => {
  it('leaves the very picture that painting from behind does', () => {
    const [width, height] = [200, 90];
    const all = sheets(150, width, height);
    const [painted, recorded] = [new Canvas(width, height, 3), new Canvas(width, height, 3)];
    for (const canvas of [painted, recorded]) canvas.flood(paintOf('rgb8', [40, 50, 60]));
    for (const sheet of all) {
      add(painted, sheet.path);
      painted.paint(sheet.paint);
      add(painted, sheet.part);
      painted.paint(sheet.added);
    }
    for (const sheet of [...all].reverse()) {
      recorded.beginSolid();
      add(recorded, sheet.path);
      recorded.record(sheet.paint);
      add(recorded, sheet.part);
      recorded.record(sheet.added);
    }
    recorded.paintRecords();
    expect(developed(recorded)).toEqual(developed(painted));
  });

  it('says when there is no room, and draws the rows before', () => {
    const canvas = new Canvas(20, 4, 3, { edges: 256 });
    canvas.flood(paintOf('rgb8', [1, 2, 3]));
    for (let solid = 0; solid < 60; solid++) {
      canvas.beginSolid();
      // half of each pixel in the third row, slanting, so that nothing is ever hidden
      add(canvas, [0, 2, 0, 2.4, 20, 2.6, 20, 2, 0, 2]);
      canvas.record({ first: 2, second: 0, third: 0, opacity: 0 });
    }
    canvas.paintRecords();
    expect(canvas.isFull).toBe(false);
    const pixels = new Uint8Array(20 * 4 * 3);
    expect(canvas.developRows(0, 4, pixels)).toBe(2);
    expect(canvas.isFull).toBe(true);
    expect([...pixels.subarray(0, 6)]).toEqual([1, 2, 3, 1, 2, 3]);
  });
});

describe('a picture with more edges than there is room for', () => {
  const box = (): Solid => ({
    name: 'box',
    footprint: Float64Array.of(-0.4, -0.3, 0.4, -0.3, 0.4, 0.3, -0.4, 0.3),
    bottom: 0,
    top: between(0.4, 1.5),
    x: between(4, 30),
    y: between(-12, 12),
    yaw: between(0, 6),
    colour: [level(), level(), level()],
  });
  const scene: Scene = {
    ground: {
      colour: [90, 90, 90],
      areas: [],
      stripes: [{ points: Float64Array.of(0, 0, 9, 2, 30, -4), closed: false, width: 0.3, colour: [250, 250, 250] }],
      shadows: [],
    },
    sky: [150, 180, 215],
    solids: Array.from({ length: 120 }, box),
  };
  const picture = (k: number[], edges?: number): Uint8Array => {
    const renderer = createRenderer(pinhole(k), scene, {}, edges);
    const pixels = new Uint8Array(renderer.size);
    const rows: number[] = [];
    renderer.render({ x: 0, y: 0, yaw: 0, roll: 0, pitch: 0, vx: 0, vy: 0, yaw_rate: 0 }, pixels, [], (done) =>
      rows.push(done),
    );
    expect(rows.at(-1)).toBe(200);
    expect(rows).toEqual([...rows].sort((a, b) => a - b));
    return pixels;
  };

  it.each([[[]], [[0.02]]])('is drawn in parts that make the same picture, distortion %j', (k) => {
    const whole = picture(k);
    expect(new Set(whole).size).toBeGreaterThan(100);
    for (const edges of [1500, 700]) expect(picture(k, edges)).toEqual(whole);
  });

  it('says so where a row alone has too many', () => {
    expect(() => picture([], 20)).toThrow('more edges cross a row of the picture than there is room for');
  });
});

const pinhole = (k: number[]): Lens => ({
  kind: 'pinhole',
  width: 320,
  height: 200,
  fx: 200,
  fy: 200,
  cx: 159.5,
  cy: 99.5,
  k,
});

describe('solids drawn at once', () => {
  it('leave the next picture alone when the farthest of them is hidden', () => {
    const wall = (x: number, half: number): Solid => ({
      name: 'wall',
      footprint: Float64Array.of(-0.5, -half, 0.5, -half, 0.5, half, -0.5, half),
      bottom: 0,
      top: half,
      x,
      y: 0,
      yaw: 0,
      colour: [200, 100, 50],
    });
    const scene: Scene = {
      ground: { colour: [90, 90, 90], areas: [], stripes: [], shadows: [] },
      sky: [150, 180, 215],
      solids: [wall(10, 4), wall(20, 1)],
    };
    const renderer = createRenderer(pinhole([]), scene, { mount: { x: 0, y: 0, z: 2, roll: 0, pitch: 0, yaw: 0 } });
    const [first, second] = [0, 1].map(() => {
      const pixels = new Uint8Array(renderer.size);
      renderer.render({ x: 0, y: 0, yaw: 0, roll: 0, pitch: 0, vx: 0, vy: 0, yaw_rate: 0 }, pixels);
      return pixels;
    });
    expect(second.every((level, i) => level === first[i])).toBe(true);
  });

  it('look as they do the long way, through a lens that all but leaves edges straight', () => {
    const solids = Array.from({ length: 300 }, (): Solid => {
      const [a, b] = [between(0.2, 2), between(0.2, 2)];
      return {
        name: 'box',
        footprint: Float64Array.of(-a, -b, a, -b, a, b, -a, b),
        bottom: between(0, 1),
        top: between(1.2, 4),
        x: between(-5, 60),
        y: between(-30, 30),
        yaw: between(0, 6),
        colour: [level(), level(), level()],
      };
    });
    const scene: Scene = {
      ground: { colour: [90, 90, 90], areas: [], stripes: [], shadows: [] },
      sky: [150, 180, 215],
      solids,
    };
    const [straight, bent] = [[], [1e-14]].map((k) => {
      const renderer = createRenderer(pinhole(k), scene, {
        mount: { x: 0, y: 0, z: 2, roll: 0.1, pitch: 0.1, yaw: 0 },
        far: 50,
      });
      const pixels = new Uint8Array(renderer.size);
      renderer.render({ x: 0, y: 0, yaw: 0, roll: 0, pitch: 0, vx: 0, vy: 0, yaw_rate: 0 }, pixels);
      return pixels;
    });
    const differences = straight.filter((each, i) => each !== bent[i]).length;
    expect(differences).toBeLessThan(20);
    expect(new Set(straight).size).toBeGreaterThan(200);
  });
});
