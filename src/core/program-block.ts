/**
 * A block that is only a program: the scenario declares its ports, and a process host runs it. For controllers that
 * replace no block we have.
 */
import { findMessageType } from '../msgs/message-catalog.ts';
import type { MessageType } from '../msgs/message-type.ts';
import type { AnyBlock } from './block.ts';
import { optionalInput } from './block.ts';
import { InputError } from './input-error.ts';
import { anything, map, parse } from './schema.ts';

/** The `type` of such a block. */
export const PROGRAM = 'program';

export interface ProgramPorts {
  /** Message types by port name, such as `nav_msgs/msg/Odometry`. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Inputs may stay unwired; parameters are handed to the program as they are written. */
export function programBlock(ports: ProgramPorts, path: string): AnyBlock {
  const types = (direction: keyof ProgramPorts): [string, MessageType<any>][] =>
    Object.entries(ports[direction]).map(([name, type]) => [
      name,
      messageType(type, `${path}.ports.${direction}.${name}`),
    ]);
  return {
    type: PROGRAM,
    doc: 'A program with ports of its own',
    params: {},
    openParams: true,
    inputs: Object.fromEntries(types('inputs').map(([name, type]) => [name, optionalInput(type)])),
    outputs: Object.fromEntries(types('outputs')),
    init: () => ({}),
    step() {
      throw new Error('a program has no step of its own; it needs a process host');
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

/** Parameters of a program: anything that JSON can carry. */
export function programParams(value: unknown, path: string): Record<string, unknown> {
  const params = parse(map(anything(''), ''), value, path);
  checkPlain(params, path);
  return params;
}

function checkPlain(value: unknown, path: string): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new InputError(path, `expected a finite number, got ${value}`);
  if (Array.isArray(value)) value.forEach((item, i) => checkPlain(item, `${path}[${i}]`));
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) checkPlain(item, `${path}.${key}`);
}
