/** What the engine makes of the command line is kept for the next start, and only for the script that it was made of. */
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';

const { files, version } = JSON.parse(readFileSync(join(projectRoot, 'dist/build.json'), 'utf8')) as {
  files: string[];
  version: string;
};
const SCRIPT = files.find((name) => name.startsWith('chunk-commands-'))!;

/** The command line as it was built, where nothing is kept yet. */
function freshCopy(): { folder: string; program: string } {
  const folder = temporaryFolder();
  for (const name of ['cli.js', SCRIPT]) cpSync(join(projectRoot, 'dist', name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return { folder, program: join(folder, 'cli.js') };
}

const keptIn = (folder: string): string[] =>
  readdirSync(join(folder, 'code-cache')).map((name) => join(folder, 'code-cache', name));

describe('kept code', { timeout: 120_000 }, () => {
  it('is one file for each command, which the next start leaves as it is and says the same with', async () => {
    const { folder, program } = freshCopy();
    const first = await skidpad(['blocks', 'vehicle/bicycle'], { program });
    await skidpad(['--help'], { program });
    const kept = keptIn(folder);
    const times = kept.map((file) => statSync(file).mtimeMs);
    expect(kept.map((file) => /[a-z]+$/.exec(file)![0]).sort()).toEqual(['blocks', 'help']);
    const second = await skidpad(['blocks', 'vehicle/bicycle'], { program });
    expect(second).toEqual(first);
    expect(first.code).toBe(0);
    expect(keptIn(folder).map((file) => statSync(file).mtimeMs)).toEqual(times);
  });

  it('is taken back after runs for which the engine was set otherwise, long and short', async () => {
    const { folder, program } = freshCopy();
    const drive = (duration: string) =>
      skidpad(['run', join(projectRoot, 'scenarios/dynamics/bicycle.yaml'), '--no-record', '--duration', duration], {
        program,
      });
    await drive('400');
    const [kept] = keptIn(folder);
    const { mtimeMs } = statSync(kept);
    for (const duration of ['20', '400']) {
      await drive(duration);
      expect(keptIn(folder)).toEqual([kept]);
      expect(statSync(kept).mtimeMs).toBe(mtimeMs);
    }
  });

  it('is not used for a script that was changed, even where it is as long as before', async () => {
    const { folder, program } = freshCopy();
    expect((await skidpad(['--version'], { program })).stdout).toBe(`${version}\n`);
    const other = version.replaceAll(/\d/g, '9');
    const script = join(folder, SCRIPT);
    writeFileSync(script, readFileSync(script, 'latin1').replaceAll(`"${version}"`, `"${other}"`), 'latin1');
    expect((await skidpad(['--version'], { program })).stdout).toBe(`${other}\n`);
  });

  it('is made again where it is damaged', async () => {
    const { folder, program } = freshCopy();
    await skidpad(['--version'], { program });
    const [kept] = keptIn(folder);
    const whole = statSync(kept).size;
    for (const damaged of [Buffer.alloc(0), readFileSync(kept).subarray(0, 1000), Buffer.alloc(2000, 7)]) {
      writeFileSync(kept, damaged);
      expect(await skidpad(['--version'], { program })).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
      expect(statSync(kept).size).toBeGreaterThan(whole / 2);
    }
  });

  it('is done without where nothing can be written, and not made by a command that fails', async () => {
    const { folder, program } = freshCopy();
    expect((await skidpad(['fly'], { program })).code).toBe(2);
    expect(() => keptIn(folder)).toThrow();
    writeFileSync(join(folder, 'code-cache'), 'not a folder');
    expect(await skidpad(['--version'], { program })).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});
