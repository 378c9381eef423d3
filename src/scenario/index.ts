/** From files to a checked scenario. */
export type { AssetFile } from './assets.ts';
export { byKind, byType, extendCatalog } from './catalog.ts';
export type { Catalog, CatalogAdditions } from './catalog.ts';
export type { ChangeDocument } from './changes.ts';
export { checkScenario } from './check.ts';
export { dataflow } from './dataflow.ts';
export type { DataflowRow } from './dataflow.ts';
export { expandScenario, loadWorld } from './document.ts';
export type { Overrides, ScenarioSource } from './document.ts';
export { memoryFiles, overlayFiles } from './files.ts';
export type { Files } from './files.ts';
export { inOneThread } from './in-one-thread.ts';
export { loadScenario } from './load.ts';
export type { LoadOptions } from './load.ts';
export type { LoadedModule, LoadModule } from './modules.ts';
export type { Scenario } from './scenario.ts';
export type { ScenarioDocument } from './schema.ts';
export { formatYaml, parseYaml } from './yaml.ts';
