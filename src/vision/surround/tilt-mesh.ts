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
import { xOfViewRow, yOfViewColumn } from './view-grid.ts';

export const TILT_STEPS = 4096;
/** Steeper ground or bodies are no matter of correction [rad]. */
const MOST = 0.35;
const LARGEST = 32_767;

/** A roll or pitch [rad] in steps. */
export const tiltSteps = (angle: number): number => Math.round(TILT_STEPS * Math.max(-MOST, Math.min(MOST, angle)));

export const meshShift = ({ size }: ViewGrid): number => (size > 320 ? 4 : 3);
/** Nodes along each side. */
export const meshNodes = (grid: ViewGrid): number => (grid.size >> meshShift(grid)) + 2;

/** mesh ← pairs of numbers, node by node in rows, for one camera. Nodes that the camera has no pixel for stay where they are. */
export function fillTiltMesh(
  mesh: Int16Array,
  camera: TiltedGround,
  grid: ViewGrid,
  tilt: { readonly rollSteps: number; readonly pitchSteps: number },
): void {
  const nodes = meshNodes(grid);
  const shift = meshShift(grid);
  for (let i = 0, at = 0; i < nodes; i++) {
    const x = xOfViewRow(grid, i << shift);
    for (let j = 0; j < nodes; j++, at += 2) {
      const y = yOfViewColumn(grid, j << shift);
      mesh[at] = mesh[at + 1] = 0;
      camera.tilt(0, 0);
      if (!camera.look(x, y)) continue;
      const u = camera.pixel[0];
      const v = camera.pixel[1];
      camera.tilt(tilt.rollSteps / TILT_STEPS, tilt.pitchSteps / TILT_STEPS);
      if (!camera.look(x, y)) continue;
      mesh[at] = bounded(32 * (camera.pixel[0] - u));
      mesh[at + 1] = bounded(32 * (camera.pixel[1] - v));
    }
  }
  camera.tilt(0, 0);
}

const bounded = (v: number): number => Math.max(-LARGEST, Math.min(LARGEST, Math.round(v)));
