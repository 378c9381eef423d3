/**
 * The latency budget of a dataflow: how old the data behind a command can be when the vehicle reads it, and where the time goes.
 *
 * A path leads from where data begins (a plant, whose data is true when published, or a block without inputs, whose data is made at
 * its release) through sensors and controllers to an input of a plant:
 *
 *   data true ── wait ──▶ sensor released ── compute ──▶ published ── wire ──▶ arrives ── wait ──▶ controller released ── … ──▶ plant reads
 *
 *   wait     sampling: from the phases of both blocks; `drift` is its bound when phases are not kept: one period of the writer
 *   compute  the latency that a block declares
 *   wire     delay, up to delay + jitter; where messages overtake, an old one can stay for another jitter
 *
 * Least and most are added up hop by hop, which no run exceeds unless messages are lost or wait for their turn on a bus. Checked against: the stamp chains that
 * `skidpad latency` prints of recorded runs.
 */
import { periodSeconds } from '../core/cadence.ts';
import type { WireQuality } from '../core/wire.ts';
import { ClockReading } from '../msgs/index.ts';
import type { Scenario } from './scenario.ts';
import type { Timing } from './sampling-wait.ts';
import { samplingWait } from './sampling-wait.ts';

export interface BudgetHop {
  readonly kind: 'wait' | 'compute' | 'wire';
  /** Who waits or computes; for a wire who reads from it. */
  readonly block: string;
  /** [s] */
  readonly min: number;
  readonly max: number;
  /** At most, whatever the phases [s]. */
  readonly drift: number;
}

export interface BudgetPath {
  /** Block where the data begins. */
  readonly origin: string;
  /** Blocks from the origin to the plant. */
  readonly blocks: readonly string[];
  /** What each of them says to the next, as block.port. */
  readonly signals: readonly string[];
  /** Other chains from this origin with the very same times, such as those of six equal sensors. */
  readonly alike: readonly (readonly string[])[];
  readonly hops: readonly BudgetHop[];
  readonly min: number;
  readonly max: number;
  readonly drift: number;
  /** Some wire loses messages: each one lost adds a period. */
  readonly isLossy: boolean;
}

/** An input of a plant, and every way data takes to it. */
export interface CommandBudget {
  /** Such as car.twist. */
  readonly input: string;
  /** The signal behind it, such as controller.twist. */
  readonly signal: string;
  /** The longest first. */
  readonly paths: readonly BudgetPath[];
}

/** What of a block decides when it reads and speaks [s]. */
export interface TimedBlock extends Timing {
  readonly name: string;
  readonly plant: boolean;
  readonly inputs: readonly {
    readonly port: string;
    /** `block.port` */
    readonly from?: string;
    readonly type: string;
    /** Messages come when they come, not in every period of their writer. */
    readonly queued?: boolean;
    readonly wire?: WireQuality;
  }[];
  readonly outputs: readonly { readonly type: string }[];
}

export const timedBlocks = ({ blocks, tickNs }: Pick<Scenario, 'blocks' | 'tickNs'>): TimedBlock[] =>
  blocks.map(({ name, definition, period, publishEvery, latencyTicks, offsetNs, inputPorts, outputPorts, inputs }) => ({
    name,
    plant: definition.plant === true,
    period: periodSeconds(period),
    publishEvery,
    latency: (latencyTicks * tickNs) / 1e9,
    offset: offsetNs / 1e9,
    inputs: inputPorts.map((port) => {
      const wire = inputs[port.name];
      const type = port.type.name;
      const { queued } = port;
      return wire === undefined
        ? { port: port.name, type, queued }
        : { port: port.name, type, queued, from: `${wire.block}.${wire.port}`, wire };
    }),
    outputs: outputPorts.map(({ type }) => ({ type: type.name })),
  }));

/** How often a way may lead through a block: a bus hands on what others say, and so is passed there and back. */
export const passages = ({ inputs, outputs }: Pick<TimedBlock, 'inputs' | 'outputs'>): number =>
  inputs.length > 0 &&
  inputs.every(({ port, type }) => port.endsWith(']') && outputs.some((output) => output.type === type))
    ? 2
    : 1;

/** Longest chain and number of ways that are followed. */
const MOST_BLOCKS = 16;
const MOST_PATHS = 40;

/** Every message arrives at once. */
const IDEAL: WireQuality = { delay: 0, jitter: 0, loss: 0, reorder: false };

interface Network {
  readonly blocks: ReadonlyMap<string, TimedBlock>;
  readonly tick: number;
}

/** `tick` is the quantum of time [s]. */
export function latencyBudget(blocks: readonly TimedBlock[], tick: number): CommandBudget[] {
  const network: Network = { blocks: new Map(blocks.map((block) => [block.name, block])), tick };
  return blocks
    .filter(({ plant }) => plant)
    .flatMap((plant) =>
      plant.inputs.flatMap((input): CommandBudget[] => {
        // what one plant tells another is no command
        if (input.from === undefined || network.blocks.get(blockOf(input.from))?.plant !== false) return [];
        const paths = pathsTo(plant, input, { hops: [], blocks: [plant.name], signals: [], isLossy: false }, network);
        return [{ input: `${plant.name}.${input.port}`, signal: input.from, paths: longestFirst(paths) }];
      }),
    );
}

const blockOf = (signal: string): string => signal.split('.')[0];

/** The end of a path, from some input on. */
type Tail = Pick<BudgetPath, 'hops' | 'blocks' | 'signals' | 'isLossy'>;

/** Extends a tail backwards through the block that writes to an input, to every origin behind it. */
function pathsTo(reader: TimedBlock, input: TimedBlock['inputs'][number], tail: Tail, network: Network): BudgetPath[] {
  const source = network.blocks.get(blockOf(input.from!));
  if (source === undefined || tail.blocks.length > MOST_BLOCKS) return [];
  const { hops, isLossy } = wireHops(source, reader, input, network, tail.hops.length === 0);
  const here: Tail = {
    hops: [...hops, ...tail.hops],
    blocks: [source.name, ...tail.blocks],
    signals: [input.from!, ...tail.signals],
    isLossy: isLossy || tail.isLossy,
  };
  if (source.plant) return [finished(here)];
  const computes: BudgetHop = {
    kind: 'compute',
    block: source.name,
    min: source.latency,
    max: source.latency,
    drift: source.latency,
  };
  const computed: Tail = { ...here, hops: [computes, ...here.hops] };
  // a feedback between controllers is followed once
  const passed = tail.blocks.slice(0, -1);
  const isOpen = (name: string) =>
    passed.filter((block) => block === name).length < passages(network.blocks.get(name) ?? source);
  // what a clock says is put into stamps, and is nothing that a command is made of
  const wired = source.inputs.filter(({ from, type }) => from !== undefined && type !== ClockReading.name);
  if (wired.length === 0) return [finished(computed)];
  return wired
    .filter(({ from }) => isOpen(blockOf(from!)))
    .flatMap((next) => pathsTo(source, next, computed, network))
    .slice(0, MOST_PATHS);
}

function wireHops(
  source: TimedBlock,
  reader: TimedBlock,
  { wire: quality = IDEAL, queued = false }: TimedBlock['inputs'][number],
  { tick }: Network,
  isLast: boolean,
): { hops: BudgetHop[]; isLossy: boolean } {
  const { delay, jitter, loss, reorder } = quality;
  const question = { source, reader, tick, onlyNew: isLast };
  const most = samplingWait({ ...question, delay: delay + jitter });
  const least = jitter === 0 ? most : samplingWait({ ...question, delay });
  const stale = reorder ? jitter : 0;
  const published = source.period * source.publishEvery;
  const wait: BudgetHop = {
    kind: 'wait',
    block: reader.name,
    min: queued ? 0 : least.min,
    // an event may come right after a release, and a message that came early may wait for longer
    max: queued ? Math.max(0, reader.period - tick) : Math.max(most.max, least.max - jitter) + stale,
    drift: queued ? reader.period : (isLast ? Math.min(reader.period, published) : published) + stale,
  };
  const travels = delay > 0 || jitter > 0;
  const wire: BudgetHop = { kind: 'wire', block: reader.name, min: delay, max: delay + jitter, drift: delay + jitter };
  return { hops: travels ? [wire, wait] : [wait], isLossy: loss > 0 };
}

function finished(tail: Tail): BudgetPath {
  const sum = (key: 'min' | 'max' | 'drift') => tail.hops.reduce((total, hop) => total + hop[key], 0);
  return { ...tail, origin: tail.blocks[0], alike: [], min: sum('min'), max: sum('max'), drift: sum('drift') };
}

/** One path for every chain of blocks, as two signals between the same two are one way, and chains with equal times as one. */
function longestFirst(paths: readonly BudgetPath[]): BudgetPath[] {
  const unique = new Map<string, BudgetPath>();
  for (const path of paths) {
    const chain = path.blocks.join(' ');
    const known = unique.get(chain);
    if (known === undefined || path.max > known.max) unique.set(chain, path);
  }
  const groups = new Map<string, BudgetPath>();
  for (const path of unique.values()) {
    const times = JSON.stringify([path.origin, path.hops.map(({ kind, min, max, drift }) => [kind, min, max, drift])]);
    const known = groups.get(times);
    groups.set(times, known === undefined ? path : { ...known, alike: [...known.alike, path.blocks] });
  }
  return [...groups.values()].sort((a, b) => b.max - a.max);
}
