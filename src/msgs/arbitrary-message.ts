import fc from 'fast-check';
import type { Field, MessageType } from './message-type.ts';

/** Arbitrary messages for property tests: every value is one that the wire type can hold. */
export function arbitraryMessage(type: MessageType, text: fc.Arbitrary<string>): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries(type.fields.map((field) => [field.name, arbitraryField(field, text)])));
}

/** Text of one byte per character. */
export const asciiText = fc.string({ unit: 'binary-ascii', maxLength: 12 });

/** Any text that is valid Unicode. */
export const unicodeText = fc.string({ unit: 'binary', maxLength: 12 });

function arbitraryField(field: Field, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const scalar = arbitraryScalar(field, text);
  if (field.array === undefined) return scalar;
  const bounds =
    field.array === true ? { maxLength: field.message ? 3 : 14 } : { minLength: field.array, maxLength: field.array };
  return fc.array(scalar, bounds).map((elements) => typedArray(field, elements));
}

function arbitraryScalar(field: Field, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (field.message) return arbitraryMessage(field.message, text);
  switch (field.kind) {
    case 'boolean':
      return fc.boolean();
    case 'string':
      return text;
    case 'integer':
      return fc
        .oneof(fc.integer({ min: -3, max: 3 }), fc.maxSafeInteger(), fc.constantFrom(...field.range!))
        .map((value) => Math.max(field.range![0], Math.min(field.range![1], value)));
    default:
      // −0 is not a value of a message
      return (field.wireType === 'float32' ? fc.float() : fc.double()).map((value) => value + 0);
  }
}

const arrays = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: Float64Array,
  uint64: Float64Array,
  float32: Float32Array,
  float64: Float64Array,
};

function typedArray(field: Field, elements: unknown[]): unknown {
  const TypedArray = arrays[field.wireType as keyof typeof arrays];
  return TypedArray ? TypedArray.from(elements as number[]) : elements;
}
