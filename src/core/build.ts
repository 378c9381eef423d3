/** From a checked scenario to a loop that is ready to run: ports, wires, capture stamps, links and hosts. */
import { FrameMemory } from '../math/frame-memory.ts';
import { createStream } from '../math/random.ts';
import { createCadence, periodSeconds } from './cadence.ts';
import { planCaptures } from './capture.ts';
import { FaultyHost } from './faulty-host.ts';
import type { AnyHostKind, Host, HostedBlock, HostRequest } from './host.ts';
import { Links } from './link.ts';
import { Loop } from './loop.ts';
import type { BlockSpec, EndCondition, LoopSpec } from './loop-spec.ts';
import type { Port } from './ports.ts';
import type { FrameAllocator, PublishMask } from './signal.ts';
import { OutputPort, QueueSignal, Signal } from './signal.ts';
import { NEVER } from './calendar.ts';
import { Task } from './task.ts';
import { isPlainWire, Wire } from './wire.ts';

export interface BuildOptions {
  /** May put something around the host of a block, such as a stopwatch. */
  wrapHost?(spec: BlockSpec, host: Host): Host;
  /** Lines of programs and links, for people. */
  log?(line: string): void;
}

/** Every host is opened as the scenario says; one that cannot be opened is an error. */
export async function buildLoop(spec: LoopSpec, options: BuildOptions = {}): Promise<Loop> {
  const frames = new FrameMemory();
  const { loop, inputs, outputs } = connect(spec, frames.allocate);
  const log = options.log ?? (() => {});
  const links = await Links.open(spec.links, { nowNs: () => loop.nowNs, log });
  loop.links = links;
  loop.onClose(() => links.close());
  const requests = loop.tasks.map((task, i): HostRequest => {
    const { period, host } = spec.blocks[i];
    const block: HostedBlock = {
      name: task.name,
      definition: task.definition,
      params: task.params,
      seed: spec.seed,
      period: periodSeconds(period),
      inputs: inputs.get(task.name)!,
      outputs: outputs.get(task.name)!,
      placesAtSources: placesAtSources(spec.blocks[i], spec.blocks),
    };
    return {
      block,
      params: host.params,
      context: { links, assets: spec.assets, frames, timeLimit: host.timeLimit, log },
    };
  });
  try {
    await openHosts(loop.tasks, spec.blocks, requests, options);
  } catch (error) {
    await loop.close();
    throw error;
  }
  return loop;
}

/** Where those that a block reads have it in a list of their inputs, such as `nodes[2]`. */
function placesAtSources({ name, inputs }: BlockSpec, blocks: readonly BlockSpec[]): ByPort<number | undefined> {
  const placeAt = (source: BlockSpec): number | undefined => {
    const own = Object.keys(source.inputs).find((port) => source.inputs[port].block === name && port.endsWith(']'));
    return own === undefined ? undefined : Number(own.slice(own.lastIndexOf('[') + 1, -1));
  };
  return Object.fromEntries(
    Object.entries(inputs).map(([port, wire]) => [port, placeAt(blocks.find((block) => block.name === wire.block)!)]),
  );
}

/** Those that open together begin at once and start up while the others are opened, one after the other. */
async function openHosts(
  tasks: readonly Task[],
  blocks: readonly BlockSpec[],
  requests: readonly HostRequest[],
  { wrapHost }: BuildOptions,
): Promise<void> {
  const take = (i: number, opened: Host) => {
    const host = withFaults(opened, blocks[i], requests[i].block);
    tasks[i].setHost(wrapHost?.(blocks[i], host) ?? host, blocks[i].host.kind.traits);
  };
  const places = new Map<AnyHostKind, number[]>();
  blocks.forEach(({ host: { kind } }, i) => {
    if (kind.openTogether !== undefined) places.set(kind, [...(places.get(kind) ?? []), i]);
  });
  const openTogether = async ([kind, indices]: [AnyHostKind, number[]]) => {
    const hosts = await kind.openTogether!(indices.map((i) => requests[i]));
    indices.forEach((i, j) => take(i, hosts[j]));
  };
  const openOthers = async () => {
    for (const [i, { block, params, context }] of requests.entries()) {
      const { kind } = blocks[i].host;
      if (kind.openTogether === undefined) take(i, await kind.open(block, params, context));
    }
  };
  const outcomes = await Promise.allSettled([...[...places].map(openTogether), openOthers()]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** What is played again has its faults in it. */
function withFaults(host: Host, { faults = [], host: { kind } }: BlockSpec, block: HostedBlock): Host {
  return faults.length === 0 || kind.traits.ownTiming ? host : new FaultyHost(host, block, faults, kind.traits);
}

type ByPort<T> = Record<string, T>;

interface Outputs {
  readonly byPort: ByPort<OutputPort>;
  readonly mask: PublishMask;
}

interface Connected {
  readonly loop: Loop;
  /** By block and port. */
  readonly inputs: ReadonlyMap<string, ByPort<Signal>>;
  readonly outputs: ReadonlyMap<string, ByPort<OutputPort>>;
}

/** Everything but the hosts. */
function connect(spec: LoopSpec, allocate: FrameAllocator): Connected {
  const { tickNs, blocks } = spec;
  const created = new Map(blocks.map((block) => [block.name, createOutputs(block, spec, allocate)]));
  const outputs = new Map([...created].map(([name, { byPort }]) => [name, byPort]));
  const plan = capturePlanOf(blocks);
  for (const block of blocks) {
    for (const port of Object.values(outputs.get(block.name)!)) setOrigins(port.signal, plan.get(block.name)!.origins);
  }
  const wires: Wire[] = [];
  const inputs = new Map(blocks.map((block) => [block.name, connectInputs(block, outputs, wires, spec)]));
  const tasks = blocks.map((block) => createTask(block, inputs.get(block.name)!, created.get(block.name)!, tickNs));
  for (const task of tasks) task.captureRule = plan.get(task.name)!.rule;
  const loop = new Loop(tickNs, tasks, wires, Math.max(1, Math.round(1e9 / tickNs)));
  loop.setChanges(spec.changes);
  if (spec.until !== undefined) installEndCondition(loop, spec.until);
  return { loop, inputs, outputs };
}

/** Looked at ten times per simulated second. */
function installEndCondition(loop: Loop, { signal, read, min = -Infinity, max = Infinity }: EndCondition): void {
  const port = loop.ports.find(({ path }) => path === signal)!;
  loop.endWhen(Math.max(1, Math.round(1e8 / loop.tickNs)), () => {
    const value = port.signal.sequence === 0 ? NaN : read(port.signal.value);
    return value >= min && value <= max;
  });
}

/** Ticks between two releases, at least. */
const shortestPeriod = (block: BlockSpec, tickNs: number): number =>
  Math.max(1, Math.floor(block.period.ns / block.period.divisor / tickNs));

/** Activations that can be open at once: one per period within the latency, and one more where an answer may come late. */
function pipelineDepth(block: BlockSpec, tickNs: number): number {
  const mayBeLate = block.host.late !== 'wait' || block.host.kind.traits.ownTiming === true;
  return Math.ceil(block.latencyTicks / shortestPeriod(block, tickNs)) + (mayBeLate ? 1 : 0);
}

/** Publications of a block that a reader in another thread or program may still be looking at when newer ones have come. */
function extraFrames(block: BlockSpec, { blocks, tickNs }: LoopSpec): number {
  const elsewhere = blocks.filter(
    ({ host, inputs }) => !host.kind.traits.inThread && Object.values(inputs).some((wire) => wire.block === block.name),
  );
  return Math.max(0, ...elsewhere.map((reader) => Math.ceil(reader.latencyTicks / shortestPeriod(block, tickNs)) + 1));
}

function createOutputs(block: BlockSpec, spec: LoopSpec, allocate: FrameAllocator): Outputs {
  const mask: PublishMask = { bits: 0 };
  const common = {
    mask,
    block: block.name,
    depth: pipelineDepth(block, spec.tickNs),
    extraFrames: extraFrames(block, spec),
    allocate,
  };
  const ports = block.outputPorts.map(({ name, type, optional, queued }, index): [string, OutputPort] => [
    name,
    new OutputPort({ ...common, name, index, type, topic: block.topics[name], occasional: optional, queued }),
  ]);
  return { byPort: Object.fromEntries(ports), mask };
}

const capturePlanOf = (blocks: readonly BlockSpec[]) =>
  planCaptures(
    blocks.map((block) => ({
      name: block.name,
      plant: block.definition.plant === true,
      sources: block.inputPorts.map(({ name }) => block.inputs[name]?.block),
    })),
  );

function setOrigins(signal: Signal, origins: readonly string[]): void {
  signal.origins = origins;
  signal.captureTicks = origins.map(() => -1);
}

function connectInputs(
  block: BlockSpec,
  outputs: ReadonlyMap<string, ByPort<OutputPort>>,
  wires: Wire[],
  { seed, tickNs }: LoopSpec,
): ByPort<Signal> {
  const connectPort = ({ name, type, queued }: Port): Signal => {
    const spec = block.inputs[name];
    if (spec === undefined) return queued ? new QueueSignal(type) : new Signal(type);
    const source = outputs.get(spec.block)![spec.port];
    if (isPlainWire(spec) && !queued) return source.signal;
    const wire = new Wire(source, spec, tickNs, createStream(seed, `wire/${block.name}.${name}`), queued);
    setOrigins(wire.signal, source.signal.origins);
    wires.push(wire);
    return wire.signal;
  };
  return Object.fromEntries(block.inputPorts.map((port) => [port.name, connectPort(port)]));
}

function createTask(block: BlockSpec, inputs: ByPort<Signal>, { byPort, mask }: Outputs, tickNs: number): Task {
  const { name, definition, params, host, latencyTicks, publishEvery } = block;
  return new Task({
    name,
    definition,
    params,
    cadence: createCadence(block.period, block.offsetNs, tickNs),
    period: periodSeconds(block.period),
    latencyTicks,
    late: host.late,
    timeLimit: host.timeLimit,
    maxAgeTicks: host.maxAge === undefined ? NEVER : Math.max(1, Math.round((host.maxAge * 1e9) / tickNs)),
    lostReaction: host.lost,
    depth: pipelineDepth(block, tickNs),
    inputs,
    outputs: byPort,
    mask,
    publishEvery,
    untrusted: definition.module !== undefined || host.kind.traits.standsIn === true,
    tickNs,
  });
}
