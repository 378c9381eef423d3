/**
 * One direction of an asynchronous serial line: bytes leave one after the other, each as long as its bits,
 *
 *   time of a byte = (1 start + 8 data + stop bits) / baud
 *
 * and arrive whole, damaged by single bit errors where the line is bad. Whoever writes faster than the line carries fills its buffer, and then
 * loses messages whole.
 *
 * Checked against: closed forms of throughput, and the binomial number of bit errors.
 */
import { defineBlock, occasionalOutput, queuedInput, queuedOutput } from '../../core/block.ts';
import { fixed, integer, param } from '../../core/schema.ts';
import type { RandomStream } from '../../math/random.ts';
import { uniform } from '../../math/random.ts';
import { SerialBytes, LineStatus, setTime } from '../../msgs/index.ts';
import type { ByteQueue } from './byte-queue.ts';
import { createByteQueue, putBytes, takeBytes } from './byte-queue.ts';

interface State {
  queue: ByteQueue;
  /** Of the byte on the line, what has been sent so far [bytes]. */
  progress: number;
  noise: RandomStream;
  busy: number;
  sinceStatus: number;
  whole: number;
  damaged: number;
}

const STATUS_PERIOD = 0.1;

export const uart = defineBlock({
  type: 'bus/uart',
  doc: 'One direction of an asynchronous serial line: bytes at its baud rate, with bit errors.',
  defaultPeriod: 0.001,
  params: {
    baud: integer(115_200, '', 'bits per second, start and stop bits included', { min: 50, max: 100_000_000 }),
    stopBits: integer(1, '', 'stop bits of each byte', { min: 1, max: 2 }),
    bitErrors: param(0, '', 'probability that a bit is turned over', { min: 0, max: 1 }),
    buffer: fixed(integer(4096, 'byte', 'bytes that may wait; what does not fit is lost', { min: 1, max: 1 << 20 })),
  },
  inputs: { bytes: queuedInput(SerialBytes) },
  outputs: { bytes: queuedOutput(SerialBytes), status: occasionalOutput(LineStatus) },
  init: ({ buffer }, context): State => ({
    queue: createByteQueue(buffer),
    progress: 0,
    noise: context.stream('bit errors'),
    busy: 0,
    sinceStatus: 0,
    whole: 0,
    damaged: 0,
  }),

  step({ baud, stopBits, bitErrors }, state, inputs, { bytes, status }, time) {
    const { queue } = state;
    for (const message of inputs.bytes.queue) putBytes(queue, message);
    const byteTime = (9 + stopBits) / baud;
    // bytes whose last bit falls into the time until the next step
    const room = time.dt / byteTime + (queue.count > 0 ? state.progress : 0);
    const waiting = queue.count;
    let sent = Math.min(waiting, Math.floor(room + 1e-9));
    state.progress = waiting > sent ? room - sent : 0;
    state.busy += Math.min(time.dt, (waiting > sent ? time.dt / byteTime : sent) * byteTime);
    const { value } = bytes;
    setTime(value.stamp, time.nowNs + Math.round(time.dt * 1e9));
    while (sent > 0) {
      value.length = takeBytes(queue, value.data, 0, Math.min(sent, value.data.length));
      sent -= value.length;
      for (let i = 0; i < value.length; i++) damage(state, value.data, i, bitErrors);
      bytes.send();
    }
    state.sinceStatus += time.dt;
    if (state.sinceStatus < STATUS_PERIOD - 1e-9) return;
    setTime(status.value.stamp, time.nowNs);
    const { whole, damaged } = state;
    Object.assign(status.value, { load: state.busy / state.sinceStatus, whole, damaged });
    Object.assign(status.value, { lost: queue.lost, waiting: queue.count });
    status.publish = true;
    state.busy = state.sinceStatus = 0;
  },
});

/** Turns over each bit of a byte with this probability. */
function damage(state: State, data: Uint8Array, index: number, probability: number): void {
  const before = data[index];
  if (probability > 0)
    for (let bit = 0; bit < 8; bit++) if (uniform(state.noise) < probability) data[index] ^= 1 << bit;
  if (data[index] === before) state.whole++;
  else state.damaged++;
}
