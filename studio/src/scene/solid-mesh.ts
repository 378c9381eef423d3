/** Solids of a world as one mesh of upright prisms, and which of its triangles belong to which solid. */
import type { Solid } from '../../../src/world/scene.ts';
import { cornersOf } from '../../../src/world/world-extent.ts';
import type { MeshData, Point3 } from './mesh-data.ts';
import { MeshBuilder } from './mesh-data.ts';

export interface SolidMesh {
  readonly mesh: MeshData;
  /** The first triangle after those of each solid. */
  readonly ends: readonly number[];
}

export function solidMesh(solids: readonly Solid[]): SolidMesh {
  const builder = new MeshBuilder();
  const ends = solids.map((solid) => {
    const { bottom, top, colour } = solid;
    const points = cornersOf(solid);
    const n = points.length / 2;
    const at = (i: number, z: number): Point3 => [points[2 * (i % n)], points[2 * (i % n) + 1], z];
    builder.face(
      Array.from({ length: n }, (_, i) => at(i, top)),
      colour,
    );
    for (let i = 0; i < n; i++) builder.face([at(i, bottom), at(i + 1, bottom), at(i + 1, top), at(i, top)], colour);
    return builder.triangleCount;
  });
  return { mesh: builder.build(), ends };
}

/** Which solid a triangle belongs to. */
export const solidOfTriangle = ({ ends }: SolidMesh, triangle: number): number =>
  ends.findIndex((end) => triangle < end);
