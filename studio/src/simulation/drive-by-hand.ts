/**
 * Any scenario with somebody at the wheel: a `control/manual` block takes the place of whatever commands the first vehicle.
 * The other blocks stay, so that one can see what they would have done.
 */
import { catalog } from '../../../src/catalog.ts';
import { InputError } from '../../../src/core/input-error.ts';

type Tree = Record<string, any>;

export const MANUAL_TYPE = 'control/manual';
const NAME = 'by-hand';

/** The inputs of a vehicle that command it, and the output of the manual block for each, best first. */
const COMMANDS: readonly (readonly [input: string, output: string])[] = [
  ['control', 'control'],
  ['ackermann', 'drive'],
  ['drive', 'drive'],
  ['twist', 'twist'],
];

/** The end stop of the wheels, as a number or with its unit; none where there is none. */
function maxSteering(stop: unknown): Tree {
  if (typeof stop === 'string') return { maxSteering: stop };
  return typeof stop === 'number' && stop > 0 ? { maxSteering: Math.min(1.5, stop) } : {};
}

/** The document, with fragments expanded, driven by hand; as it is when it already can be. */
export function driveByHand(document: Tree): Tree {
  const blocks = document.blocks as Tree;
  if (Object.values(blocks).some((entry) => entry?.type === MANUAL_TYPE)) return document;
  const [name, vehicle] =
    Object.entries(blocks).find(([, entry]) => /^vehicle\/(?!localisation)/.test(String(entry?.type))) ?? [];
  if (name === undefined) throw new InputError('blocks', 'there is no vehicle to drive here');
  const ports = Object.keys(catalog.blocks.get(vehicle.type)?.inputs ?? {});
  const wired =
    COMMANDS.find(([input]) => vehicle.inputs?.[input] !== undefined) ??
    COMMANDS.find(([input]) => ports.includes(input));
  if (wired === undefined)
    throw new InputError(`blocks.${name}`, `${vehicle.type} takes no command that can be given by hand`);
  const [input, output] = wired;
  const others = Object.fromEntries(
    Object.entries((vehicle.inputs ?? {}) as Tree).filter(
      ([port]) => !COMMANDS.some(([command]) => command === port) && port !== 'twist_stamped',
    ),
  );
  const { wheelBase: base, steeringActuator: steering } = (vehicle.params ?? {}) as Tree;
  const params = {
    maxSpeed: 6,
    ...(typeof base === 'number' && { wheelBase: base }),
    ...maxSteering(steering?.maxPosition),
  };
  return {
    ...document,
    name: `${document.name}-by-hand`,
    expect: [],
    changes: [],
    until: undefined,
    blocks: {
      ...blocks,
      [name]: { ...vehicle, inputs: { ...others, [input]: `${NAME}.${output}` } },
      [NAME]: { type: MANUAL_TYPE, rateHz: 50, params },
    },
  };
}
