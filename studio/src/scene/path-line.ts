/**
 * A line of constant width on the screen along points that may change in every picture, in room that is made once.
 *
 * The wide-line shader of three takes the two ends of every segment; both are read from the same row of points, the second one point further on.
 */
import { DynamicDrawUsage, InstancedInterleavedBuffer, InterleavedBufferAttribute, Sphere } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

export interface LineLook {
  /** CSS colour. */
  readonly colour: string;
  /** [px] */
  readonly width: number;
  readonly opacity?: number;
  /** Lengths of dashes and gaps [m]. */
  readonly dash?: number;
}

/** In front of all paint, behind everything that stands. */
const ON_GROUND = -10;

export class PathLine {
  readonly object: LineSegments2;
  readonly material: LineMaterial;
  private readonly points: InstancedInterleavedBuffer;
  private readonly distances: InstancedInterleavedBuffer | undefined;

  constructor(
    readonly capacity: number,
    look: LineLook,
  ) {
    const geometry = new LineSegmentsGeometry();
    this.points = new InstancedInterleavedBuffer(new Float32Array(3 * capacity), 3, 1);
    this.points.setUsage(DynamicDrawUsage);
    geometry.setAttribute('instanceStart', new InterleavedBufferAttribute(this.points, 3, 0));
    geometry.setAttribute('instanceEnd', new InterleavedBufferAttribute(this.points, 3, 3));
    if (look.dash !== undefined) {
      this.distances = new InstancedInterleavedBuffer(new Float32Array(capacity), 1, 1);
      geometry.setAttribute('instanceDistanceStart', new InterleavedBufferAttribute(this.distances, 1, 0));
      geometry.setAttribute('instanceDistanceEnd', new InterleavedBufferAttribute(this.distances, 1, 1));
    }
    geometry.instanceCount = 0;
    // never culled, so its size does not matter; computing it would read room without points
    geometry.boundingSphere = new Sphere();
    this.material = new LineMaterial({
      linewidth: look.width,
      dashed: look.dash !== undefined,
      toneMapped: false,
      depthWrite: false,
      fog: true,
    });
    if (look.dash !== undefined) {
      this.material.dashSize = look.dash;
      this.material.gapSize = 0.8 * look.dash;
    }
    this.object = new LineSegments2(geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = ON_GROUND;
    this.colour = look.colour;
    this.opacity = look.opacity ?? 1;
  }

  set colour(colour: string) {
    this.material.color.set(colour);
  }

  set opacity(opacity: number) {
    this.material.opacity = opacity;
    this.material.transparent = opacity < 1;
  }

  setPoint(i: number, x: number, y: number, z: number): void {
    const array = this.points.array as Float32Array;
    array[3 * i] = x;
    array[3 * i + 1] = y;
    array[3 * i + 2] = z;
  }

  /** Shows the first `count` points; those from `changed` on are sent again. */
  show(count: number, changed = 0): void {
    this.object.geometry.instanceCount = Math.max(0, count - 1);
    this.object.visible = count > 1;
    if (changed >= count) return;
    if (this.distances !== undefined) this.measure(count);
    this.points.addUpdateRange(3 * changed, 3 * (count - changed));
    this.points.needsUpdate = true;
  }

  private measure(count: number): void {
    const points = this.points.array as Float32Array;
    const along = this.distances!.array as Float32Array;
    along[0] = 0;
    for (let i = 1; i < count; i++)
      along[i] = along[i - 1] + Math.hypot(points[3 * i] - points[3 * i - 3], points[3 * i + 1] - points[3 * i - 2]);
    this.distances!.needsUpdate = true;
  }

  dispose(): void {
    this.object.removeFromParent();
    this.object.geometry.dispose();
    this.material.dispose();
  }
}
