/**
 * The declarations of the library as one file, for the editor of the studio: completion and type errors for
 * `import … from 'skidpad'` without a server.
 *
 *   node scripts/generate-studio-types.mjs [file]      default: studio/public/skidpad-types.json
 *
 * The file is { "index.d.ts": text, "core/block.d.ts": text, … }: what can be reached from src/index.ts.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { declarations } from './declarations.mjs';
import { root } from './setup.mjs';

const out = resolve(process.argv[2] ?? join(root, 'studio/public/skidpad-types.json'));
mkdirSync(dirname(out), { recursive: true });
const part = `${out}.part-${process.pid}`;
writeFileSync(part, JSON.stringify(Object.fromEntries(declarations(['src/index.ts'], ''))));
renameSync(part, out);
