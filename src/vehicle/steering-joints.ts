/** Joint states of steered wheels: `steering_left` and `steering_right`, or `steering` for a single wheel. */
import type { Output } from '../core/signal.ts';
import { wrapToPi } from '../math/angle.ts';
import type { JointState } from '../msgs/index.ts';
import { setTime } from '../msgs/index.ts';
import { ackermannAngles } from './kinematic/ackermann.ts';
import { Body, jointsDue } from './vehicle-body.ts';

export interface SteeringJointParams {
  readonly wheelBase: number;
  readonly visTrackSteered: number;
  readonly publishRateHz: number;
}

/** Writes the joint states when they are due, and holds them back otherwise. `direction` −1: steered behind the axle. */
export function publishSteeringJoints(
  params: SteeringJointParams,
  direction: number,
  body: Float64Array,
  output: Output<JointState>,
): void {
  if (!jointsDue(body, params.publishRateHz)) return;
  output.publish = true;
  writeSteeringJoints(params, direction, body, output.value);
}

function writeSteeringJoints(
  params: SteeringJointParams,
  direction: number,
  body: Float64Array,
  value: JointState,
): void {
  const steering = body[Body.STEERING];
  const track = params.visTrackSteered;
  setTime(value.header.stamp, body[Body.TIME_NS]);
  if (track > 0) {
    if (value.position.length !== 2) nameJoints(value, ['steering_left', 'steering_right']);
    ackermannAngles(steering, direction * params.wheelBase, track, value.position);
  } else {
    if (value.position.length !== 1) nameJoints(value, ['steering']);
    value.position[0] = wrapToPi(steering);
  }
}

function nameJoints(value: JointState, names: string[]): void {
  value.name = names;
  value.position = new Float64Array(names.length);
}
