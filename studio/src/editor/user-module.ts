/**
 * A block that was written in the page, and how its module finds the library.
 *
 * The emitted JavaScript says `import … from 'skidpad'`, which means nothing to a browser: the name is replaced by a URL. Where
 * the library is part of the worker's own bundle already, that URL is a bridge: a module that exports the very objects that the
 * worker has, so nothing is loaded twice and message types are the same objects on both sides.
 */
import type { AnyBlock } from '../../../src/core/block.ts';
import { InputError } from '../../../src/core/input-error.ts';
import type { LoadedModule } from '../../../src/scenario/modules.ts';
import { checkedBlock } from '../../../src/scenario/modules.ts';

export interface UserModule {
  /** The block type that scenarios name it by, such as ./cruise.ts. */
  readonly file: string;
  readonly source: string;
  readonly js: string;
  /** Source map of `js`, as JSON. */
  readonly map: string;
}

/** Makes a module's text something to import. */
export type ToUrl = (text: string) => string;

const blobUrl: ToUrl = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));

const STATIC_IMPORT = /^([ \t]*(?:import|export)\b[^'"`;]*?(?:\bfrom[ \t]*)?)(['"])skidpad\2/gm;
const DYNAMIC_IMPORT = /(\bimport\s*\(\s*)(['"])skidpad\2/g;

/** The text with the library found at `libraryUrl`; every line stays where it is. */
export function withLibrary(js: string, libraryUrl: string): string {
  const url = JSON.stringify(libraryUrl);
  return js
    .replace(STATIC_IMPORT, (_, before: string) => before + url)
    .replace(DYNAMIC_IMPORT, (_, before: string) => before + url);
}

/** A URL to import the module from. With its map, a debugger shows the source as it was written. */
function moduleUrl(js: string, libraryUrl: string, map?: string, toUrl: ToUrl = blobUrl): string {
  const text = withLibrary(js.replace(/^\/\/# sourceMappingURL=.*$/gm, ''), libraryUrl);
  return toUrl(
    map === undefined
      ? text
      : `${text}\n//# sourceMappingURL=data:application/json;charset=utf-8,${encodeURIComponent(map)}\n`,
  );
}

const BRIDGE = Symbol.for('skidpad.library');

/** The URL of a module that exports what `library` has, in this page or worker. */
export function libraryBridge(library: object, toUrl: ToUrl = blobUrl): string {
  (globalThis as Record<symbol, unknown>)[BRIDGE] = library;
  const names = Object.keys(library).filter((name) => name !== 'default');
  return toUrl(
    `const library = globalThis[Symbol.for('skidpad.library')];\nexport const { ${names.join(', ')} } = library;\n`,
  );
}

/** The module, imported. Throws InputError in one sentence where that cannot be. */
export async function importModule(
  { file, js, map }: Pick<UserModule, 'file' | 'js' | 'map'>,
  libraryUrl: string,
  toUrl: ToUrl = blobUrl,
): Promise<LoadedModule> {
  const url = moduleUrl(js, libraryUrl, map, toUrl);
  try {
    return { exported: ((await import(/* @vite-ignore */ url)) as { default?: unknown }).default, url, text: js };
  } catch (error) {
    const sentence = (error instanceof Error ? error.message : String(error))
      .replaceAll(libraryUrl, 'skidpad')
      .replaceAll(url, file);
    throw Object.assign(new InputError(file, `cannot be loaded: ${sentence}`), { cause: error });
  }
}

/** The block that a module exports. */
export async function loadUserBlock(
  module: Pick<UserModule, 'file' | 'js' | 'map'>,
  libraryUrl: string,
  toUrl: ToUrl = blobUrl,
): Promise<AnyBlock> {
  const { exported, url, text } = await importModule(module, libraryUrl, toUrl);
  return { ...checkedBlock(exported, module.file, module.file), module: { url, text } };
}
