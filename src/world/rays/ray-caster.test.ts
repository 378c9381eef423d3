import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { box, carsAt, direction, sceneOf } from '../../../test/fixtures/sensors-range/scenes.ts';
import type { Bodies } from '../../msgs/index.ts';
import { castRays, createRayCaster } from './ray-caster.ts';
import { rayTreeOf } from './tree.ts';
import type { Scene } from '../scene.ts';

interface Look {
  at?: readonly number[];
  range?: number;
  seesGround?: boolean;
  bodies?: Bodies;
  ownBody?: string;
}

/** Distances in these directions. */
function look(
  scene: Scene,
  directions: readonly (readonly number[])[],
  { at = [0, 0, 0.5], range = 50, seesGround = false, bodies = carsAt(), ownBody = '' }: Look = {},
) {
  const caster = createRayCaster(scene, Float64Array.from(directions.flat()), { range, seesGround });
  caster.pose.set(at, 9);
  castRays(caster, bodies, ownBody);
  return { distances: [...caster.distances], cosines: [...caster.cosines] };
}

const AHEAD = direction(0);

/**
 * An intersection of another kind: the ray seen from above against each side as two segments, the faces by the point where their plane
 * is met (inside when every side turns left of it).
 */
function bruteForce(scene: Scene, origin: readonly number[], d: readonly number[], range: number): number {
  let best = Infinity;
  for (const solid of scene.solids) {
    const corners: number[][] = [];
    for (let k = 0; k < solid.footprint.length; k += 2) {
      const [px, py] = [solid.footprint[k], solid.footprint[k + 1]];
      corners.push([
        solid.x + Math.cos(solid.yaw) * px - Math.sin(solid.yaw) * py,
        solid.y + Math.sin(solid.yaw) * px + Math.cos(solid.yaw) * py,
      ]);
    }
    const sides = corners.map((a, k) => [a, corners[(k + 1) % corners.length]]);
    const isInside = (x: number, y: number) =>
      sides.every(([a, b]) => (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0);
    for (const [a, b] of sides) {
      const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
      const det = d[0] * ey - d[1] * ex;
      const [wx, wy] = [a[0] - origin[0], a[1] - origin[1]];
      const t = (wx * ey - wy * ex) / det;
      const s = (wx * d[1] - wy * d[0]) / det;
      const z = origin[2] + t * d[2];
      if (t >= 0 && s >= 0 && s <= 1 && z >= solid.bottom && z <= solid.top) best = Math.min(best, t);
    }
    for (const z of [solid.bottom, solid.top]) {
      const t = (z - origin[2]) / d[2];
      if (t >= 0 && Number.isFinite(t) && isInside(origin[0] + t * d[0], origin[1] + t * d[1]))
        best = Math.min(best, t);
    }
    if (isInside(origin[0], origin[1]) && origin[2] >= solid.bottom && origin[2] <= solid.top) best = 0;
  }
  return best <= range ? best : Infinity;
}

const arbitrarySolid = fc
  .record({
    x: fc.double({ min: -20, max: 20, noNaN: true }),
    y: fc.double({ min: -20, max: 20, noNaN: true }),
    yaw: fc.double({ min: -4, max: 4, noNaN: true }),
    bottom: fc.double({ min: 0, max: 1, noNaN: true }),
    height: fc.double({ min: 0.1, max: 3, noNaN: true }),
    radius: fc.double({ min: 0.2, max: 5, noNaN: true }),
    corners: fc.integer({ min: 3, max: 8 }),
  })
  .map(({ x, y, yaw, bottom, height, radius, corners }) =>
    box(x, y, 1, 1, {
      yaw,
      bottom,
      top: bottom + height,
      footprint: Float64Array.from(
        { length: 2 * corners },
        (_, k) => radius * (k % 2 === 0 ? Math.cos : Math.sin)((2 * Math.PI * (k >> 1)) / corners),
      ),
    }),
  );

describe('the ray caster', () => {
  it('measures to the near face of a wall, straight and slanted', () => {
    const wall = sceneOf(box(5.5, 0, 1, 40));
    const { distances, cosines } = look(wall, [AHEAD, direction(0.5), direction(-1), direction(Math.PI)]);
    expect(distances[0]).toBeCloseTo(5, 12);
    expect(distances[1]).toBeCloseTo(5 / Math.cos(0.5), 12);
    expect(distances[2]).toBeCloseTo(5 / Math.cos(1), 12);
    expect(distances[3]).toBe(Infinity);
    expect(cosines[0]).toBeCloseTo(1, 12);
    expect(cosines[1]).toBeCloseTo(Math.cos(0.5), 12);
    expect(cosines[3]).toBe(-1);
  });

  it('reaches exactly as far as its range', () => {
    const wall = sceneOf(box(5.5, 0, 1, 4));
    expect(look(wall, [AHEAD], { range: 5 }).distances).toEqual([5]);
    expect(look(wall, [AHEAD], { range: 4.999 }).distances).toEqual([Infinity]);
  });

  it('passes over and under solids at its height', () => {
    const gate = sceneOf(box(5, 0, 1, 4, { bottom: 2, top: 3 }), box(8, 0, 1, 4, { top: 0.4 }), box(20, 0, 1, 4));
    expect(look(gate, [AHEAD], { at: [0, 0, 0.5] }).distances[0]).toBeCloseTo(19.5, 12);
    expect(look(gate, [AHEAD], { at: [0, 0, 2.5] }).distances[0]).toBeCloseTo(4.5, 12);
    expect(look(gate, [AHEAD], { at: [0, 0, 0.4] }).distances[0]).toBeCloseTo(7.5, 12);
  });

  it('meets the ground, and roofs from above and below', () => {
    const table = sceneOf(box(10, 0, 8, 8, { bottom: 1, top: 1.2 }));
    const down = [Math.SQRT1_2, 0, -Math.SQRT1_2];
    expect(look(sceneOf(), [down, AHEAD], { at: [0, 0, 2], seesGround: true }).distances).toEqual([
      2 / Math.SQRT1_2,
      Infinity,
    ]);
    expect(look(sceneOf(), [down], { at: [0, 0, 2] }).distances).toEqual([Infinity]);
    expect(look(table, [down], { at: [8, 0, 2.2], seesGround: true }).distances[0]).toBeCloseTo(Math.SQRT2, 12);
    expect(look(table, [[0, 0, 1]], { at: [10, 0, 0.25] }).distances[0]).toBeCloseTo(0.75, 12);
    expect(look(table, [[0, 0, -1]], { at: [10, 0, 3] }).distances[0]).toBeCloseTo(1.8, 12);
  });

  it('sees other cars, not its own, and the nearer of a car and a wall', () => {
    const wall = sceneOf(box(30, 0, 1, 40));
    const bodies = carsAt(['own', 0, 0, 0], ['lead', 15, 0, 0], ['crossing', 0, 10, Math.PI / 2]);
    const { distances } = look(wall, [AHEAD, direction(Math.PI / 2), direction(Math.PI), direction(1.1)], {
      bodies,
      ownBody: 'own',
    });
    expect(distances[0]).toBeCloseTo(15 - 0.9, 12);
    expect(distances[1]).toBeCloseTo(10 - 0.9, 12);
    expect(distances[2]).toBe(Infinity);
    expect(look(wall, [AHEAD], { bodies: carsAt(['lead', 40, 0, 0]) }).distances[0]).toBeCloseTo(29.5, 12);
    expect(look(wall, [AHEAD], { bodies }).distances[0]).toBe(0);
  });

  it('turns its rays with its pose', () => {
    const caster = createRayCaster(sceneOf(box(0, 12, 40, 2)), Float64Array.from([1, 0, 0, 0, -1, 0]), {
      range: 50,
      seesGround: true,
    });
    // looks north, its right to the ground
    caster.pose.set([0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 3]);
    castRays(caster, carsAt());
    expect(caster.distances[0]).toBe(Infinity);
    caster.pose.set([0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 1.5]);
    castRays(caster, carsAt());
    expect([...caster.distances]).toEqual([10, 1.5]);
  });

  it('agrees with an intersection of another kind on any scene', () => {
    const directions = fc.array(
      fc.tuple(fc.double({ min: -3.2, max: 3.2, noNaN: true }), fc.double({ min: -0.8, max: 0.8, noNaN: true })),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.array(arbitrarySolid, { maxLength: 30 }), directions, fc.boolean(), (solids, angles, level) => {
        const scene = sceneOf(...solids);
        const rays = angles.map(([azimuth, elevation]) => direction(azimuth, level ? 0 : elevation));
        const at = [0.3, -0.2, 0.9];
        const { distances } = look(scene, rays, { at, range: 25 });
        rays.forEach((ray, i) => {
          const expected = bruteForce(scene, at, ray, 25);
          if (Math.abs(distances[i] - expected) < 1e-9 || distances[i] === expected) return;
          // rays through an edge may go either way: then a neighbour agrees
          const neighbours = [
            [1e-7, 0],
            [-1e-7, 0],
            [0, 1e-7],
            [0, -1e-7],
          ].map(([da, de]) =>
            bruteForce(scene, at, direction(angles[i][0] + da, (level ? 0 : angles[i][1]) + de), 25 + 1e-5),
          );
          expect(neighbours.some((near) => near === distances[i] || Math.abs(near - distances[i]) < 1e-4)).toBe(true);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('agrees with triangles traced in Python', () => {
    const { range, scenes } = JSON.parse(
      readFileSync(new URL('../../../test/fixtures/sensors-range/ray-reference.json', import.meta.url), 'utf8'),
    );
    let hits = 0;
    for (const { solids, origin, rays } of scenes) {
      const scene = sceneOf(
        ...solids.map((solid: any) => ({
          ...box(0, 0, 1, 1),
          ...solid,
          footprint: Float64Array.from(solid.footprint),
        })),
      );
      const { distances } = look(
        scene,
        rays.map((ray: number[]) => ray.slice(0, 3)),
        { at: origin, range, seesGround: true },
      );
      rays.forEach(([, , , expected]: (number | null)[], i: number) => {
        if (expected === null) expect(distances[i]).toBe(Infinity);
        else expect(distances[i]).toBeCloseTo(expected!, 9);
        if (expected !== null) hits++;
      });
    }
    expect(hits).toBeGreaterThan(150);
  });

  it('finds moving boxes where solids of the same shape would be', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -12, max: 12, noNaN: true }),
        fc.double({ min: -12, max: 12, noNaN: true }),
        fc.double({ min: -7, max: 7, noNaN: true }),
        (x, y, yaw) => {
          const rays = Array.from({ length: 64 }, (_, i) => direction(0.1 * i, -0.02 * (i % 5)));
          const still = box(x, y, 1, 1, {
            yaw,
            bottom: 0.2,
            top: 1.5,
            footprint: Float64Array.of(-0.9, -0.9, 3.6, -0.9, 3.6, 0.9, -0.9, 0.9),
          });
          expect(look(sceneOf(), rays, { bodies: carsAt(['a', x, y, yaw]) })).toEqual(look(sceneOf(still), rays));
        },
      ),
    );
  });

  it('makes the tree of a scene once', () => {
    const scene = sceneOf(box(1, 0, 1, 1));
    expect(rayTreeOf(scene)).toBe(rayTreeOf(scene));
  });
});
