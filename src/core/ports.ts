/** The ports of a block once its parameters are known: lists opened, so that each port is one signal with a name of its own. */
import type { MessageType } from '../msgs/message-type.ts';
import type { AnyBlock, InputPort, OutputPortDeclaration } from './block.ts';
import { portType } from './block.ts';

export interface Port {
  /** As scenarios write it after the block's name: `state`, or `contacts[2]`. */
  readonly name: string;
  readonly type: MessageType<any>;
  /** An input that may stay unwired, or an output that publishes only when it is told to. */
  readonly optional: boolean;
  /** Every message counts. */
  readonly queued: boolean;
}

type Declared = Readonly<Record<string, InputPort | OutputPortDeclaration>>;
type Params = Readonly<Record<string, unknown>>;

export const inputPorts = ({ inputs }: Pick<AnyBlock, 'inputs'>, params: Params): Port[] => openPorts(inputs, params);
export const outputPorts = ({ outputs }: Pick<AnyBlock, 'outputs'>, params: Params): Port[] =>
  openPorts(outputs, params);

const openPorts = (declared: Declared, params: Params): Port[] =>
  Object.entries(declared).flatMap(([name, port]) => {
    if ('map' in port) return openPorts(port.map(params), params);
    const type = portType(port);
    const own = 'list' in port ? port.list : port;
    const queued = 'queued' in own;
    const optional = queued || isOptional(own);
    if (!('list' in port)) return [{ name, type, optional, queued }];
    return Array.from({ length: port.length(params) }, (_, i) => ({ name: `${name}[${i}]`, type, optional, queued }));
  });

const isOptional = (port: object): boolean => 'optional' in port || 'occasional' in port;

/** Names of those ports that parameters have given. */
export function mappedNames(declared: Declared, names: readonly string[]): string[] {
  if (!Object.values(declared).some((port) => 'map' in port)) return [];
  const isOwn = (name: string) => {
    const own = name.replace(/\[\d+\]$/, '');
    return Object.hasOwn(declared, own) && !('map' in declared[own]);
  };
  return names.filter((name) => !isOwn(name));
}

/** What belongs to each port, as a step sees it: by name, the ports of a list in an array and those of a map in a record. */
export function groupPorts<T>(declared: Declared, byName: Readonly<Record<string, T>>): Record<string, T | T[]> {
  if (!Object.values(declared).some((port) => 'list' in port || 'map' in port)) return { ...byName };
  const grouped: Record<string, any> = {};
  for (const [name, port] of Object.entries(declared)) {
    if ('list' in port) grouped[name] = listOf(name, byName);
    else if ('map' in port) grouped[name] = mapOf(mappedNames(declared, Object.keys(byName)), byName);
    else grouped[name] = byName[name];
  }
  return grouped;
}

const mapOf = <T>(names: readonly string[], byName: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, byName[name]]));

function listOf<T>(name: string, byName: Readonly<Record<string, T>>): T[] {
  const items: T[] = [];
  for (let i = 0; Object.hasOwn(byName, `${name}[${i}]`); i++) items.push(byName[`${name}[${i}]`]);
  return items;
}

/** A port name as a part of a ROS topic: `contacts[2]` is `contacts_2`. */
export const topicName = (port: string): string => port.replaceAll(/\[(\d+)\]/g, '_$1');
