/**
 * A lane keeper that is nothing but a law from the road ahead to a steering angle: what all of them share is in lane-keeping.ts.
 */
import type { BlockDefinition } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { Fields, FieldValues } from '../../core/schema.ts';
import { AckermannDriveStamped, Lane, Odometry, Twist } from '../../msgs/index.ts';
import type { LaneKeepingParams } from './lane-keeping.ts';
import {
  createLaneKeeping,
  keepLane,
  laneKeepingParams,
  limitSteering,
  writeCommand,
  writeStandstill,
} from './lane-keeping.ts';
import type { LanePath } from './lane-path.ts';
import { createLanePath } from './lane-path.ts';

const inputs = { lane: Lane, odom: Odometry };
const outputs = { twist: Twist, steer: AckermannDriveStamped };

const pathOf = derivedFrom<LaneKeepingParams, LanePath>(createLanePath);

interface LaneKeeperLaw<P extends Fields> {
  readonly type: string;
  readonly doc: string;
  /** Beyond the shared ones. */
  readonly params: P;
  /** The wanted road-wheel angle [rad] at this speed [m/s]. */
  steering(params: LaneKeepingParams & FieldValues<P>, path: LanePath, speed: number): number;
}

export const defineLaneKeeper = <const P extends Fields>({
  type,
  doc,
  params: ownParams,
  steering,
}: LaneKeeperLaw<P>): BlockDefinition<
  typeof laneKeepingParams & P,
  typeof inputs,
  typeof outputs,
  { keeping: ReturnType<typeof createLaneKeeping> }
> => ({
  type,
  doc,
  params: { ...laneKeepingParams, ...ownParams },
  inputs,
  outputs,
  defaultPeriod: 0.1,
  init: () => ({ keeping: createLaneKeeping() }),
  step(given, { keeping }, input, output, time) {
    const params = given as LaneKeepingParams & FieldValues<P>;
    const path = pathOf(params);
    if (!keepLane(params, keeping, path, input, time)) {
      writeStandstill(params, keeping, output, time);
      return;
    }
    const wanted = steering(params, path, keeping.twist[0]);
    writeCommand(params, keeping, limitSteering(params, wanted), output, time);
  },
});
