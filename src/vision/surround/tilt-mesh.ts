/**
 * By how much the ground moves in each picture when the body rolls and pitches: exact at the nodes of a mesh over the view, linear between them.
 *
 *   Δ(x, y) = pixel of (x, y, 0) with the body tilted − pixel with the body level        [1/32 px]
 *
 * Only the difference is interpolated, which is small and smooth: at 0.03 rad, with nodes 0.31 m apart, it is at most some 0.1 cm of ground off.
 * Angles are rounded to 1/4096 rad (0.1 cm at 4 m), so that a body at rest asks for nothing new.
 * Checked against: the exact projection at every pixel, see the test.
 */
import type { TiltedGround } from './tilted-ground.ts';
import type { ViewGrid } from './view-grid.ts';
import { pixelSize, xOfViewRow, yOfViewColumn } from './view-grid.ts';

const TILT_STEPS = 4096;
/** Steeper ground or bodies are no matter of correction [rad]. */
const MOST = 0.35;
const LARGEST = 32_767;

/** A roll or pitch [rad] in steps. */
export const tiltSteps = (angle: number): number => Math.round(TILT_STEPS * Math.max(-MOST, Math.min(MOST, angle)));

/** Distance of nodes [m], unless pixels are larger than half of it. */
const SPACING = 0.32;

/** Nodes are 2^shift pixels apart. */
export function meshShift(grid: ViewGrid): number {
  let shift = 1;
  while (shift < 6 && pixelSize(grid) * (2 << shift) <= SPACING) shift++;
  return shift;
}
/** Nodes along each side. */
export const meshNodes = (grid: ViewGrid): number => (grid.size >> meshShift(grid)) + 2;

/** The mesh of one camera: pairs of numbers, node by node in rows. Nodes that the camera has no pixel for stay where they are. */
export class TiltMesh {
  /** Where the nodes appear with the body level [px]; NaN where they do not. */
  private readonly level: Float64Array;

  constructor(
    private readonly camera: TiltedGround,
    private readonly grid: ViewGrid,
    private readonly mesh: Int16Array,
  ) {
    this.level = new Float64Array(mesh.length);
    this.eachNode((at, x, y) => {
      const isSeen = camera.look(x, y);
      this.level[at] = isSeen ? camera.pixel[0] : NaN;
      this.level[at + 1] = isSeen ? camera.pixel[1] : NaN;
    });
  }

  fill(rollSteps: number, pitchSteps: number): void {
    const { camera, level, mesh } = this;
    camera.tilt(rollSteps / TILT_STEPS, pitchSteps / TILT_STEPS);
    this.eachNode((at, x, y) => {
      const isSeen = level[at] === level[at] && camera.look(x, y);
      mesh[at] = isSeen ? bounded(32 * (camera.pixel[0] - level[at])) : 0;
      mesh[at + 1] = isSeen ? bounded(32 * (camera.pixel[1] - level[at + 1])) : 0;
    });
    camera.tilt(0, 0);
  }

  private eachNode(visit: (at: number, x: number, y: number) => void): void {
    const { grid } = this;
    const nodes = meshNodes(grid);
    const shift = meshShift(grid);
    for (let i = 0, at = 0; i < nodes; i++)
      for (let j = 0; j < nodes; j++, at += 2) visit(at, xOfViewRow(grid, i << shift), yOfViewColumn(grid, j << shift));
  }
}

const bounded = (v: number): number => Math.max(-LARGEST, Math.min(LARGEST, Math.round(v)));
