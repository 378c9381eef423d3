/**
 * What a recording says of the modules that users wrote: the ports of their blocks and the traits of their hosts. With it a run can be
 * read (reports, latencies, comparisons) without loading any of them, which would be to run them.
 */
import type { AnyBlock, InputPorts, OutputPorts } from '../core/block.ts';
import { portType } from '../core/block.ts';
import type { HostTraits } from '../core/host.ts';
import { InputError } from '../core/input-error.ts';
import type { BlockSpec } from '../core/loop-spec.ts';
import type { Port } from '../core/ports.ts';
import { mappedNames } from '../core/ports.ts';
import type { ValueOf } from '../core/schema.ts';
import { flag, group, integer, map, optional, parse, text } from '../core/schema.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { MODULE_METADATA } from './mcap/format.ts';
import type { Recording } from './mcap/recording-reader.ts';

const portFacts = group(
  {
    type: text(undefined, 'message type'),
    optional: flag(false, 'an input that may stay unwired, or an output that publishes only when told to'),
    queued: flag(false, 'every message counts'),
    mapped: flag(false, 'whether parameters gave it its name'),
    length: optional(integer(undefined, '', 'of a list of ports', { min: 0, max: 10_000 })),
  },
  'one port, or one list of ports',
);

const blockFacts = group(
  {
    plant: flag(false, 'whether it is the physical world'),
    inputs: map(portFacts, 'in the order of the block'),
    outputs: map(portFacts, 'in the order of the block'),
  },
  'a block of a user',
);

const hostFacts = group(
  {
    deterministic: flag(false, ''),
    savable: flag(false, ''),
    takesChanges: flag(true, ''),
    standsIn: flag(true, ''),
    inThread: flag(false, ''),
    numberedThreads: flag(false, ''),
    ownTiming: flag(false, ''),
    ownStamps: flag(false, ''),
  } satisfies Record<keyof HostTraits, unknown>,
  'traits of a kind of host; of one that nothing is said of, those of something outside',
);

const factsSchema = group(
  { blocks: map(blockFacts, 'by name of the block'), hosts: map(hostFacts, 'by kind, as the kept scenario names it') },
  'what is known of modules',
);

export type PortFacts = ValueOf<typeof portFacts>;
export type BlockFacts = ValueOf<typeof blockFacts>;
export type ModuleFacts = ValueOf<typeof factsSchema>;

/** As the recording keeps it; undefined where a scenario names no module. */
export function describeModules({ blocks, moduleNames }: Scenario): string | undefined {
  if (moduleNames.size === 0) return undefined;
  const written = blocks.filter(({ definition }) => moduleNames.has(definition.type));
  const hosts = blocks.map(({ host }) => host.kind).filter(({ kind }) => moduleNames.has(kind));
  const facts = {
    blocks: Object.fromEntries(written.map((block) => [block.name, factsOf(block)])),
    hosts: Object.fromEntries(
      hosts.map(({ kind, traits }) => [`./${moduleNames.get(kind)}`, { standsIn: false, ...traits }]),
    ),
  };
  return JSON.stringify(facts);
}

const factsOf = ({ definition, inputPorts, outputPorts }: BlockSpec): BlockFacts => ({
  plant: definition.plant === true,
  inputs: portsOf(definition.inputs, inputPorts),
  outputs: portsOf(definition.outputs, outputPorts),
});

type Declared = AnyBlock['inputs'] | AnyBlock['outputs'];

const portsOf = (declared: Declared, opened: readonly Port[]): Record<string, PortFacts> =>
  Object.fromEntries(
    Object.entries(declared as InputPorts & OutputPorts).flatMap(([name, port]): [string, PortFacts][] => {
      if ('map' in port) return mappedFacts(declared, opened);
      const isList = 'list' in port;
      const own = isList ? port.list : port;
      const facts = {
        type: portType(port).name,
        optional: 'optional' in own || 'occasional' in own,
        queued: 'queued' in own,
        mapped: false,
        ...(isList && { length: opened.filter((candidate) => candidate.name.startsWith(`${name}[`)).length }),
      };
      return [[name, facts]];
    }),
  );

function mappedFacts(declared: Declared, opened: readonly Port[]): [string, PortFacts][] {
  const all = opened.map(({ name }) => name);
  const names = new Set(mappedNames(declared, all));
  const mapped = opened.filter(({ name }) => names.has(name));
  return mapped.map(({ name, type, optional, queued }) => [
    name,
    { type: type.name, optional: optional && !queued, queued, mapped: true },
  ]);
}

/** Throws InputError where it is damaged; empty where the recording says nothing. */
export function readModuleFacts({ metadata }: Recording): ModuleFacts {
  const kept = metadata.get(MODULE_METADATA)?.facts;
  return parse(factsSchema, kept === undefined ? {} : fromJson(kept), MODULE_METADATA);
}

function fromJson(kept: string): unknown {
  try {
    return JSON.parse(kept);
  } catch {
    throw new InputError(MODULE_METADATA, 'cannot be read: the metadata of the recording is damaged');
  }
}
