/** How many frames the virtual CAN bus carries in a second of computing: two nodes that keep it busy without a pause. */
import { canBus } from '../../src/bus/can/can-bus.ts';
import { parseFields } from '../../src/core/schema.ts';
import type { FieldValues } from '../../src/core/schema.ts';
import type { OutputPortSetup } from '../../src/core/signal.ts';
import { OutputPort, QueueSignal } from '../../src/core/signal.ts';
import { createStream } from '../../src/math/random.ts';
import { CanBusStatus, CanFrame } from '../../src/msgs/index.ts';
import type { MessageType } from '../../src/msgs/message-type.ts';
import type { Case } from './case.ts';

const STEPS = 20_000;
const PER_STEP = 5;

/** Steps of 1 ms at 1 Mbit/s, each with as many frames of 8 bytes as there is room for, or as many FD frames. */
class BusyBus {
  private readonly params: FieldValues<typeof canBus.params>;
  private readonly state: ReturnType<typeof canBus.init>;
  private readonly inputs = [new QueueSignal(CanFrame), new QueueSignal(CanFrame)];
  private readonly frames = new OutputPort(port('frames', CanFrame, { queued: true }));
  private readonly status = new OutputPort(port('status', CanBusStatus, { occasional: true }));
  private readonly time = { now: 0, nowNs: 0, tick: 0, dt: 0.001, elapsed: 0.001, activation: 0 };
  private count = 0;

  constructor(private readonly isFd: boolean) {
    const rates = { bitRate: 1e6, ...(isFd ? { dataBitRate: 8e6 } : {}) };
    this.params = parseFields(canBus.params, { nodes: ['a', 'b'], ...rates }, 'params') as typeof this.params;
    this.state = canBus.init(this.params, { name: 'bus', period: 0.001, stream: (name) => createStream(1, name) });
  }

  /** How many frames have been on the bus. */
  run(steps: number): number {
    const before = this.state.wire.frames;
    for (let i = 0; i < steps; i++) this.step();
    return this.state.wire.frames - before;
  }

  private step(): void {
    this.inputs.forEach((input, node) => this.fill(input, node));
    const { params, state, time, frames, status } = this;
    canBus.step(params, state, { nodes: this.inputs }, { frames, status }, time, undefined);
    for (const input of this.inputs) input.clear();
    for (; frames.sent > 0; frames.sent--) frames.latchNext();
    time.nowNs += 1e6;
    time.now = time.nowNs / 1e9;
    time.tick++;
  }

  private fill(input: QueueSignal<CanFrame>, node: number): void {
    const { value } = input;
    for (let i = 0; i < PER_STEP; i++) {
      this.count++;
      value.id = 0x100 + 16 * node + i;
      value.is_fd = this.isFd;
      value.is_bit_rate_switch = this.isFd;
      value.length = this.isFd ? 64 : 8;
      for (let k = 0; k < value.length; k++) value.data[k] = Math.imul(this.count, 0x9e3779b1) >>> (k % 24);
      input.enqueue();
    }
  }
}

const port = <T>(name: string, type: MessageType<T>, kind: Partial<OutputPortSetup<T>>): OutputPortSetup<T> => ({
  block: 'bus',
  name,
  type,
  topic: name,
  depth: 1,
  ...kind,
});

/** Thousands of frames in a second of this process's own time. */
function framesPerSecond(isFd: boolean): number {
  const bus = new BusyBus(isFd);
  bus.run(STEPS / 4);
  const start = process.cpuUsage();
  const frames = bus.run(STEPS);
  return frames / (process.cpuUsage(start).user / 1e3);
}

export const canBuses: readonly Case[] = [
  {
    name: 'bus/can',
    measure: () => [
      {
        what: 'CAN bus, classic frames of 8 bytes',
        value: framesPerSecond(false),
        unit: 'k/s',
        better: 'more',
        target: 200,
      },
      { what: 'CAN bus, FD frames of 64 bytes', value: framesPerSecond(true), unit: 'k/s', better: 'more' },
    ],
  },
];
