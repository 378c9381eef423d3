/**
 * An ECU that can be asked what ails it: a diagnostic server over ISO-TP on a CAN bus, the model of firmware/diagnosis, bit for bit.
 *
 *   reads   0x7E0  requests to it        0x7DF  requests to all        0x100  VehicleSpeed of scenarios/hil/cruise.dbc
 *   sends   0x7E8  answers
 *
 * A speed that has been absent for half a second is fault U0122; one with a wrong checksum is fault U0415, until a right one comes.
 */
import { defineBlock, queuedInput, queuedOutput } from '../../core/block.ts';
import { CanFrame, setTime } from '../../msgs/index.ts';
import { crc8J1850 } from '../../math/crc8-j1850.ts';
import type { IsoTp } from './iso-tp.ts';
import { createIsoTp, isSendingIsoTp, receiveIsoTp, sendIsoTp, stepIsoTp } from './iso-tp.ts';
import type { UdsServer } from './uds-services.ts';
import { answerUds, createUdsServer, noteFault, restartUds, stepUds } from './uds-services.ts';

const REQUEST = 0x7e0;
const REQUEST_TO_ALL = 0x7df;
const ANSWER = 0x7e8;
const VEHICLE_SPEED = 0x100;
const SPEED_TIME_OUT_US = 500_000;
const LONGEST_STEP_US = 10_000_000;
const UNKNOWN_SENDER = 255;
/** Places of the faults. */
const NO_SPEED = 0;
const WRONG_SPEED = 1;

interface State {
  link: IsoTp;
  server: UdsServer;
  /** [µs] */
  speedAge: number;
}

export const diagnosisEcu = defineBlock({
  type: 'bus/diagnosis-ecu',
  doc: 'An ECU with a diagnostic server (UDS over ISO-TP): what firmware/diagnosis does on a microcontroller.',
  params: {},
  defaultPeriod: 0.01,
  inputs: { frames: queuedInput(CanFrame) },
  outputs: { frames: queuedOutput(CanFrame) },
  init: (): State => ({ link: createIsoTp(), server: createUdsServer(), speedAge: 0 }),

  step(_params, state, inputs, { frames }, time) {
    const { value } = frames;
    for (const frame of inputs.frames.queue) receive(state, frame);
    const elapsedUs = Math.min(LONGEST_STEP_US, Math.floor(time.elapsed * 1e6 + 0.5));
    state.speedAge = Math.min(state.speedAge + elapsedUs, 2 * SPEED_TIME_OUT_US);
    noteFault(state.server, NO_SPEED, state.speedAge > SPEED_TIME_OUT_US);
    stepUds(state.server, elapsedUs);
    setTime(value.stamp, time.nowNs);
    Object.assign(value, { id: ANSWER, length: 8, sender: UNKNOWN_SENDER });
    stepIsoTp(state.link, elapsedUs, value.data, () => frames.send());
    if (state.server.reset !== 0 && !isSendingIsoTp(state.link)) restart(state);
  },
});

/** After the answer to the request for it has been sent. */
function restart(state: State): void {
  restartUds(state.server);
  state.link = createIsoTp();
  state.speedAge = 0;
}

function receive(state: State, frame: CanFrame): void {
  if (frame.is_extended || frame.is_remote || frame.is_error || frame.is_fd) return;
  const { id, data, length } = frame;
  if (id === VEHICLE_SPEED && length === 4) receiveSpeed(state, data);
  else if (id === REQUEST && receiveIsoTp(state.link, data, length)) answer(state, false);
  // what is said to all fits into a single frame
  else if (id === REQUEST_TO_ALL && data[0] >> 4 === 0 && receiveIsoTp(state.link, data, length)) answer(state, true);
}

function receiveSpeed(state: State, data: Uint8Array): void {
  const isRight = data[0] === crc8J1850(data, 1, 4);
  noteFault(state.server, WRONG_SPEED, !isRight);
  if (!isRight) return;
  const bits = data[2] | (data[3] << 8);
  state.server.speed = bits < 0x8000 ? bits : bits - 0x10000;
  state.speedAge = 0;
}

/** A request that comes while an answer is on its way is not heard. */
function answer({ link, server }: State, isFunctional: boolean): void {
  if (isSendingIsoTp(link)) return;
  const bytes = Uint8Array.from(answerUds(server, link.received, link.count, isFunctional));
  if (bytes.length > 0) sendIsoTp(link, bytes, bytes.length);
}
