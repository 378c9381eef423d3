/** The Prius among RosDrive's pickups: with sonars, with its camera, with a 3D lidar. */
import { readFileSync } from 'node:fs';
import { buildLoop } from '../../src/core/build.ts';
import { nodeFiles } from '../../src/node/files.ts';
import { loadScenario } from '../../src/scenario/load.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { parseYaml } from '../../src/scenario/yaml.ts';
import type { Case } from './case.ts';
import { times } from './case.ts';

const SONARS = [
  'front_left_far',
  'front_left_middle',
  'front_right_middle',
  'front_right_far',
  'side_left_front',
  'side_right_front',
];
type Sensors = Record<string, { readonly type: string; readonly params: Record<string, unknown> }>;
const set = parseYaml(readFileSync('vehicles/sensors/prius-rosdrive.yaml', 'utf8'), 'sensors') as Sensors;
const osrf = parseYaml(readFileSync('vehicles/sensors/prius-osrf.yaml', 'utf8'), 'sensors') as Sensors;
const lidarOf = Object.values(osrf).find(({ type }) => type === 'sensors/lidar-3d');

const { width, height, lens, mount } = set.front_camera.params;
const camera = { width, height, lens, mount };

const EQUIPMENT: Record<string, { sensors: Record<string, unknown>; line: Record<string, unknown> }> = {
  sonars: {
    sensors: Object.fromEntries(SONARS.map((name) => [name, set[`${name}_sonar`]])),
    line: { type: 'world/line-truth', params: { camera }, inputs: { state: 'car.state' } },
  },
  camera: {
    sensors: { camera: set.front_camera },
    line: { type: 'vision/line-detector', rateHz: 30, offset: 0.001, inputs: { image: 'car-camera.image' } },
  },
  lidar: {
    sensors: { lidar: { ...lidarOf, rateHz: 10 } },
    line: { type: 'world/line-truth', params: { camera }, inputs: { state: 'car.state' } },
  },
};

function scenario(name: string): Promise<Scenario> {
  const { sensors, line } = EQUIPMENT[name];
  const document = {
    name,
    duration: 1e4,
    world: { from: 'worlds/rosdrive-obstacles.yaml' },
    blocks: {
      car: { from: 'vehicles/prius.yaml', start: { progress: 0 }, sensors, inputs: { control: 'mixer.control' } },
      line,
      cruise: { type: 'control/cruise', params: { setpoint: 8 }, inputs: { car_info: 'car.car_info' } },
      steering: {
        type: 'control/line-steering',
        params: { camera },
        inputs: { line: 'line.line', car_info: 'car.car_info' },
      },
      mixer: { type: 'control/prius-mixer', inputs: { pedals: 'cruise.pedals', steering: 'steering.steering' } },
    },
  };
  return loadScenario(nodeFiles, { document, path: 'bench.yaml' });
}

/** Simulated seconds per second along the first straight, once warm. */
async function factor(name: string, ticks: number): Promise<number> {
  let latest = 0;
  for (let drive = 0; drive < 3; drive++) {
    const loop = await buildLoop(await scenario(name));
    const start = performance.now();
    loop.runUntil(ticks);
    latest = ticks / (performance.now() - start);
  }
  return latest;
}

export const priusSensors: readonly Case[] = [
  {
    name: 'sonars',
    measure: async () => [
      times('Prius with cruise control and six sonars among 19 pickups', await factor('sonars', 10_000), 300),
    ],
  },
  {
    name: 'camera',
    measure: async () => [
      times('Prius with the 800 × 800 camera at 30 Hz and the line follower', await factor('camera', 2_000), 5),
    ],
  },
  {
    name: 'lidar',
    measure: async () => [
      times('Prius with 512 × 16 lidar at 10 Hz among 19 pickups', await factor('lidar', 5_000), 10),
    ],
  },
];
