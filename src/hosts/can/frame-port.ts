/** The two ports of a CAN node: frames in, frames out, every one of which counts. */
import type { HostedBlock } from '../../core/host.ts';
import { HostError } from '../../core/host.ts';
import type { OutputPort } from '../../core/signal.ts';
import { QueueSignal } from '../../core/signal.ts';
import { CanFrame, setTime } from '../../msgs/index.ts';

/** Of a frame whose place on the bus is not known. */
const UNKNOWN_SENDER = 255;

export class FramePort {
  private readonly input: QueueSignal<CanFrame>;
  private readonly output: OutputPort<CanFrame>;
  /** Its place among the nodes of the bus that it reads. No node hears itself; what others send it hears, whatever the identifier. */
  private readonly ownPlace: number | undefined;

  constructor({ name, inputs, outputs, placesAtSources }: HostedBlock) {
    const { frames: input } = inputs;
    const { frames: output } = outputs;
    const areFrames =
      Object.keys(inputs).length === 1 &&
      Object.keys(outputs).length === 1 &&
      input instanceof QueueSignal &&
      input.type === CanFrame &&
      output.type === CanFrame &&
      output.queued;
    if (!areFrames)
      throw new HostError(name, `a CAN node has one queued input and one queued output "frames" of ${CanFrame.name}`);
    this.input = input;
    this.output = output;
    this.ownPlace = placesAtSources?.frames;
  }

  /** Those that came since the previous release and are for the ECU. */
  forEachReceived(send: (frame: CanFrame) => void): void {
    for (const frame of this.input.queue) if (!frame.is_error && frame.sender !== this.ownPlace) send(frame);
  }

  /** Sends what the ECU said into the loop. */
  publish({ frames, stampsNs }: Answer): void {
    frames.forEach((frame, i) => {
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
