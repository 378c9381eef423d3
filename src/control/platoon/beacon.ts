/**
 * Sends beacons: what a vehicle tells the others of its platoon by radio.
 *
 * The position along the road is that of the front bumper: progress along the track where `track` is wired (a referee's point at base_link), else
 *
 *   s = (x cos θ + y sin θ) + front          θ  `roadHeading`, direction of a straight road [rad]
 *
 * The period is the rate of the beacons, 10 Hz as for cooperative awareness messages (ETSI EN 302 637-2: 1 to 10 Hz). Delay, jitter and loss of the radio are
 * those of the wires that read it. The stamp is that of the state, so that ages tell the whole way.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { integer, param } from '../../core/schema.ts';
import { cos, sin } from '../../math/trig.ts';
import { AckermannDriveStamped, copyTime, PlatoonBeacon, TrackState, VehicleState } from '../../msgs/index.ts';

export const platoonBeacon = defineBlock({
  type: 'control/platoon-beacon',
  doc: 'Tells the others of a platoon position, speed, acceleration and what its controller asks for.',
  defaultPeriod: 0.1,
  params: {
    stationId: integer(1, '', 'number of the vehicle', { min: 0 }),
    front: param(3.6, 'm', 'front bumper ahead of base_link'),
    length: param(4, 'm', 'length of the vehicle', { above: 0 }),
    roadHeading: param(0, 'rad', 'direction of a straight road; without effect where track is wired'),
  },
  inputs: {
    state: VehicleState,
    command: optionalInput(AckermannDriveStamped),
    track: optionalInput(TrackState),
  },
  outputs: { beacon: PlatoonBeacon },
  init: () => ({}),

  step(own, _state, { state, command, track }, { beacon }) {
    beacon.publish = state.sequence > 0;
    if (!beacon.publish) return;
    const { value } = beacon;
    const { x, y, yaw, vx, ax, stamp } = state.value;
    copyTime(value.stamp, stamp);
    value.station_id = own.stationId;
    value.position =
      own.front + (track.sequence > 0 ? track.value.progress : x * cos(own.roadHeading) + y * sin(own.roadHeading));
    value.length = own.length;
    value.x = x;
    value.y = y;
    value.yaw = yaw;
    value.speed = vx;
    value.acceleration = ax;
    // who commands no acceleration asks for the one it has
    value.wanted_acceleration = command.sequence > 0 ? command.value.drive.acceleration : ax;
  },
});
