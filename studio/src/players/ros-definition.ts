/**
 * Message types known only by their ROS 2 definition text, as recordings and robots carry it: what is in them, which of their
 * numbers can be plotted, and whether they are the same as one of ours.
 */
import { parse } from '@foxglove/rosmsg';
import type { MessageDefinition, MessageDefinitionField } from '@foxglove/message-definition';
import type { ScalarField } from '../../../src/msgs/flatten.ts';
import { messageTypes } from '../../../src/msgs/message-catalog.ts';
import type { MessageType } from '../../../src/msgs/message-type.ts';

export interface RosDefinition {
  readonly definitions: MessageDefinition[];
  readonly fields: readonly MessageDefinitionField[];
  /** The fields of a type that another contains. */
  inside(typeName: string): readonly MessageDefinitionField[];
}

/** An Error says what cannot be understood. */
export function parseDefinition(text: string): RosDefinition {
  const definitions = parse(text, { ros2: true });
  const root = definitions.find(({ name }) => name === undefined) ?? definitions[0];
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  return { definitions, fields: dataFields(root), inside: (typeName) => dataFields(byName.get(typeName)) };
}

const dataFields = (definition: MessageDefinition | undefined): readonly MessageDefinitionField[] =>
  (definition?.definitions ?? []).filter(({ isConstant }) => isConstant !== true);

/** Deeper than any message nests; a definition that contains itself ends here. */
const DEEPEST = 24;

/** Two definitions with the same layout have the same names and the same bytes, whatever their comments and constants. */
function layoutOf({ fields, inside }: RosDefinition): string {
  const layout = (own: readonly MessageDefinitionField[], depth: number): string =>
    own
      .map(
        (field) =>
          `${field.name}:${arraySuffix(field)}${field.isComplex && depth < DEEPEST ? `{${layout(inside(field.type), depth + 1)}}` : field.type}`,
      )
      .join(' ');
  return layout(fields, 0);
}

const arraySuffix = ({ isArray, arrayLength }: MessageDefinitionField): string =>
  isArray ? `[${arrayLength ?? ''}]` : '';

/** Our own type of this name, if the definition describes the same message. */
export function ownTypeOf(typeName: string, definition: string): MessageType | undefined {
  const type = messageTypes.get(fullTypeName(typeName));
  if (type === undefined || type.definition.trim() === definition.trim()) return type;
  return layoutOf(parseDefinition(type.definition)) === layoutOf(parseDefinition(definition)) ? type : undefined;
}

/** `nav_msgs/Odometry` is `nav_msgs/msg/Odometry`. */
export const fullTypeName = (name: string): string => name.replace(/^(\w+)\/(\w+)$/, '$1/msg/$2');

/** As many elements of a fixed array are numbers of their own. */
const LONGEST_EXPANDED = 4;
const NOT_NUMBERS = new Set(['string', 'wstring', 'time', 'duration']);

/** Every number and flag that each message of the type has, with units where the type inside is one of ours. */
export function definedScalars(definition: RosDefinition): ScalarField[] {
  const scalars: ScalarField[] = [];
  collect(definition, definition.fields, [], '', undefined, scalars);
  return scalars;
}

type Keys = readonly (string | number)[];

function collect(
  definition: RosDefinition,
  fields: readonly MessageDefinitionField[],
  keys: Keys,
  unit: string,
  known: MessageType | undefined,
  into: ScalarField[],
): void {
  if (keys.length > DEEPEST) return;
  for (const field of fields) {
    const own = known?.fields.find(({ name }) => name === field.name)?.unit || unit;
    for (const place of placesOf(field, keys)) {
      if (field.isComplex)
        collect(
          definition,
          definition.inside(field.type),
          place,
          own,
          messageTypes.get(fullTypeName(field.type)),
          into,
        );
      else if (!NOT_NUMBERS.has(field.type)) into.push(scalarOf(place, own));
    }
  }
}

function placesOf({ name, isArray, arrayLength }: MessageDefinitionField, keys: Keys): Keys[] {
  if (!isArray) return [[...keys, name]];
  if (arrayLength === undefined || arrayLength > LONGEST_EXPANDED) return [];
  return Array.from({ length: arrayLength }, (_, i) => [...keys, name, i]);
}

export const scalarOf = (keys: Keys, unit: string): ScalarField => ({
  path: keys.map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? key : `.${key}`)).join(''),
  unit,
  read(message) {
    let value: unknown = message;
    for (let i = 0; i < keys.length; i++) {
      if (typeof value !== 'object' || value === null) return NaN;
      value = (value as Record<string | number, unknown>)[keys[i]];
    }
    return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? Number(value) : NaN;
  },
});
