/** Sensors: what a vehicle perceives of the world and of itself. */
import type { AnyBlock } from '../core/block.ts';
import { camera } from './camera/camera.ts';
import { encoders } from './motion/encoders.ts';
import { gnss } from './motion/gnss.ts';
import { imu } from './motion/imu.ts';
import { speedometer } from './motion/speedometer.ts';
import { lidar } from './ranging/lidar.ts';
import { lidar3d } from './ranging/lidar-3d.ts';
import { radar } from './ranging/radar.ts';
import { sonar } from './ranging/sonar.ts';

export { camera } from './camera/camera.ts';
export { encoders, gnss, imu, lidar, lidar3d, radar, sonar, speedometer };
export type { Glare } from './render/glare.ts';
export { createRenderer } from './render/scene.ts';
export type { Renderer, RendererOptions, Sun } from './render/scene.ts';
export type { CameraPose } from './render/view.ts';

/** Every block of this folder. */
export const sensorBlocks: readonly AnyBlock[] = [
  camera,
  sonar,
  lidar,
  lidar3d,
  radar,
  imu,
  gnss,
  encoders,
  speedometer,
];
