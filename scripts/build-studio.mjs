/** Builds the studio into dist/studio: the types for the editor in it, then the page. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root, run, version } from './setup.mjs';

run(process.execPath, [join(root, 'scripts', 'generate-studio-types.mjs')]);
await build({ configFile: join(root, 'studio', 'vite.config.ts'), logLevel: 'error' });
writeFileSync(join(root, 'dist', 'studio', 'build.json'), JSON.stringify({ version: version() }));
