/** Several first starts at once in a clone that was never built. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';
import { until } from '../support/until.ts';

/** A copy of what the command line is built from, with the packages of this clone. */
function bareClone(): string {
  const folder = temporaryFolder();
  for (const name of ['bin', 'scripts', 'src', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(join(projectRoot, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  // older than the packages, so that nothing is installed
  utimesSync(join(folder, 'package-lock.json'), 0, 0);
  return folder;
}

function startNode(folder: string, ...args: string[]) {
  const child = spawn(process.execPath, args, { cwd: folder });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  return { child, finished: once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr })) };
}

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
const modules = /ERR_MODULE_NOT_FOUND|Cannot find|SyntaxError/;

describe('a clone that was never built', { timeout: 600_000 }, () => {
  it('answers every one of several starts at once, and holds one whole build', async () => {
    const folder = bareClone();
    const starts = Array.from({ length: 8 }, () => startNode(folder, 'bin/skidpad.mjs', 'blocks', 'vehicle/bicycle'));
    const ends = await Promise.all(starts.map(({ finished }) => finished));
    for (const { code, stdout, stderr } of ends) {
      expect(stderr).not.toMatch(modules);
      expect(stdout).toMatch(/driveActuator\.deadTime/);
      expect(code).toBe(0);
    }
    // nothing of the building is left, and every part is of this one build
    const names = readdirSync(join(folder, 'dist')).filter((name) => name !== 'code-cache');
    expect(names.filter((name) => name.startsWith('.'))).toEqual([]);
    const { files } = JSON.parse(readFileSync(join(folder, 'dist/build.json'), 'utf8'));
    expect(names.sort()).toEqual([...files, 'THIRD-PARTY.txt', 'build.json'].sort());
  });

  it('keeps its build when the next one is killed halfway, and builds again', async () => {
    const folder = bareClone();
    expect((await startNode(folder, 'scripts/build.mjs').finished).code).toBe(0);
    const { child, finished } = startNode(folder, 'scripts/build.mjs');
    await until(() => existsSync(join(folder, 'dist/.lock-build')) || child.exitCode !== null);
    child.kill('SIGKILL');
    await finished;
    expect(await startNode(folder, 'dist/cli.js', '--version').finished).toMatchObject({
      code: 0,
      stdout: `${version}\n`,
    });
    // a source that is newer than the build
    utimesSync(join(folder, 'src/index.ts'), Date.now() / 1000, Date.now() / 1000);
    const next = await startNode(folder, 'bin/skidpad.mjs', '--version').finished;
    expect(next).toMatchObject({ code: 0, stdout: `${version}\n` });
    expect(next.stderr).toMatch(/building/);
  });
});
