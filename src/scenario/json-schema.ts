/** The scenario schema as JSON Schema, so that editors complete and check scenario files. */
import type { AnyBlock } from '../core/block.ts';
import { portType } from '../core/block.ts';
import type { Fields, GroupSchema, NumberSchema, Schema } from '../core/schema.ts';
import { anything, group, text } from '../core/schema.ts';
import { PROGRAM } from './external-block.ts';
import { scenarioSchema } from './schema.ts';

type Json = Record<string, unknown>;

export function toJsonSchema(schema: Schema): Json {
  switch (schema.kind) {
    case 'number':
    case 'integer':
      return numberSchema(schema);
    case 'boolean':
      return { type: 'boolean', description: schema.doc, ...fallback(schema) };
    case 'text':
    case 'asset':
      return { type: 'string', description: schema.doc, ...fallback(schema) };
    case 'choice':
      return { enum: schema.options, description: schema.doc, ...fallback(schema) };
    case 'list':
      return {
        type: 'array',
        description: schema.doc,
        items: toJsonSchema(schema.items),
        minItems: schema.minLength ?? 0,
      };
    case 'map':
      return { type: 'object', description: schema.doc, additionalProperties: toJsonSchema(schema.values) };
    case 'group':
      return groupSchema(schema);
    case 'optional':
      return toJsonSchema(schema.of);
    case 'any':
      return { description: schema.doc };
  }
}

const fallback = (schema: { fallback?: unknown }): Json =>
  schema.fallback === undefined || typeof schema.fallback === 'function' ? {} : { default: schema.fallback };

/** A number, or a quantity such as "30 deg" where the parameter has a unit. */
function numberSchema(schema: NumberSchema): Json {
  const number: Json = {
    type: schema.kind,
    ...(schema.min !== undefined && { minimum: schema.min }),
    ...(schema.max !== undefined && { maximum: schema.max }),
    ...(schema.above !== undefined && { exclusiveMinimum: schema.above }),
  };
  const description = `${schema.doc}${schema.unit === '' ? '' : ` [${schema.unit}]`}`;
  if (schema.unit === '') return { ...number, description, ...fallback(schema) };
  return { anyOf: [number, { type: 'string', pattern: '^\\s*[-+.\\d]' }], description, ...fallback(schema) };
}

function groupSchema(schema: GroupSchema): Json {
  const fields = Object.entries(schema.fields as Fields);
  const isRequired = ([, field]: [string, Schema]) =>
    field.kind !== 'optional' && 'fallback' in field && field.fallback === undefined;
  const object: Json = {
    type: 'object',
    description: schema.doc,
    properties: Object.fromEntries(fields.map(([key, field]) => [key, toJsonSchema(field)])),
    required: fields.filter(isRequired).map(([key]) => key),
    additionalProperties: false,
  };
  return schema.shorthand === undefined ? object : { anyOf: [{ type: 'string', description: schema.doc }, object] };
}

/** The whole document, with the world and the parameters and ports of every known block type. */
export function scenarioJsonSchema(blocks: readonly AnyBlock[], world: Schema = anything('the world')): Json {
  const root = toJsonSchema(scenarioSchema) as any;
  root.properties.world = worldSchema(world);
  // another scenario may supply what is missing here
  root.if = { not: { required: ['from'] } };
  root.then = { required: root.required };
  root.required = [];
  const entry = root.properties.blocks.additionalProperties;
  root.definitions = { wire: entry.properties.inputs.additionalProperties };
  entry.properties.inputs.additionalProperties = { anyOf: [WIRE, { type: 'null' }] };
  entry.properties.type = { enum: [...blocks.map((block) => block.type), PROGRAM], description: 'the block type' };
  entry.allOf = blocks.map((block) => ({
    if: { properties: { type: { const: block.type } }, required: ['type'] },
    then: { properties: blockProperties(block) },
  }));
  return { $schema: 'http://json-schema.org/draft-07/schema#', title: 'Skidpad scenario', ...removable(root) };
}

/** The same with null allowed for every key: it takes away what another file says. */
function removable(schema: Json): Json {
  const mapped = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(mapped)
      : typeof value === 'object' && value !== null
        ? removable(value as Json)
        : value;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties')
        return [
          key,
          Object.fromEntries(
            Object.entries(value as Json).map(([name, item]) => [name, orNull(removable(item as Json))]),
          ),
        ];
      if (key === 'additionalProperties' && typeof value === 'object') return [key, orNull(removable(value as Json))];
      return [key, ['items', 'then', 'allOf', 'anyOf'].includes(key) ? mapped(value) : value];
    }),
  );
}

function orNull(schema: Json): Json {
  if (schema.type === 'null') return schema;
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  if (Array.isArray(schema.enum)) return { ...schema, enum: [...schema.enum, null] };
  return Array.isArray(schema.anyOf) ? { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] } : schema;
}

/** A world file may supply any part of it. */
function worldSchema(world: Schema): Json {
  const schema = toJsonSchema(world) as any;
  if (schema.properties === undefined) return schema;
  return {
    ...schema,
    properties: {
      from: toJsonSchema(text(undefined, 'a world file that this completes and overrides')),
      ...schema.properties,
    },
    required: [],
  };
}

const WIRE = { $ref: '#/definitions/wire' };

function blockProperties(block: AnyBlock): Json {
  const ports = Object.entries(block.inputs);
  const { world: _world, ...own } = block.params;
  const params = { ...toJsonSchema(group(own, block.doc)) };
  // a fragment file may supply what is missing here
  delete params.required;
  return {
    params,
    inputs: {
      properties: Object.fromEntries(
        ports.map(([name, port]) => [name, { anyOf: [WIRE, { type: 'null' }], description: portType(port).name }]),
      ),
      // what another scenario wires may be taken away
      additionalProperties: { type: 'null' },
    },
    topics: {
      properties: Object.fromEntries(
        Object.keys(block.outputs).map((name) => [
          name,
          { type: 'string', description: portType(block.outputs[name]).name },
        ]),
      ),
      additionalProperties: false,
    },
  };
}
