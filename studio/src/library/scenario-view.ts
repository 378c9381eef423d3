/** A checked scenario as panels and the scene need it: plain data. */
import type { Catalog } from '../../../src/scenario/catalog.ts';
import type { BlockSpec, WireSpec } from '../../../src/core/loop-spec.ts';
import { hostLabel } from '../../../src/scenario/dataflow.ts';
import type { Scenario } from '../../../src/scenario/scenario.ts';
import { checkScenario } from '../../../src/scenario/check.ts';
import { periodSeconds } from '../../../src/core/cadence.ts';
import type { Fields, Schema } from '../../../src/core/schema.ts';
import { pageCatalog } from './page-catalog.ts';
import type { BlockView, ParameterView, ScenarioView, WireQuality } from '../players/player.ts';

/** From the document of a recording, whose blocks may have been elsewhere; undefined when it cannot be understood here. */
export function scenarioView(document: unknown, catalog: Catalog = pageCatalog): ScenarioView | undefined {
  try {
    return viewOf(checkScenario(document, catalog));
  } catch {
    return undefined;
  }
}

export const viewOf = (scenario: Scenario): ScenarioView => ({
  name: scenario.document.name,
  description: scenario.document.description,
  seed: scenario.document.seed,
  document: { ...scenario.document, blocks: valuedBlocks(scenario) },
  blocks: scenario.blocks.map((block) => blockView(block, scenario.tickNs)),
  // the scene shows what a plan has beside its lines
  plots: scenario.document.plots.map((plot) => (plot.plan ? { ...plot, equal: true, track: true } : plot)),
});

/** With values where a parameter refers to that of another block. */
const valuedBlocks = ({ document, blocks }: Scenario) =>
  Object.fromEntries(
    blocks.map(({ name, params }) => {
      const { world: _world, ...own } = params;
      return [name, { ...document.blocks[name], params: own }];
    }),
  );

function blockView(block: BlockSpec, tickNs: number): BlockView {
  const { name, definition, params } = block;
  return {
    name,
    type: definition.type,
    doc: definition.doc,
    host: block.host.kind.traits.numberedThreads ? hostLabel(block) : block.host.kind.kind,
    period: periodSeconds(block.period),
    publishEvery: block.publishEvery,
    latency: (block.latencyTicks * tickNs) / 1e9,
    plant: definition.plant === true,
    inputs: block.inputPorts.map(({ name: port, type, queued }) => {
      const wire = block.inputs[port];
      return {
        port,
        type: type.name,
        ...(queued && { queued }),
        ...(wire !== undefined && { from: `${wire.block}.${wire.port}`, wire: qualityOf(wire) }),
      };
    }),
    outputs: block.outputPorts.map(({ name: port, type }) => ({ port, topic: block.topics[port], type: type.name })),
    parameters: parameterViews(definition.params, params),
  };
}

const qualityOf = ({ delay, jitter, loss, reorder }: WireSpec): WireQuality => ({ delay, jitter, loss, reorder });

/** Every parameter but the world, groups opened. */
export const parameterViews = (fields: Fields, values: Readonly<Record<string, unknown>>): ParameterView[] =>
  Object.entries(fields).flatMap(([key, schema]) =>
    key === 'world' ? [] : parameterView(schema, values?.[key], key, false),
  );

/** What lies below something fixed is fixed, too. */
function parameterView(schema: Schema, value: unknown, path: string, isBelowFixed: boolean): ParameterView[] {
  const fixed = isBelowFixed || schema.fixed === true;
  const about = { path, doc: schema.doc, value, initial: value, unit: '', fixed };
  switch (schema.kind) {
    case 'optional':
      return value === undefined ? [] : parameterView(schema.of as Schema, value, path, fixed);
    case 'group':
      return Object.entries(schema.fields as Fields).flatMap(([key, field]) =>
        parameterView(field, (value as Record<string, unknown> | undefined)?.[key], `${path}.${key}`, fixed),
      );
    case 'number':
    case 'integer': {
      const { unit, min, max, above } = schema;
      return [
        {
          ...about,
          kind: schema.kind,
          unit,
          ...(min !== undefined && { min }),
          ...(max !== undefined && { max }),
          ...(above !== undefined && { above }),
        },
      ];
    }
    case 'choice':
      return [{ ...about, kind: 'choice', options: schema.options }];
    case 'boolean':
    case 'text':
      return [{ ...about, kind: schema.kind }];
    default:
      return [{ ...about, kind: 'other' }];
  }
}
