/**
 * A block that lies outside: the scenario declares its ports, and a host stands in for it, such as a program, an ECU or a robot.
 * For whatever replaces no block we have.
 */
import { findMessageType } from '../msgs/message-catalog.ts';
import type { MessageType } from '../msgs/message-type.ts';
import type { AnyBlock } from '../core/block.ts';
import { optionalInput, queuedInput, queuedOutput } from '../core/block.ts';
import { InputError } from '../core/input-error.ts';
import type { ValueOf } from '../core/schema.ts';
import { anything, map, parse } from '../core/schema.ts';
import type { portSchema } from './schema.ts';

/** The `type` of such a block, and an older word for it. */
export const EXTERNAL = 'external';
export const PROGRAM = 'program';

type PortDocument = ValueOf<typeof portSchema>;

export interface ExternalPorts {
  readonly inputs: Readonly<Record<string, PortDocument>>;
  readonly outputs: Readonly<Record<string, PortDocument>>;
}

/** Inputs may stay unwired; parameters are handed to whatever stands in, as they are written. */
export function externalBlock(ports: ExternalPorts, path: string): AnyBlock {
  const types = (direction: keyof ExternalPorts): [string, MessageType<any>, boolean][] =>
    Object.entries(ports[direction]).map(([name, { type, queued }]) => [
      name,
      messageType(type, `${path}.ports.${direction}.${name}`),
      queued,
    ]);
  return {
    type: EXTERNAL,
    doc: 'Something outside, with ports of its own',
    params: {},
    external: true,
    inputs: Object.fromEntries(
      types('inputs').map(([name, type, queued]) => [name, queued ? queuedInput(type) : optionalInput(type)]),
    ),
    outputs: Object.fromEntries(
      types('outputs').map(([name, type, queued]) => [name, queued ? queuedOutput(type) : type]),
    ),
    init: () => ({}),
    step() {
      throw new Error('an external block has no step of its own');
    },
  };
}

function messageType(name: string, path: string): MessageType<any> {
  try {
    return findMessageType(name);
  } catch (error) {
    throw new InputError(path, (error as Error).message);
  }
}

/** Parameters of an external block: anything that JSON can carry. */
export function externalParams(value: unknown, path: string): Record<string, unknown> {
  const params = parse(map(anything(''), ''), value, path);
  checkPlain(params, path);
  return params;
}

function checkPlain(value: unknown, path: string): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new InputError(path, `expected a finite number, got ${value}`);
  }
  if (Array.isArray(value)) for (const [i, item] of value.entries()) checkPlain(item, `${path}[${i}]`);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) checkPlain(item, `${path}.${key}`);
  }
}
