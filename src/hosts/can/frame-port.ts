/**
 * The ports of a CAN node: frames in, frames out, every one of which counts. A node to which another computer talks over SPI also has an input of bytes: they
 * cross in frames of the bench, before those of the bus.
 */
import type { Passing } from '../../core/door-faults.ts';
import type { HostedBlock } from '../../core/host.ts';
import { HostError } from '../../core/host.ts';
import type { OutputPort } from '../../core/signal.ts';
import { QueueSignal } from '../../core/signal.ts';
import type { RandomStream } from '../../math/random.ts';
import { integerBelow } from '../../math/random.ts';
import { CanFrame, SerialBytes, setTime } from '../../msgs/index.ts';
import { bytesFrame } from './bench-frames.ts';

/** Of a frame whose place on the bus is not known. */
const UNKNOWN_SENDER = 255;

export class FramePort {
  private readonly input: QueueSignal<CanFrame>;
  private readonly bytes: QueueSignal<SerialBytes> | undefined;
  private readonly output: OutputPort<CanFrame>;
  /** Its place among the nodes of the bus that it reads. No node hears itself; what others send it hears, whatever the identifier. */
  private readonly ownPlace: number | undefined;

  constructor({ name, inputs, outputs, placesAtSources }: HostedBlock) {
    const { frames: input, bytes } = inputs;
    const { frames: output } = outputs;
    const areFrames =
      Object.keys(inputs).length === (bytes === undefined ? 1 : 2) &&
      (bytes === undefined || (bytes instanceof QueueSignal && bytes.type === SerialBytes)) &&
      Object.keys(outputs).length === 1 &&
      input instanceof QueueSignal &&
      input.type === CanFrame &&
      output.type === CanFrame &&
      output.queued;
    if (!areFrames)
      throw new HostError(name, `a CAN node has one queued input and one queued output "frames" of ${CanFrame.name}`);
    this.input = input;
    this.bytes = bytes as QueueSignal<SerialBytes> | undefined;
    this.output = output;
    this.ownPlace = placesAtSources?.frames;
  }

  /** Those that came since the previous release and are for the ECU. */
  received(): CanFrame[] {
    return this.input.queue.filter((frame) => !frame.is_error && frame.sender !== this.ownPlace);
  }

  /** Bytes that came over SPI since the previous release, in frames of the bench: no bus carries them, and no fault of a door meets them. */
  receivedBytes(): CanFrame[] {
    const frames: CanFrame[] = [];
    for (const message of this.bytes?.queue ?? [])
      for (let at = 0; at < message.length; at += 8) frames.push(bytesFrame(message, at));
    return frames;
  }

  /** Sends what the ECU said into the loop. */
  publish(answer: Answer): void {
    for (const { frame, stampNs } of answer) {
      const { value } = this.output;
      CanFrame.copy(value, frame);
      setTime(value.stamp, stampNs);
      value.sender = UNKNOWN_SENDER;
      this.output.send();
    }
  }
}

/** What an ECU sent for one release, and when [ns of simulated time]. */
export type Answer = readonly StampedFrame[];

export interface StampedFrame {
  readonly frame: CanFrame;
  stampNs: number;
}

const copyOf = (frame: CanFrame): CanFrame => {
  const copy = CanFrame.create();
  CanFrame.copy(copy, frame);
  return copy;
};

function turnBit({ is_remote: isRemote, length, data }: CanFrame, stream: RandomStream): void {
  if (isRemote || length === 0) return;
  const bit = integerBelow(stream, 8 * length);
  data[bit >>> 3] ^= 0x80 >>> (bit & 7);
}

/** How the faults of a door treat frames on their way out, and on their way in. */
export const framesOut: Passing<CanFrame> = { copy: copyOf, corrupt: turnBit, idOf: ({ id }) => id };
export const framesIn: Passing<StampedFrame> = {
  copy: ({ frame, stampNs }) => ({ frame: copyOf(frame), stampNs }),
  corrupt: ({ frame }, stream) => turnBit(frame, stream),
  delayed: (item, ns) => void (item.stampNs = ns),
  idOf: ({ frame }) => frame.id,
};
