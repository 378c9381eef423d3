/**
 * Moving sideways along a straight road.
 *
 *   y(s) with y(0) = 0, y′(0) = ψ, y(X) = Δ, y′(X) = 0   ⇒   y″(0) = 6 Δ/X² − 4 ψ/X
 *
 * Δ  wanted shift to the left [m]   ψ  heading against the road, left positive [rad]   X  distance along the road until it is done [m]
 *
 * Replanned in every step towards a fixed place it is driven exactly; with X held constant it is a second-order law of frequency √6 v/X and damping 0.82.
 * Checked against: the cubic, integrated.
 */
import type { Input } from '../../core/signal.ts';
import type { LineCoords } from '../../msgs/index.ts';
import type { CarPose } from '../course/car-pose.ts';
import type { CameraModel } from '../../camera-model/camera-params.ts';
import { endsOnGround } from '../course/line-steering-law.ts';

/** Curvature with which to begin [1/m]. */
export const planCurvature = (shift: number, heading: number, length: number): number =>
  (6 * shift) / (length * length) - (4 * heading) / length;

const ends = new Float64Array(4);

/** road ← the direction in map of the line ahead; that of the car while no line is seen. */
export function roadDirection(
  camera: CameraModel,
  line: Input<LineCoords>,
  pose: CarPose,
  road: { cosine: number; sine: number },
): void {
  road.cosine = pose.cosine;
  road.sine = pose.sine;
  if (line.sequence === 0 || !line.value.detected || !endsOnGround(camera, line.value, ends)) return;
  const dx = ends[2] - ends[0];
  const dy = ends[3] - ends[1];
  const length = Math.sqrt(dx * dx + dy * dy);
  // too short a line has no direction to speak of
  if (!(length > 1)) return;
  road.cosine = (pose.cosine * dx - pose.sine * dy) / length;
  road.sine = (pose.sine * dx + pose.cosine * dy) / length;
}
