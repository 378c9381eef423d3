/** What every block promises, checked over all of them. */
import { describe, expect, it } from 'vitest';
import { blocks } from '../../src/catalog.ts';
import type { AnyBlock, StepTime } from '../../src/core/block.ts';
import type { Host, HostContext } from '../../src/core/host.ts';
import { Links } from '../../src/core/link.ts';
import { localHost } from '../../src/core/local-host.ts';
import { NO_ASSETS } from '../../src/core/loop-spec.ts';
import { inputPorts, outputPorts } from '../../src/core/ports.ts';
import type { Fields, Schema } from '../../src/core/schema.ts';
import { parseFields } from '../../src/core/schema.ts';
import { OutputPort, QueueSignal, Signal } from '../../src/core/signal.ts';
import type { RandomStream } from '../../src/math/random.ts';
import { createStream, integerBelow, uniformBetween } from '../../src/math/random.ts';
import type { MessageType } from '../../src/msgs/message-type.ts';

const CIRCLE = { track: { polar: { radius: 10 } } };

/** Parameters of the blocks that have no defaults for all. */
const EXAMPLES: Record<string, Record<string, unknown>> = {
  'control/twist-schedule': {
    segments: [
      { until: 0.05, vx: 1 },
      { until: 0.1, yaw_rate: 1 },
    ],
    repeat: true,
  },
  'control/drive-schedule': {
    segments: [
      { until: 0.05, speed: 1 },
      { until: 0.1, steering: 0.1 },
    ],
  },
  'world/traffic': { bodies: [{}, {}] },
  'sensors/camera': { width: 64, height: 48 },
  'sensors/lidar-3d': { columns: 32, beams: 4 },
  'world/lane-probe': { world: CIRCLE },
  'world/lane-truth': { world: CIRCLE },
  'world/line-truth': { world: CIRCLE },
  'world/track-probe': { world: CIRCLE },
  'control/waypoint-follower': {
    waypoints: [
      { x: 1, y: 0 },
      { x: 2, y: 1 },
    ],
  },
};

const CONTEXT: HostContext = { links: new Links(), assets: NO_ASSETS, timeLimit: 10, log() {} };
const PERIOD = 0.001;
const PERIOD_NS = 1_000_000;

/** A block with its own signals, fed with made-up messages. */
class Bench {
  private tick = 0;
  private readonly stream: RandomStream;

  private constructor(
    private readonly host: Host,
    private readonly inputs: Record<string, Signal>,
    readonly outputs: Record<string, OutputPort>,
    feedSeed: number,
  ) {
    this.stream = createStream(feedSeed, 'feed');
  }

  static async open(definition: AnyBlock, name = 'subject', feedSeed = 1): Promise<Bench> {
    const params = parseFields(definition.params, EXAMPLES[definition.type] ?? {}, 'params');
    const inputs = Object.fromEntries(
      inputPorts(definition, params).map((port) => [
        port.name,
        port.queued ? new QueueSignal(port.type) : new Signal(port.type),
      ]),
    );
    const outputs = Object.fromEntries(
      outputPorts(definition, params).map((port) => [
        port.name,
        new OutputPort({ ...port, block: name, topic: port.name, depth: 2, occasional: port.optional }),
      ]),
    );
    const block = { name, definition, params, seed: 5, period: PERIOD, inputs, outputs };
    return new Bench(await localHost.open(block, {}, CONTEXT), inputs, outputs, feedSeed);
  }

  /** Runs n steps; every tenth brings new inputs. */
  run(n: number): this {
    for (let i = 0; i < n; i++) this.step();
    return this;
  }

  private step(): void {
    if (this.tick % 10 === 0) for (const signal of Object.values(this.inputs)) this.feed(signal);
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
    if (port.publish && !port.queued) port.send();
    for (; port.sent > 0; port.sent--) {
      port.signal.publishedNs = this.tick * PERIOD_NS;
      port.latch();
    }
  }

  private feed(signal: Signal): void {
    fill(signal.type, signal.value, this.stream);
    signal.sequence++;
    signal.publishedNs = this.tick * PERIOD_NS;
    if (signal instanceof QueueSignal) signal.enqueue();
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

  hash(): string {
    return JSON.stringify(Object.values(this.outputs).map(({ hash }) => hash));
  }
}

/** Plausible numbers for every field. */
function fill(type: MessageType<any>, message: any, stream: RandomStream): void {
  for (const field of type.fields) {
    if (field.array !== undefined) continue;
    if (field.message !== undefined) fill(field.message, message[field.name], stream);
    else if (field.kind === 'number') message[field.name] = uniformBetween(stream, -1, 1);
    else if (field.kind === 'integer') message[field.name] = integerBelow(stream, 3);
  }
}

/** Fields in which infinity says that there is nothing (REP-117). */
const MAY_BE_INFINITE = new Set(['sensor_msgs/msg/LaserScan.ranges']);

/** Paths of numbers that are not finite. */
function notFinite(type: MessageType<any>, message: any, path: string): string[] {
  return type.fields.flatMap((field) => {
    const values: any[] = field.array === undefined ? [message[field.name]] : Array.from(message[field.name]);
    return values.flatMap((value) => {
      if (field.message !== undefined) return notFinite(field.message, value, `${path}.${field.name}`);
      return typeof value === 'number' && !Number.isFinite(value) && !MAY_BE_INFINITE.has(`${type.name}.${field.name}`)
        ? [`${path}.${field.name}`]
        : [];
    });
  });
}

const undocumented = (fields: Fields, path: string): string[] =>
  Object.entries(fields).flatMap(([name, field]: [string, Schema]) => {
    const own = field.doc.trim() === '' ? [`${path}.${name}`] : [];
    if (field.kind === 'group') return [...own, ...undocumented(field.fields, `${path}.${name}`)];
    if (field.kind === 'list' && field.items.kind === 'group')
      return [...own, ...undocumented(field.items.fields, `${path}.${name}`)];
    return own;
  });

const typedArrays = [
  'Float64Array',
  'Float32Array',
  'Int32Array',
  'Uint32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
] as const;

/** How many typed arrays are made while `work` runs. */
function typedArraysMade(work: () => void): number {
  let made = 0;
  const originals = typedArrays.map((name) => globalThis[name]);
  typedArrays.forEach((name) => {
    (globalThis as any)[name] = new Proxy(globalThis[name], {
      construct(target, args, newTarget) {
        made++;
        return Reflect.construct(target, args, newTarget);
      },
    });
  });
  try {
    work();
  } finally {
    typedArrays.forEach((name, i) => ((globalThis as any)[name] = originals[i]));
  }
  return made;
}

describe.each(blocks.map((block) => [block.type, block] as const))('%s', (_type, block) => {
  const open = (name?: string, feedSeed?: number) => Bench.open(block, name, feedSeed);

  it('gives the same outputs for the same inputs', async () => {
    expect((await open()).run(300).hash()).toBe((await open()).run(300).hash());
  });

  it('goes on from a restored snapshot as if nothing had happened', async () => {
    const straight = (await open()).run(137);
    const saved = structuredClone(straight.save());
    const resumed = (await open()).restore(saved);
    expect(resumed.run(200).hash()).toBe(straight.run(200).hash());
  });

  it('shares nothing between two instances', async () => {
    const alone = (await open()).run(200).hash();
    const [first, second] = [await open(), await open('other', 2)];
    for (let i = 0; i < 200; i++) {
      first.run(1);
      second.run(1);
    }
    expect(first.hash()).toBe(alone);
  });

  it('publishes only finite numbers', async () => {
    const bench = (await open()).run(500);
    expect(Object.values(bench.outputs).flatMap((port) => notFinite(port.type, port.signal.value, port.name))).toEqual(
      [],
    );
  });

  it('publishes on every output that is not occasional', async () => {
    const bench = (await open()).run(500);
    const silent = Object.values(bench.outputs).filter((port) => port.signal.sequence === 0 && !port.occasional);
    expect(silent.map((port) => port.name)).toEqual([]);
  });

  it('makes no typed array per step', async () => {
    const bench = (await open()).run(100);
    expect(typedArraysMade(() => bench.run(200))).toBeLessThan(20);
  });

  it('says what it is, and documents every parameter', () => {
    expect(block.type).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
    expect(block.doc).not.toBe('');
    expect(undocumented(block.params, 'params')).toEqual([]);
  });
});
