/** Vehicles: actuators, kinematic and dynamic models, localisation, robot descriptions. */
import type { AnyBlock } from '../core/block.ts';
import { bicycle } from './bicycle.ts';
import { differential } from './differential.ts';
import { fourWheel } from './four-wheel.ts';
import { localisation } from './localisation.ts';
import { omni } from './omni.ts';
import { singleTrack } from './single-track.ts';

export { bicycle } from './bicycle.ts';
export { differential } from './differential.ts';
export { createDriveActuator, driveActuatorParams, driveVelocity } from './drive-actuator.ts';
export { fourWheel } from './four-wheel.ts';
export { fourWheelUrdf } from './four-wheel-urdf.ts';
export { localisation } from './localisation.ts';
export { omni } from './omni.ts';
export { scenarioFromParamsFile } from './params-file.ts';
export { singleTrack } from './single-track.ts';
export { handling, yawGain, yawMode } from './single-track-handling.ts';
export { createSteeringActuator, steeringActuatorParams, steeringAngle } from './steering-actuator.ts';
export { bicycleUrdf, differentialUrdf, omniUrdf } from './urdf.ts';

/** Every block of this folder. */
export const vehicleBlocks: readonly AnyBlock[] = [bicycle, differential, omni, singleTrack, fourWheel, localisation];
