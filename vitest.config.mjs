import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** The same assets the build supplies. */
const assets = {
  name: 'assets',
  resolveId: (id) => (id.startsWith('asset:') ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith('\0asset:')) return undefined;
    const file = id.endsWith('.css') ? 'uPlot.min.css' : 'uPlot.iife.min.js';
    return `export default ${JSON.stringify(readFileSync(new URL(`node_modules/uplot/dist/${file}`, import.meta.url), 'utf8'))}`;
  },
};

export default defineConfig({
  plugins: [assets],
  define: { SKIDPAD_VERSION: JSON.stringify('test') },
  test: { include: ['src/**/*.test.ts', 'studio/src/**/*.test.ts', 'test/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000, pool: 'threads' },
});
