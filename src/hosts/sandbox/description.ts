/**
 * A block as data, so that its parameters and ports are known without its code being loaded. Functions stay where the code is and
 * are named by where they stand: a default that follows from other parameters, the length of a list of ports, and `check`.
 */
import type { AnyBlock, InputPort, OutputPortDeclaration } from '../../core/block.ts';
import type { Fields, Schema } from '../../core/schema.ts';

/** Stands for a function; asked for by its path. */
interface Asked {
  readonly asked: string;
}

type PortDescription =
  | { readonly type: string }
  | { readonly optional: string }
  | { readonly occasional: string }
  | { readonly queued: string }
  | { readonly list: PortDescription; readonly length: Asked }
  | { readonly map: Asked };

export interface BlockDescription {
  readonly doc: string;
  readonly plant: boolean;
  readonly defaultPeriod?: number;
  /** Schemas, with `Asked` in the place of defaults that are functions. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, PortDescription>>;
  readonly outputs: Readonly<Record<string, PortDescription>>;
  readonly hasCheck: boolean;
}

/** A block's functions of parameters, by path. */
export type ParamFunctions = Map<string, (params: any) => unknown>;

export function describeBlock(block: AnyBlock): { description: BlockDescription; functions: ParamFunctions } {
  const functions: ParamFunctions = new Map();
  const asked = (path: string, call: (params: any) => unknown): Asked => {
    functions.set(path, call);
    return { asked: path };
  };
  if (block.check !== undefined) functions.set('check', (params) => block.check!(params) ?? null);
  const description: BlockDescription = {
    doc: block.doc,
    plant: block.plant === true,
    ...(block.defaultPeriod !== undefined && { defaultPeriod: block.defaultPeriod }),
    params: describeFields(block.params, 'params', asked),
    inputs: describePorts(block.inputs, 'inputs', asked),
    outputs: describePorts(block.outputs, 'outputs', asked),
    hasCheck: block.check !== undefined,
  };
  return { description, functions };
}

type Ask = (path: string, call: (params: any) => unknown) => Asked;

const describeFields = (fields: Fields, path: string, asked: Ask): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, describeSchema(schema, `${path}.${name}`, asked)]),
  );

function describeSchema(schema: Schema, path: string, asked: Ask): unknown {
  switch (schema.kind) {
    case 'number':
    case 'integer':
      return typeof schema.fallback === 'function' ? { ...schema, fallback: asked(path, schema.fallback) } : schema;
    case 'group':
      return { ...schema, fields: describeFields(schema.fields, path, asked) };
    case 'list':
      return { ...schema, items: describeSchema(schema.items, `${path}[]`, asked) };
    case 'map':
      return { ...schema, values: describeSchema(schema.values, `${path}{}`, asked) };
    case 'optional':
      return { ...schema, of: describeSchema(schema.of, path, asked) };
    default:
      return schema;
  }
}

const describePorts = (
  ports: Readonly<Record<string, InputPort | OutputPortDeclaration>>,
  path: string,
  asked: Ask,
): Record<string, PortDescription> =>
  Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, describePort(port, `${path}.${name}`, asked)]));

function describePort(port: InputPort | OutputPortDeclaration, path: string, asked: Ask): PortDescription {
  if ('map' in port) return { map: asked(path, (params) => describePorts(port.map(params), path, asked)) };
  if ('list' in port) {
    const { list, length } = port;
    return { list: describePort(list, path, asked), length: asked(path, (params) => length(params)) };
  }
  if ('optional' in port) return { optional: port.optional.name };
  if ('occasional' in port) return { occasional: port.occasional.name };
  return 'queued' in port ? { queued: port.queued.name } : { type: port.name };
}
