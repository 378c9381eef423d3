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
    recorded.beginRecords();
    for (const sheet of [...all].reverse()) {
      recorded.beginSolid();
      add(recorded, sheet.path);
      expect(recorded.record(sheet.paint)).toBe(true);
      add(recorded, sheet.part);
      expect(recorded.record(sheet.added)).toBe(true);
      recorded.endSolid(true);
    }
    recorded.paintRecords();
    expect(developed(recorded)).toEqual(developed(painted));
  });

  it('says when there is no room, and forgets what it was told of that solid', () => {
    const canvas = new Canvas(20, 4, 3);
    canvas.flood(paintOf('rgb8', [1, 2, 3]));
    canvas.beginRecords();
    let isKept = true;
    let solids = 0;
    for (; isKept && solids < 10_000; solids++) {
      canvas.beginSolid();
      // half of each pixel in a row, so that nothing is ever hidden
      add(canvas, [0, 1, 0, 1.5, 20, 1.5, 20, 1, 0, 1]);
      isKept = canvas.record({ first: 2, second: 0, third: 0, opacity: 0 });
      canvas.endSolid(isKept);
    }
    expect(isKept).toBe(false);
    canvas.paintRecords();
    const pixels = developed(canvas);
    expect(solids).toBeGreaterThan(10);
    expect(pixels[3 * 25]).toBe(1 + solids - 1);
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
