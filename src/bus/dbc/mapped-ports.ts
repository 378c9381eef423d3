/** Ports that parameters name, with message types that parameters name. */
import { InputError, quote } from '../../core/input-error.ts';
import { findMessageType } from '../../msgs/message-catalog.ts';
import type { MessageType } from '../../msgs/message-type.ts';

/** What is wrong with such ports, path first: their names, or their types. `taken` are names of other ports. */
export function portProblem(
  types: Readonly<Record<string, string>>,
  path: string,
  taken: readonly string[],
): [string, string] | undefined {
  for (const [name, type] of Object.entries(types)) {
    const at = `${path}.${name}`;
    if (!/^[A-Za-z_]\w{0,99}$/.test(name)) return [at, 'expected a name of letters, digits and _'];
    if (taken.includes(name)) return [at, `the block has a port ${quote(name)} already`];
    try {
      findMessageType(type);
    } catch (error) {
      return [at, (error as Error).message.replace(/\.$/, '')];
    }
  }
  return undefined;
}

export const portTypes = (types: Readonly<Record<string, string>>): Record<string, MessageType> =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [name, findMessageType(type)]));

/** What a message catalogue says, as an error of whoever wrote it. */
export function atPath<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(path, (error as Error).message.replace(/\.$/, ''));
  }
}
