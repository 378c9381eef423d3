/** The scenario schema as JSON Schema, so that editors complete and check scenario files. */
import type { AnyBlock } from '../core/block.ts';
import { portType } from '../core/block.ts';
import type { Fields, GroupSchema, NumberSchema, Schema } from '../core/schema.ts';
import { anything, group, text } from '../core/schema.ts';
import type { Catalog } from './catalog.ts';
import { EXTERNAL, PROGRAM } from './external-block.ts';
import { hostFields, linkFields, scenarioSchema, wireSchema } from './schema.ts';
import { shareDefinitions } from './schema-definitions.ts';

type Json = Record<string, unknown>;

/** JSON with what fits on a line on one line, so that files stay small and differences readable. */
export function formatJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (indent.length + line.length <= 2000 || typeof value !== 'object' || value === null) return line;
  const inner = `${indent} `;
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + formatJson(item, inner)).join(',\n')}\n${indent}]`;
  const entries = Object.entries(value).map(
    ([key, item]) => `${inner}${JSON.stringify(key)}: ${formatJson(item, inner)}`,
  );
  return `{\n${entries.join(',\n')}\n${indent}}`;
}

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
        ...(schema.minLength ? { minItems: schema.minLength } : {}),
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

/** A number, or a quantity such as "30 deg" where the parameter has a unit: bounds are for numbers, patterns for texts. */
const numberSchema = (schema: NumberSchema): Json => ({
  ...(schema.unit === '' ? { type: schema.kind } : { type: [schema.kind, 'string'], pattern: QUANTITY }),
  ...(schema.min !== undefined && { minimum: schema.min }),
  ...(schema.max !== undefined && { maximum: schema.max }),
  ...(schema.above !== undefined && { exclusiveMinimum: schema.above }),
  description: `${schema.doc}${schema.unit === '' ? '' : ` [${schema.unit}]`}`,
  ...fallback(schema),
});

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

/** The whole document, with the world, the parameters and ports of every block type, and those of every kind of host, clock and link. */
export function scenarioJsonSchema({
  blocks: byType,
  hosts,
  clocks,
  links,
  world = anything('the world'),
}: Catalog): Json {
  const blocks = [...byType.values()];
  const root = toJsonSchema(scenarioSchema) as any;
  root.properties.world = worldSchema(world);
  root.properties.clock = kindSchema([...clocks.values()], {}, root.properties.clock.description);
  root.properties.links.additionalProperties = kindSchema([...links.values()], linkFields, 'a link');
  // another scenario may supply what is missing here
  root.if = { not: { required: ['from'] } };
  root.then = { required: root.required };
  root.required = [];
  const entry = root.properties.blocks.additionalProperties;
  root.$defs = { wire: orNull(toJsonSchema(wireSchema)), reference: REFERENCE, ...scalarDefinitions() };
  entry.properties.inputs.additionalProperties = { anyOf: [WIRE, { type: 'array', items: WIRE }] };
  const types = [...blocks.map((block) => block.type), EXTERNAL, PROGRAM];
  entry.properties.type = { anyOf: [{ enum: types }, MODULE], description: 'the block type, or a file with one' };
  const { kind: _kind, ...common } = hostFields;
  entry.properties.host = kindSchema([...hosts.values()], common, entry.properties.host.description);
  entry.allOf = blocks.map((block) => ({
    if: { properties: { type: { const: block.type } }, required: ['type'] },
    then: { properties: blockProperties(block) },
  }));
  const whole = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Skidpad scenario',
    ...removable(root),
  };
  return withoutUnused(shareDefinitions(whole));
}

/** Without definitions that nothing refers to. */
function withoutUnused({ $defs, ...schema }: Json): Json {
  const text = JSON.stringify([schema, $defs]);
  const isUsed = ([name]: [string, unknown]) => text.includes(`"#/$defs/${name}"`);
  return { ...schema, $defs: Object.fromEntries(Object.entries($defs as Json).filter(isUsed)) };
}

/** A file that holds a block, or a kind of host or link. */
const MODULE = { type: 'string', pattern: '^\\.{0,2}/.*\\.(ts|mts|js|mjs)$' };

interface Kind {
  readonly kind: string;
  readonly doc: string;
  readonly params: Fields;
}

/** A kind alone, or with the parameters of that kind; of a kind in a file, whatever it takes. */
function kindSchema(kinds: readonly Kind[], common: Fields, description: string): Json {
  const withParams = kinds.map(({ kind, doc, params }) => {
    const object = toJsonSchema(group({ ...common, ...params }, doc)) as any;
    return {
      ...object,
      properties: { kind: { const: kind }, ...object.properties },
      required: ['kind', ...object.required],
    };
  });
  const names = { enum: kinds.map(({ kind }) => kind) };
  const written = { type: 'object', properties: { kind: MODULE }, required: ['kind'] };
  return { description, anyOf: [names, MODULE, ...withParams, written] };
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
  if (schema.type !== undefined) return { ...schema, type: [schema.type, 'null'].flat() };
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

/** Every parameter may be that of another block, `{ of: camera.params.mount }`. Numbers, flags and texts share what that takes. */
function referable(schema: Json): Json {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([key, item]) => [
    key,
    referableScalar(item) ?? { anyOf: [{ $ref: '#/$defs/reference' }, referableInside(item)] },
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Parameters within a group, and within the groups of a list. */
function referableInside(item: Json): Json {
  const { items } = item as { items?: Json };
  if (items?.properties !== undefined) return { ...item, items: referable(items) };
  return item.properties === undefined ? item : referable(item);
}

/** As a shared definition and what is said of this parameter alone; undefined of what is no scalar. */
function referableScalar({ type, pattern, ...own }: Json): Json | undefined {
  const name = Object.keys(SCALARS).find((key) => String(SCALARS[key].type) === String(type));
  if (name === undefined || (pattern !== undefined && pattern !== QUANTITY) || own.enum !== undefined) return undefined;
  return bounded(name, own);
}

/** Most numbers are not negative, or positive: that is part of what they share. */
function bounded(name: string, { minimum, exclusiveMinimum, ...own }: Json): Json {
  if (exclusiveMinimum === 0 && minimum === undefined) return { $ref: `#/$defs/${name}Above0`, ...own };
  if (minimum === 0 && exclusiveMinimum === undefined) return { $ref: `#/$defs/${name}From0`, ...own };
  const bounds = {
    ...(minimum !== undefined && { minimum }),
    ...(exclusiveMinimum !== undefined && { exclusiveMinimum }),
  };
  return { $ref: `#/$defs/${name}`, ...bounds, ...own };
}

const QUANTITY = '^\\s*[-+.\\d]';
const SCALARS: Readonly<Record<string, Json>> = {
  quantity: { type: ['number', 'string'], pattern: QUANTITY },
  wholeQuantity: { type: ['integer', 'string'], pattern: QUANTITY },
  number: { type: 'number' },
  whole: { type: 'integer' },
  flag: { type: 'boolean' },
  text: { type: 'string' },
};

/** The same, the word of another block, or nothing; numbers also with their usual bounds. */
const scalarDefinitions = (): Json =>
  Object.fromEntries(
    Object.entries(SCALARS).flatMap(([name, { type, ...more }]) => {
      const { properties, required, additionalProperties } = REFERENCE;
      const whole = { type: [type, 'object', 'null'].flat(), ...more, properties, required, additionalProperties };
      if (!whole.type.some((kind) => kind === 'number' || kind === 'integer')) return [[name, whole]];
      const $ref = `#/$defs/${name}`;
      return [
        [name, whole],
        [`${name}From0`, { $ref, minimum: 0 }],
        [`${name}Above0`, { $ref, exclusiveMinimum: 0 }],
      ];
    }),
  );

const REFERENCE: Json = {
  type: 'object',
  description: 'the same as a parameter of another block, such as camera.params.mount, or as something of the world',
  properties: { of: { type: 'string', pattern: '^([A-Za-z_][\\w-]*\\.params|world)\\.' } },
  required: ['of'],
  additionalProperties: false,
};

/** A wire, or null where another scenario's is taken away. */
const WIRE = { $ref: '#/$defs/wire' };

const wiresOf = (port: AnyBlock['inputs'][string]): Json => ('list' in port ? { type: 'array', items: WIRE } : WIRE);

function blockProperties(block: AnyBlock): Json {
  const inputs = Object.entries(block.inputs).flatMap(([name, port]) => ('map' in port ? [] : [[name, port] as const]));
  const outputs = Object.entries(block.outputs).flatMap(([name, port]) =>
    'map' in port ? [] : [[name, port] as const],
  );
  const hasMap = Object.values(block.inputs).some((port) => 'map' in port);
  const { world: _world, ...own } = block.params;
  const params = referable(toJsonSchema(group(own, block.doc)));
  // a fragment file may supply what is missing here
  delete params.required;
  return {
    params,
    inputs: {
      properties: Object.fromEntries(
        inputs.map(([name, port]) => [name, { ...wiresOf(port), description: portType(port).name }]),
      ),
      // what another scenario wires may be taken away
      additionalProperties: hasMap ? WIRE : { type: 'null' },
    },
    topics: {
      properties: Object.fromEntries(
        outputs.map(([name, port]) => [name, { type: 'string', description: portType(port).name }]),
      ),
      // one port of a list is name[0], one of a map has its own name
      ...(!Object.values(block.outputs).some((port) => 'list' in port || 'map' in port) && {
        additionalProperties: false,
      }),
    },
  };
}
