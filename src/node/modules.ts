/**
 * Modules that users write, under Node. A file is bundled with everything it imports except `skidpad` itself, so that it is the
 * same in a worker and can be kept with the run.
 */
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../core/input-error.ts';
import { assetFile } from '../scenario/assets.ts';
import type { Files } from '../scenario/files.ts';
import type { LoadedModule, LoadModule } from '../scenario/modules.ts';
import { entryUrl } from '../hosts/entry-url.ts';
import { sandboxedBlock } from '../hosts/sandbox/sandboxed-block.ts';
import { openSandbox } from './sandbox.ts';
import { keepModule } from './module-folder.ts';

/** Message types are objects: a user's module must get the very ones that this program has. */
const withLibrary = (text: string): string =>
  text
    .replaceAll('"skidpad"', JSON.stringify(entryUrl('index.js').href))
    .replaceAll('"skidpad/node"', JSON.stringify(entryUrl('node.js').href));

/** A block is loaded in a sandbox and only described here; a host or a link is a part of this program. */
export const loadModule: LoadModule = async (files, file, { name, path, what }): Promise<LoadedModule> => {
  if (what === 'block') {
    const text = await bundle(files, file, path, []);
    return { text, ...(await sandboxedBlock(text, name, path, openSandbox)) };
  }
  const text = await bundle(files, file, path, ['node:*', 'skidpad/node']);
  const url = keep(withLibrary(text), basename(file));
  process.setSourceMapsEnabled(true);
  try {
    return { exported: ((await import(url)) as { default?: unknown }).default, url, text };
  } catch (error) {
    throw new InputError(path, `${name} cannot be loaded: ${(error as Error).message}`);
  }
};

interface BuildProblem {
  readonly text: string;
  readonly location?: { readonly file: string; readonly line: number; readonly column: number };
}

/** `allowed` are modules of others that it may import. */
async function bundle(files: Files, file: string, path: string, allowed: readonly string[]): Promise<string> {
  const contents = await contentsOf(files, file, path);
  const { build } = await import('esbuild');
  try {
    const result = await build({
      stdin: {
        contents,
        resolveDir: dirname(resolve(file)),
        sourcefile: resolve(file),
        loader: /\.m?ts$/.test(file) ? 'ts' : 'js',
      },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'neutral',
      target: 'node20',
      external: ['skidpad', ...allowed],
      sourcemap: 'inline',
      logLevel: 'silent',
    });
    return result.outputFiles[0].text;
  } catch (error) {
    const first = (error as { errors?: BuildProblem[] }).errors?.[0];
    const { location } = first ?? {};
    const where = location ? `${basename(location.file)}:${location.line}:${location.column + 1}: ` : '';
    throw new InputError(path, `${where}${first?.text ?? (error as Error).message}`);
  }
}

async function contentsOf(files: Files, file: string, path: string): Promise<string> {
  try {
    return await files.text(file);
  } catch (error) {
    throw error instanceof InputError ? new InputError(path, `${basename(file)}: ${error.problem}`) : error;
  }
}

/** A file of that text, for this process and its workers to load. */
function keep(text: string, name: string): string {
  const { name: kept } = assetFile(name.replace(/\.\w+$/, '.mjs'), new TextEncoder().encode(text));
  return pathToFileURL(keepModule(text, basename(kept))).href;
}
