/** From plain triangles to geometry, and its disposal. */
import type { Object3D } from 'three';
import { BufferAttribute, BufferGeometry, Mesh } from 'three';
import type { MeshData } from './mesh-data.ts';

/** Faces have vertices of their own where edges are sharp, so normals are those of the faces. */
export function geometryOf({ positions, colours, indices }: MeshData): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('color', new BufferAttribute(colours, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  geometry.computeVertexNormals();
  geometry.computeBoundingSphere();
  return geometry;
}

/** Takes everything below an object away, with its geometry and materials. */
export function disposeChildren(parent: Object3D): void {
  parent.traverse((object) => {
    const { geometry, material } = object as Partial<Mesh>;
    geometry?.dispose();
    for (const each of Array.isArray(material) ? material : [material]) {
      (each as { map?: { dispose(): void } | null } | undefined)?.map?.dispose();
      each?.dispose();
    }
  });
  parent.clear();
}
