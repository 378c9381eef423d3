/** Which frame a command followed is known wherever the bus and the decoder run. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';

describe('skidpad latency over a bus', () => {
  it('says the same of blocks in other threads, and follows the speed through the ECU', async () => {
    const folder = temporaryFolder();
    const run = async (name: string, ...more: string[]): Promise<unknown> => {
      const out = join(folder, name);
      // too short for what the scenario expects
      await skidpad(['run', 'scenarios/hil/cruise.yaml', '--duration', '2', '--out', out, ...more]);
      return JSON.parse((await skidpad(['latency', out, '--json'])).stdout);
    };
    const here = (await run('here')) as { path: string; samples: number }[];
    expect(here.map(({ path }) => path)).toContain(
      'car.state → toBus.frames → body.frames → controller.frames → body.frames → fromBus.control → car.control',
    );
    const threads = ['body', 'controller', 'fromBus'].flatMap((block) => ['--host', `${block}=worker`]);
    expect(await run('threads', ...threads)).toEqual(here);
  });
});
