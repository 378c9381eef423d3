/** What a scenario may say, and yet probably did not mean: one sentence each. */
import type { BlockSpec } from '../core/loop-spec.ts';
import type { ValueOf } from '../core/schema.ts';
import { EXTERNAL, PROGRAM } from './external-block.ts';
import type { scenarioSchema } from './schema.ts';

export function findNotes(document: ValueOf<typeof scenarioSchema>, blocks: readonly BlockSpec[]): string[] {
  const renamed = Object.entries(document.blocks)
    .filter(([, { type }]) => type === PROGRAM)
    .map(([name]) => `blocks.${name}.type: "${PROGRAM}" is now called "${EXTERNAL}"`);
  return [...renamed, ...blocks.filter((block) => hasNoCommand(block, blocks)).map(noCommandNote)];
}

/** A plant that could be commanded, and reads nothing but what the world does to it. */
const hasNoCommand = ({ definition, inputPorts, inputs }: BlockSpec, blocks: readonly BlockSpec[]): boolean =>
  definition.plant === true &&
  inputPorts.length > 0 &&
  Object.values(inputs).every(({ block }) => isWorld(blocks.find(({ name }) => name === block)));

const isWorld = (block: BlockSpec | undefined): boolean => block?.definition.type.startsWith('world/') === true;

function noCommandNote({ name, inputPorts, inputs }: BlockSpec): string {
  const open = inputPorts.filter((port) => inputs[port.name] === undefined).map((port) => port.name);
  return `blocks.${name}.inputs: no command is wired, so nothing drives it; it takes ${open.join(', ')}`;
}
