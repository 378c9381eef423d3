/** `npm run fuzz -- NAME --count N --seed S --first I`: one fuzzer of test/fuzz, or all of them, on as many inputs as you like. */
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { ensureBuild, ensureDependencies, root, run } from './setup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
  },
});
ensureDependencies();
ensureBuild();
process.env.FUZZ_COUNT = values.count;
process.env.FUZZ_MOST_CPU = '2';
process.env.FUZZ_SEED = values.seed;
process.env.FUZZ_FIRST = values.first;
if (positionals[0] !== undefined) process.env.FUZZ_NAME = positionals[0];
run(join(root, 'node_modules', '.bin', 'vitest'), ['run', 'test/fuzz', '--testTimeout', '0', '--no-file-parallelism']);
