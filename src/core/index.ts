/** The loop and what it is made of: blocks, signals, hosts, clocks, and the schema language of parameters. */
export * from './block.ts';
export type { BuildOptions } from './build.ts';
export { buildLoop } from './build.ts';
export type { Clock } from './clock.ts';
export { FreeClock } from './clock.ts';
export { derivedFrom } from './derived.ts';
export * from './drive.ts';
export * from './host.ts';
export { InputError } from './input-error.ts';
export type { DeadlineMissed, LoopListener } from './loop.ts';
export { Loop } from './loop.ts';
export * from './schema.ts';
export type { FrameAllocator, Input, Output, OutputPort, Signal } from './signal.ts';
export type { Activation, Task } from './task.ts';
export type { Wire, WireQuality } from './wire.ts';
