/** `--threads`: how much of the machine one run takes. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecordingFile } from '../../src/record/mcap/open-recording-file.ts';
import { skidpad, start, temporaryFolder } from '../support/command-line.ts';
import { until } from '../support/until.ts';

const FOUR_CARS = 'scenarios/rosdrive/four-cars.yaml';

describe('--threads', () => {
  it('changes where blocks run, as check shows, and not what comes of it', async () => {
    // long enough for threads, and soon over
    const long = [
      '--duration',
      '60',
      '--set',
      'expect=[]',
      '--set',
      'until={of: car2-front_camera.image.width, min: 1}',
    ];
    const { stdout } = await skidpad(['check', FOUR_CARS, '--threads', '3', '--duration', '60', '--json']);
    const { blocks } = JSON.parse(stdout) as { blocks: { block: string; host: string }[] };
    const cameras = blocks.filter(({ block }) => block.endsWith('camera')).map(({ host }) => host);
    expect(cameras.sort()).toEqual(['local', 'worker 1', 'worker 1', 'worker 2']);
    const hash = async (...more: string[]) =>
      JSON.parse((await skidpad(['run', FOUR_CARS, ...long, '--no-record', '--json', ...more])).stdout).hash as string;
    expect(await hash('--threads', '3')).toBe(await hash());
  });

  it('leaves a whole recording after Ctrl-C', async () => {
    const out = join(temporaryFolder(), 'run');
    const { child, finished } = start(['run', FOUR_CARS, '--threads', '2', '--duration', '3600', '--out', out]);
    const hasBegun = () => {
      try {
        const recording = openRecordingFile(join(out, 'recording.mcap'));
        const reached = recording.lastTimeNs;
        recording.close();
        return reached > 0;
      } catch {
        return false;
      }
    };
    await until(hasBegun);
    child.kill('SIGINT');
    expect((await finished).code).toBe(130);
    const recording = openRecordingFile(join(out, 'recording.mcap'));
    expect(recording.complete).toBe(true);
    recording.close();
  });

  it.each(['0', '1000', '1.5', 'x', ''])('is not %j', async (threads) => {
    for (const command of ['run', 'check']) {
      const { code, stderr } = await skidpad([command, FOUR_CARS, '--threads', threads]);
      expect(stderr).toMatch(/^skidpad: --threads: expected a whole number from 1 to 64, got \S+\n$/);
      expect(code).toBe(2);
    }
  });
});
