/** Skidpad as a library: declare blocks, load scenarios, run them. Runs in Node and in browsers; `skidpad/node` adds what only Node has. */
export { blocks, catalog, findBlock } from './catalog.ts';
export * from './core/index.ts';
export * from './math/angle.ts';
export * from './math/exponential.ts';
export * from './math/random.ts';
export * from './math/trig.ts';
export * from './msgs/index.ts';
export * from './run/index.ts';
export * from './scenario/index.ts';
