export * from './generated/index.ts';
export { clockSaysNs } from './clock-reading.ts';
export { scalarAt, scalarFields, type ScalarField } from './flatten.ts';
export { findMessageType, messageTypes } from './message-catalog.ts';
export { fromJson, toJson, type Json } from './message-json.ts';
export type { Field, FieldKind, MessageOf, MessageType } from './message-type.ts';
export { copyTime, setTime, timeToNs } from './time.ts';
