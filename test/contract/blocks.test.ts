/** What every block promises, checked over all of them. */
import { describe, expect, it } from 'vitest';
import { blocks } from '../../src/catalog.ts';
import type { AnyBlock, StepTime } from '../../src/core/block.ts';
import { portType } from '../../src/core/block.ts';
import type { HostedBlock } from '../../src/core/host.ts';
import { LocalHost } from '../../src/core/local-host.ts';
import type { Fields, Schema } from '../../src/core/schema.ts';
import { parseFields } from '../../src/core/schema.ts';
import { OutputPort, Signal } from '../../src/core/signal.ts';
import type { RandomStream } from '../../src/math/random.ts';
import { createStream, integerBelow, uniformBetween } from '../../src/math/random.ts';
import type { MessageType } from '../../src/msgs/message-type.ts';

const CIRCLE = { track: { polar: { radius: 10 } } };

/** Parameters of the blocks that have no defaults for all. */
const EXAMPLES: Record<string, Record<string, unknown>> = {
  'control/twist-schedule': {
    segments: [
      { until: 0.05, vx: 1 },
      { until: 0.1, yawRate: 1 },
    ],
    repeat: true,
  },
  'control/drive-schedule': {
    segments: [
      { until: 0.05, speed: 1 },
      { until: 0.1, steering: 0.1 },
    ],
  },
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

const PERIOD = 0.001;
const PERIOD_NS = 1_000_000;

/** A block with its own signals, fed with made-up messages. */
class Bench {
  readonly host: LocalHost;
  readonly outputs: Record<string, OutputPort>;
  private readonly inputs: Record<string, Signal>;
  private readonly stream: RandomStream;
  private tick = 0;

  constructor(
    readonly block: AnyBlock,
    name = 'subject',
    feedSeed = 1,
  ) {
    this.inputs = Object.fromEntries(
      Object.entries(block.inputs).map(([port, type]) => [port, new Signal(portType(type))]),
    );
    this.outputs = Object.fromEntries(
      Object.entries(block.outputs).map(([port, type]) => [port, new OutputPort(name, port, portType(type), port, 2)]),
    );
    const params = parseFields(block.params, EXAMPLES[block.type] ?? {}, 'params');
    const hosted: HostedBlock = {
      name,
      definition: block,
      params,
      seed: 5,
      period: PERIOD,
      inputs: this.inputs,
      outputs: this.outputs,
    };
    this.host = new LocalHost(hosted);
    this.stream = createStream(feedSeed, 'feed');
  }

  /** Runs n steps; every tenth brings new inputs. */
  run(n: number): this {
    for (let i = 0; i < n; i++) this.step();
    return this;
  }

  private step(): void {
    const { block } = this;
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
    for (const [name, port] of Object.entries(this.outputs)) port.publish = !('occasional' in block.outputs[name]);
    this.host.start(time);
    this.tick++;
    for (const port of Object.values(this.outputs)) {
      if (!port.publish) continue;
      port.commit();
      port.signal.publishedNs = this.tick * PERIOD_NS;
      port.latch();
    }
  }

  private feed(signal: Signal): void {
    fill(signal.type, signal.value, this.stream);
    signal.sequence++;
    signal.publishedNs = this.tick * PERIOD_NS;
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
  it('gives the same outputs for the same inputs', () => {
    expect(new Bench(block).run(300).hash()).toBe(new Bench(block).run(300).hash());
  });

  it('goes on from a restored snapshot as if nothing had happened', () => {
    const straight = new Bench(block).run(137);
    const saved = structuredClone(straight.save());
    const resumed = new Bench(block).restore(saved);
    expect(resumed.run(200).hash()).toBe(straight.run(200).hash());
  });

  it('shares nothing between two instances', () => {
    const alone = new Bench(block).run(200).hash();
    const [first, second] = [new Bench(block), new Bench(block, 'other', 2)];
    for (let i = 0; i < 200; i++) {
      first.run(1);
      second.run(1);
    }
    expect(first.hash()).toBe(alone);
  });

  it('publishes only finite numbers', () => {
    const bench = new Bench(block).run(500);
    expect(Object.values(bench.outputs).flatMap((port) => notFinite(port.type, port.signal.value, port.name))).toEqual(
      [],
    );
  });

  it('publishes on every output that is not occasional', () => {
    const bench = new Bench(block).run(500);
    const silent = Object.values(bench.outputs)
      .filter((port) => port.signal.sequence === 0)
      .map((port) => port.name);
    expect(silent.filter((name) => !('occasional' in block.outputs[name]))).toEqual([]);
  });

  it('makes no typed array per step', () => {
    const bench = new Bench(block).run(100);
    expect(typedArraysMade(() => bench.run(200))).toBeLessThan(20);
  });

  it('says what it is, and documents every parameter', () => {
    expect(block.type).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
    expect(block.doc).not.toBe('');
    expect(undocumented(block.params, 'params')).toEqual([]);
  });
});
