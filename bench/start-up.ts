/** How long a person waits for the command line. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROUNDS = 7;

/** Best of several runs of `node …` [ms]. */
function bestTime(args: readonly string[]): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    spawnSync(process.execPath, args, { stdio: 'ignore' });
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

export function* commandTimes(): Generator<[what: string, milliseconds: number, target: string]> {
  const folder = mkdtempSync(join(tmpdir(), 'skidpad-bench-'));
  try {
    const scenario = [
      'bin/skidpad.mjs',
      'run',
      'scenarios/dynamics/bicycle.yaml',
      '--duration',
      '1',
      '--set',
      'expect=[]',
    ];
    yield ['yardstick: node that does nothing', bestTime(['-e', '0']), ''];
    yield ['skidpad --help', bestTime(['bin/skidpad.mjs', '--help']), '< 150 ms'];
    yield [
      'a one-second scenario with recording, CSV and report',
      bestTime([...scenario, '--out', join(folder, 'run')]),
      '< 400 ms',
    ];
    yield ['a one-second scenario without', bestTime([...scenario, '--no-record']), ''];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
