/** A block with signals of its own, fed with plausible messages: what the contract suites run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyBlock, Assets, StepTime } from '../../src/core/block.ts';
import type { Host, HostContext, HostedBlock } from '../../src/core/host.ts';
import { Links } from '../../src/core/link.ts';
import { localHost } from '../../src/core/local-host.ts';
import { inputPorts, outputPorts } from '../../src/core/ports.ts';
import { parseFields } from '../../src/core/schema.ts';
import { OutputPort, QueueSignal, Signal } from '../../src/core/signal.ts';
import { FrameMemory } from '../../src/math/frame-memory.ts';
import type { RandomStream } from '../../src/math/random.ts';
import { createStream } from '../../src/math/random.ts';
import { projectRoot } from '../support/scenario-files.ts';
import type { Example } from './examples.ts';
import { fillMessage } from './plausible-messages.ts';

const PERIOD = 0.005;
const PERIOD_NS = 5_000_000;
/** Steps from one message on every input to the next. */
const FEED_EVERY = 8;

/** Files that examples name, from the project's root. */
const ASSETS: Assets = {
  bytes: (name) => readFileSync(join(projectRoot, name)),
  text: (name) => readFileSync(join(projectRoot, name), 'utf8'),
};

const CONTEXT: HostContext = {
  links: new Links(),
  assets: ASSETS,
  frames: new FrameMemory(),
  timeLimit: 10,
  log() {},
};

export type Params = Readonly<Record<string, unknown>>;

/** The parameters of an example, complete; throws where they contradict each other. */
export function exampleParams(block: AnyBlock, example: Example): Params {
  const params = parseFields(block.params, example.params, 'params');
  const problem = block.check?.(params);
  if (problem !== undefined) throw new Error(`${block.type}: ${problem.join(': ')}`);
  return params;
}

const assetsOf = ({ files }: Example): Assets =>
  files === undefined
    ? ASSETS
    : { text: (name) => files[name], bytes: (name) => new TextEncoder().encode(files[name]) };

export class Bench {
  readonly outputs: Record<string, OutputPort>;
  private readonly host: Host;
  private readonly inputs: Record<string, Signal>;
  private readonly stream: RandomStream;
  private tick = 0;

  constructor(
    readonly block: AnyBlock,
    readonly example: Example,
    params: Params = exampleParams(block, example),
    name = 'subject',
    feedSeed = 1,
  ) {
    this.inputs = Object.fromEntries(
      inputPorts(block, params).map((port) => [
        port.name,
        port.queued ? new QueueSignal(port.type) : new Signal(port.type),
      ]),
    );
    this.outputs = Object.fromEntries(
      outputPorts(block, params).map((port) => [
        port.name,
        new OutputPort({ ...port, block: name, topic: port.name, depth: 2, occasional: port.optional }),
      ]),
    );
    const hosted: HostedBlock = {
      name,
      definition: block,
      params,
      seed: 5,
      period: PERIOD,
      inputs: this.inputs,
      outputs: this.outputs,
    };
    this.host = localHost.open(hosted, {}, { ...CONTEXT, assets: assetsOf(example) }) as Host;
    this.stream = createStream(feedSeed, 'feed');
  }

  /** Other parameters from the next step on. */
  turn(params: Params): this {
    this.host.setParams!(params);
    return this;
  }

  run(n: number): this {
    for (let i = 0; i < n; i++) this.step();
    return this;
  }

  private step(): void {
    if (this.tick % FEED_EVERY === 0) this.feed();
    const nowNs = this.tick * PERIOD_NS;
    const time: StepTime = {
      now: nowNs / 1e9,
      nowNs,
      tick: this.tick,
      dt: PERIOD,
      elapsed: PERIOD,
      activation: this.tick,
    };
    for (const port of Object.values(this.outputs)) port.publish = !port.occasional;
    this.host.start(time);
    this.tick++;
    for (const signal of Object.values(this.inputs)) if (signal instanceof QueueSignal) signal.clear();
    for (const port of Object.values(this.outputs)) this.publish(port);
  }

  private publish(port: OutputPort): void {
    port.signal.publishedNs = this.tick * PERIOD_NS;
    if (port.publish && !port.queued) {
      port.commit();
      port.latch();
    }
    for (; port.sent > 0; port.sent--) port.latchNext();
  }

  private feed(): void {
    const nowNs = this.tick * PERIOD_NS;
    for (const [port, signal] of Object.entries(this.inputs)) {
      if (this.example.unwired?.includes(port)) continue;
      fillMessage(signal.type, signal.value, { stream: this.stream, nowNs, images: this.example.images });
      signal.sequence++;
      signal.publishedNs = nowNs;
      if (signal instanceof QueueSignal) signal.enqueue();
    }
  }

  save(): unknown {
    return {
      state: this.host.save(),
      ports: Object.values(this.outputs).map((port) => port.save()),
      tick: this.tick,
      stream: structuredClone(this.stream),
      inputs: structuredClone(
        Object.values(this.inputs).map(({ value, sequence, publishedNs }) => ({ value, sequence, publishedNs })),
      ),
    };
  }

  restore(saved: any): this {
    this.host.restore(saved.state);
    Object.values(this.outputs).forEach((port, i) => port.restore(saved.ports[i]));
    this.tick = saved.tick;
    Object.assign(this.stream, structuredClone(saved.stream));
    Object.values(this.inputs).forEach((signal, i) => Object.assign(signal, structuredClone(saved.inputs[i])));
    return this;
  }

  /** Of everything that was ever published. */
  hash(): string {
    return JSON.stringify(Object.values(this.outputs).map(({ hash }) => hash));
  }
}
