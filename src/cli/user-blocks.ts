/**
 * Blocks that users write: a scenario's block type may be a TypeScript or JavaScript file, named relative to the
 * scenario, whose default export was made with `defineBlock`.
 *
 * The file is bundled with everything it imports except `skidpad` itself, so that it is the same in a worker and
 * can be kept with the run.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { catalog as shipped } from '../catalog.ts';
import type { AnyBlock } from '../core/block.ts';
import { InputError } from '../core/input-error.ts';
import type { BlockCatalog } from '../core/scenario.ts';
import { checkedBlock, isBlockFile } from '../core/user-block.ts';
import { textHash } from '../record/recorder.ts';

/** Chunks of the built command line live one folder below the library's entry. */
const LIBRARY = new URL(import.meta.url.includes('/chunks/') ? '../index.js' : './index.js', import.meta.url).href;

/** The blocks that come with Skidpad and those that the document names by file. */
export async function catalogFor(document: unknown, folder: string): Promise<BlockCatalog> {
  const entries = Object.entries(
    (document as { blocks?: Record<string, { type?: unknown }> } | undefined)?.blocks ?? {},
  );
  const written = new Map<string, AnyBlock>();
  for (const [name, entry] of entries) {
    const type = entry?.type;
    if (isBlockFile(type) && !written.has(type))
      written.set(type, await loadBlock(type, folder, `blocks.${name}.type`));
  }
  if (written.size === 0) return shipped;
  return {
    ...shipped,
    find: (type) => written.get(type) ?? shipped.find(type),
    types: [...shipped.types, ...written.keys()],
  };
}

async function loadBlock(type: string, folder: string, path: string): Promise<AnyBlock> {
  const file = resolve(folder, type);
  if (!existsSync(file)) throw new InputError(path, `there is no file ${type}`);
  const text = await bundle(file, path);
  const url = keep(text.replaceAll('"skidpad"', JSON.stringify(LIBRARY)), basename(file));
  process.setSourceMapsEnabled(true);
  let definition: unknown;
  try {
    definition = ((await import(url)) as { default?: unknown }).default;
  } catch (error) {
    throw new InputError(path, `${type} cannot be loaded: ${(error as Error).message}`);
  }
  return { ...checkedBlock(definition, type, path), module: { url, text } };
}

async function bundle(file: string, path: string): Promise<string> {
  const { build } = await import('esbuild');
  try {
    const result = await build({
      entryPoints: [file],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'neutral',
      target: 'node20',
      external: ['skidpad'],
      sourcemap: 'inline',
      logLevel: 'silent',
    });
    return result.outputFiles[0].text;
  } catch (error) {
    const first = (error as { errors?: { text: string; location?: { file: string; line: number; column: number } }[] })
      .errors?.[0];
    const where = first?.location
      ? `${basename(first.location.file)}:${first.location.line}:${first.location.column + 1}: `
      : '';
    throw new InputError(path, `${where}${first?.text ?? (error as Error).message}`);
  }
}

/** A file of that text, for this process and its workers to load. */
function keep(text: string, name: string): string {
  const folder = join(tmpdir(), 'skidpad-blocks');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${textHash(text)}-${name.replace(/\.\w+$/, '.mjs')}`);
  // whole at once: another process may be loading the same file
  const part = `${file}.${process.pid}`;
  writeFileSync(part, text);
  renameSync(part, file);
  return pathToFileURL(file).href;
}
