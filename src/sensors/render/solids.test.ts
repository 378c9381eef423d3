import { describe, expect, it } from 'vitest';
import { entry } from '../../../test/fixtures/sensors/ray-caster.ts';
import { boxOf, isSame, pictureOf, poseAt, sceneOf, WHITE } from '../../../test/fixtures/sensors/scenes.ts';
import type { Lens } from '../../camera-model/lens.ts';
import { unprojectPixel } from '../../camera-model/lens.ts';
import { createStream, uniformBetween } from '../../math/random.ts';
import type { Colour, Solid } from '../../world/scene.ts';
import { createRenderer } from './scene.ts';

const lens: Lens = { kind: 'pinhole', width: 200, height: 150, fx: 110, fy: 110, cx: 99.5, cy: 74.5, k: [] };
const mount = { x: 0, y: 0, z: 1.5, roll: 0, pitch: 0.1, yaw: 0 };

/** Whether solids stand clear of each other and of the camera, by circles. */
const radiusOf = ({ footprint }: Solid) =>
  Math.max(
    ...Array.from({ length: footprint.length / 2 }, (_, i) => Math.hypot(footprint[2 * i], footprint[2 * i + 1])),
  );

function randomSolids(seed: number): Solid[] {
  const stream = createStream(seed, 'solids');
  const solids: Solid[] = [];
  for (let tries = 0; tries < 400 && solids.length < 12; tries++) {
    const n = 3 + (tries % 4);
    const [a, b] = [uniformBetween(stream, 0.3, 3), uniformBetween(stream, 0.3, 1)];
    const footprint = Float64Array.from({ length: 2 * n }, (_, i) =>
      i % 2 === 0 ? a * Math.cos((Math.PI * i) / n) : b * Math.sin((Math.PI * (i - 1)) / n),
    );
    const bottom = uniformBetween(stream, -1, 1) > 0.5 ? 1 : 0;
    const colour: Colour = [20 + 19 * solids.length, 255 - 20 * solids.length, 100];
    const solid: Solid = {
      name: '',
      footprint,
      bottom,
      top: bottom + uniformBetween(stream, 0.3, 2.5),
      x: uniformBetween(stream, 1, 25),
      y: uniformBetween(stream, -8, 8),
      yaw: uniformBetween(stream, -3, 3),
      colour,
    };
    const isClear =
      Math.hypot(solid.x, solid.y) > radiusOf(solid) + 0.2 &&
      solids.every(
        (other) =>
          Math.hypot(solid.x - other.x, solid.y - other.y) > Math.min(radiusOf(solid) + radiusOf(other), 1.2 * (b + 1)),
      );
    if (isClear && solids.every((other) => apart(solid, other))) solids.push(solid);
  }
  return solids;
}

/** Whether two footprints have a line between them. */
function apart(a: Solid, b: Solid): boolean {
  const corners = ({ footprint, x, y, yaw }: Solid) =>
    Array.from({ length: footprint.length / 2 }, (_, i) => {
      const [u, v] = [footprint[2 * i], footprint[2 * i + 1]];
      return [x + Math.cos(yaw) * u - Math.sin(yaw) * v, y + Math.sin(yaw) * u + Math.cos(yaw) * v];
    });
  const [p, q] = [corners(a), corners(b)];
  const beyondSome = (own: number[][], others: number[][]) =>
    own.some(([x, y], i) => {
      const [ex, ey] = [own[(i + 1) % own.length][0] - x, own[(i + 1) % own.length][1] - y];
      return others.every(([u, v]) => ex * (v - y) - ey * (u - x) < 0);
    });
  return beyondSome(p, q) || beyondSome(q, p);
}

describe('solids', () => {
  it('hide each other as rays say they do', () => {
    const ray = new Float64Array(3);
    let compared = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const solids = randomSolids(seed);
      expect(solids.length).toBeGreaterThan(5);
      const pixels = pictureOf(
        createRenderer(lens, sceneOf({ solids, ground: [1, 1, 1], sky: [1, 1, 1] }), { mount }),
        poseAt(0, 0),
      );
      for (let v = 1; v < 149; v++) {
        for (let u = 1; u < 199; u++) {
          const at = 3 * (v * 200 + u);
          // only where all neighbours are alike, away from edges
          const isFlat = [-3, 3, -600, 600].every(
            (step) => pixels[at] === pixels[at + step] && pixels[at + 1] === pixels[at + 1 + step],
          );
          if (!isFlat) continue;
          unprojectPixel(lens, u, v, ray);
          const [forward, left, up] = [ray[2], -ray[0], -ray[1]];
          const [c, s] = [Math.cos(0.1), Math.sin(0.1)];
          const distances = solids.map((solid) =>
            entry(solid, [0, 0, 1.5, c * forward + s * up, left, c * up - s * forward]),
          );
          const nearest = Math.min(...distances);
          // the ratio of two channels tells the colour, whatever the light
          const expected = nearest < Infinity ? solids[distances.indexOf(nearest)].colour : [1, 1, 1];
          const isRight =
            Math.abs(pixels[at] * expected[1] - pixels[at + 1] * expected[0]) <=
            0.5 * (expected[0] + expected[1]) + 1e-9;
          if (!isRight)
            expect.fail(
              `seed ${seed}: pixel ${u}, ${v} is ${pixels.subarray(at, at + 3)}, expected a shade of ${expected}`,
            );
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(200_000);
  });

  it('have no seams between their faces', () => {
    const solid = boxOf(4, 0.7, 1.5, 1.5, 1, WHITE, { yaw: 0.6 });
    const pixels = pictureOf(
      createRenderer(lens, sceneOf({ solids: [solid] }), { mount, encoding: 'mono8' }),
      poseAt(0, 0),
    );
    // the nearest upright edge, between two sides of different brightness
    const [x, y] = [4 - 0.75 * (Math.cos(0.6) - Math.sin(0.6)), 0.7 - 0.75 * (Math.sin(0.6) + Math.cos(0.6))];
    const pixel = (z: number) => {
      const [c, s] = [Math.cos(0.1), Math.sin(0.1)];
      const depth = c * x - s * (z - 1.5);
      return [99.5 - (110 * y) / depth, 74.5 - (110 * (c * (z - 1.5) + s * x)) / depth];
    };
    let edges = 0;
    for (let v = Math.ceil(pixel(0.9)[1]); v < pixel(0.1)[1]; v++) {
      const column = Math.round(pixel(0.5)[0]);
      const around = [...pixels.subarray(200 * v + column - 4, 200 * v + column + 5)];
      const [left, right] = [around[0], around[8]];
      expect(left).not.toBe(right);
      around.forEach((value) => expect(value).toBeGreaterThanOrEqual(Math.min(left, right)));
      edges++;
    }
    expect(edges).toBeGreaterThan(15);
  });

  it('may be elsewhere in every picture', () => {
    const still = createRenderer(lens, sceneOf({ solids: [boxOf(8, 1, 2, 1, 1)] }), { mount });
    const empty = createRenderer(lens, sceneOf({}), { mount });
    expect(isSame(pictureOf(empty, poseAt(0, 0), [boxOf(8, 1, 2, 1, 1)]), pictureOf(still, poseAt(0, 0)))).toBe(true);
    expect(isSame(pictureOf(empty, poseAt(0, 0), [boxOf(8, 2, 2, 1, 1)]), pictureOf(still, poseAt(0, 0)))).toBe(false);
    expect(Math.max(...pictureOf(empty, poseAt(0, 0)))).toBe(0);
  });

  it('do not show behind the camera or from inside', () => {
    for (const solid of [boxOf(-5, 0, 2, 2, 3), boxOf(0, 0, 2, 2, 3)]) {
      expect(Math.max(...pictureOf(createRenderer(lens, sceneOf({ solids: [solid] }), { mount }), poseAt(0, 0)))).toBe(
        0,
      );
    }
  });

  it('that reach past the camera are cut off beside it', () => {
    // a wall along the left, from 10 m behind to 10 m ahead
    const pixels = pictureOf(
      createRenderer(lens, sceneOf({ solids: [boxOf(0, 2, 20, 0.5, 4)] }), { mount, encoding: 'mono8' }),
      poseAt(0, 0),
    );
    expect(pixels[75 * 200]).toBeGreaterThan(100);
    expect(pixels[75 * 200 + 199]).toBe(0);
    // its far end: 1.75 m to the left at 10 m
    const row = [...pixels.subarray(75 * 200, 76 * 200)];
    expect(row.findIndex((value) => value === 0)).toBeCloseTo(99.5 - (110 * 1.75) / 10 / Math.cos(0.1), -0.5);
  });
});
