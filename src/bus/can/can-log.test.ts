import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../scenario/files.ts';
import { loadScenario } from '../../scenario/load.ts';
import type { CanFrame } from '../../msgs/index.ts';
import { timeToNs } from '../../msgs/index.ts';
import { run } from '../../run/run.ts';

const LOG = `(100.000000) can0 123#11
(100.001500) can1 00000123#22
(100.001400) can0 20000080#0000000000000000
(100.002500) can0 7FF#R2
(100.010000) can0 123##1AABB
`;

/** Frames as they were published: tick, which is one after the release, stamp [ms], identifier. */
async function played(params: string, log = LOG): Promise<[number, number, number][]> {
  const text = `
name: replay
duration: 0.05
blocks:
  log: { type: bus/can-log, params: { file: drive.log${params} } }
`;
  const files = memoryFiles({ 'scenario.yaml': text, 'drive.log': log });
  const scenario = await loadScenario(files, 'scenario.yaml', { clock: 'free' });
  const heard: [number, number, number][] = [];
  await run(
    { scenario },
    {
      attach: ({ loop }) =>
        void loop.ports
          .find(({ path }) => path === 'log.frames')!
          .listen((port, tick) => {
            const { stamp, id } = port.signal.value as CanFrame;
            heard.push([tick, timeToNs(stamp) / 1e6, id]);
          }),
    },
  );
  return heard;
}

describe('a log that is replayed', () => {
  it('sends every frame at the first release that is not before its time, stamped with its time', async () => {
    expect(await played('')).toEqual([
      [1, 0, 0x123],
      [3, 1.5, 0x123],
      [4, 2.5, 0x7ff],
      [11, 10, 0x123],
    ]);
  });

  it('begins when it is told to, and plays as fast', async () => {
    expect(await played(', at: 5 ms, speed: 0.5')).toEqual([
      [6, 5, 0x123],
      [9, 8, 0x123],
      [11, 10, 0x7ff],
      [26, 25, 0x123],
    ]);
  });

  it('plays the identifiers and the bus that it is told to', async () => {
    expect(await played(', ids: [0x7FF]')).toEqual([[1, 0, 0x7ff]]);
    expect((await played(', channel: can0')).map(([, at]) => at)).toEqual([0, 2.5, 10]);
  });

  it.each([
    [', channel: can7', LOG, 'drive.log: has no channel can7; there is can0, can1'],
    [', ids: [5]', LOG, 'drive.log: has no frames that can be played'],
    ['', '(1.0) can0 zz#', 'drive.log:1: expected a frame as candump logs it'],
  ])('says what is wrong with %s', async (params, log, problem) => {
    await expect(played(params, log)).rejects.toThrow(problem);
  });
});
