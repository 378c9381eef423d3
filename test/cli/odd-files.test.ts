/** Files that are none: a device without end, a pipe that nobody writes, a folder, ten gigabytes of nothing. One sentence for each, whoever reads it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';

const odd: Readonly<Record<string, (file: string) => void>> = {
  'a device without end': (file) => symlinkSync('/dev/zero', file),
  'a pipe': (file) => void spawnSync('mkfifo', [file]),
  'a folder': (file) => mkdirSync(file),
  'ten gigabytes of nothing': (file) => {
    writeFileSync(file, '');
    truncateSync(file, 10 * 2 ** 30);
  },
};

const BLOCK = (imported: string) => `import data from ${JSON.stringify(imported)};
import { defineBlock } from 'skidpad';
export default defineBlock({ type: 'x', doc: String(data), params: {}, inputs: {}, outputs: {}, init: () => ({}), step() {} });`;

/** Commands that read such a file, by its name. */
const readers: Readonly<Record<string, { name: string; args(file: string, folder: string): string[] }>> = {
  'grade of parameters': { name: 'work.yaml', args: (file) => ['grade', 'lab1', file] },
  'grade of a program': { name: 'work.py', args: (file) => ['grade', 'lab1', file] },
  'grade of a block': { name: 'work.ts', args: (file) => ['grade', 'lab1', file] },
  'a block that imports it': {
    name: 'data.json',
    args(file, folder) {
      const work = join(folder, 'work.ts');
      writeFileSync(work, BLOCK(file));
      return ['grade', 'lab1', work];
    },
  },
  'calibrate of a picture': {
    name: 'a.png',
    args: (file, folder) => ['calibrate', file, '--board', '9x6', '--square', '0.02', '--out', join(folder, 'c.yaml')],
  },
  'calibrate with a camera': {
    name: 'camera.yaml',
    args: (file, folder) => [
      'calibrate',
      '--camera',
      file,
      '--ground',
      file,
      '--board',
      '9x6',
      '--square',
      '0.02',
      '--out',
      join(folder, 'c.yaml'),
    ],
  },
  run: { name: 'scenario.yaml', args: (file) => ['run', file, '--no-record'] },
  'run with parameters': { name: 'params.yaml', args: (file) => ['run', '--params', file, '--no-record'] },
  verify: { name: 'run.mcap', args: (file) => ['verify', file] },
  report: { name: 'recording.mcap', args: (_file, folder) => ['report', folder] },
};

describe.skipIf(process.platform === 'win32').each(Object.entries(readers))('%s', (_what, { name, args }) => {
  it.each(Object.entries(odd))('refuses %s in one sentence', async (_kind, make) => {
    const folder = temporaryFolder();
    const file = join(folder, name);
    make(file);
    const { code, stderr } = await skidpad(args(file, folder));
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/^skidpad: .*(device|pipe|directory|large|MCAP|not a file|holds no|resolve)/);
    expect(code).toBe(2);
  });
});
