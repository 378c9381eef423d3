/** The arrow that shows how hard and whereto a vehicle will be pushed: flat on the ground, as long as the drag counts. */
import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
} from 'three';

export class PushArrow {
  readonly group = new Group();
  private readonly shaft: Mesh;
  private readonly head: Mesh;
  private readonly material = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.92,
    side: DoubleSide,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  });

  constructor() {
    const plane = new PlaneGeometry(1, 1);
    plane.translate(0.5, 0, 0);
    this.shaft = new Mesh(plane, this.material);
    const tip = new BufferGeometry();
    tip.setAttribute('position', new Float32BufferAttribute([0, -1, 0, 1.7, 0, 0, 0, 1, 0], 3));
    this.head = new Mesh(tip, this.material);
    this.group.add(this.shaft, this.head);
    this.group.visible = false;
    for (const mesh of [this.shaft, this.head]) mesh.renderOrder = 60;
  }

  show(colour: string, x: number, y: number, dx: number, dy: number, width: number): void {
    const length = Math.hypot(dx, dy);
    this.material.color.set(colour);
    this.group.visible = length > 1e-3;
    this.group.position.set(x, y, 0.05);
    this.group.rotation.z = Math.atan2(dy, dx);
    const tip = 2 * width;
    this.shaft.scale.set(Math.max(0.001, length - 1.7 * tip * 0.5), width, 1);
    this.head.position.x = Math.max(0, length - 1.7 * tip * 0.5);
    this.head.scale.set(tip * 0.5, tip * 0.5, 1);
  }

  hide(): void {
    this.group.visible = false;
  }

  dispose(): void {
    this.shaft.geometry.dispose();
    this.head.geometry.dispose();
    this.material.dispose();
  }
}
