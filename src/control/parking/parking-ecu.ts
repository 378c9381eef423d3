/**
 * The tracker as a microcontroller on the bus of scenarios/apa/parking.dbc: the model of firmware/parking, bit for bit.
 *
 *   hears  SPI    odometry, trajectory and digest of the map, in the messages of spi-messages.ts
 *   sends  0x180  ParkingLongitudinal  Crc, Counter, Gear, Throttle, Brake, Phase, Reason, Remaining [0.1 m]          all three in every step
 *          0x181  ParkingLateral       Crc, Counter, SteeringAngle [0.1 mrad], SteeringRate [1 mrad/s], LateralError [0.1 mm]
 *          0x182  ParkingTime          HostStamp [µs] of the newest picture behind this command, SensorAge [µs] that it had then, Crc; without a map, of the odometry
 *
 * The age of odometry is that between its two stamps and how long ago it came. A trajectory counts once all its parts have come in order. Where a map has come whose
 * newest picture is older than `mapTimeout` by the odometry's host stamp, the car is stopped (reason 4). The law is that of tracking.ts, in float32.
 * Checked against: the compiled C, over random bytes; the tracker itself.
 */
import { defineBlock, queuedInput, queuedOutput } from '../../core/block.ts';
import { UNTRACED } from '../../core/trace.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { FieldValues } from '../../core/schema.ts';
import { integer, param } from '../../core/schema.ts';
import type { QueuedOutput } from '../../core/signal.ts';
import { crc8J1850 } from '../../math/crc8-j1850.ts';
import { CanFrame, SerialBytes, setTime } from '../../msgs/index.ts';
import { loadF32, loadU16, loadU32, loadU64, storeU16 } from './byte-numbers.ts';
import { div, mul, sub } from './float32.ts';
import type { MessageReader } from './spi-messages.ts';
import {
  createMessageReader,
  HEAD,
  hearByte,
  MAP,
  MAP_LENGTH,
  ODOMETRY,
  ODOMETRY_LENGTH,
  POINT_LENGTH,
  TRAJECTORY,
  TRAJECTORY_HEAD,
} from './spi-messages.ts';
import type { TrackedPath } from './tracked-path.ts';
import { createPath, MOST_POINTS } from './tracked-path.ts';
import type { Tracking } from './tracking.ts';
import { createTracking, stepTracking, takePath } from './tracking.ts';
import { roundedGains, trackingParams } from './tracking-params.ts';

const LONGITUDINAL = 0x180;
const LATERAL = 0x181;
const TIME = 0x182;
const UNKNOWN_SENDER = 255;
const MOST_AGE = 0xfffff;
const STAMP_HIGH = 0x1_0000_0000;

/** In the order of the firmware's own list: a bench tells them by their place. */
const params = {
  ...trackingParams,
  mapTimeout: param(1, 's', 'a map whose newest picture is older than this stops the car', { above: 0, max: 60 }),
  law: integer(0, '', '0 with feedback and prediction, 1 feed-forward as published', { min: 0, max: 1 }),
};
type Params = FieldValues<typeof params>;

const gainsOf = derivedFrom((own: Params) => roundedGains({ ...own, isPublished: own.law === 1 }));

interface EcuState {
  readonly tracking: Tracking;
  readonly reader: MessageReader;
  /** A trajectory whose parts are still coming, and how many points have come. */
  readonly coming: TrackedPath;
  received: number;
  /** Of the latest odometry, and of the newest picture behind the map [µs]; −1 before the first. */
  hostStamp: number;
  sensorStamp: number;
  mapStamp: number;
  /** When that map was sent [µs]. */
  mapHostStamp: number;
  /** Which message of bytes the latest odometry came with. */
  odometryTrace: number;
  counter: number;
  steering: number;
}

export const parkingEcu = defineBlock({
  type: 'control/parking-ecu',
  doc: 'The parking tracker as a microcontroller: SPI in, three CAN frames out in every cycle; what firmware/parking does.',
  params,
  defaultPeriod: 0.02,
  inputs: { bytes: queuedInput(SerialBytes), frames: queuedInput(CanFrame) },
  outputs: { frames: queuedOutput(CanFrame) },
  init: (): EcuState => ({
    tracking: createTracking(),
    reader: createMessageReader(),
    coming: createPath(),
    received: 0,
    hostStamp: 0,
    sensorStamp: 0,
    mapStamp: -1,
    mapHostStamp: 0,
    odometryTrace: UNTRACED,
    counter: 0,
    steering: 0,
  }),

  step(own, state, inputs, { frames }, time) {
    const { queue, traces } = inputs.bytes;
    for (let k = 0; k < queue.length; k++) {
      const { data, length } = queue[k];
      for (let i = 0; i < length; i++) if (hearByte(state.reader, data[i])) receive(state, traces[k]);
    }
    const gains = gainsOf(own);
    const { tracking } = state;
    const elapsed = Math.floor(time.elapsed * 1e6 + 0.5);
    tracking.isBlind = isMapOld(state, own.mapTimeout);
    state.steering = tracking.steering;
    stepTracking(gains, tracking, elapsed);
    setTime(frames.value.stamp, time.nowNs);
    frames.value.sender = UNKNOWN_SENDER;
    frames.value.length = 8;
    sendLongitudinal(state, frames);
    sendLateral(state, frames, elapsed);
    sendTime(state, frames);
    state.counter = (state.counter + 1) & 15;
  },
});

const isMapOld = ({ mapStamp, hostStamp }: EcuState, timeout: number): boolean =>
  mapStamp >= 0 && hostStamp > mapStamp + Math.floor(Math.fround(Math.fround(Math.fround(timeout) * 1e6) + 0.5));

function receive(state: EcuState, trace: number): void {
  const { bytes } = state.reader;
  const [type, length] = [bytes[1], bytes[3]];
  if (type === ODOMETRY && length === ODOMETRY_LENGTH) receiveOdometry(state, bytes, trace);
  if (type === TRAJECTORY && length >= TRAJECTORY_HEAD) receivePart(state, bytes);
  if (type === MAP && length === MAP_LENGTH) {
    state.mapStamp = loadU64(bytes, HEAD);
    state.mapHostStamp = loadU64(bytes, HEAD + 8);
  }
}

const areFinite = (bytes: Uint8Array, at: number, count: number): boolean => {
  for (let i = 0; i < count; i++) if (!Number.isFinite(loadF32(bytes, at + 4 * i))) return false;
  return true;
};

function receiveOdometry(state: EcuState, bytes: Uint8Array, trace: number): void {
  const { measured } = state.tracking;
  if (!areFinite(bytes, HEAD + 16, 5)) return;
  state.odometryTrace = trace;
  state.sensorStamp = loadU64(bytes, HEAD);
  state.hostStamp = loadU64(bytes, HEAD + 8);
  measured.x = loadF32(bytes, HEAD + 16);
  measured.y = loadF32(bytes, HEAD + 20);
  measured.yaw = loadF32(bytes, HEAD + 24);
  measured.speed = loadF32(bytes, HEAD + 28);
  measured.age = ageBetween(state.hostStamp, state.sensorStamp);
  measured.isNew = measured.hasCome = true;
  state.tracking.isHeld = (bytes[HEAD + 36] & 1) !== 0;
}

/** Between the stamps of host and sensor [µs]. */
const ageBetween = (hostStamp: number, sensorStamp: number): number =>
  hostStamp > sensorStamp ? Math.min(hostStamp - sensorStamp, MOST_AGE) : 0;

function receivePart(state: EcuState, bytes: Uint8Array): void {
  const { coming, tracking } = state;
  const id = loadU32(bytes, HEAD);
  const total = loadU16(bytes, HEAD + 4);
  const first = loadU16(bytes, HEAD + 6);
  const count = bytes[HEAD + 8];
  if (!tracking.measured.hasCome || id === tracking.path.id || bytes[3] !== TRAJECTORY_HEAD + count * POINT_LENGTH)
    return;
  if (first === 0) state.received = 0;
  else if (id !== coming.id || first !== state.received) return;
  coming.id = id;
  if (first + count > total || !areFinite(bytes, HEAD + TRAJECTORY_HEAD, 5 * count)) return;
  for (let i = 0; i < count && first + i < MOST_POINTS; i++)
    readPoint(coming, first + i, bytes, HEAD + TRAJECTORY_HEAD + i * POINT_LENGTH);
  state.received = first + count;
  if (state.received === total) takeWhole(state, total);
}

function readPoint(path: TrackedPath, i: number, bytes: Uint8Array, at: number): void {
  path.x[i] = loadF32(bytes, at);
  path.y[i] = loadF32(bytes, at + 4);
  path.yaw[i] = loadF32(bytes, at + 8);
  path.curvature[i] = loadF32(bytes, at + 12);
  path.speed[i] = loadF32(bytes, at + 16);
}

function takeWhole({ coming, tracking }: EcuState, total: number): void {
  const { path } = tracking;
  path.id = coming.id;
  path.count = total <= MOST_POINTS ? total : 0;
  for (let i = 0; i < path.count; i++) {
    path.x[i] = coming.x[i];
    path.y[i] = coming.y[i];
    path.yaw[i] = coming.yaw[i];
    path.curvature[i] = coming.curvature[i];
    path.speed[i] = coming.speed[i];
  }
  takePath(tracking);
}

/** Rounded half away from zero, within 16 bits. */
function coded(value: number, scale: number): number {
  const scaled = mul(value, scale);
  const rounded = Math.trunc(Math.fround(scaled < 0 ? scaled - 0.5 : scaled + 0.5));
  return Math.min(32767, Math.max(-32768, rounded)) & 0xffff;
}

function sendLongitudinal({ tracking, counter, odometryTrace }: EcuState, frames: QueuedOutput<CanFrame>): void {
  const { value } = frames;
  const { data } = value;
  const remaining = mul(tracking.remaining, 10);
  value.id = LONGITUDINAL;
  data[1] = counter | (tracking.gear << 4);
  storeU16(data, 2, coded(tracking.pedals.throttle, 10000));
  storeU16(data, 4, coded(tracking.pedals.brake, 10000));
  data[6] = tracking.phase | (tracking.reason << 4);
  data[7] = !(remaining > 0) ? 0 : remaining < 255 ? Math.floor(remaining) : 255;
  data[0] = crc8J1850(data, 1, 8);
  frames.trace = odometryTrace;
  frames.send();
}

function sendLateral(state: EcuState, frames: QueuedOutput<CanFrame>, elapsed: number): void {
  const { tracking, counter, steering, odometryTrace } = state;
  const { value } = frames;
  const { data } = value;
  const dt = mul(Math.fround(elapsed), Math.fround(1e-6));
  value.id = LATERAL;
  data[1] = counter;
  storeU16(data, 2, coded(tracking.steering, 10000));
  storeU16(data, 4, dt > 0 ? coded(div(sub(tracking.steering, steering), dt), 1000) : 0);
  storeU16(data, 6, coded(tracking.place.lateral, 10000));
  data[0] = crc8J1850(data, 1, 8);
  frames.trace = odometryTrace;
  frames.send();
}

/** 36 bits of the host's stamp, 20 of the age, 8 of the checksum. */
function sendTime(state: EcuState, frames: QueuedOutput<CanFrame>): void {
  const { value } = frames;
  const { data } = value;
  const hasMap = state.mapStamp >= 0;
  const hostStamp = hasMap ? state.mapHostStamp : state.hostStamp;
  const age = ageBetween(hostStamp, hasMap ? state.mapStamp : state.sensorStamp);
  const high = Math.floor(hostStamp / STAMP_HIGH) & 15;
  value.id = TIME;
  storeU16(data, 0, hostStamp & 0xffff);
  storeU16(data, 2, (hostStamp % STAMP_HIGH) >>> 16);
  data[4] = high | ((age & 15) << 4);
  storeU16(data, 5, age >>> 4);
  data[7] = crc8J1850(data, 0, 7);
  frames.send();
}
