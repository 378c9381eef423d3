import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/command-line.ts';
import { ProcessLink } from '../../../test/support/process-link.ts';
import { terminalOf, terminalPair } from '../../../test/support/pseudo-terminals.ts';
import { hasProgram } from '../../../test/support/python.ts';
import { until } from '../../../test/support/until.ts';
import { serialLink } from './serial-link.ts';

const open = (path: string) => ProcessLink.open('serial', { path, baud: 115_200 });

describe('a serial line', { skip: !hasProgram('socat') }, () => {
  it('carries bytes both ways, whatever they are', async () => {
    const { ours, theirs } = await terminalPair();
    const [a, b] = [await open(ours), await open(theirs)];
    a.write(Uint8Array.from({ length: 256 }, (_, i) => i));
    b.write('AB\0\r\n\x03\x11\x13\x1a');
    await until(() => b.bytes.length === 256 && a.bytes.length === 9);
    expect(b.bytes).toEqual(Array.from({ length: 256 }, (_, i) => i));
    expect(a.text).toBe('AB\0\r\n\x03\x11\x13\x1a');
    expect(new Set(a.arrivals)).toEqual(new Set([7]));
    await a.close();
    await b.close();
    expect(a.problems).toEqual([]);
  });

  it('has failed in a sentence when it is unplugged, and closes then', async () => {
    const { ours, unplug } = await terminalOf();
    const link = await open(ours);
    unplug();
    await until(() => link.problems.length > 0);
    expect(link.problems).toEqual([`${ours}: the device has gone, or the other side has closed it`]);
    link.write('x');
    await link.close();
    expect(link.problems).toHaveLength(1);
  });

  it('has failed when the device takes nothing for too long, and closes all the same', async () => {
    const { ours } = await terminalOf('sleep 1000');
    const link = await open(ours);
    for (let i = 0; i < 40; i++) link.write(new Uint8Array(65_536));
    await until(() => link.problems.length > 0);
    expect(link.problems[0]).toMatch(/ours: \d+ bytes wait to be sent: the device does not take them$/);
    await link.close();
  });
});

describe('what is no serial line', () => {
  it.each([
    [
      'a device that is not there',
      () => '/dev/ttyNothing7',
      /^\/dev\/ttyNothing7: there is no such device; ports here: /,
    ],
    ['a folder', temporaryFolder, /: is no serial device$/],
    [
      'a file',
      () => {
        const file = join(temporaryFolder(), 'file');
        writeFileSync(file, 'x');
        return file;
      },
      /: is no serial device$/,
    ],
  ])('is refused in a sentence: %s', async (_what, path, problem) => {
    await expect(open(path())).rejects.toThrow(problem);
  });

  it('is refused in a thread, which it would end with its process', async () => {
    const context = { name: 'line', nowNs: () => 0, log() {} };
    await expect(serialLink.open({ path: '/dev/null', baud: 9600 }, context)).rejects.toThrow(
      'a serial line can only be opened by the main thread of a process',
    );
  });
});
