/**
 * The four cameras of `vehicles/sensors/mini-surround.yaml`: 1920 × 1080 pixels, pinhole, 120° wide; above the grille, below the mirrors and on the
 * tail gate. Front, left, rear, right.
 */
import type { CameraModel } from '../../camera-model/camera-params.ts';

const DEGREE = Math.PI / 180;

const camera = (x: number, y: number, z: number, pitch: number, yaw: number): CameraModel => ({
  width: 1920,
  height: 1080,
  lens: { kind: 'pinhole', hfov: 120 * DEGREE, k: [] },
  mount: { x, y, z, roll: 0, pitch: pitch * DEGREE, yaw: yaw * DEGREE },
});

export const miniCameras: readonly CameraModel[] = [
  camera(3.22, 0, 0.75, 57, 0),
  camera(1.7, 0.95, 1.02, 45, 92),
  camera(-0.5, 0, 1, 58, 180),
  camera(1.7, -0.95, 1.02, 45, -92),
];
