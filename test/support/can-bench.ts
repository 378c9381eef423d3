/** A bus/can block with nodes that hand frames over at known instants, and everything that was on it. */
import { canBus } from '../../src/bus/can/can-bus.ts';
import type { HandOver } from '../../src/bus/can/hand-over.ts';
import { parseFields } from '../../src/core/schema.ts';
import { OutputPort, QueueSignal } from '../../src/core/signal.ts';
import { createStream } from '../../src/math/random.ts';
import { CanBusStatus, CanFrame, setTime, timeToNs } from '../../src/msgs/index.ts';

/** A frame to be handed over at an instant [ns]; standard and classic unless it says otherwise. */
export interface Sent {
  readonly atNs?: number;
  readonly node?: number;
  readonly id: number;
  readonly data?: readonly number[];
  readonly length?: number;
  readonly is?: Partial<CanFrame>;
}

export interface Seen {
  readonly endNs: number;
  readonly sender: number;
  readonly id: number;
  readonly isError: boolean;
  readonly data: readonly number[];
  readonly frame: CanFrame;
}

export class CanBench {
  readonly seen: Seen[] = [];
  readonly statuses: CanBusStatus[] = [];
  state: HandOver;
  nowNs = 0;
  private params: any;
  private readonly inputs: QueueSignal<CanFrame>[];
  private readonly frames = new OutputPort(portOf('frames', CanFrame, { queued: true }));
  private readonly status = new OutputPort(portOf('status', CanBusStatus, { occasional: true }));
  private readonly waiting: Sent[] = [];

  constructor(
    params: Readonly<Record<string, unknown>>,
    readonly stepNs = 1_000_000,
  ) {
    this.params = parsed(params);
    this.inputs = this.params.nodes.map(() => new QueueSignal(CanFrame));
    this.state = canBus.init(this.params, {
      name: 'bus',
      period: stepNs / 1e9,
      stream: (name) => createStream(7, `bus/${name}`),
    });
  }

  turn(params: Readonly<Record<string, unknown>>): this {
    this.params = parsed(params);
    return this;
  }

  /** Frames that their nodes hand over at their instants; those without one as soon as the bench goes on. */
  send(...frames: Sent[]): this {
    this.waiting.push(...frames);
    return this;
  }

  runUntil(endNs: number): this {
    while (this.nowNs < endNs) this.step();
    return this;
  }

  /** Frames that were sent, without error frames. */
  get sent(): Seen[] {
    return this.seen.filter(({ isError }) => !isError);
  }

  get errors(): Seen[] {
    return this.seen.filter(({ isError }) => isError);
  }

  private step(): void {
    const endNs = this.nowNs + this.stepNs;
    for (const sent of this.waiting.filter(({ atNs = 0 }) => atNs < endNs)) this.hand(sent);
    this.waiting.splice(0, Infinity, ...this.waiting.filter(({ atNs = 0 }) => atNs >= endNs));
    this.status.publish = false;
    const dt = this.stepNs / 1e9;
    const { nowNs } = this;
    const time = {
      now: nowNs / 1e9,
      nowNs,
      tick: nowNs / this.stepNs,
      dt,
      elapsed: dt,
      activation: nowNs / this.stepNs,
    };
    canBus.step(
      this.params,
      this.state,
      { nodes: this.inputs },
      { frames: this.frames, status: this.status },
      time,
      undefined,
    );
    for (const input of this.inputs) input.clear();
    for (; this.frames.sent > 0; this.frames.sent--) {
      this.frames.latchNext();
      this.seen.push(seenOf(this.frames.signal.value));
    }
    if (this.status.publish) this.statuses.push(structuredClone(this.status.value));
    this.nowNs = endNs;
  }

  private hand({ atNs = 0, node = 0, id, data = [], length = data.length, is = {} }: Sent): void {
    const { value } = this.inputs[node];
    Object.assign(value, CanFrame.create(), { id, length }, is);
    value.data.set(data);
    setTime(value.stamp, atNs);
    this.inputs[node].enqueue();
  }
}

function parsed(params: Readonly<Record<string, unknown>>): any {
  const values = parseFields(canBus.params, { nodes: ['a', 'b'], ...params }, 'params') as any;
  const problem = canBus.check!(values);
  if (problem !== undefined) throw new Error(problem.join(': '));
  return values;
}

const portOf = <T>(name: string, type: T, kind: object) =>
  ({ block: 'bus', name, type, topic: name, depth: 1, ...kind }) as any;

function seenOf(value: CanFrame): Seen {
  const frame = structuredClone(value);
  return {
    endNs: timeToNs(frame.stamp),
    sender: frame.sender,
    id: frame.id,
    isError: frame.is_error,
    data: Array.from(frame.data.subarray(0, frame.is_remote ? 0 : frame.length)),
    frame,
  };
}
