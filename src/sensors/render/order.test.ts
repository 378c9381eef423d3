import { describe, expect, it } from 'vitest';
import { entry } from '../../../test/fixtures/sensors/ray-caster.ts';
import { boxOf, poseAt } from '../../../test/fixtures/sensors/scenes.ts';
import type { Lens } from '../../camera-model/lens.ts';
import type { RandomStream } from '../../math/random.ts';
import { createStream, uniformBetween } from '../../math/random.ts';
import type { Solid } from '../../world/scene.ts';
import { Canvas } from './canvas.ts';
import { createField } from './field.ts';
import { PaintingOrder } from './order.ts';
import { PlacedSolids } from './placed-solids.ts';
import { Tracer } from './tracer.ts';
import { View } from './view.ts';

const ALL_ROUND: Lens = { kind: 'fisheye', width: 64, height: 64, fx: 9, fy: 9, cx: 31.5, cy: 31.5, k: [] };

/** Indices of the solids from behind, for a camera above the origin that sees in all directions. */
function orderOf(solids: readonly Solid[], height: number): number[] {
  const view = new View({ x: 0, y: 0, z: height, roll: 0, pitch: Math.PI / 2, yaw: 0 }, 0);
  view.look(poseAt(0, 0));
  const placed = new PlacedSolids(solids);
  placed.update(new Tracer(createField(ALL_ROUND), view, new Canvas(64, 64, 1, { corners: 400 }), Infinity), []);
  return [...new PaintingOrder(placed).fromBehind(view.position).subarray(0, placed.seenCount)];
}

/** How many pairs along random rays are painted the wrong way round, and how many there are. */
function mistakes(solids: readonly Solid[], height: number, stream: RandomStream, rays: number) {
  const ranks = new Map(orderOf(solids, height).map((solid, rank) => [solid, rank]));
  expect(ranks.size).toBe(solids.length);
  let [wrong, pairs] = [0, 0];
  for (let n = 0; n < rays; n++) {
    const [bearing, slope] = [uniformBetween(stream, -Math.PI, Math.PI), uniformBetween(stream, -0.2, 0.05)];
    const ray = [0, 0, height, Math.cos(bearing), Math.sin(bearing), slope] as const;
    const hit = solids
      .map((solid, i) => ({ i, t: entry(solid, ray) }))
      .filter(({ t }) => t < Infinity)
      .sort((a, b) => b.t - a.t);
    for (let k = 1; k < hit.length; k++) {
      if (hit[k - 1].t - hit[k].t < 1e-9) continue;
      pairs++;
      if (ranks.get(hit[k - 1].i)! > ranks.get(hit[k].i)!) wrong++;
    }
  }
  return { wrong, pairs };
}

/** Boxes on the squares of a field, some of them with a cabin; of a square of 3 m they fill up to `size`. */
function field(stream: RandomStream, size: number, yaw: number): Solid[] {
  const solids: Solid[] = [];
  for (let i = 0; i < 400; i++) {
    const [x, y] = [3 * ((i % 20) - 9.5), 3 * (Math.floor(i / 20) - 9.5)];
    if (Math.hypot(x, y) < 4) continue;
    const [length, width] = [uniformBetween(stream, 0.2, 1) * size, uniformBetween(stream, 0.2, 1) * size];
    const turn = { yaw: uniformBetween(stream, -yaw, yaw) };
    const waist = uniformBetween(stream, 0.3, 1.2);
    solids.push(boxOf(x, y, length, width, waist, [1, 2, 3], turn));
    if (i % 3 === 0)
      solids.push(boxOf(x, y, 0.6 * length, 0.9 * width, waist + 0.6, [1, 2, 3], { ...turn, bottom: waist }));
  }
  return solids;
}

describe('the order of painting', () => {
  it('is from behind along every ray, among hundreds of boxes with cabins', () => {
    for (let seed = 0; seed < 6; seed++) {
      const stream = createStream(seed, 'field');
      const { wrong, pairs } = mistakes(field(stream, 2.1, 3), 0.4 + 0.3 * seed, stream, 3000);
      expect(pairs).toBeGreaterThan(1000);
      expect(wrong).toBe(0);
    }
  });

  it('is so where boxes touch, and where many are equally far', () => {
    const stream = createStream(1, 'touching');
    const tiles = Array.from({ length: 400 }, (_, i) => boxOf(3 * (i % 20) + 5, 3 * Math.floor(i / 20) - 30, 3, 3, 1));
    const towers = tiles.map((tile) => boxOf(tile.x, tile.y, 3, 3, 2, [1, 2, 3], { bottom: 1 }));
    const ring = Array.from({ length: 60 }, (_, i) =>
      boxOf(-20 * Math.cos(i / 20 - 1.5), 20 * Math.sin(i / 20 - 1.5), 0.9, 0.9, 1, [1, 2, 3], { yaw: -i / 20 }),
    );
    const { wrong, pairs } = mistakes([...tiles, ...towers, ...ring], 1.5, stream, 4000);
    expect(pairs).toBeGreaterThan(4000);
    expect(wrong).toBe(0);
  });

  it('is so around long walls, whose middles are far from where they stand near', () => {
    for (let seed = 0; seed < 5; seed++) {
      const stream = createStream(seed, 'walls');
      const walls = [
        boxOf(30, 3.2, 80, 0.4, 1.5),
        boxOf(-15, -12, 0.3, 50, 1, [1, 2, 3], { yaw: 0.5 }),
        boxOf(5, -4.5, 30, 0.2, 0.8, [1, 2, 3], { yaw: 0.02 }),
      ];
      const boxes = Array.from({ length: 300 }, () =>
        boxOf(uniformBetween(stream, -40, 60), uniformBetween(stream, -40, 40), 0.8, 0.5, 1, [1, 2, 3], {
          yaw: uniformBetween(stream, -3, 3),
        }),
      ).filter(
        (box) =>
          Math.hypot(box.x, box.y) > 1 &&
          walls.every(({ x, y, yaw, footprint }) => {
            const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
            const [dx, dy] = [box.x - x, box.y - y];
            return Math.abs(c * dx + s * dy) > footprint[2] + 0.6 || Math.abs(c * dy - s * dx) > footprint[5] + 0.6;
          }),
      );
      const apart = boxes.filter((a, i) => boxes.slice(0, i).every((b) => Math.hypot(a.x - b.x, a.y - b.y) > 1));
      const { wrong, pairs } = mistakes([...walls, ...apart], 1, stream, 3000);
      expect(pairs).toBeGreaterThan(400);
      expect(wrong).toBe(0);
    }
  });

  it('has every solid once, also where they run into each other', () => {
    const stream = createStream(3, 'heap');
    const heap = Array.from({ length: 800 }, () =>
      boxOf(uniformBetween(stream, 2, 30), uniformBetween(stream, -10, 10), 4, 0.5, 1, [1, 2, 3], {
        yaw: uniformBetween(stream, -3, 3),
      }),
    );
    expect(orderOf(heap, 1).sort((a, b) => a - b)).toEqual(heap.map((_, i) => i));
  });
});
