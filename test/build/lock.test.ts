/** One process at a time, also when some of them are killed while they hold the lock. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';

const lockModule = join(projectRoot, 'scripts/lock.mjs');

/** A process that runs some lines with `acquire`, and what came of it. */
async function runLines(lines: string, ...args: string[]): Promise<{ code: number | null; stdout: string }> {
  const program = `import { acquire } from ${JSON.stringify(lockModule)}; import * as fs from 'node:fs'; ${lines}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  const [code] = await once(child, 'close');
  return { code, stdout };
}

describe('a lock', { timeout: 300_000 }, () => {
  it('lets one process in at a time, and outlives those that die with it', async () => {
    const folder = temporaryFolder();
    const count = join(folder, 'count');
    writeFileSync(count, '0');
    // reading, a moment and writing again: two processes at once would count one of them only
    const lines = `
      const [lock, count, mortal] = process.argv.slice(1);
      for (let turn = 1; turn <= 10; turn++) {
        const release = acquire(lock);
        const before = Number(fs.readFileSync(count, 'utf8'));
        await new Promise((resolve) => setTimeout(resolve, 1));
        fs.writeFileSync(count, String(before + 1));
        if (mortal === 'yes' && turn === 5) process.kill(process.pid, 'SIGKILL');
        release();
      }`;
    const kinds = ['no', 'yes', 'no', 'yes', 'no', 'yes'];
    const ends = await Promise.all(kinds.map((mortal) => runLines(lines, join(folder, 'lock'), count, mortal)));
    expect(ends.map(({ code }) => code)).toEqual(kinds.map((mortal) => (mortal === 'yes' ? null : 0)));
    expect(readFileSync(count, 'utf8')).toBe(String(3 * 10 + 3 * 5));
    // whoever was last may have died with it
    expect(readdirSync(folder).filter((name) => name !== 'count' && name !== 'lock')).toEqual([]);
  });

  it('is given back by the end of a process, however it ends', async () => {
    const lock = join(temporaryFolder(), 'lock');
    expect((await runLines('acquire(process.argv[1]); process.exit(3);', lock)).code).toBe(3);
    expect((await runLines('acquire(process.argv[1], { patience: 0 });', lock)).code).toBe(0);
  });

  it('is not waited for forever', async () => {
    const lock = join(temporaryFolder(), 'lock');
    const living = `${process.pid} somebody`;
    writeFileSync(lock, living);
    const lines = 'try { acquire(process.argv[1], { patience: 0 }); } catch (error) { console.log(error.message); }';
    const { stdout } = await runLines(lines, lock);
    expect(stdout).toBe(`${lock} is held by process ${process.pid}; delete it if that process does something else\n`);
    expect(readFileSync(lock, 'utf8')).toBe(living);
  });
});
