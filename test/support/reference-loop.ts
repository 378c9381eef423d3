/**
 * A loop as its definition says: every tick, every block, every message, with nothing kept for speed. The real loop is held
 * against it. Its blocks are probes, which answer with a number made of everything that they see.
 */
import { defineBlock, occasionalOutput, optionalInput, queuedInput, queuedOutput } from '../../src/core/block.ts';
import type { Period } from '../../src/core/cadence.ts';
import { planCaptures } from '../../src/core/capture.ts';
import type { BlockSpec, LoopSpec, WireSpec } from '../../src/core/loop-spec.ts';
import { param } from '../../src/core/schema.ts';
import type { RandomStream } from '../../src/math/random.ts';
import { createStream, uniform } from '../../src/math/random.ts';
import { Float64 } from '../../src/msgs/index.ts';

/** What a probe sees at a release. */
export interface ProbeView {
  readonly block: string;
  readonly tick: number;
  readonly nowNs: number;
  readonly now: number;
  readonly dt: number;
  readonly elapsed: number;
  readonly activation: number;
  readonly bias: number;
  readonly sum: number;
  /** Value, sequence and time of publication of what is latched. */
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly queue: readonly number[];
}

interface Answer {
  readonly x: number;
  readonly isSaid: boolean;
  readonly y: number | undefined;
  readonly events: readonly number[];
  readonly sum: number;
}

/** What a probe says, by what it sees. */
function answerTo(view: ProbeView): Answer {
  const queued = view.queue.reduce((total, value, i) => total + (i + 1) * value, 0);
  const x = (31 * view.a[0] + 17 * view.b[0] + 7 * queued + 3 * view.activation + view.bias + view.sum) % 1009;
  return {
    x,
    isSaid: x % 7 !== 0,
    y: x % 3 === 0 ? x + 1 : undefined,
    events: Array.from({ length: x % 4 }, (_, i) => 4 * x + i),
    sum: (view.sum + x) % 1009,
  };
}

const latched = ({ value, sequence, publishedNs }: { value: Float64; sequence: number; publishedNs: number }) => [
  value.data,
  sequence,
  publishedNs,
];

interface ProbeState {
  readonly name: string;
  sum: number;
}

type Drafts = Record<'x' | 'y', { readonly value: Float64; publish: boolean }>;

/** Shows somebody what a probe sees, and writes what it says on its latched outputs. */
function respond(view: ProbeView, state: ProbeState, { x, y }: Drafts, seen: (view: ProbeView) => void): Answer {
  seen(view);
  const answer = answerTo(view);
  state.sum = answer.sum;
  x.value.data = answer.x;
  x.publish &&= answer.isSaid;
  if (answer.y !== undefined) y.value.data = answer.y;
  y.publish = answer.y !== undefined;
  return answer;
}

const start = (_params: unknown, { name }: { readonly name: string }): ProbeState => ({ name, sum: 0 });

/** A probe that tells `seen` of every release. */
export const probe = (seen: (view: ProbeView) => void) =>
  defineBlock({
    type: 'test/probe',
    doc: 'answers with what it sees',
    params: { bias: param(0, '', 'added') },
    inputs: { a: optionalInput(Float64), b: optionalInput(Float64), q: queuedInput(Float64) },
    outputs: { x: Float64, y: occasionalOutput(Float64), e: queuedOutput(Float64) },
    init: start,
    step({ bias }, state, { a, b, q }, outputs, time) {
      const queue = q.queue.map(({ data }) => data);
      const view = { block: state.name, ...time, bias, sum: state.sum, a: latched(a), b: latched(b), queue };
      for (const event of respond(view, state, outputs, seen).events) {
        outputs.e.value.data = event;
        outputs.e.send();
      }
    },
  });

/** The same as a plant, with latched ports only, so that it can run ahead of others. */
export const plantProbe = (seen: (view: ProbeView) => void) =>
  defineBlock({
    type: 'test/probe-plant',
    doc: 'answers with what it sees',
    plant: true,
    params: { bias: param(0, '', 'added') },
    inputs: { a: optionalInput(Float64), b: optionalInput(Float64) },
    outputs: { x: Float64, y: occasionalOutput(Float64) },
    init: start,
    step({ bias }, state, { a, b }, outputs, time) {
      const view = { block: state.name, ...time, bias, sum: state.sum, a: latched(a), b: latched(b), queue: [] };
      respond(view, state, outputs, seen);
    },
  });

/** One message on one output: tick, value, sequence, time of publication, and its stamps in the order of the origins. */
type Said = readonly [tick: number, value: number, sequence: number, publishedNs: number, ...stamps: readonly number[]];

/** One closed activation: when it was published, when released, and the sequence of every input then. */
type Closed = readonly [tick: number, releaseTick: number, ...inputSequences: readonly number[]];

export interface Run {
  /** By block. */
  readonly views: Record<string, ProbeView[]>;
  readonly closed: Record<string, Closed[]>;
  /** By `block.port`. */
  readonly said: Record<string, Said[]>;
}

/** What a reader, or everybody, sees of an output. */
interface Seen {
  value: number;
  sequence: number;
  publishedNs: number;
  stamps: number[];
  /** Of those messages that wait, where every one counts; the stamps are the oldest of these. */
  queue: number[];
}

interface Flying {
  readonly arrival: number;
  readonly value: number;
  readonly sequence: number;
  readonly stamps: readonly number[];
}

interface ReferenceWire {
  readonly spec: WireSpec;
  readonly queued: boolean;
  readonly stream: RandomStream;
  readonly flying: Flying[];
  readonly seen: Seen;
}

interface Pending {
  readonly releaseTick: number;
  readonly dueTick: number;
  readonly sequences: readonly number[];
  readonly stamps: readonly number[];
  readonly x?: number;
  readonly y?: number;
  readonly events: readonly number[];
}

const nothing = (origins: readonly string[]): Seen => ({
  value: 0,
  sequence: 0,
  publishedNs: 0,
  stamps: origins.map(() => -1),
  queue: [],
});

/** ⌈(offset + k · period) / tick⌉ */
function releaseTick({ ns, divisor }: Period, offsetNs: number, tickNs: number, k: number): number {
  const bottom = BigInt(tickNs) * BigInt(divisor);
  return Number((BigInt(offsetNs) * BigInt(divisor) + BigInt(k) * BigInt(ns) + bottom - 1n) / bottom);
}

/** Runs the ticks before `ticks`. */
export function simulate(spec: LoopSpec, ticks: number): Run {
  const { tickNs, blocks } = spec;
  const plan = planCaptures(
    blocks.map(({ name, definition, inputPorts, inputs }) => ({
      name,
      plant: definition.plant === true,
      sources: inputPorts.map((port) => inputs[port.name]?.block),
    })),
  );
  const originsOf = (block: string) => plan.get(block)!.origins;
  const signals = new Map<string, Seen>();
  const run: Run = { views: {}, closed: {}, said: {} };
  for (const { name, outputPorts } of blocks) {
    run.views[name] = [];
    run.closed[name] = [];
    for (const port of outputPorts) {
      run.said[`${name}.${port.name}`] = [];
      signals.set(`${name}.${port.name}`, nothing(originsOf(name)));
    }
  }
  const wires = new Map<string, ReferenceWire>();
  for (const { name, inputPorts, inputs } of blocks) {
    for (const { name: port, queued } of inputPorts) {
      const wire = inputs[port];
      if (wire === undefined || (!queued && wire.delay + wire.jitter + wire.loss === 0)) continue;
      const stream = createStream(spec.seed, `wire/${name}.${port}`);
      const seen = nothing(originsOf(wire.block));
      wires.set(`${name}.${port}`, { spec: wire, queued, stream, flying: [], seen });
    }
  }
  const latestArrival = new Map<ReferenceWire, number>();

  const send = (wire: ReferenceWire, tick: number, { value, sequence, stamps }: Seen) => {
    const isLost = uniform(wire.stream) < wire.spec.loss;
    const travel = wire.spec.delay + wire.spec.jitter * uniform(wire.stream);
    if (isLost) return;
    const free = tick + Math.ceil((travel * 1e9) / tickNs - 1e-6);
    const arrival = wire.spec.reorder ? free : Math.max(free, latestArrival.get(wire) ?? 0);
    latestArrival.set(wire, arrival);
    wire.flying.push({ arrival, value, sequence, stamps: [...stamps] });
  };
  const say = (path: string, tick: number, value: number, stamps: readonly number[]) => {
    const signal = signals.get(path)!;
    Object.assign(signal, { value, publishedNs: tick * tickNs, stamps: [...stamps] });
    signal.sequence++;
    run.said[path].push([tick, value, signal.sequence, tick * tickNs, ...stamps]);
    const [block, port] = path.split('.');
    for (const wire of wires.values())
      if (wire.spec.block === block && wire.spec.port === port) send(wire, tick, signal);
  };
  const deliver = (wire: ReferenceWire, tick: number) => {
    // the earliest arrival first, and among equals whoever was sent first
    const arrived = wire.flying.filter(({ arrival }) => arrival === tick);
    for (const { value, sequence, stamps } of arrived) {
      const { seen } = wire;
      const isFirst = !wire.queued || seen.queue.length === 0;
      const oldest = (known: number, i: number) =>
        isFirst || known < 0 ? stamps[i] : stamps[i] < 0 ? known : Math.min(known, stamps[i]);
      Object.assign(seen, { value, sequence, publishedNs: tick * tickNs, stamps: seen.stamps.map(oldest) });
      if (wire.queued) seen.queue.push(value);
    }
  };
  const seenBy = ({ name, inputs }: BlockSpec, port: string): Seen => {
    const wire = inputs[port];
    if (wire === undefined) return nothing([]);
    return wires.get(`${name}.${port}`)?.seen ?? signals.get(`${wire.block}.${wire.port}`)!;
  };

  const actors = blocks.map((block) => ({ block, sum: 0, pending: [] as Pending[] }));
  for (let tick = 0; tick < ticks; tick++) {
    for (const { block, pending } of actors) {
      for (const { dueTick, releaseTick: released, sequences, stamps, x, y, events } of pending) {
        if (dueTick !== tick) continue;
        if (x !== undefined) say(`${block.name}.x`, tick, x, stamps);
        if (y !== undefined) say(`${block.name}.y`, tick, y, stamps);
        for (const event of events) say(`${block.name}.e`, tick, event, stamps);
        run.closed[block.name].push([tick, released, ...sequences]);
      }
    }
    for (const wire of wires.values()) deliver(wire, tick);
    for (const actor of actors) {
      const { block } = actor;
      const { name, period, offsetNs, latencyTicks, publishEvery, inputPorts } = block;
      const at = (k: number) => releaseTick(period, offsetNs, tickNs, k);
      const activation = run.views[name].length;
      if (at(activation) !== tick) continue;
      const [a, b, q] = ['a', 'b', 'q'].map((port) => seenBy(block, port));
      const changed = spec.changes.filter((change) => change.block === name && change.tick <= tick).at(-1);
      const view: ProbeView = {
        block: name,
        tick,
        nowNs: tick * tickNs,
        now: (tick * tickNs) / 1e9,
        dt: ((at(activation + 1) - tick) * tickNs) / 1e9,
        elapsed: activation === 0 ? period.ns / period.divisor / 1e9 : ((tick - at(activation - 1)) * tickNs) / 1e9,
        activation,
        bias: (changed?.params ?? block.params).bias as number,
        sum: actor.sum,
        a: [a.value, a.sequence, a.publishedNs],
        b: [b.value, b.sequence, b.publishedNs],
        queue: [...q.queue],
      };
      run.views[name].push(view);
      const answer = answerTo(view);
      actor.sum = answer.sum;
      const rule = plan.get(name)!.rule;
      const inputs = inputPorts.map((port) => seenBy(block, port.name));
      const stamps = originsOf(name).map((_, slot) => {
        if (rule.kind !== 'inherit') return rule.kind === 'release' ? tick : tick + latencyTicks;
        const behind = inputs.flatMap(({ sequence, stamps: all }, i) =>
          sequence === 0 ? [] : all.filter((stamp, j) => rule.slots[i][j] === slot && stamp >= 0),
        );
        return behind.length === 0 ? -1 : Math.min(...behind);
      });
      const sequences = inputs.map(({ sequence }) => sequence);
      q.queue.length = 0;
      const rests = (activation + 1) % publishEvery !== 0;
      const x = answer.isSaid && !rests ? answer.x : undefined;
      const events = block.outputPorts.some((port) => port.queued) ? answer.events : [];
      // an answer that comes later closes its activation even where it says nothing
      const saysNothing = x === undefined && answer.y === undefined && events.length === 0;
      if (saysNothing && block.host.kind.traits.inThread) continue;
      const dueTick = tick + latencyTicks;
      actor.pending.push({ releaseTick: tick, dueTick, sequences, stamps, x, y: answer.y, events });
    }
  }
  return run;
}
