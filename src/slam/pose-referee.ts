/**
 * The referee of a localisation: how far a pose lies from where the vehicle truly was at its stamp.
 *
 *   e = |p − p*(t)|,     e_θ = |wrap(θ − θ*(t))|
 *
 * The truth of the last second is kept and interpolated at the stamp t. Reads the truth, so it is for metrics and expectations.
 */
import { defineBlock, occasionalOutput } from '../core/block.ts';
import { wrapToPi } from '../math/angle.ts';
import { yawFromQuaternion } from '../math/pose2.ts';
import { Float64, PoseStamped, timeToNs, VehicleState } from '../msgs/index.ts';

/** True poses that are kept. */
const KEPT = 1024;

export const poseReferee = defineBlock({
  type: 'slam/pose-referee',
  doc: 'Errors of a pose against the truth at its stamp.',
  defaultPeriod: 0.001,
  params: {},
  inputs: { pose: PoseStamped, state: VehicleState },
  outputs: { distance: occasionalOutput(Float64), heading: occasionalOutput(Float64) },
  init: () => ({
    stampsNs: new Float64Array(KEPT),
    poses: new Float64Array(3 * KEPT),
    count: 0,
    seenPose: 0,
    seenState: 0,
  }),
  step(_own, state, inputs, { distance, heading }) {
    if (inputs.state.sequence !== state.seenState) {
      state.seenState = inputs.state.sequence;
      const { stamp, x, y, yaw } = inputs.state.value;
      const at = state.count++ % KEPT;
      state.stampsNs[at] = timeToNs(stamp);
      state.poses[3 * at] = x;
      state.poses[3 * at + 1] = y;
      state.poses[3 * at + 2] = yaw;
    }
    if (inputs.pose.sequence === state.seenPose) return;
    state.seenPose = inputs.pose.sequence;
    const { position, orientation } = inputs.pose.value.pose;
    const stampNs = timeToNs(inputs.pose.value.header.stamp);
    // the two true poses about the stamp, from the latest back
    for (let k = state.count - 1; k > Math.max(0, state.count - KEPT); k--) {
      const after = k % KEPT;
      const before = (k - 1) % KEPT;
      if (state.stampsNs[before] > stampNs || state.stampsNs[after] < stampNs) continue;
      const span = state.stampsNs[after] - state.stampsNs[before];
      const share = span > 0 ? (stampNs - state.stampsNs[before]) / span : 0;
      const between = (i: number): number =>
        state.poses[3 * before + i] + share * (state.poses[3 * after + i] - state.poses[3 * before + i]);
      const dx = position.x - between(0);
      const dy = position.y - between(1);
      const turn = wrapToPi(state.poses[3 * after + 2] - state.poses[3 * before + 2]);
      distance.value.data = Math.sqrt(dx * dx + dy * dy);
      heading.value.data = Math.abs(
        wrapToPi(yawFromQuaternion(orientation) - state.poses[3 * before + 2] - share * turn),
      );
      distance.publish = true;
      heading.publish = true;
      return;
    }
  },
});
