import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { InputError } from '../core/input-error.ts';
import type { Files } from './files.ts';
import { memoryFiles, overlayFiles } from './files.ts';
import { nodeFiles, shortPath } from '../node/files.ts';

const NOT_TEXT = new Uint8Array([0x66, 0xff, 0xfe, 0x00]);
const CONTENTS: Record<string, string | Uint8Array> = {
  'scenarios/a.yaml': 'name: ä\n',
  'scenarios/deep/b.yaml': 'from: ../a.yaml\n',
  'worlds/w.yaml': '',
  'weights.bin': NOT_TEXT,
};

const folder = mkdtempSync(join(tmpdir(), 'files-'));
for (const [path, file] of Object.entries(CONTENTS)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), file);
}
afterAll(() => rmSync(folder, { recursive: true }));

const half = { 'scenarios/a.yaml': CONTENTS['scenarios/a.yaml'], 'weights.bin': NOT_TEXT };
const { 'scenarios/a.yaml': _a, ...others } = CONTENTS;

describe.each<[string, Files, (path: string) => string]>([
  ['in memory', memoryFiles(CONTENTS), (path) => path],
  ['in a map', memoryFiles(new Map(Object.entries(CONTENTS))), (path) => path],
  ['on disk', nodeFiles, (path) => join(folder, path)],
  ['typed in front of others', overlayFiles(half, memoryFiles(others)), (path) => path],
])('files %s', (_name, files, at) => {
  const problem = async (read: Promise<unknown>): Promise<InputError> => {
    const error = await read.then(() => undefined).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InputError);
    return error as InputError;
  };

  it('give their text and their bytes', async () => {
    expect(await files.text(at('scenarios/a.yaml'))).toBe('name: ä\n');
    expect(await files.text(at('worlds/w.yaml'))).toBe('');
    expect([...(await files.bytes(at('weights.bin')))]).toEqual([...NOT_TEXT]);
    expect(new TextDecoder().decode(await files.bytes(at('scenarios/a.yaml')))).toBe('name: ä\n');
  });

  it('are found from each other', async () => {
    const beside = (to: string) => files.text(files.resolve(at('scenarios/deep/b.yaml'), to));
    expect(await beside('../a.yaml')).toBe('name: ä\n');
    expect(await beside('./b.yaml')).toBe('from: ../a.yaml\n');
    expect(await beside('.././../worlds/w.yaml')).toBe('');
    expect(files.resolve(at('scenarios/a.yaml'), '/elsewhere/x.yaml')).toBe('/elsewhere/x.yaml');
  });

  it.each([
    ['absent', 'scenarios/none.yaml', 'there is no such file'],
    ['below a file', 'scenarios/a.yaml/b.yaml', 'there is no such file'],
    ['a directory', 'scenarios', 'is a directory, expected a file'],
    ['outside of everything', '../../../../../../../../nowhere/x.yaml', 'there is no such file'],
    ['a name of the language', '__proto__', 'there is no such file'],
  ])('say in a sentence that one is %s', async (_case, path, sentence) => {
    for (const read of ['text', 'bytes'] as const)
      expect(await problem(files[read](at(path)))).toMatchObject({
        problem: sentence,
        place: { file: at(path), path: '' },
      });
  });

  it('say in a sentence that one is not text', async () => {
    expect((await problem(files.text(at('weights.bin')))).message).toBe(
      `${at('weights.bin')}: is not text; expected UTF-8`,
    );
  });
});

describe('files on disk', () => {
  it('let a run directory stand for its scenario', async () => {
    const run = join(folder, 'run');
    mkdirSync(run, { recursive: true });
    writeFileSync(join(run, 'scenario.yaml'), 'name: run');
    expect(await nodeFiles.text(run)).toBe('name: run');
    expect(nodeFiles.resolve(run, 'block.js')).toBe(join(run, 'block.js'));
  });

  it.skipIf(process.getuid?.() === 0)('say that one may not be read', async () => {
    const secret = join(folder, 'secret.yaml');
    writeFileSync(secret, 'x');
    chmodSync(secret, 0);
    await expect(nodeFiles.text(secret)).rejects.toThrow(`${secret}: may not be read`);
  });

  it('say in one line what is wrong with a name that cannot be one', async () => {
    for (const name of ['a\0b', 'x'.repeat(5000)]) {
      const error = await nodeFiles.text(name).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).problem).not.toContain('\n');
    }
  });

  it('are shown from the working directory where that is shorter', () => {
    expect(shortPath(join(process.cwd(), 'worlds/w.yaml'))).toBe('worlds/w.yaml');
    expect(shortPath('/w.yaml')).toBe('/w.yaml');
    expect(shortPath('../w.yaml')).toBe('../w.yaml');
    expect(
      new InputError('track', 'is odd', {
        file: join(process.cwd(), 'w.yaml'),
        line: 3,
        column: 5,
        path: 'track',
      }).withFileAs(shortPath),
    ).toBe('w.yaml:3:5: track: is odd');
  });
});

describe('overlaid files', () => {
  it('are what is typed, also where something lies below', async () => {
    const files = overlayFiles({ './a.yaml': 'typed' }, memoryFiles({ 'a.yaml': 'saved', 'b.yaml': 'below' }));
    expect(await files.text('a.yaml')).toBe('typed');
    expect(await files.text(files.resolve('x/b.yaml', '../a.yaml'))).toBe('typed');
    expect(await files.text('b.yaml')).toBe('below');
  });
});
