import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordSample } from '../../../test/fixtures/record/sample-run.ts';
import { InputError } from '../../core/input-error.ts';
import { writeCsv } from '../report/csv.ts';
import { MAGIC } from './format.ts';
import { openRecording } from './recording-reader.ts';

/** Does everything one can do with a recording. Returns how many messages it had. */
function useUp(bytes: Uint8Array): number {
  const recording = openRecording(bytes, { name: 'x.mcap' });
  void recording.scenarioYaml;
  let count = 0;
  for (const { channel, data } of recording.messages()) {
    recording.decode(channel, data);
    count++;
  }
  return count;
}

/** Nothing but an InputError of one line may come out. */
function survives(bytes: Uint8Array): void {
  try {
    useUp(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(/^x\.mcap: [^\n]+$/);
  }
}

describe('damaged recordings', () => {
  const good = recordSample(1, 10_000);

  it('that are anything else are refused with a sentence', () => {
    for (const bytes of [new Uint8Array(0), new TextEncoder().encode('time,x\n0,1\n'), new Uint8Array(100)]) {
      expect(() => openRecording(bytes, { name: 'x.mcap' })).toThrow('x.mcap: is not an MCAP recording');
    }
  });

  it('of random bytes give a sentence or nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), fc.boolean(), (noise, withMagic) => {
        survives(withMagic ? Uint8Array.of(...MAGIC, ...noise, ...MAGIC) : noise);
      }),
      { numRuns: 500 },
    );
  });

  it('with flipped bits give a sentence or messages', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(7)), { minLength: 1, maxLength: 8 }), (flips) => {
        const bytes = good.slice();
        for (const [at, bit] of flips) bytes[at] ^= 1 << bit;
        survives(bytes);
      }),
      { numRuns: 400 },
    );
  });

  it('with flipped bits in the summary are read without it', () => {
    const messages = useUp(good);
    const summaryStart = good.length - 4000;
    for (let at = summaryStart; at < good.length - 8; at += 61) {
      const bytes = good.slice();
      bytes[at] ^= 0x10;
      expect(useUp(bytes)).toBe(messages);
    }
  });

  it('that are cut, and cut again with noise behind, give a sentence or messages', () => {
    fc.assert(
      fc.property(fc.nat(good.length), fc.uint8Array({ maxLength: 300 }), (cut, noise) => {
        const bytes = new Uint8Array(cut + noise.length);
        bytes.set(good.subarray(0, cut));
        bytes.set(noise, cut);
        survives(bytes);
      }),
      { numRuns: 400 },
    );
  });

  it('with a hole of zeros are read up to the hole', () => {
    const bytes = good.slice();
    bytes.fill(0, good.length >> 1);
    const recording = openRecording(bytes);
    expect(recording.complete).toBe(false);
    expect(recording.problem).toMatch(/^the file is cut or damaged at byte \d+/);
    expect([...recording.messages()].length).toBeGreaterThan(20);
  });

  it('that span ages do not become a table of endless rows', () => {
    const recording = openRecording(good);
    Object.assign(recording, { lastTimeNs: 1.7e18 });
    expect(() => writeCsv(recording, () => {})).toThrow(/spans 1700000000 s: one row per 0.02 s would make \d+ rows/);
    // three days, in a file of some kilobytes
    Object.assign(recording, { lastTimeNs: 1.3e16 / 50 });
    expect(() => writeCsv(recording, () => {})).toThrow(
      /^recording: ends at 260000 s: its table would have \d+ rows, too many for a recording of \d+ bytes/,
    );
  });
});

describe('reading a recording', () => {
  it('filters by channel, topic and time together', () => {
    const recording = openRecording(recordSample(2));
    const odom = recording.channel('/odom')!;
    const times = (filter: Parameters<typeof recording.messages>[0]) =>
      [...recording.messages(filter)].map(({ logTimeNs }) => logTimeNs / 1e6);
    expect(times({ channels: [odom], fromNs: 100e6, toNs: 160e6 })).toEqual([100, 120, 140, 160]);
    expect(times({ channels: [odom], topics: ['/cmd_vel'] })).toEqual([]);
    expect(times({ topics: ['/cmd_vel'], toNs: 200e6 })).toEqual([0, 100, 200]);
    expect(times({ topics: [] })).toEqual([]);
  });
});
