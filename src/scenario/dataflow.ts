/** The dataflow of a scenario on one page: a table for reading, a graph for drawing. */
import { periodSeconds } from '../core/cadence.ts';
import { topicName } from '../core/ports.ts';
import type { BlockSpec } from '../core/loop-spec.ts';
import type { WireQuality } from '../core/wire.ts';
import type { Scenario } from './scenario.ts';

export interface DataflowRow {
  readonly block: string;
  readonly type: string;
  readonly host: string;
  /** [s] */
  readonly period: number;
  /** Steps per publication. */
  readonly publishEvery: number;
  /** [s] */
  readonly latency: number;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

export const dataflow = (scenario: Scenario): DataflowRow[] =>
  scenario.blocks.map((block) => ({
    block: block.name,
    type: block.definition.type,
    host: hostLabel(block),
    period: periodSeconds(block.period),
    publishEvery: block.publishEvery,
    latency: (block.latencyTicks * scenario.tickNs) / 1e9,
    inputs: Object.entries(block.inputs).map(
      ([port, wire]) => `${port} ← ${wire.block}.${wire.port}${wireLabel(wire)}`,
    ),
    outputs: block.outputPorts.map(({ name: port }) =>
      block.topics[port] === `/${block.name}/${topicName(port)}` ? port : `${port} → ${block.topics[port]}`,
    ),
  }));

/** Where a block runs, as tables show it. */
export const hostLabel = ({ host: { kind, params } }: Pick<BlockSpec, 'host'>): string =>
  kind.label?.(params) ?? kind.kind;

/** What a wire does to messages: ` (20 ms + 5 ms jitter, 1 % lost)`. */
export function wireLabel({ delay, jitter, loss, reorder }: WireQuality): string {
  const ms = (seconds: number) => `${Number((seconds * 1e3).toPrecision(6))} ms`;
  const parts = [
    [delay, jitter].some((x) => x > 0) ? `${ms(delay)}${jitter > 0 ? ` + ${ms(jitter)} jitter` : ''}` : '',
    loss > 0 ? `${Number((loss * 100).toPrecision(4))} % lost` : '',
    reorder ? 'reordering' : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Graphviz text. */
export function dataflowDot(scenario: Scenario): string {
  const id = (text: string) => JSON.stringify(text);
  const ms = (seconds: number) => `${Number((seconds * 1e3).toPrecision(4))} ms`;
  const nodes = dataflow(scenario).map(
    (row) =>
      `  ${id(row.block)} [label=${id(`${row.block}\n${row.type}\n${row.host}, every ${ms(row.period)}, +${ms(row.latency)}`)}];`,
  );
  const edges = scenario.blocks.flatMap((block) =>
    Object.entries(block.inputs).map(
      ([port, wire]) =>
        `  ${id(wire.block)} -> ${id(block.name)} [label=${id(`${wire.port} → ${port}${wireLabel(wire)}`)}];`,
    ),
  );
  return [
    'digraph {',
    '  rankdir=LR;',
    '  node [shape=box, fontname="sans-serif"];',
    '  edge [fontname="sans-serif", fontsize=10];',
    ...nodes,
    ...edges,
    '}',
    '',
  ].join('\n');
}
