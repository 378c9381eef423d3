/** Quadrilaterals on the ground, each in a colour of its own, that may change in every picture, in room that is made once. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Mesh,
  MeshBasicMaterial,
  Sphere,
} from 'three';
import type { Quad } from '../../../src/msgs/ground-corners.ts';

/** In front of all paint, behind lines. */
const ON_GROUND = -11;
const TRIANGLES = [0, 1, 2, 0, 2, 3];

export class QuadsMesh {
  readonly object: Mesh;
  private readonly colour = new Color();
  private readonly material = new MeshBasicMaterial({
    vertexColors: true,
    transparent: true,
    opacity: 0.38,
    depthWrite: false,
    side: DoubleSide,
    toneMapped: false,
  });

  constructor(readonly capacity: number) {
    const geometry = new BufferGeometry();
    for (const name of ['position', 'color']) {
      const attribute = new BufferAttribute(new Float32Array(12 * capacity), 3);
      attribute.setUsage(DynamicDrawUsage);
      geometry.setAttribute(name, attribute);
    }
    geometry.setIndex(Array.from({ length: capacity }, (_, i) => TRIANGLES.map((k) => 4 * i + k)).flat());
    geometry.boundingSphere = new Sphere();
    this.object = new Mesh(geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = ON_GROUND;
    this.show(0);
  }

  set(i: number, quad: Quad, colour: string): void {
    const { position, color } = this.object.geometry.attributes;
    this.colour.set(colour);
    for (let k = 0; k < 4; k++) {
      position.setXYZ(4 * i + k, quad[2 * k], quad[2 * k + 1], 0.01);
      color.setXYZ(4 * i + k, this.colour.r, this.colour.g, this.colour.b);
    }
  }

  /** Shows the first `count`. */
  show(count: number): void {
    const { geometry } = this.object;
    geometry.setDrawRange(0, 6 * count);
    geometry.attributes.position.needsUpdate = true;
    geometry.attributes.color.needsUpdate = true;
    this.object.visible = count > 0;
  }

  dispose(): void {
    this.object.removeFromParent();
    this.object.geometry.dispose();
    this.material.dispose();
  }
}
