/** What was on the bus, as messages: every frame with the instant of its last bit and its sender, and every error frame. */
import type { QueuedOutput } from '../../core/signal.ts';
import { integerBelow } from '../../math/random.ts';
import type { CanFrame } from '../../msgs/index.ts';
import { setTime } from '../../msgs/index.ts';
import { flagsNow } from './bit-errors.ts';
import { hits } from './faults.ts';
import { BIT_RATE_SWITCH, EXTENDED, FD, LONGEST, PASSIVE, REMOTE } from './frame-format.ts';
import { NONE } from './transmit-queues.ts';
import type { BusTiming, Wire } from './wire.ts';
import { NO_ERROR } from './wire.ts';

const UNKNOWN_SENDER = 255;

/** Sends what has just ended. An error frame has the identifier of the frame that it ended, and one byte that says why. */
export function publish(wire: Wire, bus: BusTiming, output: QueuedOutput<CanFrame>): void {
  const { transmission, queues, sending } = wire;
  const { sender, error, endNs } = transmission;
  const frame = output.value;
  setTime(frame.stamp, endNs);
  frame.sender = sender === NONE ? UNKNOWN_SENDER : sender;
  const place = sender === NONE ? NONE : sending[sender];
  const flags = place === NONE ? 0 : flagsNow(wire, sender, place);
  frame.id = place === NONE ? 0 : queues.id[place];
  frame.is_extended = (flags & EXTENDED) !== 0;
  frame.is_remote = (flags & REMOTE) !== 0;
  frame.is_fd = (flags & FD) !== 0;
  frame.is_bit_rate_switch = (flags & BIT_RATE_SWITCH) !== 0;
  frame.is_error_passive = (flags & PASSIVE) !== 0;
  frame.is_error = error !== NO_ERROR;
  frame.length = error === NO_ERROR ? queues.length[place] : 1;
  if (error === NO_ERROR) writeData(wire, bus, frame, place);
  else {
    frame.data.fill(0);
    frame.data[0] = error;
  }
  if (place !== NONE) output.trace = queues.trace[place];
  output.send();
}

function writeData(
  { queues, transmission, stream }: Wire,
  { faults }: BusTiming,
  frame: CanFrame,
  place: number,
): void {
  const { data } = frame;
  const bytes = frame.is_remote ? 0 : frame.length;
  for (let i = 0; i < bytes; i++) data[i] = queues.data[place * LONGEST + i];
  for (let i = bytes; i < LONGEST; i++) data[i] = 0;
  if (bytes === 0) return;
  for (let i = 0; i < faults.undetected.length; i++) {
    if (!hits(faults.undetected[i], transmission.startNs, transmission.sender, frame.id, stream)) continue;
    const bit = integerBelow(stream, 8 * bytes);
    data[bit >>> 3] ^= 0x80 >>> (bit & 7);
  }
}
