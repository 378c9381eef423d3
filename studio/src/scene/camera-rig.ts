/**
 * Where the scene is looked at from.
 *
 *   orbit    free, about a point of the map
 *   follow   behind a vehicle: goes with it at once and turns with it a little later; dragging and the wheel change from where
 *   driver   from the vehicle's camera, or else from the driver's seat
 *   top      a map, north up
 */
import type { Object3D } from 'three';
import { MathUtils, MOUSE, OrthographicCamera, PerspectiveCamera, TOUCH, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Extent } from '../../../src/world/world-extent.ts';
import type { DisplayPose } from './display-pose.ts';
import { wrapAngle } from './display-pose.ts';
import { attachCameraToDriver } from './driver-seat.ts';
import type { View } from './scene-settings.ts';
import type { CameraSpec } from './sensor-spec.ts';
import type { VehicleSpec } from './vehicle-spec.ts';

/** What the views are about. */
export interface Subject {
  readonly spec: VehicleSpec;
  readonly pose: DisplayPose;
  /** In base_link. */
  readonly frame: Object3D;
  readonly camera?: CameraSpec;
}

/** Time constant with which the camera turns after the vehicle [s]. */
const TURNING = 0.28;
/** A vehicle that moved further than this many lengths at once has jumped. */
const JUMP_LENGTHS = 4;
const FIELD_OF_VIEW = 50;
/** Share of the height by which a followed vehicle is below the middle. */
const LOWERED = 0.1;
const UP = new Vector3(0, 0, 1);
/** A map wider than this begins at the vehicle instead of showing everything [m]. */
const WIDE_MAP = 260;

const offset = new Vector3();

export class CameraRig {
  readonly perspective = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.05, 9000);
  readonly flat = new OrthographicCamera(-1, 1, 1, -1, 1, 2000);
  readonly orbit: OrbitControls;
  readonly map: OrbitControls;
  private view: View | undefined;
  private width = 1;
  private height = 1;
  /** Pose of the vehicle that the camera has followed to. */
  private readonly anchor = { x: NaN, y: NaN, yaw: NaN };
  private mapFollows = true;

  constructor(element: HTMLElement, changed: () => void) {
    this.perspective.up.copy(UP);
    this.orbit = new OrbitControls(this.perspective, element);
    this.orbit.maxPolarAngle = 0.495 * Math.PI;
    this.orbit.minDistance = 0.3;
    this.orbit.maxDistance = 3000;
    this.map = new OrbitControls(this.flat, element);
    this.map.enableRotate = false;
    this.map.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    this.map.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
    for (const controls of [this.orbit, this.map]) {
      controls.enabled = false;
      controls.zoomToCursor = true;
      controls.addEventListener('change', changed);
    }
    // panning a map by hand stops it from going with the vehicle
    this.map.addEventListener('start', () => (this.mapFollows = false));
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.view === 'top' ? this.flat : this.perspective;
  }

  /** Point that is looked at. */
  get target(): Vector3 {
    return (this.view === 'top' ? this.map : this.orbit).target;
  }

  /** From the eye to what is looked at [m]; for maps, half of what is seen. */
  get distance(): number {
    if (this.view === 'top') return (this.flat.top / this.flat.zoom) * 1.2;
    return this.view === 'driver' ? 10 : this.perspective.position.distanceTo(this.orbit.target);
  }

  /** Size of a pixel for things that keep their size on the screen. */
  get pixel(): number {
    if (this.view === 'top') return (2 * this.flat.top) / this.flat.zoom / this.height;
    return (2 * Math.tan(MathUtils.degToRad(this.perspective.fov) / 2)) / this.height;
  }

  /** While a tool needs the pointer for itself. */
  set held(held: boolean) {
    this.orbit.enabled = !held && (this.view === 'orbit' || this.view === 'follow');
    this.map.enabled = !held && this.view === 'top';
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.perspective.aspect = width / height;
    this.frame();
    this.spread(this.flat.top);
  }

  /** A vehicle that is followed stands below the middle of the picture, so that more of the road is seen. */
  private frame(): void {
    const { width, height } = this;
    if (this.view === 'follow') this.perspective.setViewOffset(width, height, 0, -LOWERED * height, width, height);
    else this.perspective.clearViewOffset();
    this.perspective.updateProjectionMatrix();
  }

  /** Half the height that a map shows at zoom 1 [m]. */
  private spread(half: number): void {
    const aspect = this.width / this.height;
    this.flat.top = half;
    this.flat.bottom = -half;
    this.flat.left = -half * aspect;
    this.flat.right = half * aspect;
    this.flat.updateProjectionMatrix();
  }

  setView(view: View, subject: Subject | undefined, everything: () => Extent): void {
    if (view === this.view) return;
    const before = this.view;
    const extent = everything();
    this.view = view;
    this.held = false;
    this.frame();
    // following keeps a horizontal eye: zoom towards the vehicle, not the cursor, and no panning
    this.orbit.zoomToCursor = this.orbit.enablePan = view === 'orbit';
    if (view !== 'driver') this.setFieldOfView(FIELD_OF_VIEW);
    if (view === 'follow' && subject !== undefined) this.chase(subject);
    if (view === 'orbit' && before !== 'follow') this.fit(extent);
    if (view === 'top') {
      const isWide = Math.max(extent.east - extent.west, extent.north - extent.south) > WIDE_MAP;
      if (isWide && subject !== undefined) this.overlook(subject.pose.x, subject.pose.y, 14 * lengthOf(subject.spec));
      else this.fit(extent);
      this.mapFollows = isWide;
    }
  }

  private setFieldOfView(degrees: number): void {
    if (this.perspective.fov === degrees) return;
    this.perspective.fov = degrees;
    this.perspective.updateProjectionMatrix();
  }

  /** To the usual place behind a vehicle. */
  chase({ spec, pose }: Subject): void {
    const length = lengthOf(spec);
    const { x, y, yaw } = pose;
    const ahead = middleOf(spec);
    this.orbit.target.set(x + ahead * Math.cos(yaw), y + ahead * Math.sin(yaw), 0.75 * spec.outline.top);
    offset.set(-2.4 * length - 0.3, 0, 0.85 * length + 0.2).applyAxisAngle(UP, yaw);
    this.perspective.position.copy(this.orbit.target).add(offset);
    Object.assign(this.anchor, { x, y, yaw });
    this.orbit.update();
  }

  /** The map or the orbit about a place, `half` metres to each side. */
  private overlook(x: number, y: number, half: number): void {
    this.map.target.set(x, y, 0);
    this.flat.position.set(x, y, 1000);
    this.flat.zoom = 1;
    this.spread(half);
    this.map.update();
  }

  /** Shows all of an extent. */
  fit({ west, south, east, north }: Extent): void {
    const aspect = this.width / this.height;
    const [x, y] = [(west + east) / 2, (south + north) / 2];
    const half = Math.max((north - south) / 2, (east - west) / 2 / aspect) * 1.04;
    this.mapFollows = false;
    if (this.view === 'top') {
      this.overlook(x, y, half);
      return;
    }
    const distance = (0.95 * half) / Math.tan(MathUtils.degToRad(this.perspective.fov) / 2);
    this.orbit.target.set(x, y, 0);
    this.perspective.position.set(x, y - 0.77 * distance, 0.64 * distance);
    this.orbit.update();
  }

  /** Turns about the target, or moves a map; by keys. */
  nudge(right: number, up: number): void {
    if (this.view === 'top') {
      const step = 0.12 * (this.flat.top / this.flat.zoom);
      offset.set(right * step, up * step, 0);
      this.flat.position.add(offset);
      this.map.target.add(offset);
      this.mapFollows = false;
      this.map.update();
      return;
    }
    offset
      .copy(this.perspective.position)
      .sub(this.orbit.target)
      .applyAxisAngle(UP, 0.08 * right);
    const flat = Math.hypot(offset.x, offset.y);
    const elevation = MathUtils.clamp(Math.atan2(offset.z, flat) + 0.06 * up, 0.03, 1.5);
    const distance = offset.length();
    const heading = Math.atan2(offset.y, offset.x);
    offset.set(
      distance * Math.cos(elevation) * Math.cos(heading),
      distance * Math.cos(elevation) * Math.sin(heading),
      distance * Math.sin(elevation),
    );
    this.perspective.position.copy(this.orbit.target).add(offset);
    this.orbit.update();
  }

  /** Nearer for factors below 1. */
  zoom(factor: number): void {
    if (this.view === 'top') {
      this.flat.zoom /= factor;
      this.flat.updateProjectionMatrix();
      return;
    }
    offset.copy(this.perspective.position).sub(this.orbit.target).multiplyScalar(factor);
    this.perspective.position.copy(this.orbit.target).add(offset);
    this.orbit.update();
  }

  /** Goes with the vehicle; says whether the camera is still on its way. */
  update(subject: Subject | undefined, wallStep: number, jumped: boolean): boolean {
    if (subject === undefined) return false;
    if (this.view === 'driver') {
      this.setFieldOfView(attachCameraToDriver(subject.spec, subject.frame, subject.camera, this.perspective));
      this.orbit.target.set(subject.pose.x, subject.pose.y, 0);
    }
    const { anchor } = this;
    const { x, y, yaw } = subject.pose;
    const isFirst = Number.isNaN(anchor.x);
    const [dx, dy] = isFirst ? [0, 0] : [x - anchor.x, y - anchor.y];
    const lag = isFirst ? 0 : wrapAngle(yaw - anchor.yaw);
    const isFar = Math.hypot(dx, dy) > JUMP_LENGTHS * lengthOf(subject.spec) || (jumped && Math.abs(lag) > 0.5);
    const turned = isFar ? lag : lag * (1 - Math.exp(-wallStep / TURNING));
    anchor.x = x;
    anchor.y = y;
    anchor.yaw = isFirst ? yaw : anchor.yaw + turned;
    if (this.view === 'top' && this.mapFollows) this.moveMap(dx, dy);
    if (this.view !== 'follow') return false;
    this.carryAlong(subject, turned);
    return Math.abs(lag - turned) > 1e-3;
  }

  private moveMap(dx: number, dy: number): void {
    this.map.target.x += dx;
    this.map.target.y += dy;
    this.flat.position.x += dx;
    this.flat.position.y += dy;
  }

  private carryAlong({ spec, pose }: Subject, turned: number): void {
    const ahead = middleOf(spec);
    const { yaw } = this.anchor;
    offset.copy(this.perspective.position).sub(this.orbit.target).applyAxisAngle(UP, turned);
    this.orbit.target.set(pose.x + ahead * Math.cos(yaw), pose.y + ahead * Math.sin(yaw), 0.75 * spec.outline.top);
    this.perspective.position.copy(this.orbit.target).add(offset);
    this.perspective.lookAt(this.orbit.target);
  }

  dispose(): void {
    this.orbit.dispose();
    this.map.dispose();
  }
}

/** From base_link to the middle of the vehicle [m]. */
const middleOf = ({ outline: { front, rear } }: VehicleSpec): number => (front - rear) / 2;

const lengthOf = ({ outline }: VehicleSpec): number => outline.front + outline.rear;
