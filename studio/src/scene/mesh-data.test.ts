import { describe, expect, it } from 'vitest';
import { trackStripes } from '../../../src/world/track/lines.ts';
import { worldOf } from '../../../src/world/world.ts';
import type { WorldDocument } from '../../../src/world/world-schema.ts';
import { worldParams } from '../../../src/world/world-schema.ts';
import { parse } from '../../../src/core/schema.ts';
import { paintMesh, shadowMeshes } from './ground-mesh.ts';
import type { MeshData } from './mesh-data.ts';
import { groundArea, toLinear } from './mesh-data.ts';
import { solidMesh, solidOfTriangle } from './solid-mesh.ts';
import { bodyMesh, wheelMesh } from './vehicle-mesh.ts';
import { plainVehicle, vehicleSpec } from './vehicle-spec.ts';

const world = (document: unknown) => worldOf(parse(worldParams, document, 'world') as WorldDocument);
const line = (points: number[], closed = false, width = 0.2) => ({
  points: Float64Array.from(points),
  closed,
  width,
  colour: [255, 255, 255] as const,
});

/** Volume by the divergence theorem: Σ a · (b × c) / 6 over the triangles; positive when all of them face outwards. */
function volume({ positions: p, indices }: MeshData): number {
  let six = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    six +=
      p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
      p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return six / 6;
}

/** Centroid and normal, as long as twice the area, of every triangle. */
function faces({ positions, indices }: MeshData): [number[], number[]][] {
  return Array.from({ length: indices.length / 3 }, (_, i) => {
    const [a, b, c] = [0, 1, 2].map((k) => [...positions.slice(3 * indices[3 * i + k], 3 * indices[3 * i + k] + 3)]);
    const [u, v] = [b, c].map((corner) => corner.map((value, k) => value - a[k]));
    return [
      a.map((value, k) => (value + b[k] + c[k]) / 3),
      [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]],
    ];
  });
}

describe('paint on the ground', () => {
  it.each([
    ['open', { segments: { elements: [{ straight: 200 }, { arc: { radius: 30, angle: 2 } }] } }, 260 * 6],
    ['closed', { polar: { radius: 50 } }, 2 * Math.PI * 50 * 6],
  ])(
    'covers length × width of a road that is %s, from side to side, every triangle facing up',
    (_name, source, area) => {
      const { areas } = world({ track: { ...source, road: { width: 6 } } }).scene.ground;
      const mesh = paintMesh({ areas, stripes: [] });
      expect(groundArea(mesh)).toBeCloseTo(area, -1);
      expect(faces(mesh).every(([, normal]) => normal[2] > 0)).toBe(true);
      // one triangle per point of a side, so that roads of any length are drawn
      const points = (areas[0].sides!.left.length + areas[0].sides!.right.length) / 2;
      expect(mesh.indices.length / 3).toBe(areas[0].sides!.closed ? points : points - 2);
    },
  );

  it('covers length × width of a straight stripe, facing up', () => {
    expect(groundArea(paintMesh({ areas: [], stripes: [line([0, 0, 30, 40])] }))).toBeCloseTo(50 * 0.2, 3);
  });

  it('covers the ring between two circles for a stripe along a circle', () => {
    const { track } = world({ track: { polar: { radius: 20 }, laneWidth: 4, spacing: 0.1 } });
    const [left] = trackStripes(track!, {
      kind: 'edges',
      width: 0.5,
      colour: [255, 255, 255],
      wear: { fraction: 0, length: 1, seed: 1 },
    });
    // counter-clockwise, so left is inside: radius 18
    expect(groundArea(paintMesh({ areas: [], stripes: [left] }))).toBeCloseTo(2 * Math.PI * 18 * 0.5, 1);
  });

  it('covers polygons that are not convex, whichever way round they are written', () => {
    const corners = [0, 0, 4, 0, 4, 4, 2, 1, 0, 4];
    const reversed = [0, 4, 2, 1, 4, 4, 4, 0, 0, 0];
    for (const points of [corners, reversed]) {
      expect(
        groundArea(paintMesh({ areas: [{ points: Float64Array.from(points), colour: [1, 2, 3] }], stripes: [] })),
      ).toBeCloseTo(10, 6);
    }
  });

  it('lies in the order in which it is painted: areas first, then stripes', () => {
    const mesh = paintMesh({
      areas: [{ points: Float64Array.of(0, 0, 1, 0, 0, 1), colour: [255, 0, 0] }],
      stripes: [line([0, 0, 1, 0])],
    });
    expect(mesh.colours.slice(0, 3)).toEqual(Float32Array.of(1, 0, 0));
    expect(mesh.indices[0]).toBeLessThan(3);
    expect(mesh.colours.slice(-3)).toEqual(Float32Array.of(1, 1, 1));
  });

  it('groups shadows by how dark they are', () => {
    const square = Float64Array.of(0, 0, 1, 0, 1, 1, 0, 1);
    const meshes = shadowMeshes([
      { points: square, brightness: 0.5 },
      { points: square, brightness: 0.2 },
      { points: square, brightness: 0.5 },
    ]);
    expect(meshes.map(({ brightness, mesh }) => [brightness, groundArea(mesh)])).toEqual([
      [0.5, 2],
      [0.2, 1],
    ]);
  });

  it('keeps colours linear', () => {
    expect(toLinear(255)).toBe(1);
    expect(toLinear(0)).toBe(0);
    // the middle grey of sRGB reflects about a fifth
    expect(toLinear(118)).toBeCloseTo(0.181, 3);
  });
});

describe('solids', () => {
  const {
    scene: { solids },
  } = world({
    solids: [
      { name: 'box', x: 10, y: -3, yaw: 0.7, length: 4, width: 2, height: 1.5 },
      {
        name: 'prism',
        x: -5,
        y: 2,
        yaw: -2,
        footprint: [
          [0, 0],
          [3, 0],
          [0, 2],
        ],
        height: 2,
        bottom: 1,
      },
    ],
  });
  const built = solidMesh(solids);

  it('have the area of their footprints on top', () => {
    expect(groundArea(built.mesh)).toBeCloseTo(4 * 2 + 3, 4);
  });

  it('are found again by their triangles', () => {
    expect(built.ends.length).toBe(2);
    expect(
      [0, built.ends[0] - 1, built.ends[0], built.ends[1] - 1].map((triangle) => solidOfTriangle(built, triangle)),
    ).toEqual([0, 0, 1, 1]);
  });
});

describe('vehicles', () => {
  it.each([
    ['a car', plainVehicle('car')],
    ['a small one', vehicleSpec('f1', { wheelBase: 0.33, trackFront: 0.25, wheelRadius: 0.05 })],
  ])('%s faces outwards and stays within its outline', (_name, spec) => {
    const mesh = bodyMesh(spec, [200, 0, 0]);
    const { front, rear, halfWidth, bottom, top } = spec.outline;
    const along = (share: number) => -rear + share * (front + rear);
    // a line below the windows and above the wheels sees every face from behind
    for (const [centroid, normal] of faces(mesh)) {
      const spine = [Math.max(along(0.04), Math.min(along(0.96), centroid[0])), 0, bottom + 0.4 * (top - bottom)];
      expect(normal.reduce((sum, value, k) => sum + value * (centroid[k] - spine[k]), 0)).toBeGreaterThan(-1e-6);
    }
    for (let i = 0; i < mesh.positions.length; i += 3) {
      expect(mesh.positions[i]).toBeLessThanOrEqual(front * 1.01 + 0.01);
      expect(mesh.positions[i]).toBeGreaterThanOrEqual(-rear * 1.01 - 0.01);
      expect(Math.abs(mesh.positions[i + 1])).toBeLessThanOrEqual(halfWidth * 1.001);
      expect(mesh.positions[i + 2]).toBeLessThanOrEqual(top * 1.001);
    }
  });

  it('have platforms with the volume of their deck', () => {
    const spec = vehicleSpec('robot', { track: 1.4, visWheelDiameter: 0.56 });
    const { front, rear, halfWidth, bottom, top } = spec.outline;
    expect(spec.style).toBe('platform');
    expect(volume(bodyMesh(spec, [0, 0, 200])) / ((front + rear) * 2 * halfWidth * (top - bottom))).toBeGreaterThan(
      0.55,
    );
  });

  it('have wheels that are nearly cylinders', () => {
    const [wheel] = plainVehicle('car').wheels;
    expect(volume(wheelMesh(wheel)) / (Math.PI * wheel.radius ** 2 * wheel.width)).toBeGreaterThan(0.85);
    expect(volume(wheelMesh(wheel)) / (Math.PI * wheel.radius ** 2 * wheel.width)).toBeLessThan(1);
  });
});
