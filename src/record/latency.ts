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
 * block's declared latency, or more where a host was late.
 */
import { InputError } from '../core/input-error.ts';
import type { BlockSpec } from '../core/loop-spec.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { quantile } from '../math/statistics.ts';
import type { Provenance } from '../msgs/index.ts';
import { OWN_TOPICS } from './mcap/format.ts';
import type { Recording } from './mcap/recording-reader.ts';

interface HopStatistics {
  /** What happens in this hop, such as `controller computes`. */
  readonly hop: string;
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
}

/** One walk from a command to its data: the names of its hops, and the ticks at which each began; the last one ended. */
interface Walk {
  readonly path: string;
  readonly hops: readonly string[];
  readonly ticks: readonly number[];
}

/** Longest chain that is followed; longer ones can only be feedback between controllers. */
const MAX_BLOCKS = 12;

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
  return [...walks.values()].map((group) => summarise(group, scenario.tickNs));
}

/** The publications of every block, in order. */
function readHistory(recording: Recording, scenario: Scenario): Provenance[][] {
  const channel = recording.channel(OWN_TOPICS.provenance);
  if (channel === undefined) throw new InputError('recording', 'has no stamp chains; it was not made by skidpad run');
  const history: Provenance[][] = scenario.blocks.map(() => []);
  for (const { data } of recording.messages({ channels: [channel] })) {
    const record = recording.decode(channel, data) as Provenance;
    history[record.block]?.push(record);
  }
  return history;
}

/** One walk for every new command a plant read. */
function* plantWalks(
  plant: BlockSpec,
  records: readonly Provenance[],
  scenario: Scenario,
  history: readonly Provenance[][],
): Generator<Walk> {
  const ports = plant.inputPorts.map(({ name }) => name);
  for (const [i, record] of records.entries()) {
    for (const [p, port] of ports.entries()) {
      const sequence = record.input_sequences[p];
      if (sequence === 0 || sequence === records[i - 1]?.input_sequences[p]) continue;
      const end: Walk = { path: `${plant.name}.${port}`, hops: [`${plant.name} waits`], ticks: [record.release_tick] };
      yield* walkBack(plant, port, sequence, end, MAX_BLOCKS, scenario, history);
    }
  }
}

/** Extends a walk through the block that published this sequence, to every origin behind it. */
function* walkBack(
  reader: BlockSpec,
  port: string,
  sequence: number,
  walk: Walk,
  budget: number,
  scenario: Scenario,
  history: readonly Provenance[][],
): Generator<Walk> {
  const wire = reader.inputs[port];
  // a damaged record may tell of an input that is not wired
  if (wire === undefined) return;
  const index = scenario.blocks.findIndex((block) => block.name === wire.block);
  const source = scenario.blocks[index];
  const record = publicationOf(
    history[index],
    source.outputPorts.findIndex(({ name }) => name === wire.port),
    sequence,
  );
  if (record === undefined || budget === 0) return;
  const here: Walk = {
    path: `${source.name}.${wire.port} → ${walk.path}`,
    hops: [`${source.name} computes`, ...walk.hops],
    ticks: [record.release_tick, record.publish_tick, ...walk.ticks],
  };
  const inputs = source.inputPorts.map(({ name }) => name);
  const wired = inputs.filter((name, i) => source.inputs[name] !== undefined && record.input_sequences[i] > 0);
  if (wired.length === 0) return void (yield here);
  for (const name of wired) {
    const origin = scenario.blocks.find((block) => block.name === source.inputs[name].block)!;
    const waiting: Walk = { ...here, hops: [`${source.name} waits`, ...here.hops] };
    if (origin.definition.plant === true) {
      yield {
        path: `${origin.name}.${source.inputs[name].port} → ${waiting.path}`,
        hops: waiting.hops,
        ticks: [captureTick(record), ...waiting.ticks],
      };
    } else {
      yield* walkBack(
        source,
        name,
        record.input_sequences[inputs.indexOf(name)],
        waiting,
        budget - 1,
        scenario,
        history,
      );
    }
  }
}

/** When the plant's data that a sensor read was true: its stamp, or the release itself when there is none. */
function captureTick(record: Provenance): number {
  const stamps = Array.from(record.capture_ticks, Number).filter((tick) => tick >= 0 && tick <= record.release_tick);
  return stamps.length > 0 ? Math.max(...stamps) : record.release_tick;
}

/** Binary search: sequence numbers never decrease. */
function publicationOf(records: readonly Provenance[], output: number, sequence: number): Provenance | undefined {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (records[middle].output_sequences[output] < sequence) low = middle + 1;
    else high = middle;
  }
  return records[low]?.output_sequences[output] === sequence ? records[low] : undefined;
}

function summarise(walks: readonly Walk[], tickNs: number): CommandLatency {
  const { path, hops } = walks[0];
  const seconds = (ticks: number) => (ticks * tickNs) / 1e9;
  const statistics = (hop: string, values: number[]): HopStatistics => ({
    hop,
    min: Math.min(...values),
    median: quantile(values, 0.5),
    p99: quantile(values, 0.99),
    max: Math.max(...values),
  });
  return {
    path,
    samples: walks.length,
    hops: hops.map((hop, i) =>
      statistics(
        hop,
        walks.map(({ ticks }) => seconds(ticks[i + 1] - ticks[i])),
      ),
    ),
    age: statistics(
      'age of the data when the command is read',
      walks.map(({ ticks }) => seconds(ticks[ticks.length - 1] - ticks[0])),
    ),
  };
}
