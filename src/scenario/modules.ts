/**
 * What users write: the type of a block, and the kind of a host or a link, may be a TypeScript or JavaScript file, named
 * relative to the file that names it, whose default export was made with `defineBlock`, `defineHost` or `defineLink`.
 */
import type { AnyBlock } from '../core/block.ts';
import type { AnyHostKind } from '../core/host.ts';
import { InputError, quote } from '../core/input-error.ts';
import type { AnyLinkKind } from '../core/link.ts';
import type { Tree } from '../core/tree.ts';
import { isTree } from '../core/tree.ts';
import type { AssetFile } from './assets.ts';
import { assetFile } from './assets.ts';
import type { Catalog } from './catalog.ts';
import { extendCatalog } from './catalog.ts';
import type { Files } from './files.ts';
import { placeOf } from './places.ts';

export interface LoadedModule {
  /** Its default export; a block may also have been loaded elsewhere, and `block` is what is known of it. */
  readonly exported?: unknown;
  readonly block?: AnyBlock;
  /** Where it was loaded from, and all of it as one text, to be kept with a run. */
  readonly url?: string;
  readonly text: string;
  /** Once the scenario is checked, nothing more is asked of it. */
  close?(): Promise<void>;
}

/** A module that is named in a document. */
interface ModuleName {
  /** As it was written, and the path at which it was. */
  readonly name: string;
  readonly path: string;
  /** A block runs anywhere and has nothing but its arguments; a host or a link may use what the machine has. */
  readonly what: 'block' | 'host' | 'link';
}

/** Loads the module in a file. Rejects with an InputError at the path of its name. */
export type LoadModule = (files: Files, file: string, named: ModuleName) => Promise<LoadedModule>;

export interface WrittenModules {
  readonly catalog: Catalog;
  readonly files: readonly AssetFile[];
  readonly moduleNames: ReadonlyMap<string, string>;
  /** Once the scenario is checked. */
  close(): Promise<void>;
}

/** Whether a type or kind is the name of a file. */
const isModuleFile = (name: unknown): name is string =>
  typeof name === 'string' && /^\.{0,2}\/.*\.(ts|mts|js|mjs)$/.test(name);

/** The catalogue with everything that the document names by file. */
export async function loadModules(
  files: Files,
  document: Tree,
  home: string,
  catalog: Catalog,
  loadModule: LoadModule | undefined,
): Promise<WrittenModules> {
  const blocks = new Map<string, AnyBlock>();
  const hosts = new Map<string, AnyHostKind>();
  const links = new Map<string, AnyLinkKind>();
  const moduleNames = new Map<string, string>();
  const kept: AssetFile[] = [];
  const loaded: LoadedModule[] = [];
  const close = async () => void (await Promise.all(loaded.map((module) => module.close?.())));
  const load = async (named: ModuleName): Promise<LoadedModule> => {
    const { name, path } = named;
    if (loadModule === undefined) throw new InputError(path, `${name} is a module, and modules cannot be loaded here`);
    const from = placeOf(document, path)?.file;
    const file = files.resolve(from === undefined || from === '' ? home : from, name);
    const module = await loadModule(files, file, named);
    loaded.push(module);
    keep(name, module.text);
    return module;
  };
  const keep = (name: string, text: string): void => {
    const asset = assetFile(name.replace(/\.\w+$/, '.mjs'), new TextEncoder().encode(text));
    kept.push(asset);
    moduleNames.set(name, asset.name);
  };
  try {
    for (const { name, path } of namedIn(document, 'type')) {
      const known = catalog.blocks.get(name);
      if (known?.module !== undefined) keep(name, known.module.text);
      if (known !== undefined || blocks.has(name)) continue;
      const { exported, block, url, text } = await load({ name, path, what: 'block' });
      blocks.set(name, { ...(block ?? checkedBlock(exported, name, path)), module: { url, text } });
    }
    for (const { name, path } of namedIn(document, 'host')) {
      if (hosts.has(name) || catalog.hosts.has(name)) continue;
      hosts.set(
        name,
        checkedKind<AnyHostKind>((await load({ name, path, what: 'host' })).exported, name, 'defineHost', path),
      );
    }
    for (const { name, path } of namedIn(document, 'link')) {
      if (links.has(name) || catalog.links.has(name)) continue;
      links.set(
        name,
        checkedKind<AnyLinkKind>((await load({ name, path, what: 'link' })).exported, name, 'defineLink', path),
      );
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { catalog: extendCatalog(catalog, { blocks, hosts, links }), files: kept, moduleNames, close };
}

/** Every file that is named as a type of block, or a kind of host or link. */
function namedIn({ blocks, links }: Tree, what: 'type' | 'host' | 'link'): { name: string; path: string }[] {
  const holder = what === 'link' ? links : blocks;
  return Object.entries(isTree(holder) ? holder : {}).flatMap(([key, entry]) => {
    const at = what === 'link' ? `links.${key}` : `blocks.${key}`;
    const named = what === 'link' ? entry : isTree(entry) ? entry[what] : undefined;
    const name = isTree(named) ? named.kind : named;
    const path = isTree(named)
      ? `${at}${what === 'host' ? '.host' : ''}.kind`
      : `${at}${what === 'link' ? '' : `.${what}`}`;
    return isModuleFile(name) ? [{ name, path }] : [];
  });
}

/** The default export of the module `type`, if it is a block. */
export function checkedBlock(value: unknown, type: string, path: string): AnyBlock {
  const block = value as Partial<AnyBlock> | undefined;
  if (typeof block !== 'object' || block === null) {
    throw new InputError(path, `expected ${type} to have a default export made with defineBlock, got ${quote(value)}`);
  }
  for (const name of ['init', 'step'] as const) {
    if (typeof block[name] !== 'function') {
      throw new InputError(path, `expected the block in ${type} to have a function ${name}, got ${quote(block[name])}`);
    }
  }
  for (const name of ['params', 'inputs', 'outputs'] as const) {
    if (typeof block[name] !== 'object' || block[name] === null) {
      throw new InputError(path, `expected the block in ${type} to declare its ${name}, got ${quote(block[name])}`);
    }
  }
  return { ...(block as AnyBlock), type, doc: block.doc ?? '' };
}

/** The default export of a module, if it is a kind of host or link; known by the file's name. */
function checkedKind<K extends { readonly kind: string }>(
  value: unknown,
  file: string,
  maker: string,
  path: string,
): K {
  const kind = value as (Partial<K> & { params?: unknown; open?: unknown }) | undefined;
  if (typeof kind !== 'object' || kind === null || typeof kind.open !== 'function' || typeof kind.params !== 'object') {
    throw new InputError(path, `expected ${file} to have a default export made with ${maker}, got ${quote(value)}`);
  }
  return { ...(kind as unknown as K), kind: file };
}
