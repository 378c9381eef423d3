/**
 * The velocity a vehicle is asked for, from a Twist or a TwistStamped input.
 *
 * Whichever was published last counts, the stamped one when both came at once. It counts as zero when it is older than
 * the limit at the end of the step: a stamped command by its own stamp, an unstamped one by its publication.
 * The reference is for base_link and is carried over to the axle: v_y,axle = v_y − offset ω.
 *
 * Reference: vehicle_dynamics_sim, SimNode::store_twist_reference and tick_simulation.
 */
import type { Input } from '../../core/signal.ts';
import type { Twist, TwistStamped } from '../../msgs/index.ts';
import { Body } from '../vehicle-body.ts';

export interface TwistInputs {
  readonly twist: Input<Twist>;
  readonly twist_stamped: Input<TwistStamped>;
}

export interface TwistReferenceParams {
  readonly commandTimeout: number;
  readonly baseLinkOffset: number;
}

/** Reads the reference (v_x, v_y, ω) of the axle that counts at the end of the step. */
export function readTwistReference(body: Float64Array, params: TwistReferenceParams, inputs: TwistInputs): void {
  const { twist, twist_stamped: stamped } = inputs;
  const useStamped = stamped.sequence > 0 && (twist.sequence === 0 || stamped.publishedNs >= twist.publishedNs);
  const command = useStamped ? stamped.value.twist : twist.value;
  const sentNs = useStamped
    ? stamped.value.header.stamp.sec * 1e9 + stamped.value.header.stamp.nanosec
    : twist.publishedNs;
  const isCurrent =
    (useStamped || twist.sequence > 0) && !((body[Body.TIME_NS] - sentNs) / 1e9 > params.commandTimeout);
  if (!isCurrent) {
    body[Body.WANTED_VX] = body[Body.WANTED_VY] = body[Body.WANTED_YAW_RATE] = 0;
    return;
  }
  const yawRate = command.angular.z;
  body[Body.WANTED_VX] = command.linear.x;
  body[Body.WANTED_VY] = command.linear.y - params.baseLinkOffset * yawRate;
  body[Body.WANTED_YAW_RATE] = yawRate;
}
