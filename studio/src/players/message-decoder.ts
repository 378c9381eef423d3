/**
 * Messages of any type from their bytes, as plain objects shaped like their ROS type.
 *
 * Types we know are read by our own generated code, provided that the definition that comes with the data describes the same
 * message; all others by @foxglove/rosmsg2-serialization from that definition. JSON is read as it is.
 */
import { MessageReader } from '@foxglove/rosmsg2-serialization';
import { InputError } from '../../../src/core/input-error.ts';
import { isNotPlottable } from '../../../src/record/metrics/columns.ts';
import type { ScalarField } from '../../../src/msgs/flatten.ts';
import { scalarFields } from '../../../src/msgs/flatten.ts';
import type { MessageType } from '../../../src/msgs/message-type.ts';
import { definedScalars, ownTypeOf, parseDefinition, scalarOf } from './ros-definition.ts';

/** How a channel of a recording or a robot describes its messages. */
export interface ChannelSchema {
  readonly topic: string;
  readonly typeName: string;
  /** Of messages: cdr, json … */
  readonly encoding: string;
  /** Of the definition: ros2msg, jsonschema … */
  readonly schemaEncoding: string;
  readonly definition: string;
}

export interface MessageDecoder {
  /** Numbers that can be plotted; of JSON they are known after the first message. */
  readonly scalars: readonly ScalarField[];
  /** A message that nobody else holds. Throws an Error for bytes that are not one. */
  decode(data: DataView): unknown;
  /** The same, but valid only until the next call: for those who only read numbers. */
  peek(data: DataView): unknown;
}

const worthPlotting = (scalars: readonly ScalarField[]): ScalarField[] =>
  scalars.filter((scalar) => !isNotPlottable(scalar));

/** Numbers of a type of ours that can be plotted. */
export const fieldsOf = (type: MessageType): ScalarField[] => worthPlotting(scalarFields(type));

/** An InputError says why messages of this channel cannot be read here. */
export function createMessageDecoder({
  topic,
  typeName,
  encoding,
  schemaEncoding,
  definition,
}: ChannelSchema): MessageDecoder {
  if (encoding === 'json') return new JsonDecoder();
  if (encoding !== 'cdr')
    throw new InputError(topic, `messages encoded as ${encoding || 'nothing known'} cannot be read here`);
  if (schemaEncoding !== 'ros2msg')
    throw new InputError(topic, `definitions in ${schemaEncoding || 'no known language'} cannot be read here`);
  try {
    const type = ownTypeOf(typeName, definition);
    return type === undefined ? new DefinedDecoder(definition) : new OwnDecoder(type);
  } catch (error) {
    throw new InputError(topic, `the definition of ${typeName} cannot be understood: ${firstLine(error)}`);
  }
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0].slice(0, 200);

/** Representations of the header that our own code reads: plain CDR in either byte order. */
const PLAIN_CDR = 1;

class OwnDecoder implements MessageDecoder {
  readonly scalars: readonly ScalarField[];
  private readonly scratch: unknown;
  private extended: DefinedDecoder | undefined;

  constructor(private readonly type: MessageType) {
    this.scalars = fieldsOf(type);
    this.scratch = type.create();
  }

  decode(data: DataView): unknown {
    return this.read(data, this.type.create());
  }

  peek(data: DataView): unknown {
    return this.read(data, this.scratch);
  }

  private read(data: DataView, into: unknown): unknown {
    if (data.byteLength > 1 && data.getUint8(1) > PLAIN_CDR) {
      this.extended ??= new DefinedDecoder(this.type.definition);
      return this.extended.decode(data);
    }
    this.type.decode(data, 0, data.byteLength, into);
    return into;
  }
}

class DefinedDecoder implements MessageDecoder {
  readonly scalars: readonly ScalarField[];
  private readonly reader: MessageReader;
  private readonly hasWideIntegers: boolean;

  constructor(definition: string) {
    const parsed = parseDefinition(definition);
    this.reader = new MessageReader(parsed.definitions);
    this.scalars = worthPlotting(definedScalars(parsed));
    this.hasWideIntegers = parsed.definitions.some(({ definitions }) =>
      definitions.some(({ type }) => type === 'int64' || type === 'uint64'),
    );
  }

  decode(data: DataView): unknown {
    const message = this.reader.readMessage(data);
    return this.hasWideIntegers ? withNumbers(message) : message;
  }

  peek(data: DataView): unknown {
    return this.decode(data);
  }
}

/** 64-bit integers as numbers, as in our own messages: exact below 2⁵³. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof BigInt64Array || value instanceof BigUint64Array) return Float64Array.from(value, Number);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const [key, inner] of Object.entries(value)) (value as Record<string, unknown>)[key] = withNumbers(inner);
  return value;
}

/** Numbers of a JSON message, at most. */
const MOST_JSON_SCALARS = 64;
const DEEPEST_JSON = 8;

class JsonDecoder implements MessageDecoder {
  scalars: readonly ScalarField[] = [];
  private readonly text = new TextDecoder();

  decode(data: DataView): unknown {
    const message: unknown = JSON.parse(this.text.decode(data));
    if (this.scalars.length === 0) this.scalars = jsonScalars(message);
    return message;
  }

  peek(data: DataView): unknown {
    return this.decode(data);
  }
}

function jsonScalars(message: unknown): ScalarField[] {
  const scalars: ScalarField[] = [];
  const visit = (value: unknown, keys: readonly string[]): void => {
    if (scalars.length >= MOST_JSON_SCALARS || keys.length > DEEPEST_JSON) return;
    if (keys.length > 0 && (typeof value === 'number' || typeof value === 'boolean')) scalars.push(scalarOf(keys, ''));
    else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [key, inner] of Object.entries(value)) visit(inner, [...keys, key]);
  };
  visit(message, []);
  return scalars;
}
