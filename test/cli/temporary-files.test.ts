/** What the command line leaves in the temporary folder, which others may have prepared. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';
import { until } from '../support/until.ts';

const HOST = `import { defineHost } from 'skidpad';
export default defineHost({
  kind: 'mine', doc: '', params: {}, traits: { deterministic: false, savable: false, takesChanges: false, standsIn: true },
  open: ({ outputs: { twist } }) => ({
    start() { twist.value.linear.x = 1; return true; },
    ready: () => true, finish() {}, save: () => null, restore() {}, close() {},
  }),
});`;

const SCENARIO = `name: own-host
duration: 20
blocks:
  controller: { type: external, rateHz: 20, ports: { outputs: { twist: geometry_msgs/msg/Twist } }, host: { kind: ./host.ts } }
  vehicle: { type: vehicle/bicycle, inputs: { twist: controller.twist } }
`;

/** A scenario with a kind of host of its own, which is loaded into the program itself. */
function ownHost(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'host.ts'), HOST);
  writeFileSync(join(folder, 'scenario.yaml'), SCENARIO);
  return join(folder, 'scenario.yaml');
}

/** No process has this number: they end at 2²². */
const DEAD = 4194305;
const OLD = new Date('2020-01-01');

/** `skidpad …` with a temporary folder of its own. */
function startIn(folder: string, args: readonly string[]) {
  const child = spawn(process.execPath, [join(projectRoot, 'dist/cli.js'), ...args], {
    cwd: projectRoot,
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const ended = new Promise<{ code: number | null; signal: string | null; stderr: string }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, stderr })),
  );
  return { child, ended };
}

const moduleFolders = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('skidpad-modules-'));

describe("a module of the user's own", () => {
  it.each<[string, (folder: string) => void]>([
    ['a folder', (folder) => mkdirSync(join(folder, 'skidpad-blocks'))],
    ['a file', (folder) => writeFileSync(join(folder, 'skidpad-blocks'), '')],
    [
      'a link to a folder of somebody else',
      (folder) => {
        mkdirSync(join(folder, 'theirs'));
        symlinkSync(join(folder, 'theirs'), join(folder, 'skidpad-blocks'));
      },
    ],
  ])('is loaded beside %s that was planted, of which nothing is used', async (_case, plant) => {
    const folder = temporaryFolder();
    plant(folder);
    const before = readdirSync(folder, { recursive: true });
    const { ended } = startIn(folder, ['run', ownHost(), '--no-record']);
    expect(await ended).toEqual({ code: 0, signal: null, stderr: '' });
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });

  it('lies where only its user can go', async () => {
    const folder = temporaryFolder();
    // as the folder of all users is
    chmodSync(folder, 0o1777);
    const { child, ended } = startIn(folder, ['run', ownHost(), '--no-record', '--clock', 'paced', '--speed', '0.001']);
    await until(() => moduleFolders(folder).length > 0);
    const [name] = moduleFolders(folder);
    expect(name).toMatch(new RegExp(`^skidpad-modules-${child.pid}-\\w{6}$`));
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700);
    child.kill('SIGKILL');
    await ended;
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('goes away with a run that is ended by %s', async (signal) => {
    const folder = temporaryFolder();
    const { child, ended } = startIn(folder, ['run', ownHost(), '--no-record', '--clock', 'paced', '--speed', '0.001']);
    await until(() => moduleFolders(folder).length > 0);
    child.kill(signal);
    await ended;
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes with it what dead processes of this user have left behind, and nothing else', async () => {
    const folder = temporaryFolder();
    const precious = temporaryFolder();
    writeFileSync(join(precious, 'thesis.tex'), '');
    const kept = [`skidpad-modules-${process.pid}-alive0`, `skidpad-modules-${DEAD}-young0`, 'skidpad-modules-mine'];
    for (const name of [...kept, `skidpad-modules-${DEAD}-stale0`]) mkdirSync(join(folder, name));
    for (const name of [kept[0], kept[2], `skidpad-modules-${DEAD}-stale0`]) utimesSync(join(folder, name), OLD, OLD);
    symlinkSync(precious, join(folder, `skidpad-modules-${DEAD}-link00`));
    await startIn(folder, ['run', ownHost(), '--no-record']).ended;
    expect(readdirSync(folder).sort()).toEqual([...kept, `skidpad-modules-${DEAD}-link00`].sort());
    expect(existsSync(join(precious, 'thesis.tex'))).toBe(true);
  });
});
