/** Processor time of drawing alone, for each kind of scene that is costly. */
import type { Lens } from '../../src/camera-model/lens.ts';
import { createStream, uniformBetween } from '../../src/math/random.ts';
import { cos, sin } from '../../src/math/trig.ts';
import type { CameraPose, RendererOptions } from '../../src/sensors/index.ts';
import { createRenderer } from '../../src/sensors/index.ts';
import type { Scene, Solid } from '../../src/world/scene.ts';
import { PARKING_LENS, PARKING_MOUNTS, parkingLot } from './parking-lot.ts';

const ROUNDS = 9;

/** Least processor time of a picture over several rounds, driving on from picture to picture [ms]. */
function drawingTime(lens: Lens, scene: Scene, options: RendererOptions, pictures = 20): number {
  const renderer = createRenderer(lens, scene, options);
  const pixels = new Uint8Array(renderer.size);
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    for (let i = 0; i < pictures; i++) renderer.render(poseAt((5 * i) / pictures), pixels);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000 / pictures);
  }
  return best;
}

const poseAt = (x: number): CameraPose => ({ x, y: 0, yaw: 0.05 * x, roll: 0, pitch: 0, vx: 5, vy: 0, yaw_rate: 0 });

/** Mean over the four cameras of automatic parking [ms]. */
export function parkingTime(): number {
  const scene = parkingLot();
  const times = PARKING_MOUNTS.map((mount) => drawingTime(PARKING_LENS, scene, { mount }, 6));
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

/** A pinhole of 80° across. */
const pinhole = (width: number, height: number): Lens => ({
  kind: 'pinhole',
  width,
  height,
  fx: width / 1.6782,
  fy: width / 1.6782,
  cx: (width - 1) / 2,
  cy: (height - 1) / 2,
  k: [],
});

const HIGH = { mount: { x: 0, y: 0, z: 3, roll: 0, pitch: 0.1, yaw: 0 } };
const LOW = { mount: { x: 2, y: 0, z: 0.83, roll: 0, pitch: 0.5236, yaw: 0 } };

/** Boxes of half a metre to two metres, evenly over a field of 60° ahead whose area grows with their number. */
export function amongBoxes(count: number): number {
  const stream = createStream(1, 'boxes');
  const reach = 6 * Math.sqrt(count) + 20;
  const solids = Array.from({ length: count }, (): Solid => {
    const distance = Math.sqrt(uniformBetween(stream, 15 * 15, reach * reach));
    const bearing = uniformBetween(stream, -0.5, 0.5);
    const [a, b] = [uniformBetween(stream, 0.25, 1), uniformBetween(stream, 0.25, 1)];
    return {
      name: 'box',
      footprint: Float64Array.of(-a, -b, a, -b, a, b, -a, b),
      bottom: 0,
      top: uniformBetween(stream, 0.5, 2),
      x: distance * cos(bearing),
      y: distance * sin(bearing),
      yaw: uniformBetween(stream, 0, 3),
      colour: [Math.round(uniformBetween(stream, 20, 250)), 120, 60],
    };
  });
  return drawingTime(pinhole(640, 480), { ...EMPTY, solids }, HIGH);
}

const EMPTY: Scene = {
  ground: { colour: [96, 98, 100], areas: [], stripes: [], shadows: [] },
  sky: [150, 180, 215],
  solids: [],
};

/** Two lines of a lane, and two large shadows of many corners over all that is near. */
export function underShadows(width: number, height: number, shadows: number): number {
  const line = (y: number) => ({
    points: Float64Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? i / 2 - 5 : y + 1e-3 * (i - 1) * (i - 1))),
    closed: false,
    width: 0.11,
    colour: [230, 230, 230] as const,
  });
  const blot = (x: number, y: number) => ({
    points: Float64Array.from({ length: 72 }, (_, i) => {
      const angle = (Math.PI * (i - (i % 2))) / 36;
      const radius = 7 + sin(5 * angle);
      return i % 2 === 0 ? x + radius * cos(angle) : y + radius * sin(angle);
    }),
    brightness: 0.5,
  });
  const ground = {
    ...EMPTY.ground,
    stripes: [line(0.5), line(-0.5)],
    shadows: [blot(8, -1), blot(6, 2)].slice(0, shadows),
  };
  return drawingTime(pinhole(width, height), { ...EMPTY, ground }, LOW);
}
