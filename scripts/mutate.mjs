/**
 * `npm run mutate -- src/vehicle`: how many small mistakes the related tests find. A seeded sample of mutants (mutation/mutants.mjs) of the files given is
 * tried, one by one; those that no test minds are listed. Exits with 1 below `--least`.
 *
 *   --count 60   how many mutants      --seed 1   which ones      --time 60   seconds of computing for one mutant; more counts as found
 *   --least 0    share that must be found, in per cent            --json      everything as JSON
 *   --tests src/run   another folder whose tests are tried as well, after the nearer ones
 *
 * The files stay as they are: mutants live in the memory of a vitest that is kept alive.
 */
import { fork } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { applyMutant, mutantsOf } from './mutation/mutants.mjs';
import { filesUnder, relatedTests } from './mutation/related-tests.mjs';
import { drawSample, wilson } from './mutation/sample.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const number = (fallback) => ({ type: 'string', default: String(fallback) });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: number(60),
    seed: number(1),
    time: number(60),
    least: number(0),
    json: { type: 'boolean' },
    tests: { type: 'string', multiple: true, default: [] },
  },
});
const [count, seed, time, least] = ['count', 'seed', 'time', 'least'].map((name) => {
  const value = Number(values[name]);
  if (Number.isFinite(value) && value >= 0) return value;
  return refuse(`--${name}: expected a number, got ${values[name]}`);
});
const say = (line) => (values.json ? undefined : console.log(line));

function refuse(sentence) {
  console.error(`mutate: ${sentence}`);
  process.exit(2);
}

/** Source files of the folders and files given. */
function sources() {
  if (positionals.length === 0) refuse('expected a folder or a file, such as src/vehicle');
  const isSource = (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts');
  return positionals.flatMap((given) => {
    const path = resolve(given);
    if (!existsSync(path)) return refuse(`${given}: no such file or folder`);
    return statSync(path).isDirectory() ? filesUnder(path, isSource) : [path];
  });
}

/** A process that runs tests, started again after one that has ended. */
class Tests {
  async start() {
    this.child = fork(join(root, 'scripts', 'mutation', 'test-runner.mjs'), [root, '2'], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    await this.next();
  }

  next() {
    const { child } = this;
    return new Promise((answered) => {
      const end = (code) => answered({ failed: true, by: `the end of the process (${code})` });
      child.once('exit', end);
      child.once('message', (message) => {
        child.off('exit', end);
        answered(message);
      });
    });
  }

  /** What the tests say; `{ failed: true, by: 'time' }` when they compute for longer than that. */
  async run(request) {
    if (!this.child?.connected) await this.start();
    this.child.send(request);
    const answer = await this.next();
    if (answer.failed && (answer.by === 'time' || this.child.exitCode !== null)) this.stop();
    return answer;
  }

  stop() {
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}

/** Mutants that change nothing that anybody could see, each with its reason. */
const equivalents = parse(readFileSync(join(root, 'scripts', 'mutation', 'equivalent.yaml'), 'utf8')) ?? [];
const isEquivalent = ({ file, change }) => equivalents.some((known) => known.file === file && known.change === change);

const texts = new Map();
const every = sources().flatMap((path) => {
  const text = readFileSync(path, 'utf8');
  texts.set(path, text);
  const file = relative(root, path);
  return mutantsOf(text, path).map((mutant) => ({ ...mutant, file, path }));
});
const chosen = drawSample(every, count, seed).filter((mutant) => !isEquivalent(mutant));
const testsOf = relatedTests(
  root,
  values.tests.map((folder) => resolve(folder)),
);
const tests = new Tests();
say(`${every.length} mutants, ${chosen.length} of them tried (seed ${seed})`);

// what fails by itself proves nothing; what is quick is tried first
const all = [...new Set(chosen.flatMap(({ path }) => testsOf(path)))];
let durations = {};
if (all.length > 0) {
  const answer = await tests.run({ file: chosen[0].path, tests: all, seconds: 20 * time });
  if (answer.failed) refuse(`${answer.by} fails without any mutant`);
  durations = answer.durations;
}
const quickFirst = (a, b) => durations[a] - durations[b];

const results = [];
const finds = new Map();
for (const mutant of chosen) {
  const { path, file, line, change, kind } = mutant;
  // those that have found most come first, then the quickest
  const related = testsOf(path).sort((a, b) => (finds.get(b) ?? 0) - (finds.get(a) ?? 0) || quickFirst(a, b));
  const text = applyMutant(texts.get(path), mutant);
  const answer =
    related.length === 0 ? { failed: false } : await tests.run({ file: path, text, tests: related, seconds: time });
  const by = answer.by?.startsWith('/') ? relative(root, answer.by) : answer.by;
  results.push({ file, line, kind, change, found: answer.failed, by });
  finds.set(answer.by, (finds.get(answer.by) ?? 0) + 1);
  if (!answer.failed) say(`survived  ${file}:${line}  ${change}`);
}
tests.stop();

const found = results.filter((result) => result.found).length;
const [low, high] = wilson(found, results.length);
const percent = (share) => `${(100 * share).toFixed(0)} %`;
if (values.json)
  console.log(
    JSON.stringify({ mutants: every.length, tried: results.length, found, low, high, seed, results }, null, 2),
  );
else
  console.log(
    `${found} of ${results.length} found: ${percent(found / results.length)} (95 %: ${percent(low)} to ${percent(high)})`,
  );
process.exitCode = results.length > 0 && (100 * found) / results.length < least ? 1 : 0;
