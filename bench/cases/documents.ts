/** Scenarios that are measured, as documents. */
import { resolve } from 'node:path';

export type Document = Readonly<Record<string, unknown>>;

const file = (path: string): string => resolve(path);

const driver = {
  type: 'control/twist-schedule',
  rateHz: 100,
  params: {
    repeat: true,
    segments: [
      { until: 4, vx: 1.5 },
      { until: 8, vx: 1.5, yawRate: 0.4 },
      { until: 12, vx: 1, yawRate: -0.4 },
    ],
  },
};
const bicycle = (twist: string) => ({ type: 'vehicle/bicycle', inputs: { twist } });
const localisation = { type: 'vehicle/localisation', rateHz: 50, inputs: { state: 'vehicle.state' } };

const named = <T>(count: number, entries: (i: number) => readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => entries(i)).flat());

export const ONE_BICYCLE: Document = { driver, vehicle: bicycle('driver.twist') };
export const IN_A_WORKER: Document = { driver: { ...driver, host: 'worker' }, vehicle: bicycle('driver.twist') };
export const PUBLISHED: Document = {
  driver: { ...driver, rateHz: 50 },
  vehicle: bicycle('driver.twist'),
  localisation,
};

/** Bicycles that step at 1 kHz, each with a command block at 100 Hz. */
export const bicycles = (count: number, publishEvery: number): Document =>
  named<object>(count, (i) => [
    [`driver${i}`, driver],
    [`vehicle${i}`, { ...bicycle(`driver${i}.twist`), publishEvery }],
  ]);

/** Blocks that command at 100 Hz, and nobody listens. */
export const commanders = (count: number): Document => named<object>(count, (i) => [[`driver${i}`, driver]]);

/** A Prius whose pedals hold a speed. */
const cruising = (name: string, setpoint: number, more: object): [string, object][] => [
  [name, { from: file('vehicles/prius.yaml'), inputs: { control: `${name}-cruise.pedals` }, ...more }],
  [
    `${name}-cruise`,
    { type: 'control/cruise', rateHz: 30, params: { setpoint }, inputs: { car_info: `${name}.car_info` } },
  ],
];

export const ONE_PRIUS: Document = Object.fromEntries(cruising('car', 20, { body: null }));

/** Sixteen of them side by side, with bodies that could touch. */
export const SIXTEEN_PRIUSES: Document = named<object>(16, (i) =>
  cruising(`car${i}`, 15 + i / 4, { params: { x: 0, y: 4 * i, yaw: 0 } }),
);

/** Boxes of half a metre on a square grid ahead of the car, the nearest 6 m away, within 80° of view. */
export function boxesAhead(count: number): object[] {
  const columns = Math.ceil(Math.sqrt(count / 2));
  return Array.from({ length: count }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), (i % columns) - (columns - 1) / 2];
    const distance = 6 + (row / (2 * columns)) * 80;
    return {
      x: distance,
      y: (column / columns) * distance * 1.2,
      length: 0.3,
      width: 0.3,
      height: 0.5 + (i % 5) * 0.1,
    };
  });
}

const at = (vx: number) => ({
  driver: { ...driver, rateHz: 10, params: { segments: [{ until: 1e6, vx }] } },
  vehicle: bicycle('driver.twist'),
});
const seeing = (sensor: object): object => ({ inputs: { state: 'vehicle.state' }, ...sensor });

/** What sensors see from a car that stands, or drives straight on. */
export const watching = (
  world: object,
  sensors: Readonly<Record<string, object>>,
  speed = 0,
): { blocks: Document; world: object } => ({
  world,
  blocks: {
    ...at(speed),
    ...Object.fromEntries(Object.entries(sensors).map(([name, sensor]) => [name, seeing(sensor)])),
  },
});

export const camera = (width: number, height: number, rateHz: number, params: object = {}): object => ({
  type: 'sensors/camera',
  rateHz,
  params: { width, height, lens: { hfov: 1.3962634 }, mount: { x: 1, z: 1.5, pitch: 0.1 }, ...params },
});

export const LIDAR = {
  type: 'sensors/lidar',
  rateHz: 10,
  params: { rays: 720, mount: { x: 1, z: 0.3 }, maxRange: 100 },
};
