/** What sensors see: cones of range finders, returns of lidars, and how far cameras look. */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
} from 'three';
import type { History } from '../players/history.ts';
import type { Frame, Topic } from '../players/player.ts';
import { poseOfMessage } from './ahead-lines.ts';
import { disposeChildren } from './geometry.ts';
import { cloudPoints, scanPoints } from './point-decoding.ts';
import { shortType } from './pose-source.ts';
import type { SceneModel } from './scene-model.ts';
import type { SceneTheme } from './scene-theme.ts';
import { seriesColour } from './scene-theme.ts';
import type { CameraSpec, RangeSpec, SensorSpec } from './sensor-spec.ts';
import type { VehicleDisplay } from './vehicle-display.ts';
import type { VehicleModel } from './vehicle-model.ts';

/** Points that one lidar may show. */
const MOST_POINTS = 60_000;
const CONE_STEPS = 10;

interface Cone {
  readonly topic: Topic;
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
}

interface Cloud {
  readonly topic: Topic;
  readonly vehicle: VehicleDisplay | undefined;
  /** Where the vehicle was, and in it the mount. */
  readonly carrier: Group;
  readonly points: Points<BufferGeometry, PointsMaterial>;
  time: number;
}

export class SensorsLayer {
  readonly group = new Group();
  private cones: Cone[] = [];
  private clouds: Cloud[] = [];
  private readonly mounts: Group[] = [];
  private readonly frustums: { readonly vehicle: string; readonly object: LineSegments }[] = [];
  private free = '';
  private echo = '';

  build(model: SceneModel, models: readonly VehicleModel[], theme: SceneTheme): void {
    this.clear();
    this.free = seriesColour(theme, 5);
    this.echo = theme.bad;
    const taken = new Set<string>();
    for (const spec of model.sensors) {
      const carrier = models.find((vehicle) => vehicle.spec.name === spec.vehicle);
      if (carrier === undefined) continue;
      const topic = spec.kind === 'camera' ? undefined : model.topicOfSignal(spec.signal);
      if (topic !== undefined) taken.add(topic.id);
      if (spec.kind === 'points') {
        if (topic !== undefined) this.addCloud(topic, model.ownerOf(topic), spec);
        continue;
      }
      const mount = this.mount(spec);
      carrier.group.add(mount);
      if (spec.kind === 'camera') this.addFrustum(spec, mount, carrier.length, theme);
      else if (topic !== undefined) this.addCone(topic, spec, mount);
    }
    // lidars of somebody else's data
    for (const topic of model.topicsOf('LaserScan', 'PointCloud2'))
      if (!taken.has(topic.id)) this.addCloud(topic, model.ownerOf(topic));
  }

  private mount({ mount: { x, y, z, roll, pitch, yaw } }: Pick<SensorSpec, 'mount'>): Group {
    const group = new Group();
    group.position.set(x, y, z);
    group.rotation.set(roll, pitch, yaw, 'ZYX');
    this.mounts.push(group);
    return group;
  }

  private addFrustum(spec: CameraSpec, mount: Group, length: number, theme: SceneTheme): void {
    const object = frustum(spec, length, theme);
    mount.add(object);
    this.frustums.push({ vehicle: spec.vehicle, object });
  }

  private addCone(topic: Topic, spec: RangeSpec, mount: Group): void {
    const material = new MeshBasicMaterial({
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      toneMapped: false,
    });
    const mesh = new Mesh(coneGeometry(spec.angleMin, spec.angleMax), material);
    mesh.frustumCulled = false;
    mount.add(mesh);
    this.cones.push({ topic, mesh });
  }

  private addCloud(topic: Topic, vehicle: VehicleDisplay | undefined, spec?: SensorSpec): void {
    const geometry = new BufferGeometry();
    const positions = new BufferAttribute(new Float32Array(3 * MOST_POINTS), 3);
    positions.setUsage(DynamicDrawUsage);
    geometry.setAttribute('position', positions);
    geometry.setDrawRange(0, 0);
    const points = new Points(
      geometry,
      new PointsMaterial({ color: this.free, size: 3, sizeAttenuation: false, toneMapped: false }),
    );
    points.frustumCulled = false;
    const carrier = new Group();
    const mount = spec === undefined ? new Group() : this.mount(spec);
    mount.add(points);
    carrier.add(mount);
    this.group.add(carrier);
    this.clouds.push({ topic, vehicle, carrier, points, time: NaN });
  }

  /** Topics that are sent only when asked for. */
  get watched(): string[] {
    return this.clouds.filter(({ topic }) => topic.bulky).map(({ topic }) => topic.id);
  }

  /** Everything or nothing, and not the cameras of the vehicle that is looked from. */
  show(visible: boolean, from: string | undefined): void {
    this.group.visible = visible;
    for (const mount of this.mounts) mount.visible = visible;
    for (const { vehicle, object } of this.frustums) object.visible = vehicle !== from;
  }

  update(frame: Frame, history: History): void {
    for (const { topic, mesh } of this.cones) {
      const reading = frame.messages.get(topic.id)?.message as { range: number; max_range: number } | undefined;
      mesh.visible = reading !== undefined;
      if (reading === undefined) continue;
      const hits = reading.range < 0.999 * reading.max_range;
      const range = Math.min(reading.range, reading.max_range);
      mesh.scale.set(range, range, 1);
      mesh.material.color.set(hits ? this.echo : this.free);
      mesh.material.opacity = hits ? 0.32 : 0.12;
    }
    for (const cloud of this.clouds) this.updateCloud(cloud, frame, history);
  }

  private updateCloud(cloud: Cloud, frame: Frame, history: History): void {
    const stamped = frame.messages.get(cloud.topic.id);
    cloud.points.visible = stamped !== undefined;
    if (stamped === undefined || stamped.time === cloud.time) return;
    cloud.time = stamped.time;
    const { geometry } = cloud.points;
    const positions = geometry.getAttribute('position') as BufferAttribute;
    const array = positions.array as Float32Array;
    const decode = shortType(cloud.topic.type) === 'LaserScan' ? scanPoints : cloudPoints;
    const count = decode(stamped.message, array);
    geometry.setDrawRange(0, count);
    positions.clearUpdateRanges();
    positions.addUpdateRange(0, 3 * count);
    positions.needsUpdate = true;
    const { x, y, yaw } = poseOfMessage(stamped.message.header, cloud.vehicle, history);
    cloud.carrier.position.set(x, y, 0);
    cloud.carrier.rotation.z = yaw;
  }

  private clear(): void {
    for (const mount of this.mounts) {
      disposeChildren(mount);
      mount.removeFromParent();
    }
    this.mounts.length = 0;
    this.frustums.length = 0;
    disposeChildren(this.group);
    this.cones = [];
    this.clouds = [];
  }

  dispose(): void {
    this.clear();
  }
}

/** A level fan of radius 1 between two angles; single rays get a visible width. */
function coneGeometry(angleMin: number, angleMax: number): BufferGeometry {
  const widen = Math.max(0, 0.02 - (angleMax - angleMin)) / 2;
  const [from, to] = [angleMin - widen, angleMax + widen];
  const corners = [0, 0, 0];
  const indices: number[] = [];
  for (let i = 0; i <= CONE_STEPS; i++) {
    const angle = from + ((to - from) * i) / CONE_STEPS;
    corners.push(Math.cos(angle), Math.sin(angle), 0);
    if (i > 0) indices.push(0, i, i + 1);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(corners, 3));
  geometry.setIndex(indices);
  return geometry;
}

/** The edges of what a camera sees, up to about a third of the vehicle's length. */
function frustum({ left, right, up, down }: CameraSpec, length: number, theme: SceneTheme): LineSegments {
  const d = 0.3 * length;
  const corners = [
    [left, up],
    [-right, up],
    [-right, -down],
    [left, -down],
  ].map(([y, z]) => [d, d * y, d * z]);
  const lines = corners.flatMap((corner, i) => [0, 0, 0, ...corner, ...corner, ...corners[(i + 1) % 4]]);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(lines, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: theme.accent, toneMapped: false }));
}
