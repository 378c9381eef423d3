/** The lowest layer: numbers that are the same in every engine. Imports nothing outside this folder. */
export * from './angle.ts';
export * from './exponential.ts';
export * from './filters.ts';
export * from './hash.ts';
export * from './linear-algebra.ts';
export { murmurHash } from './murmur-hash.ts';
export * from './pose2.ts';
export * from './random.ts';
export * from './statistics.ts';
export * from './trig.ts';
