/**
 * The side of the computer that plans: trajectory, odometry and a digest of the map as messages for the computer that drives (spi-messages.ts), to be carried by
 * bus/spi. Odometry goes out whenever there is some, with the stamp of its sensor and of the instant it is sent; a trajectory in parts of ten points, `parts` of them in a
 * step, and again every `repeat`, as a frame may be lost; the map whenever it is new, or, where `status` is wired, whenever the planner has looked at it, so that its stamps
 * are those of what was decided. Stamps of sending are by `clock`, or the time of the loop where there is none.
 */
import { defineBlock, optionalInput, queuedOutput } from '../../core/block.ts';
import { integer, param } from '../../core/schema.ts';
import type { Input, QueuedOutput } from '../../core/signal.ts';
import { crc16Ccitt } from '../../math/crc16-ccitt.ts';
import { yawFromQuaternion } from '../../math/pose2.ts';
import {
  BoolMessage,
  ClockReading,
  clockSaysNs,
  Odometry,
  ParkingMap,
  ParkingStatus,
  ParkingTrajectory,
  SerialBytes,
  setTime,
  timeToNs,
} from '../../msgs/index.ts';
import { storeF32, storeU16, storeU32, storeU64 } from './byte-numbers.ts';
import {
  HEAD,
  MAP,
  MAP_LENGTH,
  ODOMETRY,
  ODOMETRY_LENGTH,
  POINT_LENGTH,
  POINTS_PER_MESSAGE,
  START,
  TAIL,
  TRAJECTORY,
  TRAJECTORY_HEAD,
} from './spi-messages.ts';

interface State {
  odometry: number;
  map: number;
  status: number;
  trajectory: number;
  counter: number;
  /** Next point to be sent, and when the whole began [ns]. */
  next: number;
  begunNs: number;
}

const NOTHING_LEFT = -1;

export const parkingUplink = defineBlock({
  type: 'control/parking-uplink',
  doc: 'Trajectory, odometry and a digest of the parking map as messages for a microcontroller, to be carried by SPI.',
  defaultPeriod: 0.01,
  params: {
    parts: integer(4, '', 'parts of a trajectory in one step; more is sooner there and loads the line more', {
      min: 1,
      max: 100,
    }),
    repeat: param(2, 's', 'a trajectory is sent again after so long', { above: 0 }),
  },
  inputs: {
    trajectory: ParkingTrajectory,
    odom: Odometry,
    map: optionalInput(ParkingMap),
    hold: optionalInput(BoolMessage),
    status: optionalInput(ParkingStatus),
    clock: optionalInput(ClockReading),
  },
  outputs: { bytes: queuedOutput(SerialBytes) },
  init: (): State => ({ odometry: 0, map: 0, status: 0, trajectory: 0, counter: 0, next: NOTHING_LEFT, begunNs: 0 }),

  step({ parts, repeat }, state, { trajectory, odom, map, hold, status, clock }, { bytes }, time) {
    setTime(bytes.value.stamp, time.nowNs);
    const hostNs = clock.sequence > 0 ? clockSaysNs(clock.value, time.nowNs) : time.nowNs;
    if (odom.sequence > state.odometry) {
      state.odometry = odom.sequence;
      writeOdometry(bytes.value.data, odom.value, hostNs, hold.sequence > 0 && hold.value.data);
      send(state, bytes, ODOMETRY, ODOMETRY_LENGTH);
    }
    // what was decided on counts where it is told, else what is known
    const isDecided = status.sequence > 0;
    const isNews = isDecided ? status.sequence > state.status : map.sequence > state.map;
    const seenNs = timeToNs(isDecided ? status.value.view : map.value.header.stamp);
    state.map = map.sequence;
    state.status = status.sequence;
    if (isNews && seenNs > 0) {
      writeMap(bytes.value.data, map.value, { seenNs, hostNs, slot: trajectory.value.slot });
      send(state, bytes, MAP, MAP_LENGTH);
    }
    beginTrajectory(state, trajectory, time.nowNs, repeat);
    for (let i = 0; i < parts && state.next !== NOTHING_LEFT; i++) sendPart(state, bytes, trajectory.value);
  },
});

function beginTrajectory(
  state: State,
  { sequence, value }: Input<ParkingTrajectory>,
  nowNs: number,
  repeat: number,
): void {
  if (sequence === 0) return;
  const isAnother = value.id !== state.trajectory;
  const isDue = state.next === NOTHING_LEFT && nowNs - state.begunNs >= repeat * 1e9;
  if (!isAnother && !isDue) return;
  state.trajectory = value.id;
  state.next = 0;
  state.begunNs = nowNs;
}

function sendPart(state: State, bytes: QueuedOutput<SerialBytes>, { id, points }: ParkingTrajectory): void {
  const { data } = bytes.value;
  const first = state.next;
  const count = Math.min(POINTS_PER_MESSAGE, points.length - first);
  storeU32(data, HEAD, id);
  storeU16(data, HEAD + 4, Math.min(points.length, 0xffff));
  storeU16(data, HEAD + 6, first);
  data[HEAD + 8] = count;
  for (let i = 0; i < count; i++) {
    const at = HEAD + TRAJECTORY_HEAD + i * POINT_LENGTH;
    const { x, y, yaw, curvature, speed } = points[first + i];
    storeF32(data, at, x);
    storeF32(data, at + 4, y);
    storeF32(data, at + 8, yaw);
    storeF32(data, at + 12, curvature);
    storeF32(data, at + 16, speed);
  }
  send(state, bytes, TRAJECTORY, TRAJECTORY_HEAD + count * POINT_LENGTH);
  state.next = first + count < Math.min(points.length, 0xffff) ? first + count : NOTHING_LEFT;
}

function writeOdometry(data: Uint8Array, odom: Odometry, nowNs: number, isHeld: boolean): void {
  const { position, orientation } = odom.pose.pose;
  storeU64(data, HEAD, Math.floor(timeToNs(odom.header.stamp) / 1000));
  storeU64(data, HEAD + 8, Math.floor(nowNs / 1000));
  storeF32(data, HEAD + 16, position.x);
  storeF32(data, HEAD + 20, position.y);
  storeF32(data, HEAD + 24, yawFromQuaternion(orientation));
  storeF32(data, HEAD + 28, odom.twist.twist.linear.x);
  storeF32(data, HEAD + 32, odom.twist.twist.angular.z);
  data[HEAD + 36] = isHeld ? 1 : 0;
}

interface Digest {
  /** When its newest picture was taken, and when this is sent [ns]. */
  readonly seenNs: number;
  readonly hostNs: number;
  /** The one that is chosen. */
  readonly slot: number;
}

function writeMap(data: Uint8Array, map: ParkingMap, { seenNs, hostNs, slot }: Digest): void {
  storeU64(data, HEAD, Math.floor(seenNs / 1000));
  storeU64(data, HEAD + 8, Math.floor(hostNs / 1000));
  storeU16(data, HEAD + 16, Math.min(map.slots.length, 0xffff));
  storeU16(data, HEAD + 18, Math.min(map.obstacles.length, 0xffff));
  storeU32(data, HEAD + 20, slot);
}

/** The message whose data are written, in its frame. */
function send(state: State, bytes: QueuedOutput<SerialBytes>, type: number, length: number): void {
  const { value } = bytes;
  value.data[0] = START;
  value.data[1] = type;
  value.data[2] = state.counter;
  value.data[3] = length;
  state.counter = (state.counter + 1) & 255;
  storeU16(value.data, HEAD + length, crc16Ccitt(value.data, 1, HEAD + length));
  value.length = HEAD + length + TAIL;
  bytes.send();
}
