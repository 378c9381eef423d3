/** From a scenario to a loop that is ready to run: ports, wires, capture stamps and hosts. */
import { createStream } from '../math/random.ts';
import type { MessageType } from '../msgs/message-type.ts';
import type { ScalarField } from '../msgs/flatten.ts';
import { scalarAt } from '../msgs/flatten.ts';
import type { OptionalPort } from './block.ts';
import { portType } from './block.ts';
import { createCadence, periodSeconds } from './cadence.ts';
import { planCaptures } from './capture.ts';
import type { Host, HostedBlock } from './host.ts';
import { InputError } from './input-error.ts';
import { LocalHost } from './local-host.ts';
import { Loop } from './loop.ts';
import type { BlockSpec, Scenario } from './scenario.ts';
import type { FrameAllocator, PublishMask } from './signal.ts';
import { allocateFrame, OutputPort, Signal } from './signal.ts';
import { Task } from './task.ts';
import { isPlainWire, Wire } from './wire.ts';

export interface BuildOptions {
  readonly seed?: number;
  /** Opens the host of a block that is not local. */
  openHost?(spec: BlockSpec, block: HostedBlock): Promise<Host>;
  /** May put something around the local host of a block, such as a stopwatch. */
  wrapHost?(spec: BlockSpec, host: Host): Host;
  /** Where frames of byte arrays come from; shared memory when a worker is to see them. */
  readonly allocateFrame?: FrameAllocator;
}

export async function buildLoop(scenario: Scenario, options: BuildOptions = {}): Promise<Loop> {
  const { tickNs, blocks } = scenario;
  const seed = options.seed ?? scenario.document.seed;
  const ports = new Map(
    blocks.map((block) => [block.name, createPorts(block, scenario, options.allocateFrame ?? allocateFrame)]),
  );
  const outputs = new Map([...ports].map(([name, { byName }]) => [name, byName]));
  applyCapturePlan(blocks, outputs);

  const wires: Wire[] = [];
  const inputs = new Map(blocks.map((block) => [block.name, connectInputs(block, outputs, wires, seed, tickNs)]));
  const tasks = blocks.map((block) => createTask(block, inputs.get(block.name)!, ports.get(block.name)!, tickNs));
  const plan = capturePlanOf(blocks);
  for (const task of tasks) task.captureRule = plan.get(task.name)!.rule;

  const loop = new Loop(tickNs, tasks, wires, Math.max(1, Math.round(1e9 / tickNs)));
  loop.setChanges(scenario.changes);
  if (scenario.document.until !== undefined) endAsWanted(loop, scenario.document.until);
  try {
    for (const [i, task] of tasks.entries()) {
      const hosted: HostedBlock = {
        name: task.name,
        definition: task.definition,
        params: task.params,
        seed,
        period: periodSeconds(blocks[i].period),
        inputs: inputs.get(task.name)!,
        outputs: outputs.get(task.name)!,
      };
      task.host = await openHost(blocks[i], hosted, options);
    }
  } catch (error) {
    await closeOpened(tasks);
    throw error;
  }
  return loop;
}

/** Looked at ten times per simulated second. */
function endAsWanted(
  loop: Loop,
  { of, min = -Infinity, max = Infinity }: NonNullable<Scenario['document']['until']>,
): void {
  const [block, name, ...field] = of.split('.');
  const port = loop.ports.find(({ path }) => path === `${block}.${name}`)!;
  const { read } = fieldOf(port, field.join('.'));
  loop.endWhen(Math.max(1, Math.round(1e8 / loop.tickNs)), () => {
    const value = port.signal.sequence === 0 ? NaN : read(port.signal.value);
    return value >= min && value <= max;
  });
}

function fieldOf(port: OutputPort, field: string): ScalarField {
  try {
    return scalarAt(port.type, field);
  } catch (error) {
    throw new InputError('until.of', (error as Error).message.replace(/\.$/, ''));
  }
}

async function openHost(spec: BlockSpec, hosted: HostedBlock, options: BuildOptions): Promise<Host> {
  if (spec.host.kind === 'local' || options.openHost === undefined) {
    const host = new LocalHost(hosted);
    return options.wrapHost?.(spec, host) ?? host;
  }
  return options.openHost(spec, hosted);
}

const closeOpened = (tasks: readonly Task[]) =>
  Promise.allSettled(tasks.map((task) => (task.host as Host | undefined)?.close()));

/** Ticks between two releases, at least. */
const shortestPeriod = (block: BlockSpec, tickNs: number): number =>
  Math.max(1, Math.floor(block.period.ns / block.period.divisor / tickNs));

/** Activations that can be open at once: one per period within the latency, and one more where an answer may come late. */
function pipelineDepth(block: BlockSpec, tickNs: number): number {
  const mayBeLate = block.host.late !== 'wait' || block.host.kind === 'replay';
  return Math.ceil(block.latencyTicks / shortestPeriod(block, tickNs)) + (mayBeLate ? 1 : 0);
}

/** Publications of a block that a reader elsewhere may still be looking at when newer ones have come. */
function lingeringPublications(block: BlockSpec, { blocks, tickNs }: Scenario): number {
  const elsewhere = blocks.filter(
    (reader) => reader.host.kind !== 'local' && Object.values(reader.inputs).some((wire) => wire.block === block.name),
  );
  return Math.max(0, ...elsewhere.map((reader) => Math.ceil(reader.latencyTicks / shortestPeriod(block, tickNs)) + 1));
}

/** The outputs of a block, and which of them publish in every step. */
interface Ports {
  readonly byName: Record<string, OutputPort>;
  readonly mask: PublishMask;
  readonly everyStep: number;
}

function createPorts(block: BlockSpec, scenario: Scenario, allocate: FrameAllocator): Ports {
  const depth = pipelineDepth(block, scenario.tickNs);
  const lingering = lingeringPublications(block, scenario);
  const mask: PublishMask = { bits: 0 };
  const declared = Object.entries(block.definition.outputs);
  const byName = Object.fromEntries(
    declared.map(([name, port], i) => [
      name,
      new OutputPort(block.name, name, portType(port), block.topics[name], depth, allocate, lingering, mask, 1 << i),
    ]),
  );
  const everyStep = declared.reduce((bits, [, port], i) => ('occasional' in port ? bits : bits | (1 << i)), 0);
  return { byName, mask, everyStep };
}

const capturePlanOf = (blocks: readonly BlockSpec[]) =>
  planCaptures(
    blocks.map((block) => ({
      name: block.name,
      plant: block.definition.plant === true,
      sources: Object.keys(block.definition.inputs).map((port) => block.inputs[port]?.block),
    })),
  );

function applyCapturePlan(
  blocks: readonly BlockSpec[],
  outputs: ReadonlyMap<string, Record<string, OutputPort>>,
): void {
  const plan = capturePlanOf(blocks);
  for (const block of blocks) {
    for (const port of Object.values(outputs.get(block.name)!)) giveOrigins(port.signal, plan.get(block.name)!.origins);
  }
}

function giveOrigins(signal: Signal, origins: readonly string[]): void {
  signal.origins = origins;
  signal.captureTicks = origins.map(() => -1);
}

function connectInputs(
  block: BlockSpec,
  outputs: ReadonlyMap<string, Record<string, OutputPort>>,
  wires: Wire[],
  seed: number,
  tickNs: number,
): Record<string, Signal> {
  const connect = (port: string, declared: MessageType<any> | OptionalPort): Signal => {
    const spec = block.inputs[port];
    if (spec === undefined) return new Signal(portType(declared));
    const source = outputs.get(spec.block)![spec.port];
    if (isPlainWire(spec)) return source.signal;
    const wire = new Wire(source, spec, tickNs, createStream(seed, `wire/${block.name}.${port}`));
    giveOrigins(wire.signal, source.signal.origins);
    wires.push(wire);
    return wire.signal;
  };
  return Object.fromEntries(
    Object.entries(block.definition.inputs).map(([port, declared]) => [port, connect(port, declared)]),
  );
}

const createTask = (block: BlockSpec, inputs: Record<string, Signal>, ports: Ports, tickNs: number): Task =>
  new Task({
    name: block.name,
    definition: block.definition,
    params: block.params,
    cadence: createCadence(block.period, block.offsetNs, tickNs),
    period: periodSeconds(block.period),
    latencyTicks: block.latencyTicks,
    late: block.host.late,
    depth: pipelineDepth(block, tickNs),
    inputs,
    outputs: ports.byName,
    mask: ports.mask,
    everyStep: ports.everyStep,
    publishEvery: block.publishEvery,
    suspect: block.definition.module !== undefined || block.host.kind === 'process',
    tickNs,
  });
