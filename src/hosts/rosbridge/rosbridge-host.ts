/**
 * The rosbridge host: a block is a robot behind a link to rosbridge. What the loop sends to the block is published to the robot, and what the robot
 * publishes comes out of the block.
 *
 * Free: the robot goes by its own clock. At a release what is new is published; at the publication what has arrived is the answer, which may be nothing. It never
 * waits, so it is worth something only under a clock that keeps pace with the wall. A robot that is silent, or tells old news, is lost
 * after `maxAge`; nothing it does stops the loop.
 * Answered: a program steps when it is told to. After the inputs comes the number of the activation on `/skidpad/<block>/release`; the program publishes its
 * outputs, and then the same number on `/skidpad/<block>/done` (both std_msgs/Int32). Several releases may be under way.
 */
import type { StepTime } from '../../core/block.ts';
import type { Host, HostedBlock } from '../../core/host.ts';
import { HostError } from '../../core/host.ts';
import { Int32 } from '../../msgs/index.ts';
import type { Compression } from '../../rosbridge/operations.ts';
import type { LinkPublisher, RosbridgeLink } from '../../rosbridge/rosbridge-link.ts';
import { InputTopic } from './input-topic.ts';
import type { Arrived } from './output-topic.ts';
import { OutputTopic } from './output-topic.ts';
import { portTopics, requirePort } from './port-topics.ts';

export interface RosbridgeHostOptions {
  readonly link: RosbridgeLink;
  readonly topics: Readonly<Record<string, string>>;
  readonly timing: 'free' | 'answered';
  readonly watch: readonly string[];
  readonly zeroAtEnd: readonly string[];
  readonly compression: Compression;
  /** [s] */
  readonly throttle: number;
  /** [s of wall time] */
  readonly timeLimit: number;
  log(line: string): void;
}

export const openRosbridgeHost = (block: HostedBlock, options: RosbridgeHostOptions): Host =>
  new RosbridgeHost(block, options);

/** Lines about messages that are no good. */
const MOST_LINES = 10;

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

class RosbridgeHost implements Host {
  private readonly inputs: readonly InputTopic[];
  private readonly outputs: readonly OutputTopic[];
  private readonly watched: readonly OutputTopic[];
  private readonly unsubscribe: readonly (() => void)[];
  private readonly release: LinkPublisher | undefined;
  /** Activations without an answer, and answers that nobody has fetched: what arrived at each output. */
  private readonly asked: number[] = [];
  private readonly answers: (readonly Arrived[])[] = [];
  private waiter: Waiter | undefined;
  private isClosed = false;
  private lines = 0;

  constructor(
    private readonly block: HostedBlock,
    private readonly options: RosbridgeHostOptions,
  ) {
    const { link, watch, zeroAtEnd, throttle, compression } = options;
    const { name, inputs, outputs } = block;
    const topics = portTopics(block, options.topics);
    watch.forEach((port, i) => requirePort(port, Object.keys(outputs), `blocks.${name}.host.watch[${i}]`));
    zeroAtEnd.forEach((port, i) => requirePort(port, Object.keys(inputs), `blocks.${name}.host.zeroAtEnd[${i}]`));
    this.inputs = Object.entries(inputs).map(
      ([port, signal]) =>
        new InputTopic(signal, link.advertise(topics.get(port)!, signal.type), zeroAtEnd.includes(port)),
    );
    const byPort = Object.entries(outputs).map(([port, output]) => [port, new OutputTopic(output)] as const);
    this.outputs = byPort.map(([, output]) => output);
    this.watched = byPort.filter(([port]) => watch.length === 0 || watch.includes(port)).map(([, output]) => output);
    const wishes = { throttleRate: Math.round(throttle * 1000), compression };
    this.unsubscribe = byPort.map(([port, output]) =>
      link.subscribe(topics.get(port)!, outputs[port].type, wishes, (message, arrival) => {
        const problem = output.hear(message, arrival);
        if (problem !== undefined) this.say(`${topics.get(port)!}: ${problem}; such messages are left out`);
      }),
    );
    if (options.timing === 'free') return;
    const base = `/skidpad/${name.replace(/\W/g, '_')}`;
    this.release = link.advertise(`${base}/release`, Int32);
    const plain = { throttleRate: 0, compression: 'none' } as const;
    const endDone = link.subscribe(`${base}/done`, Int32, plain, (message) => this.hearDone((message as Int32).data));
    this.unsubscribe = [...this.unsubscribe, endDone];
  }

  /** Of the watched output whose news is oldest. Who answers when asked is as fresh as the question. */
  get truthNs(): number {
    if (this.release !== undefined || this.watched.length === 0) return NaN;
    return Math.min(...this.watched.map(({ truthNs }) => truthNs));
  }

  get truthBoundNs(): number {
    return Math.max(0, ...this.watched.map(({ boundNs }) => boundNs));
  }

  start({ activation }: StepTime): boolean {
    for (const input of this.inputs) input.publish();
    if (this.release === undefined) return false;
    const message = Int32.create();
    message.data = activation | 0;
    this.asked.push(message.data);
    this.release.publish(message);
    return false;
  }

  ready(): boolean {
    return this.release === undefined || this.answers.length > 0;
  }

  finish(): void | Promise<void> {
    if (this.release === undefined) return this.publish(this.outputs.map((output) => output.take()));
    if (this.answers.length > 0) return this.publish(this.answers.shift()!);
    return this.wait().then(() => this.publish(this.answers.shift()!));
  }

  save(): never {
    throw this.error('the state of a robot cannot be saved; replay the recording of its run instead');
  }

  restore(): never {
    throw this.error('the state of a robot cannot be restored; replay the recording of its run instead');
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const end of this.unsubscribe) end();
    for (const input of this.inputs) input.end();
    this.release?.close();
    this.settle()?.reject(this.error('was closed'));
  }

  private publish(arrived: readonly Arrived[]): void {
    this.outputs.forEach((output, i) => output.publish(arrived[i]));
  }

  /** Whatever was asked before and never answered has no answer: the connection may have been lost meanwhile. */
  private hearDone(activation: number): void {
    const place = this.asked.indexOf(activation);
    if (place < 0) return;
    for (let i = 0; i < place; i++) this.answers.push(this.outputs.map(() => []));
    this.asked.splice(0, place + 1);
    this.answers.push(this.outputs.map((output) => output.take()));
    this.settle()?.resolve();
  }

  private wait(): Promise<void> {
    if (this.isClosed) return Promise.reject(this.error('was closed'));
    const { timeLimit } = this.options;
    return new Promise((resolve, reject) => {
      const giveUp = () => this.settle()?.reject(this.error(`did not answer within ${timeLimit} s`));
      // after sockets have been read once more: when we ourselves stood still, the answer may lie there
      this.waiter = { resolve, reject, timer: setTimeout(() => setImmediate(giveUp), timeLimit * 1000) };
    });
  }

  private settle(): Waiter | undefined {
    const { waiter } = this;
    this.waiter = undefined;
    clearTimeout(waiter?.timer);
    return waiter;
  }

  private say(line: string): void {
    if (this.lines++ < MOST_LINES) this.options.log(`blocks.${this.block.name}: ${line}`);
  }

  private error(problem: string): HostError {
    return new HostError(this.block.name, problem);
  }
}
