/** How long a person waits for the command line, in multiples of a node process that does nothing, taken in turns with it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../figures/statistics.ts';
import type { Case } from './case.ts';
import { milliseconds, ratio } from './case.ts';

const ROUNDS = 9;
const SCENARIO = ['run', 'scenarios/dynamics/waypoints.yaml', '--set', 'expect=[]'];

function timeOf(args: readonly string[]): number {
  const start = performance.now();
  spawnSync(process.execPath, args, { stdio: 'ignore' });
  return performance.now() - start;
}

/** Medians of node that does nothing and of `skidpad …` [ms]. */
function besideNothing(args: readonly string[]): { nothing: number; command: number } {
  const command = ['bin/skidpad.mjs', ...args];
  // the first start may build, and keeps its code
  timeOf(command);
  const pairs = Array.from({ length: ROUNDS }, () => [timeOf(['-e', '0']), timeOf(command)]);
  return { nothing: median(pairs.map(([nothing]) => nothing)), command: median(pairs.map(([, own]) => own)) };
}

const startCase = (name: string, what: string, args: () => readonly string[], target?: number): Case => ({
  name: `start/${name}`,
  measure() {
    const { nothing, command } = besideNothing(args());
    const multiple = ratio(what, command / nothing, { unit: '× nothing', target });
    return [multiple, milliseconds('  beside node that does nothing', nothing), milliseconds('  itself', command)];
  },
});

export const startUp: readonly Case[] = [
  startCase('help', 'skidpad --help', () => ['--help'], 1.5),
  startCase('short', 'a 20 s scenario without recording', () => [...SCENARIO, '--duration', '20', '--no-record'], 3),
  {
    name: 'start/recorded',
    measure() {
      const folder = mkdtempSync(join(tmpdir(), 'skidpad-bench-'));
      try {
        const { command } = besideNothing([...SCENARIO, '--duration', '1', '--force', '--out', join(folder, 'run')]);
        return [milliseconds('a one-second scenario with recording, CSV and report', command, 400)];
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
];
