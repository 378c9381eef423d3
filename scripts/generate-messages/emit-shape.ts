import { unitOf } from '../../src/msgs/units.ts';
import { fullName, type FieldModel, type MessageModel } from './definition-model.ts';

/** The TypeScript interface of a message, with units as comments. */
export function emitInterface(model: MessageModel): string[] {
  const members = model.fields.map((field) => {
    const unit = unitOf(model.key, field.name);
    return `  ${field.name}: ${typeOf(field)};${unit === '' ? '' : ` // [${unit}]`}`;
  });
  return [`/** ${fullName(model)} */`, `export interface ${model.identifier} {`, ...members, '}'];
}

/** The definition's constants as one object. */
export function emitConstants(model: MessageModel): string[] {
  if (model.constants.length === 0) return [];
  const members = model.constants.map(({ name, value }) => `  ${name}: ${literal(value)},`);
  return [`export const ${model.identifier}Constants = {`, ...members, '} as const;'];
}

/**
 * `createX()`. Floats are born as a fraction and set to their value afterwards: engines lay out an object by what its
 * fields first hold, and would move a field that began as a whole number when the first fraction comes, and throw away
 * the code compiled for the old layout.
 */
export function emitCreate(model: MessageModel): string[] {
  const isFloat = ({ primitive, array }: FieldModel) => primitive?.kind === 'number' && array === undefined;
  const members = model.fields.map((field) => `    ${field.name}: ${isFloat(field) ? '0.5' : initialValue(field)},`);
  const floats = model.fields.filter(isFloat).map((field) => `  m.${field.name} = ${initialValue(field)};`);
  const head = `export function create${model.identifier}(): ${model.identifier} {`;
  if (floats.length === 0) return [head, '  return {', ...members, '  };', '}'];
  return [head, `  const m: ${model.identifier} = {`, ...members, '  };', ...floats, '  return m;', '}'];
}

/** The value of `MessageType.fields`. */
export function emitFields(model: MessageModel): string[] {
  const rows = model.fields.map((field) => {
    const { name, wireType, primitive, message, array } = field;
    const parts = [
      `name: '${name}'`,
      `kind: '${primitive?.kind ?? 'message'}'`,
      `wireType: '${wireType}'`,
      `unit: '${unitOf(model.key, name)}'`,
    ];
    if (array !== undefined) parts.push(`array: ${array}`);
    if (message) parts.push(`message: ${message.identifier}`);
    if (primitive?.range) parts.push(`range: [${primitive.range.join(', ')}]`);
    return `    { ${parts.join(', ')} },`;
  });
  return ['  fields: [', ...rows, '  ],'];
}

function typeOf({ primitive, message, array }: FieldModel): string {
  if (array !== undefined && primitive?.array) return primitive.array;
  const scalar =
    message?.identifier ??
    { number: 'number', integer: 'number', boolean: 'boolean', string: 'string' }[primitive!.kind];
  return array === undefined ? scalar : `${scalar}[]`;
}

function initialValue({ primitive, message, array, defaultValue }: FieldModel): string {
  if (array !== undefined && primitive?.array) {
    if (defaultValue !== undefined) return `${primitive.array}.from(${literal(defaultValue)})`;
    return `new ${primitive.array}(${array === true ? 0 : array})`;
  }
  const zero = { number: '0', integer: '0', boolean: 'false', string: "''" };
  const scalar = message ? `create${message.identifier}()` : zero[primitive!.kind];
  if (array === undefined) return defaultValue === undefined ? scalar : literal(defaultValue);
  if (defaultValue !== undefined) return literal(defaultValue);
  return array === true ? '[]' : `Array.from({ length: ${array} }, () => ${scalar})`;
}

function literal(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return String(value);
}
