/**
 * SPI between two computers: in every transfer the master clocks one frame of fixed size out and one in,
 *
 *   time of a frame = 8 · frameSize / clockRate        frame: A5, length (u16), sequence (u8), data, CRC-16/CCITT (u16)
 *
 * so that what each side can say is frameSize − 6 bytes per transfer, whether the other has anything to say or not. A frame that is damaged
 * on the wire is found by its checksum and lost; its bytes are counted.
 *
 * Checked against: closed forms of throughput and delay.
 */
import { defineBlock, occasionalOutput, queuedInput, queuedOutput } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { fixed, integer, param } from '../../core/schema.ts';
import type { QueuedOutput } from '../../core/signal.ts';
import { crc16Ccitt } from '../../math/crc16-ccitt.ts';
import type { RandomStream } from '../../math/random.ts';
import { chance } from '../../math/random.ts';
import { SerialBytes, LineStatus, setTime } from '../../msgs/index.ts';
import type { ByteQueue } from './byte-queue.ts';
import { createByteQueue, putBytes, takeBytes } from './byte-queue.ts';

/** Start byte, length, sequence and checksum. */
const SPI_OVERHEAD = 6;
const START = 0xa5;

const params = {
  clockRate: param(10e6, 'Hz', 'bits per second in each direction', { min: 1000, max: 1e9 }),
  frameSize: fixed(integer(256, 'byte', 'bytes of a frame, six of which are its own', { min: 8, max: 4096 })),
  frameErrors: param(0, '', 'probability that a frame is damaged on its way', { min: 0, max: 1 }),
  buffer: fixed(
    integer(16_384, 'byte', 'bytes that may wait on each side; what does not fit is lost', { min: 1, max: 1 << 20 }),
  ),
};

interface Side {
  queue: ByteQueue;
  frame: Uint8Array;
  sequence: number;
}

interface State {
  master: Side;
  slave: Side;
  noise: RandomStream;
  whole: number;
  damaged: number;
}

const createSide = ({ buffer, frameSize }: FieldValues<typeof params>): Side => ({
  queue: createByteQueue(buffer),
  frame: new Uint8Array(frameSize),
  sequence: 0,
});

export const spi = defineBlock({
  type: 'bus/spi',
  doc: 'SPI between two computers: one frame of fixed size each way in every release, at its clock rate.',
  defaultPeriod: 0.001,
  params,
  inputs: { master: queuedInput(SerialBytes), slave: queuedInput(SerialBytes) },
  outputs: {
    toSlave: queuedOutput(SerialBytes),
    toMaster: queuedOutput(SerialBytes),
    status: occasionalOutput(LineStatus),
  },
  init: (own, context): State => ({
    master: createSide(own),
    slave: createSide(own),
    noise: context.stream('frame errors'),
    whole: 0,
    damaged: 0,
  }),

  step({ clockRate, frameSize, frameErrors }, state, inputs, { toSlave, toMaster, status }, time) {
    for (const message of inputs.master.queue) putBytes(state.master.queue, message);
    for (const message of inputs.slave.queue) putBytes(state.slave.queue, message);
    const frameTime = (8 * frameSize) / clockRate;
    const endNs = time.nowNs + Math.round(frameTime * 1e9);
    transfer(state, state.master, toSlave, endNs, frameErrors);
    transfer(state, state.slave, toMaster, endNs, frameErrors);
    setTime(status.value.stamp, time.nowNs);
    status.value.load = Math.min(1, frameTime / time.dt);
    status.value.whole = state.whole;
    status.value.damaged = state.damaged;
    status.value.lost = state.master.queue.lost + state.slave.queue.lost;
    status.value.waiting = state.master.queue.count + state.slave.queue.count;
    status.publish = time.activation % 100 === 0;
  },
});

/** One frame from one side to the other, as the wire carries it. */
function transfer(
  state: State,
  side: Side,
  output: QueuedOutput<SerialBytes>,
  endNs: number,
  frameErrors: number,
): void {
  const { queue, frame } = side;
  const size = frame.length;
  const length = takeBytes(queue, frame, 4, size - SPI_OVERHEAD);
  frame[0] = START;
  frame[1] = length & 255;
  frame[2] = length >> 8;
  frame[3] = side.sequence;
  side.sequence = (side.sequence + 1) & 255;
  frame.fill(0, 4 + length, size - 2);
  const sum = crc16Ccitt(frame, 0, size - 2);
  frame[size - 2] = sum & 255;
  frame[size - 1] = sum >> 8;
  if (frameErrors > 0 && chance(state.noise, frameErrors)) frame[4] ^= 0x10;
  if ((frame[size - 2] | (frame[size - 1] << 8)) !== crc16Ccitt(frame, 0, size - 2)) {
    state.damaged++;
    return;
  }
  state.whole++;
  deliver(frame, length, output, endNs);
}

function deliver(frame: Uint8Array, length: number, output: QueuedOutput<SerialBytes>, endNs: number): void {
  const { value } = output;
  setTime(value.stamp, endNs);
  for (let done = 0; done < length; done += value.length) {
    value.length = Math.min(value.data.length, length - done);
    for (let i = 0; i < value.length; i++) value.data[i] = frame[4 + done + i];
    output.send();
  }
}
