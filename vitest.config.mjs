import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

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

/** Files that take minutes begin first, so that none of them is left alone at the end. */
const LONGEST = [
  'test/golden/',
  'test/trust/',
  'test/fuzz/',
  'test/judges/',
  'test/studio/watching',
  'test/studio/writing',
  'test/studio/changing',
  'test/course/',
  'test/cli/run',
  'studio/src/editor/',
];

class LongestFirst extends BaseSequencer {
  async sort(files) {
    const place = ({ moduleId }) => {
      const index = LONGEST.findIndex((part) => moduleId.includes(part));
      return index < 0 ? LONGEST.length : index;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  plugins: [assets],
  define: { SKIDPAD_VERSION: JSON.stringify('test') },
  test: {
    include: ['{src,bench}/**/*.test.ts', 'studio/src/**/*.test.ts', 'test/**/*.test.ts'],
    // for what hangs: nothing may depend on how fast the machine is, or on what else it does
    testTimeout: 900_000,
    hookTimeout: 900_000,
    pool: 'threads',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
