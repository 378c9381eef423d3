/**
 * The ports of a CAN node: frames in, frames out, every one of which counts. A node to which another computer talks over SPI also has an input of bytes: they
 * cross in frames of the bench, before those of the bus.
 */
import type { HostedBlock } from '../../core/host.ts';
import { HostError } from '../../core/host.ts';
import type { OutputPort } from '../../core/signal.ts';
import { QueueSignal } from '../../core/signal.ts';
import { CanFrame, SerialBytes, setTime } from '../../msgs/index.ts';
import { bytesFrame } from './bench-frames.ts';

/** Of a frame whose place on the bus is not known. */
const UNKNOWN_SENDER = 255;

export class FramePort {
  private readonly input: QueueSignal<CanFrame>;
  private readonly bytes: QueueSignal<SerialBytes> | undefined;
  private readonly output: OutputPort<CanFrame>;
  /** What the ECU sends is not sent to it: no node hears itself, and no other may use its identifiers. */
  private readonly ownIds = new Set<number>();

  constructor({ name, inputs, outputs }: HostedBlock) {
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
  }

  /** Those that came since the previous release and are for the ECU. */
  forEachReceived(send: (frame: CanFrame) => void): void {
    for (const message of this.bytes?.queue ?? [])
      for (let at = 0; at < message.length; at += 8) send(bytesFrame(message, at));
    for (const frame of this.input.queue) if (!frame.is_error && !this.ownIds.has(idOf(frame))) send(frame);
  }

  /** Sends what the ECU said into the loop. */
  publish({ frames, stampsNs }: Answer): void {
    frames.forEach((frame, i) => {
      this.ownIds.add(idOf(frame));
      const { value } = this.output;
      CanFrame.copy(value, frame);
      setTime(value.stamp, stampsNs[i]);
      value.sender = UNKNOWN_SENDER;
      this.output.send();
    });
  }
}

/** What an ECU sent for one release, and when [ns of simulated time]. */
export interface Answer {
  readonly frames: CanFrame[];
  readonly stampsNs: number[];
}

/** Identifiers of 11 and of 29 bits are different ones. */
const idOf = ({ id, is_extended: isExtended }: CanFrame): number => (isExtended ? id + 0x2000_0000 : id);
