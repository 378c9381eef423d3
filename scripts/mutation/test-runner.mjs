/**
 * A process with one vitest in it, kept alive: `{ file, text, tests, seconds }` in, `{ failed, by, durations }` out. The file is served with that text to the tests,
 * and stays as it is on disk. A mutant may loop for ever: after that many seconds of computing, which a busy machine does not stretch, the process says so
 * and ends.
 */
import { resolve } from 'node:path';
import { createVitest } from 'vitest/node';

let mutated;
let wasCancelled = false;
const plugin = {
  name: 'mutant',
  enforce: 'pre',
  transform: (code, id) =>
    mutated !== undefined && resolve(id.split('?')[0]) === mutated.file ? mutated.text : undefined,
};

/** Later tests need not run once one has failed. */
const reporter = {
  onTestCaseResult(test) {
    if (test.result().state !== 'failed' || wasCancelled) return;
    wasCancelled = true;
    void vitest.cancelCurrentRun('test-failure');
  },
};

class InOrder {
  shard = (specifications) => specifications;
  sort = (specifications) => specifications;
}

const vitest = await createVitest(
  'test',
  {
    root: process.argv[2],
    include: ['**/*.test.ts'],
    watch: false,
    reporters: [reporter],
    sequence: { sequencer: InOrder },
    maxWorkers: Number(process.argv[3]),
    // modules are read once per run, not once per test file
    isolate: false,
  },
  { plugins: [plugin], server: { watch: null }, logLevel: 'silent' },
);

/** Runs the tests in their order; whether one failed, or none could be run. */
async function answer({ file, text, tests }) {
  mutated = text === undefined ? undefined : { file, text };
  wasCancelled = false;
  vitest.invalidateFile(file);
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const project = vitest.getRootProject();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map((test) => project.createSpecification(test)),
    false,
  );
  vitest.invalidateFile(file);
  const failed = testModules.filter((module) => module.state() === 'failed').map(({ moduleId }) => moduleId);
  process.exitCode = 0;
  const durations = Object.fromEntries(testModules.map((module) => [module.moduleId, module.diagnostic().duration]));
  return { failed: failed.length > 0 || unhandledErrors.length > 0, by: failed[0], durations };
}

process.on('message', async (request) => {
  const before = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1e6 > request.seconds) process.send({ failed: true, by: 'time' }, () => process.exit());
  }, 100);
  const result = await answer(request).catch((error) => ({ failed: true, by: String(error) }));
  clearInterval(watch);
  process.send(result);
});
process.on('disconnect', () => process.exit());
process.send({ ready: true });
