/**
 * Which sensors there are, on which vehicle, and where they sit: from the wires and parameters of a scenario, or, where there is
 * none, from the types and names of topics alone.
 */
import type { ScenarioView, Topic } from '../../players/player.ts';
import { ownerOf } from '../../scene/signal-owner.ts';
import type { Outline } from '../../scene/vehicle-spec.ts';
import { vehicleBlocks, vehicleSpecs } from '../../scene/vehicle-spec.ts';

/** Place and direction on the ground plane of the vehicle [m, rad]; x forward, y left. */
export interface PlanarMount {
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
}

type SensorKind = 'range' | 'scan' | 'cloud' | 'imu' | 'fix' | 'joints' | 'speed' | 'state';

export interface Sensor {
  readonly kind: SensorKind;
  readonly topic: Topic;
  /** For people: the block's name without its vehicle's, or the topic's name. */
  readonly name: string;
  /** Undefined where nobody says it. */
  readonly mount: PlanarMount | undefined;
  /** Height of its plane above the ground [m]. */
  readonly height: number;
  /** Directions between which a sonar hears, from where it looks [rad]. */
  readonly cone?: { readonly from: number; readonly to: number };
}

export interface SensorVehicle {
  readonly name: string;
  readonly outline: Outline | undefined;
  readonly sensors: readonly Sensor[];
}

const KINDS: Readonly<Record<string, SensorKind>> = {
  Range: 'range',
  LaserScan: 'scan',
  PointCloud2: 'cloud',
  Imu: 'imu',
  NavSatFix: 'fix',
  JointState: 'joints',
  VehicleState: 'state',
};

type Tree = Record<string, any>;

export function sensorVehicles(scenario: ScenarioView | undefined, topics: readonly Topic[]): SensorVehicle[] {
  return scenario === undefined ? byNames(topics) : byWires(scenario, topics);
}

function byWires(scenario: ScenarioView, topics: readonly Topic[]): SensorVehicle[] {
  const names = vehicleBlocks(scenario);
  const vehicles = new Set(names);
  const outlines = new Map(vehicleSpecs(scenario).map(({ name, outline }) => [name, outline]));
  const documents = (scenario.document?.blocks ?? {}) as Tree;
  const types = new Map(scenario.blocks.map(({ name, type }) => [name, type]));
  const sensors = topics.flatMap((topic) => {
    const block = topic.signal?.slice(0, topic.signal.lastIndexOf('.'));
    const kind = kindOf(topic, block === undefined ? undefined : types.get(block));
    const owner = block === undefined ? undefined : ownerOf(documents, block, vehicles);
    if (kind === undefined || block === undefined || owner === undefined) return [];
    // joints of the vehicle itself are its truth; encoders are what measures them
    if (kind === 'joints' && !types.get(block)!.startsWith('sensors/')) return [];
    if (kind === 'state' && block !== owner) return [];
    return [{ owner, sensor: { kind, topic, name: shortName(block, owner), ...geometry(documents[block]?.params) } }];
  });
  return names.map((name) => ({
    name,
    outline: outlines.get(name),
    sensors: sensors.filter(({ owner }) => owner === name).map(({ sensor }) => sensor),
  }));
}

function kindOf({ type }: Topic, blockType: string | undefined): SensorKind | undefined {
  if (blockType === 'sensors/speedometer') return 'speed';
  return KINDS[type.split('/').at(-1)!];
}

const shortName = (block: string, owner: string): string =>
  (block.startsWith(`${owner}-`) ? block.slice(owner.length + 1) : block).replaceAll('_', ' ').replace(/ sonar$/, '');

function geometry(params: Tree | undefined): Pick<Sensor, 'mount' | 'height' | 'cone'> {
  const { mount, angleMin, angleMax } = params ?? {};
  return {
    mount: typeof mount?.x === 'number' ? { x: mount.x, y: mount.y, yaw: mount.yaw } : undefined,
    height: typeof mount?.z === 'number' ? mount.z : 0,
    ...(typeof angleMin === 'number' && typeof angleMax === 'number' && { cone: { from: angleMin, to: angleMax } }),
  };
}

/** Vehicles by the first part of topic names: /car1/imu and /car1/scan belong together. */
function byNames(topics: readonly Topic[]): SensorVehicle[] {
  const vehicles = new Map<string, Sensor[]>();
  for (const topic of topics) {
    const kind = kindOf(topic, undefined);
    if (kind === undefined) continue;
    const parts = topic.name.split('/').filter((part) => part !== '');
    const owner = parts.length > 1 ? parts[0] : 'vehicle';
    vehicles.set(owner, [
      ...(vehicles.get(owner) ?? []),
      { kind, topic, name: parts.slice(parts.length > 1 ? 1 : 0).join('/'), mount: undefined, height: 0 },
    ]);
  }
  return [...vehicles].map(([name, sensors]) => ({ name, outline: undefined, sensors }));
}

export const hasRanging = ({ sensors }: SensorVehicle): boolean =>
  sensors.some(({ kind }) => kind === 'range' || kind === 'scan' || kind === 'cloud');
