/**
 * A block made from its description. Descriptions come from foreign code: nothing in them is believed, everything is built anew
 * from what it should be, and what it should not be is one sentence.
 */
import type { AnyBlock, InputPort, OutputPortDeclaration } from '../../core/block.ts';
import type { AnyHostKind } from '../../core/host.ts';
import { InputError, quote } from '../../core/input-error.ts';
import type { Fields, Schema } from '../../core/schema.ts';
import { parse, text } from '../../core/schema.ts';
import type { Tree } from '../../core/tree.ts';
import { isTree } from '../../core/tree.ts';
import { findMessageType } from '../../msgs/message-catalog.ts';

/** Asks for the value of a function of parameters; throws Unanswered where that takes a while. */
export type AskFunction = (path: string, params: unknown) => unknown;

const DEEPEST = 16;
const LONGEST_LIST = 10_000;

export function describedBlock(description: unknown, type: string, ask: AskFunction, host: AnyHostKind): AnyBlock {
  const own = treeAt(description, 'its description');
  const hasCheck = own.hasCheck === true;
  return {
    type,
    doc: textAt(own.doc, 'doc'),
    plant: own.plant === true,
    ...(own.defaultPeriod !== undefined && { defaultPeriod: numberAt(own.defaultPeriod, 'defaultPeriod') }),
    params: fieldsAt(own.params, 'params', ask, 0),
    inputs: portsAt(own.inputs, 'inputs', ask) as Record<string, InputPort>,
    outputs: portsAt(own.outputs, 'outputs', ask) as Record<string, OutputPortDeclaration>,
    ...(hasCheck && { check: (params: unknown) => contradictionAt(ask('check', params)) }),
    host,
    init: notHere,
    step: notHere,
  };
}

function notHere(): never {
  throw new Error('the code of this block is not loaded here');
}

function fieldsAt(value: unknown, path: string, ask: AskFunction, depth: number): Fields {
  if (depth > DEEPEST) throw new InputError(path, `expected parameters nested at most ${DEEPEST} deep`);
  return Object.fromEntries(
    Object.entries(treeAt(value, path)).map(([name, schema]) => {
      if (!/^[A-Za-z_]\w*$/.test(name) || name === '__proto__') {
        throw new InputError(path, `expected a name of letters and digits, got ${quote(name)}`);
      }
      return [name, schemaAt(schema, `${path}.${name}`, ask, depth + 1)];
    }),
  );
}

function schemaAt(value: unknown, path: string, ask: AskFunction, depth: number): Schema {
  const own = treeAt(value, path);
  const common = { doc: textAt(own.doc ?? '', `${path}.doc`), ...(own.fixed === true && { fixed: true }) };
  const fallback = own.fallback === undefined ? {} : { fallback: own.fallback };
  switch (own.kind) {
    case 'number':
    case 'integer':
      return {
        ...common,
        kind: own.kind,
        unit: textAt(own.unit ?? '', `${path}.unit`),
        ...numberFallback(own.fallback, path, ask),
        ...bounds(own, path),
      };
    case 'boolean':
      return { ...common, kind: 'boolean', ...(own.fallback !== undefined && { fallback: own.fallback === true }) };
    case 'text':
      return { ...common, kind: 'text', ...(fallback as { fallback?: string }) };
    case 'asset':
      return { ...common, kind: 'asset' };
    case 'choice':
      return { ...common, kind: 'choice', options: textsAt(own.options, path), ...(fallback as { fallback?: string }) };
    case 'list':
      return {
        ...common,
        kind: 'list',
        items: schemaAt(own.items, `${path}[]`, ask, depth + 1),
        ...(Array.isArray(own.fallback) && { fallback: own.fallback }),
        minLength: numberAt(own.minLength ?? 0, `${path}.minLength`),
      };
    case 'map':
      return { ...common, kind: 'map', values: schemaAt(own.values, `${path}{}`, ask, depth + 1) };
    case 'group':
      return {
        ...common,
        kind: 'group',
        fields: fieldsAt(own.fields, path, ask, depth + 1),
        ...(typeof own.shorthand === 'string' && { shorthand: own.shorthand }),
      };
    case 'optional':
      return { ...common, kind: 'optional', of: schemaAt(own.of, path, ask, depth + 1) };
    case 'any':
      return { ...common, kind: 'any' };
    default:
      throw new InputError(path, `expected a kind of parameter, got ${quote(own.kind)}`);
  }
}

function numberFallback(fallback: unknown, path: string, ask: AskFunction) {
  if (fallback === undefined) return {};
  if (!isTree(fallback)) return { fallback: numberAt(fallback, path) };
  const asked = textAt(fallback.asked, path);
  return { fallback: (siblings: unknown) => numberAt(ask(asked, siblings), path) };
}

const bounds = (own: Tree, path: string) =>
  Object.fromEntries(
    (['min', 'max', 'above'] as const)
      .filter((bound) => own[bound] !== undefined)
      .map((bound) => [bound, numberAt(own[bound], `${path}.${bound}`)]),
  );

const portsAt = (value: unknown, path: string, ask: AskFunction): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(treeAt(value, path)).map(([name, port]) => {
      if (!/^[A-Za-z_]\w*$/.test(name) || name === '__proto__') {
        throw new InputError(path, `expected a name of letters and digits, got ${quote(name)}`);
      }
      return [name, portAt(port, `${path}.${name}`, ask)];
    }),
  );

function portAt(value: unknown, path: string, ask: AskFunction): unknown {
  const own = treeAt(value, path);
  const typeAt = (name: unknown) => {
    try {
      return findMessageType(textAt(name, path));
    } catch (error) {
      throw error instanceof InputError ? error : new InputError(path, (error as Error).message);
    }
  };
  if (own.map !== undefined) {
    const asked = textAt(treeAt(own.map, path).asked, path);
    return { map: (params: unknown) => mappedPortsAt(ask(asked, params), path, ask) };
  }
  if (own.list !== undefined) {
    const asked = textAt(treeAt(own.length, path).asked, path);
    return { list: portAt(own.list, path, ask), length: (params: unknown) => lengthAt(ask(asked, params), path) };
  }
  if (own.optional !== undefined) return { optional: typeAt(own.optional) };
  if (own.occasional !== undefined) return { occasional: typeAt(own.occasional) };
  if (own.queued !== undefined) return { queued: typeAt(own.queued) };
  return typeAt(own.type);
}

function mappedPortsAt(value: unknown, path: string, ask: AskFunction): Record<string, unknown> {
  const described = treeAt(value, path);
  lengthAt(Object.keys(described).length, path);
  const stray = Object.entries(described).find(([, port]) => isTree(port) && ('map' in port || 'list' in port));
  if (stray !== undefined)
    throw new InputError(path, `expected single ports, got a list or a map at ${quote(stray[0])}`);
  return portsAt(described, path, ask);
}

function lengthAt(value: unknown, path: string): number {
  const length = numberAt(value, path);
  if (!Number.isInteger(length) || length < 0 || length > LONGEST_LIST) {
    throw new InputError(path, `expected 0 to ${LONGEST_LIST} ports, got ${quote(value)}`);
  }
  return length;
}

function contradictionAt(value: unknown): readonly [string, string] | undefined {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')) {
    return [value[0].slice(0, 200), value[1].slice(0, 500)];
  }
  throw new InputError('check', `expected a path and a sentence, got ${quote(value)}`);
}

function treeAt(value: unknown, path: string): Tree {
  if (isTree(value)) return value;
  throw new InputError(path, `expected a mapping, got ${quote(value)}`);
}

const textAt = (value: unknown, path: string): string => parse(text(undefined, ''), value, path);

function numberAt(value: unknown, path: string): number {
  if (typeof value === 'number') return value;
  throw new InputError(path, `expected a number, got ${quote(value)}`);
}

function textsAt(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new InputError(path, `expected a list of strings, got ${quote(value)}`);
}
