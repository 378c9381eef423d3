/** An output as a block sees it that steps elsewhere: what it says is kept until it is written into the answer. */
import type { Output, QueuedOutput } from '../core/signal.ts';
import { UNTRACED } from '../core/trace.ts';
import type { MessageType } from '../msgs/message-type.ts';

export class RemoteOutput implements Output<any>, QueuedOutput<any> {
  readonly value: any;
  publish = true;
  trace = UNTRACED;
  private readonly sent: unknown[] = [];
  private readonly sentTraces: number[] = [];

  constructor(
    readonly type: MessageType<any>,
    /** Publishes only in the steps that say so. */
    private readonly occasional: boolean,
    /** Every message counts. */
    readonly queued: boolean,
  ) {
    this.value = type.create();
  }

  /** What this step says. */
  get messages(): readonly unknown[] {
    if (this.queued) return this.sent;
    return this.publish ? [this.value] : [];
  }

  /** What each of these hands on. */
  get traces(): readonly number[] {
    return this.queued ? this.sentTraces : [this.trace];
  }

  send(): void {
    const message = this.type.create();
    this.type.copy(message, this.value);
    this.sent.push(message);
    this.sentTraces.push(this.trace);
    this.trace = UNTRACED;
  }

  /** Before a step. */
  expect(): void {
    this.publish = !this.occasional;
    this.trace = UNTRACED;
    this.sent.length = this.sentTraces.length = 0;
  }

  /** Messages are copied on their way, so nobody looks at an earlier frame. */
  frame(size: number): Uint8Array {
    return new Uint8Array(size);
  }
}
