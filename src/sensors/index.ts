/** Sensors: what a vehicle perceives of the world and of itself. */
import type { AnyBlock } from '../core/block.ts';
import { camera } from './camera.ts';
import { rangeAndMotionSensorBlocks } from './range-and-motion.ts';

export { camera } from './camera.ts';
export { lensOf } from './camera-params.ts';
export { encoders, gnss, imu, lidar, lidar3d, sonar, speedometer } from './range-and-motion.ts';
export type { Encoding } from './render-canvas.ts';
export type { Glare } from './render-glare.ts';
export { createRenderer } from './render-scene.ts';
export type { Renderer, RendererOptions, Sun } from './render-scene.ts';
export type { CameraPose } from './render-view.ts';
export type { Mount } from '../math/rotation.ts';

/** Every block of this folder. */
export const sensorBlocks: readonly AnyBlock[] = [camera, ...rangeAndMotionSensorBlocks];
