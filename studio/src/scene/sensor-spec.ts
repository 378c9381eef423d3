/** Sensors of the vehicles of a scenario: what they publish, where they sit and which way they look. */
import { lensOf } from '../../../src/camera-model/camera-params.ts';
import type { Mount } from '../../../src/camera-model/mount.ts';
import type { ScenarioView } from '../players/player.ts';
import { shortType } from './pose-source.ts';
import { ownerOf } from './signal-owner.ts';
import { vehicleBlocks } from './vehicle-spec.ts';

interface SensorBase {
  readonly block: string;
  readonly vehicle: string;
  readonly mount: Mount;
}

export interface RangeSpec extends SensorBase {
  readonly kind: 'range';
  /** `block.port` of the readings. */
  readonly signal: string;
  /** Edges of the cone from where the sensor looks [rad]. */
  readonly angleMin: number;
  readonly angleMax: number;
}

interface PointsSpec extends SensorBase {
  readonly kind: 'points';
  readonly signal: string;
}

export interface CameraSpec extends SensorBase {
  readonly kind: 'camera';
  /** Angles from the optical axis to the edges of the image [rad]: tangents, left, right, up, down positive outwards. */
  readonly left: number;
  readonly right: number;
  readonly up: number;
  readonly down: number;
}

export type SensorSpec = RangeSpec | PointsSpec | CameraSpec;

type Tree = Record<string, any>;
const ORIGIN: Mount = { x: 0, y: 0, z: 0.5, roll: 0, pitch: 0, yaw: 0 };
/** Wide lenses are drawn no wider than this tangent, 60° to each side. */
const WIDEST = Math.tan(Math.PI / 3);

export function sensorSpecs(scenario: Pick<ScenarioView, 'blocks' | 'document'>): SensorSpec[] {
  const blocks = (scenario.document?.blocks ?? {}) as Tree;
  const vehicles = new Set(vehicleBlocks(scenario));
  return scenario.blocks.flatMap(({ name, plant, outputs }): SensorSpec[] => {
    const params = (blocks[name]?.params ?? {}) as Tree;
    if (plant || params.mount === undefined) return [];
    const vehicle = ownerOf(blocks, name, vehicles);
    if (vehicle === undefined) return [];
    const base = { block: name, vehicle, mount: { ...ORIGIN, ...(params.mount as Partial<Mount>) } };
    return outputs.flatMap(({ port, type }) => sensorOf(base, `${name}.${port}`, shortType(type), params));
  });
}

function sensorOf(base: SensorBase, signal: string, type: string, params: Tree): SensorSpec[] {
  if (type === 'Range')
    return [
      {
        ...base,
        kind: 'range',
        signal,
        angleMin: Number(params.angleMin ?? -0.1),
        angleMax: Number(params.angleMax ?? 0.1),
      },
    ];
  if (type === 'LaserScan' || type === 'PointCloud2') return [{ ...base, kind: 'points', signal }];
  if (type === 'CameraInfo' && params.lens !== undefined) return [{ ...base, kind: 'camera', ...viewOf(params) }];
  return [];
}

function viewOf(params: Tree): Pick<CameraSpec, 'left' | 'right' | 'up' | 'down'> {
  const { width, height, fx, fy, cx, cy } = lensOf(params as Parameters<typeof lensOf>[0]);
  const edge = (pixels: number, focal: number) => Math.min(WIDEST, Math.max(0, pixels / focal));
  return {
    left: edge(cx + 0.5, fx),
    right: edge(width - 0.5 - cx, fx),
    up: edge(cy + 0.5, fy),
    down: edge(height - 0.5 - cy, fy),
  };
}
