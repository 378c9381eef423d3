/**
 * The cruise controller as a node of the bus in scenarios/hil/cruise.dbc: the model of firmware/cruise/ecu.c, bit for bit.
 *
 *   reads   0x100  VehicleSpeed   Crc, Counter, Speed [0.005 m/s]       dropped where the checksum is wrong or the counter repeats
 *           0x110  DriverInput    SetSpeed [0.01 m/s], Enable
 *   sends   0x0C0  CruiseCommand  Crc, Counter, Throttle, Brake         in every step
 *           0x300  CruiseStatus   State, Error, SpeedError [0.01 m/s]   every 100 ms
 *
 * Off until both inputs have been heard; Fault, with both pedals released, while one of them is older than its time-out; Standby while
 * the driver has not enabled it; else Active. Leaving Active loses the integral. The law is in float32-cruise.ts.
 * Checked against: the compiled C, over random frames; cantools, through the DBC file.
 */
import { defineBlock, queuedInput, queuedOutput } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { param } from '../../core/schema.ts';
import type { QueuedOutput } from '../../core/signal.ts';
import { UNTRACED } from '../../core/trace.ts';
import { CanFrame, setTime } from '../../msgs/index.ts';
import { crc8J1850 } from '../../math/crc8-j1850.ts';
import { stepFloat32Cruise } from './float32-cruise.ts';

const CRUISE_COMMAND = 0x0c0;
const VEHICLE_SPEED = 0x100;
const DRIVER_INPUT = 0x110;
const CRUISE_STATUS = 0x300;
const STATUS_PERIOD_US = 100_000;
const NO_COUNTER = 255;
const UNKNOWN_SENDER = 255;
const LONGEST_US = 0xffff_ffff;
const OFF = 0;
const STANDBY = 1;
const ACTIVE = 2;
const FAULT = 3;
const NO_ERROR = 0;
const SPEED_CHECKSUM = 1;
const SPEED_COUNTER = 2;
const SPEED_TIMEOUT = 3;
const DRIVER_TIMEOUT = 4;

/** In the order of the firmware's own list: a bench tells them by their place. */
const params = {
  kp: param(0.3, 's/m', 'full drive force per m/s of speed error; larger is quicker and less comfortable', { min: 0 }),
  ki: param(0.05, '1/m', 'full drive force per second and m/s of speed error; larger forgets a hill sooner', {
    min: 0,
  }),
  brakeRatio: param(2, '', 'full braking force in units of the full drive force', { above: 0 }),
  coastBand: param(0.05, '', 'demand for less braking than this is left to drag, in units of full drive force', {
    min: 0,
  }),
  speedTimeout: param(0.05, 's', 'age of the speed after which the pedals are released', { min: 0, max: 4000 }),
  driverTimeout: param(0.25, 's', "age of the driver's wishes after which the pedals are released", {
    min: 0,
    max: 4000,
  }),
};

type Params = FieldValues<typeof params>;

interface EcuState {
  hasSpeed: boolean;
  hasDriver: boolean;
  isEnabled: boolean;
  /** [m/s] */
  speed: number;
  setSpeed: number;
  /** Since the step before the frame came [µs]. */
  speedAge: number;
  driverAge: number;
  speedCounter: number;
  /** Which frame the speed came with. */
  speedTrace: number;
  /** Why the latest speed frame, if it was dropped, was dropped. */
  speedProblem: number;
  commandCounter: number;
  /** [µs] */
  sinceStatus: number;
  integral: number;
  throttle: number;
  brake: number;
}

const createState = (): EcuState => ({
  hasSpeed: false,
  hasDriver: false,
  isEnabled: false,
  speed: 0,
  setSpeed: 0,
  speedAge: 0,
  driverAge: 0,
  speedCounter: NO_COUNTER,
  speedTrace: UNTRACED,
  speedProblem: SPEED_TIMEOUT,
  commandCounter: 0,
  sinceStatus: STATUS_PERIOD_US,
  integral: 0,
  throttle: 0,
  brake: 0,
});

export const cruiseEcu = defineBlock({
  type: 'control/cruise-ecu',
  doc: 'Cruise control as an ECU on a CAN bus, in float32: what firmware/cruise does on a microcontroller.',
  params,
  defaultPeriod: 0.01,
  inputs: { frames: queuedInput(CanFrame) },
  outputs: { frames: queuedOutput(CanFrame) },
  check: ({ brakeRatio, coastBand }) =>
    coastBand < brakeRatio
      ? undefined
      : ['coastBand', `expected less than brakeRatio (${brakeRatio}), got ${coastBand}`],
  init: createState,

  step(params, state, inputs, outputs, time) {
    const { queue, traces } = inputs.frames;
    for (let i = 0; i < queue.length; i++) receive(state, queue[i], traces[i]);
    const elapsedUs = Math.floor(time.elapsed * 1e6 + 0.5);
    state.speedAge = Math.min(state.speedAge + elapsedUs, LONGEST_US);
    state.driverAge = Math.min(state.driverAge + elapsedUs, LONGEST_US);
    const error = errorOf(params, state);
    const mode = modeOf(state, error);
    let speedError = 0;
    state.throttle = state.brake = 0;
    if (mode === ACTIVE) {
      speedError = Math.fround(state.setSpeed - state.speed);
      stepFloat32Cruise(params, state, speedError, Math.fround(Math.fround(elapsedUs) * Math.fround(1e-6)));
    } else {
      state.integral = 0;
    }
    const { frames } = outputs;
    setTime(frames.value.stamp, time.nowNs);
    frames.value.sender = UNKNOWN_SENDER;
    sendCommand(state, frames);
    if (state.sinceStatus >= STATUS_PERIOD_US) {
      state.sinceStatus -= STATUS_PERIOD_US;
      sendStatus(frames, mode, mode === FAULT ? error : NO_ERROR, speedError);
    }
    state.sinceStatus = Math.min(state.sinceStatus + elapsedUs, LONGEST_US);
  },
});

function receive(state: EcuState, frame: CanFrame, trace: number): void {
  if (frame.is_extended || frame.is_remote || frame.is_error || frame.is_fd) return;
  if (frame.id === VEHICLE_SPEED && frame.length === 4) receiveSpeed(state, frame.data, trace);
  if (frame.id === DRIVER_INPUT && frame.length === 3) receiveDriver(state, frame.data);
}

function receiveSpeed(state: EcuState, data: Uint8Array, trace: number): void {
  const counter = data[1] & 15;
  if (data[0] !== crc8J1850(data, 1, 4)) {
    state.speedProblem = SPEED_CHECKSUM;
  } else if (counter === state.speedCounter) {
    state.speedProblem = SPEED_COUNTER;
  } else {
    const bits = data[2] | (data[3] << 8);
    state.speed = Math.fround((bits < 0x8000 ? bits : bits - 0x10000) * Math.fround(0.005));
    state.speedCounter = counter;
    state.speedTrace = trace;
    state.speedProblem = SPEED_TIMEOUT;
    state.speedAge = 0;
    state.hasSpeed = true;
  }
}

function receiveDriver(state: EcuState, data: Uint8Array): void {
  state.setSpeed = Math.fround((data[0] | (data[1] << 8)) * Math.fround(0.01));
  state.isEnabled = (data[2] & 1) !== 0;
  state.driverAge = 0;
  state.hasDriver = true;
}

const microseconds = (seconds: number): number =>
  Math.min(4e9, Math.floor(Math.fround(Math.fround(Math.fround(seconds) * Math.fround(1e6)) + 0.5)));

function errorOf(params: Params, state: EcuState): number {
  if (state.speedAge > microseconds(params.speedTimeout)) return state.speedProblem;
  return state.driverAge > microseconds(params.driverTimeout) ? DRIVER_TIMEOUT : NO_ERROR;
}

function modeOf(state: EcuState, error: number): number {
  if (!state.hasSpeed || !state.hasDriver) return OFF;
  if (error !== NO_ERROR) return FAULT;
  return state.isEnabled ? ACTIVE : STANDBY;
}

function sendCommand(state: EcuState, frames: QueuedOutput<CanFrame>): void {
  const { value } = frames;
  value.id = CRUISE_COMMAND;
  value.length = 6;
  value.data[1] = state.commandCounter;
  storeU16(value.data, 2, Math.floor(Math.fround(Math.fround(state.throttle * 10000) + 0.5)));
  storeU16(value.data, 4, Math.floor(Math.fround(Math.fround(state.brake * 10000) + 0.5)));
  value.data[0] = crc8J1850(value.data, 1, 6);
  state.commandCounter = (state.commandCounter + 1) & 15;
  frames.trace = state.speedTrace;
  frames.send();
}

function sendStatus(frames: QueuedOutput<CanFrame>, mode: number, error: number, speedError: number): void {
  const { value } = frames;
  value.id = CRUISE_STATUS;
  value.length = 4;
  value.data[0] = mode | (error << 4);
  value.data[1] = 0;
  storeU16(value.data, 2, codedError(speedError) & 0xffff);
  value.data[4] = value.data[5] = 0;
  frames.send();
}

/** In units of 0.01 m/s, rounded half away from zero. */
function codedError(error: number): number {
  const scaled = Math.fround(error * 100);
  const rounded = Math.trunc(Math.fround(scaled < 0 ? scaled - 0.5 : scaled + 0.5));
  return Math.min(32767, Math.max(-32768, rounded));
}

function storeU16(data: Uint8Array, at: number, value: number): void {
  data[at] = value & 0xff;
  data[at + 1] = value >>> 8;
}
