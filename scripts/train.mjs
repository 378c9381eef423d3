/**
 * `npm run train`: pictures by our own cameras, training with Debian's python3-torch, quantisation into networks/, and the card. An hour of one core that
 * multiplies 16-bit floating point numbers (AVX-512 BF16), two to three hours of one that does not.
 *
 *   --evaluate         only scores the networks in networks/ on new pictures and writes the card
 *   --pictures COUNT   pictures to train on (14000)    --test COUNT      pictures to score on (2000)
 *   --steps COUNT      steps of training (25000)       --minutes COUNT   ends training after so long, whatever its steps
 *   --continue         goes on from the weights of the last training on this machine
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies, root, run } from './setup.mjs';

const PYTHON = '/usr/bin/python3';
/** Never the seeds of pictures that are trained on. */
const TEST_SEED = 901;
const PER_FILE = 2000;

const { values } = parseArgs({
  options: {
    evaluate: { type: 'boolean', default: false },
    continue: { type: 'boolean', default: false },
    pictures: { type: 'string', default: '14000' },
    test: { type: 'string', default: '2000' },
    steps: { type: 'string', default: '25000' },
    minutes: { type: 'string', default: '180' },
  },
});

ensureDependencies();
const cache = join(root, 'node_modules', '.cache', 'training');
const networks = join(root, 'networks');
mkdirSync(cache, { recursive: true });
mkdirSync(networks, { recursive: true });

/** A program of training/ as one script. */
async function bundled(source) {
  const { build } = await import('esbuild');
  const outfile = join(cache, `${source.replaceAll('/', '-')}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [`training/${source}.ts`],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
    logLevel: 'warning',
  });
  return outfile;
}

function ensureTorch() {
  const isThere = () => spawnSync(PYTHON, ['-c', 'import torch, numpy']).status === 0;
  if (isThere()) return;
  if (process.getuid?.() === 0) {
    console.error('skidpad: installing python3-torch…');
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update', '-q'], quiet);
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'python3-torch', 'python3-numpy'], quiet);
  }
  if (!isThere()) throw new Error(`Training needs torch for ${PYTHON}: apt-get install python3-torch`);
}

const python = (script, ...args) => run(PYTHON, [join(root, 'training', 'learning', script), ...args.map(String)]);

async function train() {
  ensureTorch();
  const data = join(cache, 'pictures');
  const writer = await bundled('pictures/write-pictures');
  const files = Math.ceil(Number(values.pictures) / PER_FILE);
  for (let seed = 1; seed <= files; seed++) {
    if (existsSync(join(data, `done-${seed}`))) continue;
    run(process.execPath, [writer, data, String(Math.min(PER_FILE, Number(values.pictures))), String(seed)]);
    writeFileSync(join(data, `done-${seed}`), '');
  }
  const [surround, corner] = [join(cache, 'surround.pt'), join(cache, 'corner.pt')];
  const seconds = 60 * Number(values.minutes);
  const start = values.continue && existsSync(surround) ? [surround, 0.0008] : [];
  const began = Date.now();
  python('train.py', data, surround, values.steps, seconds, ...start);
  python('train_corner.py', data, surround, corner, Math.ceil(Number(values.steps) / 3), seconds);
  const minutes = Math.round((Date.now() - began) / 60_000);
  const about = `trained for ${minutes} minutes on ${values.pictures} pictures of the seeds 1 to ${files}`;
  python('export.py', data, surround, corner, networks, about);
}

if (!values.evaluate) await train();
const evaluator = await bundled('evaluation/main');
const figures = join(networks, 'card.json');
run(process.execPath, [evaluator, networks, values.test, String(TEST_SEED), figures]);
const { cardOf } = await import('../training/evaluation/card.mjs');
const card = join(networks, 'README.md');
writeFileSync(card, cardOf(readFileSync(card, 'utf8'), JSON.parse(readFileSync(figures, 'utf8'))));
