/**
 * Modules that users write, under Node. A file is bundled with everything it imports except `skidpad` itself, so that it is the
 * same in a worker and can be kept with the run.
 */
import type { Plugin } from 'esbuild';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../core/input-error.ts';
import { assetFile } from '../scenario/assets.ts';
import type { Files } from '../scenario/files.ts';
import type { LoadedModule, LoadModule } from '../scenario/modules.ts';
import { sandboxedBlock } from '../hosts/sandbox/sandboxed-block.ts';
import { readBytes } from './files.ts';
import { openSandbox } from './sandbox.ts';
import { keepModule } from './module-folder.ts';
import { libraryUrl } from './own-library.ts';

const withLibrary = async (text: string): Promise<string> =>
  text
    .replaceAll('"skidpad"', JSON.stringify(await libraryUrl('index')))
    .replaceAll('"skidpad/node"', JSON.stringify(await libraryUrl('node')));

/** A block is loaded in a sandbox and only described here; a host or a link is a part of this program. */
export const loadModule: LoadModule = async (files, file, { name, path, what }): Promise<LoadedModule> => {
  if (what === 'block') {
    const text = await bundle(files, file, path, []);
    return { text, ...(await sandboxedBlock(text, name, path, (log) => openSandbox(log))) };
  }
  const text = await bundle(files, file, path, ['node:*', 'skidpad/node']);
  const url = keep(await withLibrary(text), basename(file));
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
      plugins: [boundedImports],
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

/** What a module imports is read with the bounds of any other file; the bundler itself would wait for a pipe, or for the end of a device. */
const boundedImports: Plugin = {
  name: 'bounded-imports',
  setup(build) {
    build.onLoad({ filter: /./, namespace: 'file' }, ({ path }) => {
      try {
        return { contents: readBytes(path), loader: 'default', resolveDir: dirname(path) };
      } catch (error) {
        if (error instanceof InputError) return { errors: [{ text: `${basename(path)}: ${error.problem}` }] };
        throw error;
      }
    });
  },
};

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
