/** Skidpad as a library: declare blocks, parse scenarios, run loops. */
export { blocks, catalog, findBlock } from './catalog.ts';
export * from './core/block.ts';
export { buildLoop } from './core/build.ts';
export type { BuildOptions } from './core/build.ts';
export { FreeClock } from './core/clock.ts';
export type { Clock as LoopClock } from './core/clock.ts';
export * from './core/drive.ts';
export * from './core/host.ts';
export { InputError } from './core/input-error.ts';
export { Loop } from './core/loop.ts';
export { parseScenario } from './core/scenario.ts';
export type { BlockCatalog, Scenario } from './core/scenario.ts';
export { expandFragments, formatYaml, parseYaml } from './core/scenario-text.ts';
export { anything, choice, flag, group, integer, list, map, optional, param, text } from './core/schema.ts';
export * from './msgs/index.ts';
