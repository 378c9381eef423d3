import type { Keys, Publication, Taker } from './compiled-read.ts';
import { handOn, readAt, walk } from './compiled-read.ts';
import { nearest } from './edit-distance.ts';
import type { Field, MessageType } from './message-type.ts';

/** One number inside a message: a CSV column, a plotted line, the subject of a metric. Booleans read as 0 and 1. */
export interface ScalarField {
  /** Such as `twist.twist.linear.x` or `position[0]`. */
  readonly path: string;
  /** Its own unit, else that of the nearest field around it. */
  readonly unit: string;
  /** NaN where a variable-length array has no such element. */
  read(message: unknown): number;
}

/** One that is read often. */
export interface SampledField extends ScalarField {
  /** A listener that hands this number of every publication on. */
  handOn(taker: Taker): (publication: Publication) => void;
}

/** Fixed arrays up to this length are vectors with a column each; longer ones are matrices and tables. */
const LONGEST_EXPANDED = 4;

/** Every numeric and boolean scalar that each message of this type has. */
export function scalarFields(type: MessageType): ScalarField[] {
  const scalars: ScalarField[] = [];
  collect(type, [], '', scalars);
  return scalars;
}

function collect(type: MessageType, keys: Keys, unit: string, scalars: ScalarField[]): void {
  for (const field of type.fields) {
    const own = field.unit || unit;
    for (const place of places(field, keys)) {
      if (field.message) collect(field.message, place, own, scalars);
      else if (field.kind !== 'string') scalars.push(scalar(place, own));
    }
  }
}

/** Where the values of a field lie: one place, or one per element. */
function places(field: Field, keys: Keys): Keys[] {
  if (field.array === undefined) return [[...keys, field.name]];
  if (field.array === true || field.array > LONGEST_EXPANDED) return [];
  return Array.from({ length: field.array }, (_, i) => [...keys, field.name, i]);
}

/** The scalar at a path; elements of arrays by their index. An Error says what is there instead. */
export function scalarAt(type: MessageType, path: string): SampledField {
  const keys: (string | number)[] = [];
  let unit = '';
  let inside: MessageType | undefined = type;

  for (const segment of path.split('.')) {
    const here = keys.length === 0 ? type.name : `${type.name} ${formatted(keys)}`;
    if (!inside) throw new Error(`${path}: ${here} is a scalar and has no field ${segment}.`);
    const [, name, index] = /^(\w+)(?:\[(\d{1,9})\])?$/.exec(segment) ?? [];
    const field: Field | undefined = inside.fields.find((candidate) => candidate.name === name);
    if (!field) {
      const names = inside.fields.map((candidate) => candidate.name);
      const near = nearest((name ?? segment).slice(0, 100), names, 5);
      throw new Error(`${path}: ${here} has no field ${segment}; the nearest are ${near.join(', ')}.`);
    }
    checkIndex(path, field, index);
    keys.push(field.name);
    if (index !== undefined) keys.push(Number(index));
    unit = field.unit || unit;
    inside = field.message;
    if (field.kind === 'string') throw new Error(`${path}: ${segment} is a string, expected a number or boolean.`);
  }

  if (inside) {
    const within = scalarFields(inside)
      .slice(0, 5)
      .map((candidate) => `${path}.${candidate.path}`);
    const hint = within.length > 0 ? `, expected a scalar such as ${within.join(', ')}` : '';
    throw new Error(`${path}: this is a message (${inside.name})${hint}.`);
  }
  return { path: formatted(keys), unit, read: readAt(keys), handOn: (taker) => handOn(keys, taker) };
}

function checkIndex(path: string, { name, array }: Field, index: string | undefined): void {
  if (array === undefined && index !== undefined) throw new Error(`${path}: ${name} is not an array.`);
  if (array !== undefined && index === undefined) {
    throw new Error(`${path}: ${name} is an array, expected an index such as ${name}[0].`);
  }
  if (typeof array === 'number' && Number(index) >= array) {
    throw new Error(`${path}: ${name} has ${array} elements, the last is ${name}[${array - 1}].`);
  }
}

/** One of many, of which few are ever read. */
const scalar = (keys: Keys, unit: string): ScalarField => ({
  path: formatted(keys),
  unit,
  read: (message) => walk(message, keys),
});

const formatted = (keys: Keys): string =>
  keys.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join('');
