/** The sensors that measure distances and motion. */
import type { AnyBlock } from '../core/block.ts';
import { encoders } from './encoders.ts';
import { gnss } from './gnss.ts';
import { imu } from './imu.ts';
import { lidar } from './lidar.ts';
import { lidar3d } from './lidar-3d.ts';
import { sonar } from './sonar.ts';
import { speedometer } from './speedometer.ts';

export { encoders, gnss, imu, lidar, lidar3d, sonar, speedometer };

export const rangeAndMotionSensorBlocks: readonly AnyBlock[] = [
  sonar,
  lidar,
  lidar3d,
  imu,
  gnss,
  encoders,
  speedometer,
];
