/**
 * The latency budget of a run, from its stamp chains: for every command a plant read, how old the data behind it
 * was, and where the time went.
 *
 * Each publication was recorded with the sequence numbers of the inputs it was computed from, so the way from a
 * command back to where its data began can be walked exactly:
 *
 *   data true ── wait ──▶ sensor released ── compute ──▶ published ── wait ──▶ controller released ── … ──▶ plant reads
 *
 * `wait` is from publication to the reader's release (transport on the wire, and sampling); `compute` is the
 * block's declared latency, or more where a host was late. Beside what was measured stands what the dataflow allows
 * (`scenario/latency-budget.ts`).
 *
 * Through a bus and a decoder the very frame is followed that was read (`handovers.ts`), so that its wait for its turn is part of its way: it waits from
 * its publication to the release of the bus in which it was sent. A reader that does not say which frame it has used, such as an ECU outside, is taken
 * to have used the newest of every node.
 */
import { InputError } from '../core/input-error.ts';
import type { BlockSpec } from '../core/loop-spec.ts';
import { latencyBudget, passages, timedBlocks } from '../scenario/latency-budget.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { quantileOfSorted } from '../math/statistics.ts';
import type { Provenance } from '../msgs/index.ts';
import { Handovers } from './handovers.ts';
import { OWN_TOPICS } from './mcap/format.ts';
import type { Recording } from './mcap/recording-reader.ts';

export interface HopStatistics {
  /** What happens in this hop, such as `controller computes`. */
  readonly hop: string;
  /** Who waits or computes. */
  readonly block: string;
  /** The most that the dataflow allows [s]; undefined where it sets no bound, as messages may be lost. */
  readonly declared?: number;
  /** [s] */
  readonly min: number;
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

export interface CommandLatency {
  /** Such as `vehicle → localisation.odom → controller.twist → vehicle.twist`. */
  readonly path: string;
  readonly samples: number;
  readonly hops: readonly HopStatistics[];
  /** From the instant the data was true to the instant the command was read. */
  readonly age: HopStatistics;
  /** What it may be wrong by at most [s], where another computer's clock says when the data was true. */
  readonly bound?: number;
  /** When each command was read, and how long each of its hops took [s]: one row per command. */
  readonly times: readonly number[];
  readonly stack: readonly (readonly number[])[];
}

/** A part of a way. */
interface Hop {
  readonly block: string;
  readonly does: 'waits' | 'computes';
}

/** One walk from a command to its data: its hops, and the ticks at which each began; the last one ended. */
interface Walk {
  readonly path: string;
  readonly hops: readonly Hop[];
  readonly ticks: readonly number[];
  /** What the first may be wrong by [s], where another computer's clock gave it. */
  readonly bound: number;
}

/** Longest chain that is followed; longer ones can only be feedback between controllers. */
const MAX_BLOCKS = 12;

/** All that one block ever published. */
interface BlockHistory {
  readonly records: readonly Provenance[];
  readonly handovers: Handovers;
}

/** A message that is to be followed: `isThis` where it is certain that no other was read. */
interface Read {
  readonly port: string;
  readonly sequence: number;
  readonly isThis: boolean;
}

export function commandLatencies(recording: Recording, scenario: Scenario): CommandLatency[] {
  const history = readHistory(recording, scenario);
  const walks = new Map<string, Walk[]>();
  scenario.blocks.forEach((block, index) => {
    if (block.definition.plant !== true) return;
    for (const walk of plantWalks(block, history[index], scenario, history)) {
      const known = walks.get(walk.path);
      if (known === undefined) walks.set(walk.path, [walk]);
      else known.push(walk);
    }
  });
  const allowed = allowedHops(scenario);
  return [...walks.values()].map((group) => summarise(group, scenario.tickNs, allowed));
}

/** By the hops of a way as text: the most that each may take, and all of them together [s]. */
function allowedHops(scenario: Scenario): Map<string, number[]> {
  const allowed = new Map<string, number[]>();
  for (const { paths } of latencyBudget(timedBlocks(scenario), scenario.tickNs / 1e9)) {
    for (const { hops, blocks, alike, isLossy, max } of paths) {
      if (isLossy) continue;
      // what travels on a wire waits
      const together: number[] = [];
      hops.forEach((hop, i) => {
        if (hops[i - 1]?.kind === 'wire') together[together.length - 1] += hop.max;
        else together.push(hop.max);
      });
      for (const chain of [blocks, ...alike]) allowed.set(chain.join(' '), [...together, max]);
    }
  }
  return allowed;
}

/** The publications of every block, in order. */
function readHistory(recording: Recording, scenario: Scenario): BlockHistory[] {
  const channel = recording.channel(OWN_TOPICS.provenance);
  if (channel === undefined) throw new InputError('recording', 'has no stamp chains; it was not made by skidpad run');
  const history = scenario.blocks.map(() => ({ records: [] as Provenance[], handovers: new Handovers() }));
  for (const { data } of recording.messages({ channels: [channel] })) {
    const record = recording.decode(channel, data) as Provenance;
    history[record.block]?.records.push(record);
    history[record.block]?.handovers.add(record);
  }
  return history;
}

/** One walk for every new command a plant read. */
function* plantWalks(
  plant: BlockSpec,
  { records }: BlockHistory,
  scenario: Scenario,
  history: readonly BlockHistory[],
): Generator<Walk> {
  const ports = plant.inputPorts.map(({ name }) => name);
  for (const [i, record] of records.entries()) {
    for (const [p, port] of ports.entries()) {
      const sequence = record.input_sequences[p];
      if (sequence === 0 || sequence === records[i - 1]?.input_sequences[p]) continue;
      const end: Walk = {
        path: `${plant.name}.${port}`,
        hops: [{ block: plant.name, does: 'waits' }],
        ticks: [record.release_tick],
        bound: 0,
      };
      yield* walkBack(plant, { port, sequence, isThis: true }, end, scenario, history);
    }
  }
}

/** Extends a walk through the block that published what was read, to every origin behind it. */
function* walkBack(
  reader: BlockSpec,
  read: Read,
  walk: Walk,
  scenario: Scenario,
  history: readonly BlockHistory[],
): Generator<Walk> {
  const wire = reader.inputs[read.port];
  // a damaged record may tell of an input that is not wired
  if (wire === undefined) return;
  const index = scenario.blocks.findIndex((block) => block.name === wire.block);
  const source = scenario.blocks[index];
  const output = source.outputPorts.findIndex(({ name }) => name === wire.port);
  if (isTooLong(walk, source)) return;
  for (const { sequence, inputs } of messagesRead(source, output, read, history[index])) {
    const record = publicationOf(history[index].records, output, sequence, source.outputPorts[output]?.queued === true);
    if (record === undefined) continue;
    const here: Walk = {
      path: `${source.name}.${wire.port} → ${walk.path}`,
      hops: [{ block: source.name, does: 'computes' }, ...walk.hops],
      ticks: [record.release_tick, record.publish_tick, ...walk.ticks],
      bound: 0,
    };
    const behind = (inputs ?? inputsOf(source, record)).filter(({ port }) => source.inputs[port] !== undefined);
    if (behind.length === 0)
      yield { ...here, ticks: [captureTick(record), ...here.ticks.slice(1)], bound: boundOf(record) };
    const waiting: Walk = { ...here, hops: [{ block: source.name, does: 'waits' }, ...here.hops] };
    for (const next of behind) {
      const { block, port } = source.inputs[next.port];
      const origin = scenario.blocks.find(({ name }) => name === block)!;
      if (origin.definition.plant !== true) yield* walkBack(source, next, waiting, scenario, history);
      else
        yield {
          path: `${origin.name}.${port} → ${waiting.path}`,
          hops: waiting.hops,
          ticks: [captureTick(record), ...waiting.ticks],
          bound: boundOf(lastBefore(history[scenario.blocks.indexOf(origin)].records, record.release_tick)),
        };
    }
  }
}

/** Which messages of a block were read, and what each of them handed on; `inputs` is absent where it was computed from all that was latched. */
function messagesRead(
  { inputPorts }: BlockSpec,
  output: number,
  { sequence, isThis }: Read,
  { handovers }: BlockHistory,
): { readonly sequence: number; readonly inputs?: readonly Read[] }[] {
  if (!handovers.has(output)) return [{ sequence }];
  const found = isThis ? handovers.exact(output, sequence) : handovers.newest(output, sequence);
  return found
    .filter(({ input }) => inputPorts[input] !== undefined)
    .map((handover) => ({
      sequence: handover.sequence,
      inputs: [{ port: inputPorts[handover.input].name, sequence: handover.inputSequence, isThis: true }],
    }));
}

/** What a block had read when it computed something; of a queue nobody knows which message it was. */
const inputsOf = ({ inputPorts }: BlockSpec, { input_sequences: sequences }: Provenance): Read[] =>
  inputPorts
    .map(({ name, queued }, i) => ({ port: name, sequence: sequences[i], isThis: !queued }))
    .filter(({ sequence }) => sequence > 0);

/** Through so many blocks, and round a feedback once; a bus is passed there and back. */
function isTooLong({ hops }: Walk, { name, inputPorts, outputPorts }: BlockSpec): boolean {
  const passed = hops.filter(({ does }) => does === 'computes');
  const view = {
    inputs: inputPorts.map((port) => ({ port: port.name, type: port.type.name })),
    outputs: outputPorts.map(({ type }) => ({ type: type.name })),
  };
  return passed.length === MAX_BLOCKS || passed.filter(({ block }) => block === name).length >= passages(view);
}

/** When the data behind a publication was true that a sensor read of a plant, or made: its stamp, or the release itself when there is none. */
function captureTick(record: Provenance): number {
  const stamps = Array.from(record.capture_ticks, Number).filter((tick) => tick >= 0 && tick <= record.release_tick);
  return stamps.length > 0 ? Math.max(...stamps) : record.release_tick;
}

/** What the stamp of data may be wrong by that begins at this publication [s]; recordings of earlier versions do not say. */
const boundOf = (record: Provenance | undefined): number => record?.capture_bound ?? 0;

/** What a plant had published last. */
function lastBefore(records: readonly Provenance[], tick: number): Provenance | undefined {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (records[middle].publish_tick <= tick) low = middle + 1;
    else high = middle;
  }
  return records[low - 1];
}

/** Binary search: sequence numbers never decrease, and those of a queue may rise by several at once. */
function publicationOf(
  records: readonly Provenance[],
  output: number,
  sequence: number,
  queued: boolean,
): Provenance | undefined {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (records[middle].output_sequences[output] < sequence) low = middle + 1;
    else high = middle;
  }
  const found = records[low]?.output_sequences[output] ?? NaN;
  return (queued ? found >= sequence : found === sequence) ? records[low] : undefined;
}

function summarise(walks: readonly Walk[], tickNs: number, allowed: ReadonlyMap<string, number[]>): CommandLatency {
  const { path, hops } = walks[0];
  const seconds = (ticks: number) => (ticks * tickNs) / 1e9;
  const plant = hops[hops.length - 1].block;
  // who passes data on, from where it begins
  const origin = path.split('.')[0];
  const passed = hops.filter(({ does }) => does === 'computes').map(({ block }) => block);
  const chain = [...(passed[0] === origin ? [] : [origin]), ...passed, plant].join(' ');
  const most = allowed.get(chain) ?? [];
  const bound = walks.reduce((most, walk) => Math.max(most, walk.bound), 0);
  const stack = walks.map(({ ticks }) => hops.map((_, i) => seconds(ticks[i + 1] - ticks[i])));
  const statistics = (hop: string, block: string, values: number[], declared?: number): HopStatistics => {
    const sorted = Float64Array.from(values).sort();
    const [min, median, p99, max] = [0, 0.5, 0.99, 1].map((share) => quantileOfSorted(sorted, share));
    return { hop, block, ...(declared !== undefined && { declared }), min, median, p99, max };
  };
  return {
    path,
    samples: walks.length,
    hops: hops.map(({ block, does }, i) =>
      statistics(
        `${block} ${does}`,
        block,
        stack.map((row) => row[i]),
        most.length === hops.length + 1 ? most[i] : undefined,
      ),
    ),
    age: statistics(
      'age of the data when the command is read',
      plant,
      walks.map(({ ticks }) => seconds(ticks[ticks.length - 1] - ticks[0])),
      most.length === hops.length + 1 ? most[hops.length] : undefined,
    ),
    ...(bound > 0 && { bound }),
    times: walks.map(({ ticks }) => seconds(ticks[ticks.length - 1])),
    stack,
  };
}
