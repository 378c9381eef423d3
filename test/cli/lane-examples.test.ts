import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';

describe('a lane detector in Python and a controller in TypeScript', () => {
  it('take the places of ours, keep the lane, and replay without them', async () => {
    const out = join(temporaryFolder(), 'run');
    const { code, stdout, stderr } = await skidpad([
      'run',
      'examples/lane/own-lane-keeping.yaml',
      '--duration',
      '6',
      '--set',
      'expect[0].min=10',
      '--out',
      out,
    ]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/all 4 expectations hold/);
    expect((await skidpad(['replay', out])).stdout).toMatch(/replayed from the recording: detector\nidentical/);
  });
});

describe('skidpad track and calibrate', () => {
  it('make a track that a scenario can drive on', async () => {
    const file = join(mkdtempSync(join(temporaryFolder(), 'track-')), 'track.yaml');
    expect(
      (await skidpad(['track', '--seed', '7', '--lane-width', '1', '--max-curvature', '0.2', '--out', file])).stdout,
    ).toMatch(/random track, seed 7/);
    const { code, stdout } = await skidpad([
      'run',
      'scenarios/monosim/pid.yaml',
      '--world',
      file,
      '--duration',
      '10',
      '--no-record',
      '--json',
      '--set',
      'expect=[]',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).metrics.lateralPeak).toBeLessThan(0.1);
  });

  it('measure a camera by its own pictures of a board', async () => {
    const folder = temporaryFolder();
    await skidpad(['calibrate', '--render', folder, '--board', '9x6', '--square', '0.025', '--count', '6']);
    const pictures = [1, 2, 3, 4, 5, 6].map((i) => join(folder, `view-0${i}.png`));
    const { code, stdout } = await skidpad([
      'calibrate',
      '--board',
      '9x6',
      '--square',
      '0.025',
      ...pictures,
      '--out',
      join(folder, 'camera.yaml'),
      '--json',
    ]);
    expect(code).toBe(0);
    const { lens, rms } = JSON.parse(stdout);
    expect(rms).toBeLessThan(0.1);
    expect(Math.abs(lens.fx / 525 - 1)).toBeLessThan(0.005);
  });
});
