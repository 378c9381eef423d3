/**
 * The only way from files to a checked scenario:
 *
 *   yaml → fragments → overrides → vehicle sensors → faults → placement → traffic → modules → assets → check
 *
 * Every mistake is an InputError with the file, line and column where it was written, and the path as it was written there.
 */
import { InputError } from '../core/input-error.ts';
import type { Fields, Schema } from '../core/schema.ts';
import type { Tree } from '../core/tree.ts';
import { withAnswers } from '../core/unanswered.ts';
import { isTree } from '../core/tree.ts';
import { catalog as shipped } from '../catalog.ts';
import type { AssetFile } from './assets.ts';
import { assetFile } from './assets.ts';
import type { Catalog } from './catalog.ts';
import { checkScenario } from './check.ts';
import type { Overrides, ScenarioSource } from './document.ts';
import { expandScenario } from './document.ts';
import type { Files } from './files.ts';
import type { LoadModule } from './modules.ts';
import { loadModules } from './modules.ts';
import { locate, placeOf } from './places.ts';
import type { Scenario } from './scenario.ts';

export interface LoadOptions extends Overrides {
  /** What names mean; the blocks that come with Skidpad, in this thread, when absent. */
  readonly catalog?: Catalog;
  /** How blocks, hosts and links that users wrote are loaded; files are refused when absent. */
  readonly modules?: LoadModule;
}

export async function loadScenario(files: Files, source: ScenarioSource, options: LoadOptions = {}): Promise<Scenario> {
  const { catalog = shipped, modules, ...overrides } = options;
  const expanded = await expandScenario(files, source, overrides);
  const home = typeof source === 'string' ? source : source.path;
  try {
    const written = await loadModules(files, expanded, home, catalog, modules);
    try {
      const { document, assets } = await withAssets(files, expanded, home, written.catalog);
      const named = { files: [...written.files, ...assets], moduleNames: written.moduleNames };
      return await withAnswers(() => checkScenario(document, written.catalog, named));
    } finally {
      await written.close();
    }
  } catch (error) {
    throw error instanceof InputError ? locate(error, expanded) : error;
  }
}

/** The document with every file that a parameter names replaced by its name among the assets, and these. */
async function withAssets(files: Files, document: Tree, home: string, { blocks }: Catalog) {
  const assets = new Map<string, AssetFile>();
  if (!isTree(document.blocks)) return { document, assets: [] };
  const result: Tree = {};
  for (const [name, entry] of Object.entries(document.blocks)) {
    const definition = isTree(entry) && typeof entry.type === 'string' ? blocks.get(entry.type) : undefined;
    if (definition === undefined || !isTree(entry) || !isTree(entry.params)) {
      result[name] = entry;
      continue;
    }
    const read = async (file: string, path: string): Promise<string> => {
      const from = placeOf(document, path)?.file;
      const asset = await readAsset(
        files,
        files.resolve(from === undefined || from === '' ? home : from, file),
        file,
        path,
      );
      assets.set(asset.name, asset);
      return asset.name;
    };
    result[name] = {
      ...entry,
      params: await replaceAssets(definition.params, entry.params, `blocks.${name}.params`, read),
    };
  }
  return { document: assets.size === 0 ? document : { ...document, blocks: result }, assets: [...assets.values()] };
}

async function readAsset(files: Files, file: string, written: string, path: string): Promise<AssetFile> {
  try {
    return assetFile(file, await files.bytes(file));
  } catch (error) {
    throw error instanceof InputError ? new InputError(path, `${written}: ${error.problem}`) : error;
  }
}

type ReadAsset = (file: string, path: string) => Promise<string>;

async function replaceAssets(fields: Fields, values: Tree, path: string, read: ReadAsset): Promise<Tree> {
  const result: Tree = { ...values };
  for (const [key, schema] of Object.entries(fields)) {
    if (Object.hasOwn(values, key)) result[key] = await replaced(schema, values[key], `${path}.${key}`, read);
  }
  return result;
}

async function replaced(schema: Schema, value: unknown, path: string, read: ReadAsset): Promise<unknown> {
  if (schema.kind === 'asset' && typeof value === 'string') return read(value, path);
  if (schema.kind === 'optional') return replaced(schema.of, value, path, read);
  if (schema.kind === 'group' && isTree(value)) return replaceAssets(schema.fields, value, path, read);
  if (schema.kind === 'list' && Array.isArray(value)) {
    return Promise.all(value.map((item, i) => replaced(schema.items, item, `${path}[${i}]`, read)));
  }
  if (schema.kind === 'map' && isTree(value)) {
    const entries = Object.entries(value).map(async ([key, item]) => [
      key,
      await replaced(schema.values, item, `${path}.${key}`, read),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  }
  return value;
}
