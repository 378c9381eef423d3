/** What the package promises to browsers. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { entries } from '../../scripts/entries.mjs';
import { projectRoot } from '../support/scenario-files.ts';

/** Imports that a bundler for browsers cannot follow, each with the file that has it. */
async function unresolved(source: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: [join(projectRoot, source)],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    external: ['node:*', 'esbuild'],
    loader: { '.css': 'text' },
    logLevel: 'silent',
  });
  return Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
    imports.filter(({ external }) => external).map(({ path }) => `${file} imports ${path}`),
  );
}

describe('the entries that do not need Node', () => {
  it.each(entries.filter(({ needsNode }) => !needsNode))('$name can be bundled for browsers', async ({ source }) => {
    expect(await unresolved(source)).toEqual([]);
  });

  it('are told from those that do', async () => {
    const needy = entries.filter(({ needsNode }) => needsNode);
    for (const { source } of needy) expect(await unresolved(source)).not.toEqual([]);
  });
});
