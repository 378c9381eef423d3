/** Every parameter of a block, and other values that it may have. */
import type { NumberSchema, Schema } from '../../src/core/schema.ts';

export interface Parameter {
  /** Names and indices below `params`. */
  readonly keys: readonly (string | number)[];
  readonly schema: Schema;
  /** Undefined where it is optional and not given. */
  readonly value: unknown;
  readonly isFixed: boolean;
}

/** Such as `driveActuator.deadTime` or `waypoints[].x`. */
export const pathOf = ({ keys }: Pick<Parameter, 'keys'>): string =>
  keys.map((key, i) => (typeof key === 'number' ? '[]' : i === 0 ? key : `.${key}`)).join('');

type Tree = Readonly<Record<string, unknown>>;

/** Parameters one by one, but for those in `whole`; of a list of groups the list itself and what its first item has. */
export function parametersOf(
  fields: Readonly<Record<string, Schema>>,
  values: Tree,
  whole: readonly string[] = [],
): Parameter[] {
  return Object.entries(fields).flatMap(([name, schema]) => {
    const value = values[name];
    if (whole.includes(name)) return [{ keys: [name], schema, value, isFixed: schema.fixed === true }];
    return within(schema, value, [name], false);
  });
}

function within(schema: Schema, value: unknown, keys: Parameter['keys'], isInFixed: boolean): Parameter[] {
  const isFixed = isInFixed || schema.fixed === true;
  const own = { keys, schema, value, isFixed };
  if (schema.kind === 'optional')
    return value === undefined
      ? [{ ...own, isFixed: isFixed || schema.of.fixed === true }]
      : within(schema.of, value, keys, isFixed);
  if (schema.kind === 'group')
    return Object.entries(schema.fields as Record<string, Schema>).flatMap(([name, field]) =>
      within(field, (value as Tree)[name], [...keys, name], isFixed),
    );
  if (schema.kind !== 'list') return [own];
  const items = value as readonly unknown[];
  const hasFields = schema.items.kind === 'group' && items.length > 0;
  return hasFields ? [own, ...within(schema.items, items[0], [...keys, 0], isFixed)] : [own];
}

/** Values that the schema allows and that differ from what there is, the likeliest to matter first. */
export function otherValues(schema: Schema, value: unknown): unknown[] {
  switch (schema.kind) {
    case 'number':
    case 'integer':
      return otherNumbers(schema, value as number);
    case 'boolean':
      return [value !== true];
    case 'choice':
      return schema.options.filter((option) => option !== value);
    case 'text':
      return ['body_1', 'vehicle_1', 'other'].filter((text) => text !== value);
    case 'list':
      return otherLists(schema.items, value as readonly unknown[], schema.minLength ?? 0);
    case 'optional':
      return exampleValues(schema.of);
    default:
      return [];
  }
}

function otherNumbers(schema: NumberSchema, value: number): number[] {
  const { min = -Infinity, max = Infinity, above = -Infinity } = schema;
  const candidates =
    schema.kind === 'integer'
      ? [value + 1, value - 1, 2 * value, Math.floor(value / 2), value + 10, min, max]
      : [1.3 * value + 0.01, 0.6 * value, value + 0.3, (value + max) / 2, value - 0.3, 3 * value, -value];
  return [...new Set(candidates)].filter((n) => n >= min && n <= max && n > above && n !== value && Number.isFinite(n));
}

function otherLists(items: Schema, value: readonly unknown[], shortest: number): unknown[] {
  const others: unknown[] = [];
  // another first item
  if (value.length > 0) {
    for (const first of otherValues(items, value[0]).slice(0, 2)) others.push([first, ...value.slice(1)]);
  }
  // shorter before longer: what counts along a list may be beyond its new end
  if (value.length > shortest) others.push(value.slice(0, -1));
  const more = value.length > 0 ? [value[value.length - 1]] : exampleValues(items).slice(0, 1);
  if (more.length > 0) others.push([...value, ...more]);
  return others;
}

/** Some values of a parameter that there is not yet. */
function exampleValues(schema: Schema): unknown[] {
  switch (schema.kind) {
    case 'number':
    case 'integer': {
      const start = typeof schema.fallback === 'number' ? schema.fallback : Math.max(1, schema.min ?? 1);
      return [start, ...otherNumbers(schema, start)];
    }
    case 'boolean':
      return [true, false];
    case 'choice':
      return [...schema.options];
    case 'text':
      return ['other'];
    case 'list':
      return [Array.from({ length: Math.max(1, schema.minLength ?? 0) }, (_, i) => listItem(schema.items, i))];
    case 'group':
      return [
        Object.fromEntries(
          Object.entries(schema.fields as Record<string, Schema>).flatMap(([name, field]) =>
            field.kind === 'optional' ? [] : [[name, exampleValues(field)[0]]],
          ),
        ),
      ];
    default:
      return [];
  }
}

/** Items that differ, so that points are not all the same. */
const CORNERS = [
  [8, 1],
  [11, 2],
  [10, 5],
];
function listItem(items: Schema, i: number): unknown {
  if (items.kind === 'list') return CORNERS[i % CORNERS.length];
  const values = exampleValues(items);
  return values[i % values.length];
}

/** The same tree with one value in another place. */
export function withValue<T>(tree: T, keys: Parameter['keys'], value: unknown): T {
  const copy = structuredClone(tree);
  let place: any = copy;
  for (const key of keys.slice(0, -1)) place = place[key];
  place[keys[keys.length - 1]] = value;
  return copy;
}
