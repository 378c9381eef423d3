/** Where the driver's view is from: the vehicle's camera with its lens, or a seat left of the middle behind the windscreen. */
import type { Object3D, PerspectiveCamera } from 'three';
import { MathUtils, Matrix4, Quaternion, Vector3 } from 'three';
import type { CameraSpec } from './sensor-spec.ts';
import type { VehicleSpec } from './vehicle-spec.ts';

/** From a camera of three (x right, y up, looks along −z) to a mount (x forward, y left, z up). */
const TO_MOUNT = new Quaternion().setFromRotationMatrix(
  new Matrix4().makeBasis(new Vector3(0, -1, 0), new Vector3(0, 0, 1), new Vector3(-1, 0, 0)),
);
/** Of a driver [°]. */
const SEAT_VIEW = 65;

const matrix = new Matrix4();
const rotation = new Matrix4();
const place = new Vector3();
const turn = new Quaternion();

/** Puts the eye into the vehicle whose base_link is `frame`; returns its vertical field of view [°]. */
export function attachCameraToDriver(
  { outline }: VehicleSpec,
  frame: Object3D,
  camera: CameraSpec | undefined,
  eye: PerspectiveCamera,
): number {
  frame.updateMatrixWorld();
  if (camera === undefined) {
    place.set(
      -outline.rear + 0.48 * (outline.front + outline.rear),
      0.35 * outline.halfWidth,
      outline.bottom + 0.8 * (outline.top - outline.bottom),
    );
    turn.identity();
  } else {
    const { x, y, z, roll, pitch, yaw } = camera.mount;
    place.set(x, y, z);
    // R_z(yaw) R_y(pitch) R_x(roll)
    turn.setFromRotationMatrix(
      matrix.makeRotationZ(yaw).multiply(rotation.makeRotationY(pitch)).multiply(rotation.makeRotationX(roll)),
    );
  }
  eye.position.copy(frame.localToWorld(place));
  eye.quaternion.copy(frame.quaternion).multiply(turn).multiply(TO_MOUNT);
  return camera === undefined
    ? SEAT_VIEW
    : MathUtils.clamp(2 * MathUtils.radToDeg(Math.atan(Math.max(camera.up, camera.down))), 30, 100);
}
