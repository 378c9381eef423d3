import type { BlockSpec } from '../../core/loop-spec.ts';
import type { Scenario } from '../../scenario/scenario.ts';
/** Who feeds whom in a scenario, by its wires. A plant ends the walk: what lies beyond it belongs to another loop, or to the same one again. */

/** A block and everything its outputs reach up to the plants, nearest first. */
export const downstreamOf = (scenario: Scenario, block: string): BlockSpec[] =>
  walk(scenario, block, ({ name }) =>
    scenario.blocks
      .filter(({ inputs }) => Object.values(inputs).some((wire) => wire.block === name))
      .map((reader) => reader.name),
  );

/** A block and everything it is computed from back to other plants, nearest first. */
export const upstreamOf = (scenario: Scenario, block: string): BlockSpec[] =>
  walk(scenario, block, ({ inputs }) => Object.values(inputs).map((wire) => wire.block));

function walk({ blocks }: Scenario, start: string, next: (block: BlockSpec) => readonly string[]): BlockSpec[] {
  const found = blocks.filter(({ name }) => name === start);
  // the list grows while it is walked
  for (const block of found) {
    if (block.definition.plant && block.name !== start) continue;
    const names = next(block);
    found.push(...blocks.filter((other) => names.includes(other.name) && !found.includes(other)));
  }
  return found;
}
