/**
 * Camera files: the calibration YAML of ROS (camera_info of camera_calibration), and, below it, the floor as `ground`.
 *
 * distortion_model is plumb_bob (k1, k2, p1, p2, k3) or equidistant (k1 … k4). The projection matrix repeats the camera
 * matrix: pixels without distortion are u = fx X/Z + cx, v = fy Y/Z + cy, and `ground.homography` takes those to metres on
 * the floor (`ground-plane.ts`). Numbers are written in full: reading a file gives the same bits.
 */
import { InputError, quote } from '../../core/input-error.ts';
import { parseYaml } from '../../scenario/yaml.ts';
import type { Lens } from '../../camera-model/lens.ts';
import { cameraInfo } from '../../camera-model/camera-info.ts';
import type { GroundPlane } from './ground-plane.ts';

export interface CameraFile {
  readonly name: string;
  readonly lens: Lens;
  /** The floor, when the file knows it. */
  readonly ground?: Pick<GroundPlane, 'height' | 'pitch' | 'roll' | 'homography'>;
}

export function formatCameraFile({ name, lens, ground }: CameraFile): string {
  const { distortionModel, d, k, r, p } = cameraInfo(lens);
  const lines = [
    `image_width: ${lens.width}`,
    `image_height: ${lens.height}`,
    `camera_name: ${JSON.stringify(name)}`,
    ...matrix('camera_matrix', 3, 3, k),
    `distortion_model: ${distortionModel}`,
    ...matrix('distortion_coefficients', 1, d.length, d),
    ...matrix('rectification_matrix', 3, 3, r),
    ...matrix('projection_matrix', 3, 4, p),
  ];
  if (ground !== undefined) lines.push(...groundLines(ground));
  return `${lines.join('\n')}\n`;
}

function groundLines({ height, pitch, roll, homography }: NonNullable<CameraFile['ground']>): string[] {
  return [
    'ground:',
    `  height: ${height}  # of the camera above the floor [m]`,
    `  pitch: ${pitch}  # looks down when positive [rad]`,
    `  roll: ${roll}  # right side down when positive [rad]`,
    '  # undistorted pixel (u, v, 1) to floor (x, y, 1) [m]: x forward, y left, from the point below the camera',
    ...matrix('homography', 3, 3, homography).map((line) => `  ${line}`),
  ];
}

/**
 * The same camera as a block of a scenario, for `from`: its lens, and the mount as far as the floor tells it. Where the camera
 * sits on the vehicle (x, y, yaw) is for the scenario to say.
 */
export function formatCameraBlock({ lens: { kind, width, height, fx, fy, cx, cy, k }, ground }: CameraFile): string {
  const lines = [
    'type: sensors/camera',
    'params:',
    `  width: ${width}`,
    `  height: ${height}`,
    `  lens: { kind: ${kind}, fx: ${fx}, fy: ${fy}, cx: ${cx}, cy: ${cy}, k: [${k.join(', ')}] }`,
  ];
  if (ground !== undefined)
    lines.push(`  mount: { z: ${ground.height}, pitch: ${ground.pitch}, roll: ${ground.roll} }`);
  return `${lines.join('\n')}\n`;
}

const matrix = (name: string, rows: number, cols: number, data: Float64Array): string[] => [
  `${name}:`,
  `  rows: ${rows}`,
  `  cols: ${cols}`,
  `  data: [${[...data].join(', ')}]`,
];

type Tree = Record<string, unknown>;

/** Reads what `formatCameraFile` and ROS write; keys that are not needed are passed over. */
export function parseCameraFile(text: string, file: string): CameraFile {
  const document = tree(parseYaml(text, file), file, '');
  const k = numbersOf(document, 'camera_matrix', file, 9);
  const model = document.distortion_model;
  if (model !== 'plumb_bob' && model !== 'equidistant')
    throw new InputError(`${file}: distortion_model`, `expected plumb_bob or equidistant, got ${quote(model)}`);
  const [width, height] = [numberOf(document, 'image_width', file), numberOf(document, 'image_height', file)];
  for (const [key, value] of [
    ['image_width', width],
    ['image_height', height],
  ] as const) {
    if (!Number.isInteger(value) || value < 1)
      throw new InputError(`${file}: ${key}`, `expected a number of pixels, got ${value}`);
  }
  const [fx, cx, fy, cy] = [k[0], k[2], k[4], k[5]];
  if (!(fx > 0 && fy > 0)) throw new InputError(`${file}: camera_matrix`, 'expected focal lengths above 0');
  const coefficients = numbersOf(document, 'distortion_coefficients', file, model === 'plumb_bob' ? 5 : 4);
  return {
    name: typeof document.camera_name === 'string' ? document.camera_name : 'camera',
    lens: { kind: model === 'plumb_bob' ? 'pinhole' : 'fisheye', width, height, fx, fy, cx, cy, k: coefficients },
    ...(document.ground === undefined ? {} : { ground: groundOf(tree(document.ground, file, 'ground'), file) }),
  };
}

function groundOf(ground: Tree, file: string): NonNullable<CameraFile['ground']> {
  const [height, pitch, roll] = ['height', 'pitch', 'roll'].map((key) => numberOf(ground, key, `${file}: ground`));
  return { height, pitch, roll, homography: Float64Array.from(numbersOf(ground, 'homography', `${file}: ground`, 9)) };
}

function tree(value: unknown, file: string, path: string): Tree {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Tree;
  throw new InputError(path === '' ? file : `${file}: ${path}`, `expected a record, got ${quote(value)}`);
}

function numberOf(parent: Tree, key: string, where: string): number {
  const value = parent[key];
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new InputError(`${where}: ${key}`, `expected a number, got ${quote(value)}`);
  return value;
}

function numbersOf(parent: Tree, key: string, where: string, count: number): number[] {
  const { data } = tree(parent[key], where, key);
  if (
    Array.isArray(data) &&
    data.length === count &&
    data.every((value) => typeof value === 'number' && Number.isFinite(value))
  )
    return data;
  throw new InputError(`${where}: ${key}.data`, `expected ${count} numbers, got ${quote(data)}`);
}
