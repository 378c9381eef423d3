/** What a run leaves behind, and what stands in its way. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecordingFile } from '../../src/record/mcap/open-recording-file.ts';
import { skidpad, temporaryFolder } from '../support/command-line.ts';
import { projectRoot } from '../support/scenario-files.ts';

const BICYCLE = 'scenarios/dynamics/bicycle.yaml';
const short = ['--duration', '2', '--set', 'expect=[]', '--set', 'changes=[]'];

describe('a run directory', { timeout: 120_000 }, () => {
  it('says which version of Skidpad made it, in the recording and in the result', async () => {
    const out = join(temporaryFolder(), 'run');
    await skidpad(['run', BICYCLE, ...short, '--out', out]);
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    const recording = openRecordingFile(join(out, 'recording.mcap'));
    expect(recording.metadata.get('skidpad')?.version).toBe(version);
    recording.close();
    expect(JSON.parse(readFileSync(join(out, 'metrics.json'), 'utf8')).version).toBe(version);
  });

  it('is no file', async () => {
    const file = join(temporaryFolder(), 'notes.txt');
    writeFileSync(file, 'mine');
    const { stderr, code } = await skidpad(['run', BICYCLE, ...short, '--out', file]);
    expect(stderr).toBe(`skidpad: --out: ${file} is a file, expected the name of a directory\n`);
    expect(code).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('holds as many images of a camera in a worker as of one in the loop', async () => {
    const recorded = async (...host: string[]): Promise<number> => {
      const out = join(temporaryFolder(), 'run');
      const args = ['--duration', '3', '--set', 'expect=[]', '--set', 'record=null', '--set', 'images=[]'];
      await skidpad(['run', 'scenarios/monosim/pid.yaml', ...args, ...host, '--out', out]);
      const recording = openRecordingFile(join(out, 'recording.mcap'));
      const channel = recording.channel('camera.image')!;
      const count = [...recording.messages({ channels: [channel] })].length;
      recording.close();
      return count;
    };
    const here = await recorded();
    // ten a second are taken, and one a second is kept
    expect(here).toBeLessThan(6);
    expect(await recorded('--host', 'camera=worker')).toBe(here);
  });
});

describe('skidpad tune', { timeout: 120_000 }, () => {
  it('takes a vehicle file that brings sensors of its own', async () => {
    const folder = temporaryFolder();
    const vehicle = readFileSync(join(projectRoot, 'vehicles/prius.yaml'), 'utf8');
    const file = join(folder, 'prius.yaml');
    writeFileSync(file, `${vehicle}\nsensors:\n  gauge: { type: sensors/speedometer }\n`);
    const [plain, equipped] = await Promise.all(
      [[], ['--vehicle', file]].map(async (more) => JSON.parse((await skidpad(['tune', '--json', ...more])).stdout)),
    );
    expect(equipped.gains).toEqual(plain.gains);
  });
});
