/**
 * How values that people write are declared, once. From a schema come the TypeScript type (`ValueOf`), the
 * validation error with its path (`parse`), the published JSON Schema and the documentation tables.
 *
 * Block parameters are schemas (`param`, `flag`, `choice`, `group` …), and so is the scenario document itself.
 */
import { InputError, quote, suggestion } from './input-error.ts';
import { parseQuantity } from './quantity.ts';
import { isTree } from './tree.ts';

/** What every schema says besides its kind. */
interface Described {
  readonly doc: string;
  /** Used only at the start of a run: it cannot be changed while the run goes on. */
  readonly fixed?: boolean;
}

export interface NumberSchema extends Described {
  readonly kind: 'number' | 'integer';
  /** SI unit, '' for none. */
  readonly unit: string;
  /** Absent: required. A function gets the siblings that were parsed before it. */
  readonly fallback?: number | ((siblings: Record<string, never>) => number);
  /** Inclusive bounds. */
  readonly min?: number;
  readonly max?: number;
  /** Exclusive lower bound. */
  readonly above?: number;
}
export interface BooleanSchema extends Described {
  readonly kind: 'boolean';
  readonly fallback?: boolean;
}
export interface TextSchema extends Described {
  readonly kind: 'text';
  readonly fallback?: string;
}
export interface ChoiceSchema<C extends string = string> extends Described {
  readonly kind: 'choice';
  readonly options: readonly C[];
  readonly fallback?: C;
}
/** A file: a path beside the file that names it; during a run, the name of its contents among the run's assets. */
export interface AssetSchema extends Described {
  readonly kind: 'asset';
  readonly fallback?: undefined;
}
export interface ListSchema<S extends Schema = Schema> extends Described {
  readonly kind: 'list';
  readonly items: S;
  readonly fallback?: readonly unknown[];
  readonly minLength?: number;
}
export interface MapSchema<S extends Schema = Schema> extends Described {
  readonly kind: 'map';
  readonly values: S;
}
export interface GroupSchema<F extends Fields = Fields> extends Described {
  readonly kind: 'group';
  readonly fields: F;
  /** A plain text may stand for the whole group and is then the value of this field. */
  readonly shorthand?: string;
}
/** Anything at all; somebody else checks it. */
export interface AnySchema extends Described {
  readonly kind: 'any';
}
/** Wraps a schema whose value may be absent, without a default. */
export interface OptionalSchema<S extends Schema = Schema> extends Described {
  readonly kind: 'optional';
  readonly of: S;
}
export type Schema =
  | NumberSchema
  | BooleanSchema
  | TextSchema
  | ChoiceSchema
  | AssetSchema
  | ListSchema<any>
  | MapSchema<any>
  | GroupSchema<any>
  | AnySchema
  | OptionalSchema<any>;
export type Fields = Readonly<Record<string, Schema>>;

/** The TypeScript type of a schema's values. */
export type ValueOf<S> = S extends NumberSchema
  ? number
  : S extends BooleanSchema
    ? boolean
    : S extends TextSchema
      ? string
      : S extends AssetSchema
        ? string
        : S extends ChoiceSchema<infer C>
          ? C
          : S extends ListSchema<infer I>
            ? ValueOf<I>[]
            : S extends MapSchema<infer V>
              ? Record<string, ValueOf<V>>
              : S extends GroupSchema<infer F>
                ? FieldValues<F>
                : S extends OptionalSchema<infer O>
                  ? ValueOf<O> | undefined
                  : unknown;
export type FieldValues<F extends Fields> = {
  readonly [K in keyof F as F[K] extends OptionalSchema<any> ? never : K]: ValueOf<F[K]>;
} & { readonly [K in keyof F as F[K] extends OptionalSchema<any> ? K : never]?: ValueOf<F[K]> };

type NumberOptions = { min?: number; max?: number; above?: number };
type NumberFallback = number | ((siblings: any) => number) | undefined;

/** A number in SI units. The doc says the effect of turning the knob. */
export const param = (
  fallback: NumberFallback,
  unit: string,
  doc: string,
  options: NumberOptions = {},
): NumberSchema => ({ kind: 'number', fallback, unit, doc, ...options });
export const integer = (
  fallback: NumberFallback,
  unit: string,
  doc: string,
  options: NumberOptions = {},
): NumberSchema => ({ kind: 'integer', fallback, unit, doc, ...options });
export const flag = (fallback: boolean | undefined, doc: string): BooleanSchema => ({ kind: 'boolean', fallback, doc });
export const text = (fallback: string | undefined, doc: string): TextSchema => ({ kind: 'text', fallback, doc });
export const choice = <const C extends string>(
  fallback: C | undefined,
  options: readonly C[],
  doc: string,
): ChoiceSchema<C> => ({ kind: 'choice', fallback, options, doc });
/** A file that a block's `prepare` reads; never changes during a run. */
export const asset = (doc: string): AssetSchema => ({ kind: 'asset', doc, fixed: true });
export const list = <S extends Schema>(
  items: S,
  fallback: readonly ValueOf<S>[] | undefined,
  doc: string,
  minLength = 0,
): ListSchema<S> => ({ kind: 'list', items, fallback, doc, minLength });
export const map = <S extends Schema>(values: S, doc: string): MapSchema<S> => ({ kind: 'map', values, doc });
export const group = <F extends Fields>(
  fields: F,
  doc: string,
  options: { shorthand?: keyof F & string } = {},
): GroupSchema<F> => ({ kind: 'group', fields, doc, ...options });
export const optional = <S extends Schema>(of: S): OptionalSchema<S> => ({ kind: 'optional', of, doc: of.doc });
/** The same value, but one that a run begins with and keeps: ports, tables and places follow from it. */
export const fixed = <S extends Schema>(schema: S): S => ({ ...schema, fixed: true });
export const anything = (doc: string): AnySchema => ({ kind: 'any', doc });

/** Checks `value` against the schema, fills in defaults, and returns a new value; throws InputError at `path`. */
export function parse<S extends Schema>(schema: S, value: unknown, path: string): ValueOf<S> {
  return parseValue(schema, value, path, {}) as any;
}

/** The same for a schema that is not known here. */
export const parseUnknown = (schema: Schema, value: unknown, path: string): unknown =>
  parseValue(schema, value, path, {});

/** The same for a record of fields whose types are not known here, such as some block's parameters. */
export const parseFields = (fields: Fields, value: unknown, path: string): Record<string, unknown> =>
  parseGroup({ kind: 'group', doc: '', fields }, value, path);

const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

function parseValue(schema: Schema, value: unknown, path: string, siblings: Record<string, unknown>): unknown {
  switch (schema.kind) {
    case 'number':
    case 'integer':
      return parseNumber(schema, value, path, siblings);
    case 'boolean':
      if (value === undefined && schema.fallback !== undefined) return schema.fallback;
      if (typeof value !== 'boolean') throw new InputError(path, `expected true or false, got ${quote(value)}`);
      return value;
    case 'text':
    case 'asset':
      if (value === undefined && schema.fallback !== undefined) return schema.fallback;
      if (typeof value !== 'string') throw new InputError(path, `expected a string, got ${quote(value)}`);
      return value;
    case 'choice':
      return parseChoice(schema, value, path);
    case 'list':
      return parseList(schema, value, path);
    case 'map':
      return parseMap(schema, value, path);
    case 'group':
      return parseGroup(schema, value, path);
    case 'optional':
      return value === undefined ? undefined : parseValue(schema.of, value, path, siblings);
    case 'any':
      return value;
  }
}

function parseNumber(schema: NumberSchema, given: unknown, path: string, siblings: Record<string, unknown>): number {
  let value = given;
  if (value === undefined && schema.fallback !== undefined) {
    return typeof schema.fallback === 'function' ? schema.fallback(siblings as Record<string, never>) : schema.fallback;
  }
  if (typeof value === 'string') {
    const quantity = parseQuantity(value, schema.unit);
    if (typeof quantity === 'string') throw new InputError(path, quantity);
    value = quantity;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new InputError(path, `expected ${numberExpectation(schema)}, got ${quote(given)}`);
  }
  const inRange =
    (schema.min === undefined || value >= schema.min) &&
    (schema.max === undefined || value <= schema.max) &&
    (schema.above === undefined || value > schema.above) &&
    (schema.kind !== 'integer' || Number.isSafeInteger(value));
  if (!inRange) throw new InputError(path, `expected ${numberExpectation(schema)}, got ${quote(given)}`);
  return value;
}

/** `a number from 0 to 1 [m/s]`, for error sentences and documentation. */
function numberExpectation(schema: NumberSchema): string {
  const noun = schema.kind === 'integer' ? 'an integer' : 'a number';
  const lower =
    schema.above !== undefined
      ? ` above ${schema.above}`
      : schema.min !== undefined
        ? ` of at least ${schema.min}`
        : '';
  const upper = schema.max !== undefined ? `${lower === '' ? '' : ' and'} at most ${schema.max}` : '';
  return `${noun}${lower}${lower === '' && upper !== '' ? ' of' : ''}${upper}${schema.unit === '' ? '' : ` [${schema.unit}]`}`;
}

function parseChoice(schema: ChoiceSchema, value: unknown, path: string): string {
  if (value === undefined && schema.fallback !== undefined) return schema.fallback;
  if (typeof value === 'string' && schema.options.includes(value)) return value;
  const near = typeof value === 'string' ? suggestion(value, schema.options) : '';
  throw new InputError(path, `expected one of ${schema.options.join(', ')}, got ${quote(value)}${near}`);
}

function parseList(schema: ListSchema, value: unknown, path: string): unknown[] {
  if (value === undefined && schema.fallback !== undefined) return structuredClone(schema.fallback) as unknown[];
  if (!Array.isArray(value)) throw new InputError(path, `expected a list, got ${quote(value)}`);
  if (value.length < (schema.minLength ?? 0)) {
    throw new InputError(path, `expected a list of at least ${schema.minLength}, got ${value.length}`);
  }
  // a list that a program made may have holes
  return Array.from(value, (item, i) => parseValue(schema.items, item, `${path}[${i}]`, {}));
}

function parseMap(schema: MapSchema, value: unknown, path: string): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  if (!isTree(value)) throw new InputError(path, `expected a mapping, got ${quote(value)}`);
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') throw new InputError(path, 'the name "__proto__" cannot be used');
    result[key] = parseValue(schema.values, item, join(path, key), {});
  }
  return result;
}

function parseGroup(schema: GroupSchema, given: unknown, path: string): Record<string, unknown> {
  const value =
    typeof given === 'string' && schema.shorthand !== undefined ? { [schema.shorthand]: given } : (given ?? {});
  if (!isTree(value)) throw new InputError(path, `expected a mapping, got ${quote(given)}`);
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(schema.fields, key)) {
      const known = Object.keys(schema.fields);
      throw new InputError(join(path, key), `unknown key${suggestion(key, known)}; known keys are ${known.join(', ')}`);
    }
  }
  const result: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema.fields as Fields)) {
    const item = Object.hasOwn(value, key) ? value[key] : undefined;
    const parsed = parseValue(field, item === null ? undefined : item, join(path, key), result);
    if (parsed !== undefined) result[key] = parsed;
  }
  return result;
}

/** The files that these values name. */
export function assetNames(fields: Fields, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([key, schema]) => assetNamesIn(schema, values[key]));
}

function assetNamesIn(schema: Schema, value: unknown): string[] {
  if (value === undefined) return [];
  if (schema.kind === 'asset') return [value as string];
  if (schema.kind === 'optional') return assetNamesIn(schema.of, value);
  if (schema.kind === 'group') return assetNames(schema.fields, value as Record<string, unknown>);
  if (schema.kind === 'list') return (value as unknown[]).flatMap((item) => assetNamesIn(schema.items, item));
  if (schema.kind === 'map') return Object.values(value as object).flatMap((item) => assetNamesIn(schema.values, item));
  return [];
}
