/** The loop of latched signals: what blocks, hosts, clocks and links are made with, and what runs them. */
export * from './block.ts';
export { buildLoop } from './build.ts';
export type { BuildOptions } from './build.ts';
export { defineClock, FreeClock, freeClock } from './clock.ts';
export type { Clock as LoopClock, ClockContext, ClockKind, LatenessReport } from './clock.ts';
export * from './host.ts';
export { InputError } from './input-error.ts';
export { defineLink, LinkError } from './link.ts';
export type { Link, LinkContext, LinkKind, Links } from './link.ts';
export { localHost } from './local-host.ts';
export { Loop } from './loop.ts';
export type { DeadlineMissed, LoopListener, LostChange } from './loop.ts';
export type { BlockSpec, LoopSpec, WireSpec } from './loop-spec.ts';
export { anything, asset, choice, fixed, flag, group, integer, list, map, optional, param, text } from './schema.ts';
export type { FieldValues, Fields, Schema, ValueOf } from './schema.ts';
export { QueueSignal } from './signal.ts';
export type { Input, Output, OutputPort, QueuedInput, QueuedOutput, Signal } from './signal.ts';
