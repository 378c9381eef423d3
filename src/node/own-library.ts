/**
 * The library as a part of this program, for a host or a link that is loaded later and imports it: message types and errors are
 * objects, and it must get the very ones that this program has.
 *
 * A program that is made of modules has files that can be imported. One that is a single script says what is in it, and small
 * modules are made that pass it on.
 */
import { pathToFileURL } from 'node:url';
import { entryUrl } from '../hosts/entry-url.ts';
import { keepModule } from './module-folder.ts';

/** `skidpad` and `skidpad/node`. */
type Part = 'index' | 'node';
type Parts = Readonly<Record<Part, () => Promise<object>>>;

let offered: Parts | undefined;

/** From a script, which holds the library. */
export function offerLibrary(parts: Parts): void {
  offered = parts;
}

export async function libraryUrl(part: Part): Promise<string> {
  if (offered === undefined) return entryUrl(`${part}.js`).href;
  const key = `skidpad library: ${part}`;
  const library = await offered[part]();
  Object.assign(globalThis, { [Symbol.for(key)]: library });
  const text = Object.keys(library).map((name) => `export const ${name} = library.${name};\n`);
  const head = `const library = globalThis[Symbol.for(${JSON.stringify(key)})];\n`;
  return pathToFileURL(keepModule(head + text.join(''), `skidpad-${part}.mjs`)).href;
}
