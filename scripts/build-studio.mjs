/**
 * Builds the studio into dist/studio: the types for the editor in it, then the page.
 *
 *   node scripts/build-studio.mjs [--if-needed]      only when it is not current
 *
 * As with dist/ itself, one process builds at a time, beside it, and what is complete takes its place.
 */
import { join } from 'node:path';
import { build } from 'vite';
import { replaceFolder, writeStamp } from './put-in-place.mjs';
import { isStudioCurrent, oneBuilder, root, run, version } from './setup.mjs';

await oneBuilder('studio', async (newFolder) => {
  if (process.argv.includes('--if-needed') && isStudioCurrent()) return;
  run(process.execPath, [join(root, 'scripts', 'generate-studio-types.mjs')]);
  const beginMs = Date.now();
  const outDir = newFolder('studio');
  await build({
    configFile: join(root, 'studio', 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
  writeStamp(outDir, { version: version() }, beginMs);
  replaceFolder(outDir, join(root, 'dist', 'studio'));
});
