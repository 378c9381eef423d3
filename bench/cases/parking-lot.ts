/**
 * A parking lot to look at from a car in its aisle: four rows of twelve marked slots, forty cars parked in them, each a box with a
 * cabin; and the four fisheye cameras of automatic parking.
 */
import { parse } from '../../src/core/schema.ts';
import type { Lens } from '../../src/camera-model/lens.ts';
import type { Mount } from '../../src/camera-model/mount.ts';
import { createStream, uniformBetween } from '../../src/math/random.ts';
import { worldOf, worldParams } from '../../src/world/index.ts';
import type { Scene } from '../../src/world/scene.ts';

const SLOT_WIDTH = 2.5;
const SLOT_DEPTH = 5;
const AISLE = 6;
const SLOTS = 12;
const CARS = 40;
const LINE = { width: 0.12, colour: [225, 225, 220] };

/** Where a row of slots begins (x = 0) and which way its slots open. */
const ROWS = [
  { y: AISLE / 2, side: 1 },
  { y: -AISLE / 2, side: -1 },
  { y: AISLE / 2 + 2 * SLOT_DEPTH, side: -1 },
  { y: -AISLE / 2 - 2 * SLOT_DEPTH, side: 1 },
];

/** The lot as a document, with the aisle along x through y = 0 from x = 0 to 30 m. */
export function parkingWorld(seed = 1): object {
  const lines = ROWS.flatMap(({ y, side }) => [
    ...Array.from({ length: SLOTS + 1 }, (_, i) => [i * SLOT_WIDTH, y, i * SLOT_WIDTH, y + side * SLOT_DEPTH]),
    [0, y + side * SLOT_DEPTH, SLOTS * SLOT_WIDTH, y + side * SLOT_DEPTH],
  ]);
  return {
    ground: [70, 92, 58],
    sky: [150, 180, 215],
    areas: [{ points: pairs([-8, -17, 38, -17, 38, 17, -8, 17]), colour: [66, 67, 70] }],
    stripes: lines.map((points) => ({ points: pairs(points), ...LINE })),
    solids: parkedCars(seed),
  };
}

export const parkingLot = (): Scene => worldOf(parse(worldParams, parkingWorld(), 'world')).scene;

const pairs = (numbers: readonly number[]): number[][] =>
  Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i], numbers[2 * i + 1]]);

function parkedCars(seed: number): object[] {
  const stream = createStream(seed, 'parking-lot');
  const slots = ROWS.flatMap((row) => Array.from({ length: SLOTS }, (_, i) => ({ ...row, i })));
  return slots.slice(0, CARS).flatMap(({ y, side, i }) => {
    const [length, height] = [uniformBetween(stream, 3.8, 4.8), uniformBetween(stream, 1.35, 1.7)];
    const colour = [0, 1, 2].map(() => Math.round(uniformBetween(stream, 30, 240)));
    const place = {
      x: (i + 0.5) * SLOT_WIDTH + uniformBetween(stream, -0.2, 0.2),
      y: y + side * (SLOT_DEPTH / 2 + uniformBetween(stream, -0.1, 0.1)),
      yaw: side * (Math.PI / 2) + uniformBetween(stream, -0.04, 0.04),
    };
    const [front, rear] = [0.22 * length, -0.44 * length];
    return [
      { name: 'body', ...place, length, width: 1.8, bottom: 0.2, height: 0.6 * height - 0.2, colour },
      {
        name: 'cabin',
        ...place,
        footprint: pairs([rear, -0.8, front, -0.8, front, 0.8, rear, 0.8]),
        bottom: 0.6 * height,
        height: 0.4 * height,
        colour: colour.map((level) => Math.round(0.45 * level)),
      },
    ];
  });
}

const HFOV = (190 * Math.PI) / 180;

/** 1920 × 1080 pixels over 190°. */
export const PARKING_LENS: Lens = {
  kind: 'fisheye',
  width: 1920,
  height: 1080,
  fx: 1920 / HFOV,
  fy: 1920 / HFOV,
  cx: 959.5,
  cy: 539.5,
  k: [],
};

/** Front, rear, left and right. */
export const PARKING_MOUNTS: readonly Mount[] = [
  { x: 3.7, y: 0, z: 0.65, roll: 0, pitch: 0.35, yaw: 0 },
  { x: -0.9, y: 0, z: 0.85, roll: 0, pitch: 0.45, yaw: Math.PI },
  { x: 2, y: 0.95, z: 1, roll: 0, pitch: 0.7, yaw: Math.PI / 2 },
  { x: 2, y: -0.95, z: 1, roll: 0, pitch: 0.7, yaw: -Math.PI / 2 },
];

/** What the four cameras have in common, but for their mounts. */
type CameraParams = Readonly<Record<string, unknown>>;

const mounted = (rateHz: number, params: CameraParams): Record<string, object> =>
  Object.fromEntries(
    PARKING_MOUNTS.map((mount, i) => [
      `camera${i}`,
      {
        type: 'sensors/camera',
        rateHz,
        params: {
          width: PARKING_LENS.width,
          height: PARKING_LENS.height,
          mount,
          effects: { noise: 0.007 },
          ...params,
        },
      },
    ]),
  );

/** The four cameras as blocks, with read noise. */
export const parkingCameras = (rateHz: number): Record<string, object> =>
  mounted(rateHz, { lens: { kind: 'fisheye', fx: PARKING_LENS.fx } });

/** The same with pinholes of 120°, sent as YUYV. */
export const pinholeCameras = (rateHz: number): Record<string, object> =>
  mounted(rateHz, { lens: { hfov: (120 * Math.PI) / 180 }, encoding: 'yuv422_yuy2' });
