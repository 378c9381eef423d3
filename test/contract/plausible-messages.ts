/** Messages such as a block may get: numbers in the range of what they mean, stamps that go on, images that show something. */
import { crc8J1850 } from '../../src/math/crc8-j1850.ts';
import type { RandomStream } from '../../src/math/random.ts';
import { chance, integerBelow, uniformBetween } from '../../src/math/random.ts';
import type { Field, MessageType } from '../../src/msgs/message-type.ts';
import type { ImageKind } from './rendered-images.ts';
import { LANE_LENS_INFO, renderedImage } from './rendered-images.ts';

export interface Feed {
  readonly stream: RandomStream;
  readonly nowNs: number;
  /** What images show. */
  readonly images?: ImageKind;
}

type Message = Record<string, any>;
type Writer = (message: Message, feed: Feed) => void;

const setStamp = (stamp: Message, nowNs: number): void => {
  stamp.sec = Math.floor(nowNs / 1e9);
  stamp.nanosec = nowNs % 1e9;
};

/** Where a vehicle is that drives to and fro on a circle of radius 10 about the origin, as in the world of the examples. */
function onCircle({ stream, nowNs }: Feed): { x: number; y: number; yaw: number } {
  const angle = 0.3 - 0.3 * Math.cos(30 * (nowNs / 1e9)) + uniformBetween(stream, -0.05, 0.05);
  const radius = 10 + uniformBetween(stream, -0.4, 0.4);
  return {
    x: radius * Math.cos(angle),
    y: radius * Math.sin(angle),
    yaw: angle + Math.PI / 2 + uniformBetween(stream, -0.1, 0.1),
  };
}

/** A car that tells its speed, a driver who wants another, and what the controller says to it. */
function cruiseFrame(frame: Message, { stream, nowNs }: Feed): void {
  const kind = integerBelow(stream, 10);
  if (kind === 0) {
    Object.assign(frame, { id: chance(stream, 0.5) ? 0x0c0 : 0x300, length: 8 });
    for (let i = 0; i < 8; i++) frame.data[i] = integerBelow(stream, 256);
    return;
  }
  const isSpeed = kind < 8;
  Object.assign(frame, { id: isSpeed ? 0x100 : 0x110, length: isSpeed ? 4 : 3 });
  const raw = isSpeed ? uniformBetween(stream, 2800, 3200) : uniformBetween(stream, 1300, 1700);
  if (isSpeed) frame.data.set([0, (nowNs / 4e7) % 16, raw & 255, raw >> 8]);
  else frame.data.set([raw & 255, raw >> 8, chance(stream, 0.9) ? 1 : 0]);
  if (isSpeed) frame.data[0] = crc8J1850(frame.data, 1, 4);
}

/** Classic frames and FD frames, some of them extended or remote, and now and then one that cannot be. */
function anyFrame(frame: Message, { stream }: Feed): void {
  const isFd = chance(stream, 0.4);
  Object.assign(frame, { is_fd: isFd, is_bit_rate_switch: isFd, is_extended: chance(stream, 0.3) });
  frame.is_remote = !isFd && chance(stream, 0.1);
  frame.id = 0x100 + integerBelow(stream, 16);
  frame.length = chance(stream, 0.95) ? integerBelow(stream, 9) : 9;
  for (let i = 0; i < frame.length; i++) frame.data[i] = integerBelow(stream, 256);
}

const writers: Readonly<Record<string, Writer>> = {
  'builtin_interfaces/msg/Time': (stamp, { nowNs }) => setStamp(stamp, nowNs),

  'skidpad_msgs/msg/VehicleState': (state, feed) => Object.assign(state, onCircle(feed)),

  'nav_msgs/msg/Odometry'({ pose: { pose }, twist: { twist } }, feed) {
    const { x, y, yaw } = onCircle(feed);
    Object.assign(pose.position, { x, y, z: 0 });
    Object.assign(pose.orientation, { x: 0, y: 0, z: Math.sin(yaw / 2), w: Math.cos(yaw / 2) });
    twist.linear.x = uniformBetween(feed.stream, 0.5, 4);
  },

  'skidpad_msgs/msg/Lane'(lane, { stream }) {
    const centre = [0.4, 0.2, 0.03, 0.002].map((size) => uniformBetween(stream, -size, size));
    lane.detected = chance(stream, 0.9);
    Object.assign(lane, { x_min: 1, x_max: uniformBetween(stream, 6, 9), width: 1 });
    for (const [line, offset] of [
      ['left', 0.5],
      ['centre', 0],
      ['right', -0.5],
    ] as const)
      lane[line].set([centre[0] + offset, centre[1], centre[2], centre[3]]);
    for (const confidence of ['confidence', 'left_confidence', 'right_confidence'])
      lane[confidence] = uniformBetween(stream, 0.5, 1);
  },

  'rosdrive_msgs/msg/LineCoords'(line, { stream }) {
    const [x1, y1] = [uniformBetween(stream, 300, 500), 424];
    const [x2, y2] = [uniformBetween(stream, 350, 450), 500];
    line.detected = chance(stream, 0.9);
    Object.assign(line, { x1, y1, x2, y2, dif_x: x2 - x1, dif_y: y2 - y1, slope: (y2 - y1) / (x2 - x1) });
    Object.assign(line, { length: Math.hypot(x2 - x1, y2 - y1), intercept: y1 - (line.slope as number) * x1 });
  },

  'rosdrive_msgs/msg/CarInfo'(info, feed) {
    const { x, y, yaw } = onCircle(feed);
    Object.assign(info, { latitude: x, longitude: y, heading: yaw + 1.57, speed: uniformBetween(feed.stream, 2, 15) });
  },

  'std_msgs/msg/Float64': (number, { stream }) => (number.data = uniformBetween(stream, 0, 15)),

  'sensor_msgs/msg/Range'(range, { stream }) {
    Object.assign(range, { min_range: 0.2, max_range: 5, field_of_view: 0.26 });
    range.range = chance(stream, 0.3) ? 5 : uniformBetween(stream, 0.3, 5);
  },

  // half of them of scenarios/hil/cruise.dbc, half of any kind
  'skidpad_msgs/msg/CanFrame'(frame, feed) {
    const flags = ['extended', 'remote', 'error', 'fd', 'bit_rate_switch', 'error_passive'];
    for (const name of flags) frame[`is_${name}`] = false;
    frame.data.fill(0);
    if (chance(feed.stream, 0.5)) cruiseFrame(frame, feed);
    else anyFrame(frame, feed);
  },

  'skidpad_msgs/msg/SteerRequest': (request, { stream }) => (request.active = chance(stream, 0.5)),

  'prius_msgs/msg/Control'(control, { stream }) {
    control.throttle = uniformBetween(stream, 0, 1);
    control.brake = chance(stream, 0.3) ? uniformBetween(stream, 0, 1) : 0;
    control.shift_gears = chance(stream, 0.8) ? 2 : integerBelow(stream, 4);
  },

  'geometry_msgs/msg/Wrench'({ force, torque }, { stream }) {
    for (const axis of ['x', 'y', 'z']) force[axis] = uniformBetween(stream, -500, 500);
    torque.z = uniformBetween(stream, -500, 500);
  },

  'skidpad_msgs/msg/Body'(body, feed) {
    Object.assign(body, onCircle(feed));
    Object.assign(body, { front: 1.5, rear: 0.5, half_width: 0.5, bottom: 0.1, top: 1.4 });
    for (const colour of ['red', 'green', 'blue']) body[colour] = integerBelow(feed.stream, 256);
  },

  'skidpad_msgs/msg/Bodies': ({ bodies }) => bodies.forEach((body: Message, i: number) => (body.name = `body_${i}`)),

  // a row of slots beside the car: across it or along it, narrow or wide, some with marks behind
  'skidpad_msgs/msg/MarkingPoints'({ header, points }, { stream }) {
    header.frame_id = 'base_link';
    const pitch = chance(stream, 0.6) ? uniformBetween(stream, 1.8, 4.1) : uniformBetween(stream, 4.4, 7.8);
    const [x, y] = [uniformBetween(stream, -4, -2), uniformBetween(stream, 1.5, 4.5)];
    points.length = 0;
    for (let k = 0; k < 4; k++) {
      const place = { x: x + k * pitch, y, direction: Math.PI / 2, shape: 0 };
      points.push({ ...place, confidence: uniformBetween(stream, 0.1, 1) });
      if (chance(stream, 0.3)) points.push({ ...place, y: y + 4.8, direction: -Math.PI / 2, confidence: 0.9 });
    }
  },

  'skidpad_msgs/msg/Footprints'({ header, footprints }, { stream }) {
    header.frame_id = 'base_link';
    for (const footprint of footprints) {
      const [x, y] = [uniformBetween(stream, -4, 6), uniformBetween(stream, 3, 8)];
      Object.assign(footprint, { kind: 1, x, y, yaw: 1.57, length: 4, width: 1.8 });
      footprint.confidence = uniformBetween(stream, 0.5, 1);
    }
  },

  // a free slot to the right of the circle on which the vehicle drives, and a car beyond it
  'skidpad_msgs/msg/ParkingMap'({ header, slots, obstacles }, { stream }) {
    header.frame_id = 'odom';
    const y = uniformBetween(stream, 0.98, 1.02);
    slots.length = obstacles.length = 1;
    const width = uniformBetween(stream, 2.2, 2.8);
    Object.assign(slots[0], { id: 1, kind: 0, left_x: 13.5, left_y: y + width, right_x: 13.5, right_y: y });
    Object.assign(slots[0], { direction: 0, depth: 5, occupancy: uniformBetween(stream, 0, 0.5) });
    slots[0].views = 3 + integerBelow(stream, 10);
    Object.assign(obstacles[0], { kind: 1, x: 16, y: 5, yaw: 0, length: 4.4, width: 1.8, confidence: 0.9 });
  },

  'sensor_msgs/msg/JointState': (joints) => (joints.name = ['wheel_left', 'wheel_right', 'steering']),

  'sensor_msgs/msg/Image'(image, { stream, images }) {
    if (images !== undefined) Object.assign(image, renderedImage(images, stream));
  },

  'sensor_msgs/msg/CameraInfo'(info) {
    const { k, p, r, d, ...rest } = LANE_LENS_INFO;
    Object.assign(info, rest, { d: d.slice() });
    info.k.set(k);
    info.p.set(p);
    info.r.set(r);
  },
};

/** Elements of a list that may have any length. */
const LIST_LENGTH = 3;

/** Writes a plausible message over the last one. */
export function fillMessage(type: MessageType<any>, message: Message, feed: Feed): void {
  for (const field of type.fields) fillField(field, message, feed);
  writers[type.name]?.(message, feed);
}

function fillField(field: Field, message: Message, feed: Feed): void {
  const { name, array } = field;
  if (array === undefined) {
    if (field.message !== undefined) fillMessage(field.message, message[name], feed);
    else if (field.kind !== 'string') message[name] = plausible(field, feed.stream);
    return;
  }
  if (field.message !== undefined) {
    if (array === true) message[name] = Array.from({ length: LIST_LENGTH }, () => field.message!.create());
    for (const item of message[name]) fillMessage(field.message, item, feed);
  } else if (field.kind === 'number') {
    if (array === true && message[name].length === 0) message[name] = new Float64Array(LIST_LENGTH);
    for (let i = 0; i < message[name].length; i++) message[name][i] = uniformBetween(feed.stream, -1, 1);
  }
}

const plausible = ({ kind }: Field, stream: RandomStream): number | boolean =>
  kind === 'boolean'
    ? chance(stream, 0.8)
    : kind === 'integer'
      ? integerBelow(stream, 3)
      : uniformBetween(stream, -1, 1);
