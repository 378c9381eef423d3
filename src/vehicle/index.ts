/** Vehicles: actuators, kinematic and dynamic models, localisation, robot descriptions. */
import type { AnyBlock } from '../core/block.ts';
import { bicycle } from './kinematic/bicycle.ts';
import { differential } from './kinematic/differential.ts';
import { fourWheel } from './four-wheel/four-wheel.ts';
import { longitudinal } from './longitudinal/longitudinal.ts';
import { localisation } from './localisation/localisation.ts';
import { omni } from './kinematic/omni.ts';
import { singleTrack } from './single-track/single-track.ts';

export { bicycle } from './kinematic/bicycle.ts';
export { differential } from './kinematic/differential.ts';
export { createDriveActuator, driveActuatorParams, driveVelocity } from './actuators/drive-actuator.ts';
export { fourWheel } from './four-wheel/four-wheel.ts';
export { fourWheelUrdf } from './four-wheel/urdf.ts';
export { localisation } from './localisation/localisation.ts';
export { longitudinal } from './longitudinal/longitudinal.ts';
export { omni } from './kinematic/omni.ts';
export { scenarioFromParamsFile } from './params-file.ts';
export type { ScenarioBlockEntry, ScenarioFromParams } from './params-file.ts';
export { singleTrack } from './single-track/single-track.ts';
export { handling, yawGain, yawMode } from './single-track/handling.ts';
export type { Handling, YawMode } from './single-track/handling.ts';
export { createSteeringActuator, steeringActuatorParams, steeringAngle } from './actuators/steering-actuator.ts';
export { bicycleUrdf, differentialUrdf, omniUrdf } from './urdf.ts';
export type { BicycleShape } from './urdf.ts';

/** Every block of this folder. */
export const vehicleBlocks: readonly AnyBlock[] = [
  bicycle,
  differential,
  omni,
  singleTrack,
  fourWheel,
  longitudinal,
  localisation,
];
