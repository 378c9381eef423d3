import { parse } from '@foxglove/rosmsg';
import { primitives, type Primitive } from './primitives.ts';

/** One message type, ready for the emitters. */
export interface MessageModel {
  /** Short ROS name, such as `nav_msgs/Odometry`. */
  readonly key: string;
  readonly packageName: string;
  /** The exported TypeScript name. */
  readonly identifier: string;
  /** Its own definition without comments. */
  readonly text: string;
  readonly fields: readonly FieldModel[];
  readonly constants: readonly { readonly name: string; readonly value: unknown }[];
}

export interface FieldModel {
  readonly name: string;
  readonly wireType: string;
  /** Exactly one of the two is present. */
  readonly primitive?: Primitive;
  readonly message?: MessageModel;
  readonly array?: number | true;
  readonly defaultValue?: unknown;
}

/** Names that would shadow a global, or read like one. */
const renamed: Readonly<Record<string, string>> = { String: 'StringMessage', Bool: 'BoolMessage' };

const builtin: Readonly<Record<string, string>> = {
  time: 'builtin_interfaces/Time',
  duration: 'builtin_interfaces/Duration',
};

/** Loads the named messages and everything they contain, dependencies first. */
export function loadModels(keys: readonly string[], readDefinition: (key: string) => string): MessageModel[] {
  const models = new Map<string, MessageModel>();
  for (const key of keys) loadModel(key, readDefinition, models);
  return [...models.values()];
}

function loadModel(
  key: string,
  readDefinition: (key: string) => string,
  models: Map<string, MessageModel>,
): MessageModel {
  const known = models.get(key);
  if (known) return known;

  const [packageName, shortName] = key.split('/');
  const text = withoutComments(readDefinition(key));
  const [{ definitions }] = parse(text, { ros2: true, skipTypeFixup: true });

  const fields = definitions
    .filter((field) => !field.isConstant)
    .map((field): FieldModel => {
      const where = `${key}.${field.name}`;
      if (field.upperBound !== undefined || field.arrayUpperBound !== undefined) {
        throw new Error(`${where}: bounded strings and arrays are not supported.`);
      }
      const array: number | true | undefined = field.isArray ? (field.arrayLength ?? true) : undefined;
      const shape = { name: field.name, array, defaultValue: field.defaultValue };
      const primitive = primitives.get(field.type);
      if (primitive) return { ...shape, primitive, wireType: field.type };
      if (!field.isComplex && !builtin[field.type]) {
        throw new Error(`${where}: the primitive ${field.type} is not supported.`);
      }
      const nested = builtin[field.type] ?? qualified(field.type, packageName);
      const message = loadModel(nested, readDefinition, models);
      return { ...shape, message, wireType: fullName(message) };
    });
  if (fields.length === 0) throw new Error(`${key}: a message without fields is not supported.`);

  const model: MessageModel = {
    key,
    packageName,
    identifier: renamed[shortName] ?? shortName,
    text,
    fields,
    constants: definitions.filter((field) => field.isConstant).map(({ name, value }) => ({ name, value })),
  };
  models.set(key, model);
  return model;
}

export const fullName = (model: MessageModel): string => model.key.replace('/', '/msg/');

/** The definition followed by those it contains, each once, breadth first, as MCAP's `ros2msg` encoding wants it. */
export function concatenatedDefinition(root: MessageModel): string {
  const parts = [root];
  for (const part of parts) {
    for (const { message } of part.fields) if (message && !parts.includes(message)) parts.push(message);
  }
  const separator = `${'='.repeat(80)}\n`;
  return parts.map((part) => (part === root ? part.text : `${separator}MSG: ${part.key}\n${part.text}`)).join('');
}

const qualified = (type: string, packageName: string): string => (type.includes('/') ? type : `${packageName}/${type}`);

/** The first message of a definition file, one declaration per line. */
function withoutComments(text: string): string {
  const own = text.split(/^=+$/m)[0];
  const lines = own.split('\n').map((line) => line.replace(/#.*$/, '').trim().replace(/\s+/g, ' '));
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}
