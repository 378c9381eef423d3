/** An input of the block as a topic that the loop publishes to the robot. */
import { QueueSignal } from '../../core/signal.ts';
import type { Signal } from '../../core/signal.ts';
import type { LinkPublisher } from '../../rosbridge/rosbridge-link.ts';

/** Types whose zero means: stand still. */
const COMMANDS = new Set([
  'geometry_msgs/msg/Twist',
  'geometry_msgs/msg/TwistStamped',
  'ackermann_msgs/msg/AckermannDrive',
  'ackermann_msgs/msg/AckermannDriveStamped',
]);

export class InputTopic {
  private sentSequence = 0;
  private hasSpoken = false;

  constructor(
    private readonly signal: Signal,
    private readonly publisher: LinkPublisher,
    private readonly endsWithZero: boolean,
  ) {}

  /** What is new since the last release. What could not be sent is sent at the next, if it still stands. */
  publish(): void {
    const { signal } = this;
    if (signal instanceof QueueSignal) {
      for (const message of signal.queue) this.hasSpoken = this.publisher.publish(message) || this.hasSpoken;
    } else if (signal.sequence !== this.sentSequence && this.publisher.publish(signal.value)) {
      this.sentSequence = signal.sequence;
      this.hasSpoken = true;
    }
  }

  /** The last word to a robot that was told to move is to stand still. */
  end(): void {
    const { type } = this.signal;
    if (this.hasSpoken && (this.endsWithZero || COMMANDS.has(type.name))) this.publisher.publish(type.create());
    this.publisher.close();
  }
}
