import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IsoTp } from './iso-tp.ts';
import { createIsoTp, ISO_TP_CAPACITY, isSendingIsoTp, receiveIsoTp, sendIsoTp, stepIsoTp } from './iso-tp.ts';

const bytes = (text: string) => Uint8Array.from(text.split(' '), (byte) => parseInt(byte, 16));
const hex = (data: Uint8Array) =>
  Array.from(data, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ');

/** What a link says in one step. */
function step(link: IsoTp, elapsedUs = 10_000): string[] {
  const frame = new Uint8Array(8);
  const said: string[] = [];
  stepIsoTp(link, elapsedUs, frame, () => said.push(hex(frame)));
  return said;
}
const hear = (link: IsoTp, text: string) => receiveIsoTp(link, bytes(text), text.split(' ').length);
const message = (link: IsoTp) => hex(link.received.subarray(0, link.count));

describe('long messages over CAN', () => {
  it('are a single frame where they fit', () => {
    const link = createIsoTp();
    expect(sendIsoTp(link, bytes('22 F1 90'), 3)).toBe(true);
    expect(step(link)).toEqual(['03 22 F1 90 CC CC CC CC']);
    expect(step(link)).toEqual([]);
    expect(hear(link, '07 01 02 03 04 05 06 07')).toBe(true);
    expect(message(link)).toBe('01 02 03 04 05 06 07');
  });

  it('are a first frame and, once the other side says so, the rest: the VIN of a well-known trace', () => {
    const vin = bytes('49 02 01 31 44 34 47 50 30 30 52 35 35 42 31 32 33 34 35 36');
    const link = createIsoTp();
    sendIsoTp(link, vin, vin.length);
    expect(step(link)).toEqual(['10 14 49 02 01 31 44 34']);
    expect(step(link)).toEqual([]);
    hear(link, '30 00 00');
    expect(step(link)).toEqual(['21 47 50 30 30 52 35 35', '22 42 31 32 33 34 35 36']);
    expect(isSendingIsoTp(link)).toBe(false);

    const reader = createIsoTp();
    expect(hear(reader, '10 14 49 02 01 31 44 34')).toBe(false);
    expect(step(reader)).toEqual(['30 08 00 CC CC CC CC CC']);
    expect(hear(reader, '21 47 50 30 30 52 35 35')).toBe(false);
    expect(hear(reader, '22 42 31 32 33 34 35 36')).toBe(true);
    expect(message(reader)).toBe(hex(vin));
  });

  it('go as slowly and in as small blocks as the other side asks for', () => {
    const link = createIsoTp();
    sendIsoTp(link, new Uint8Array(60), 60);
    step(link);
    // two at a time, 25 ms apart
    hear(link, '30 02 19');
    expect([0, 1, 2, 3, 4, 5].map(() => step(link).length)).toEqual([1, 0, 0, 1, 0, 0]);
    // 300 µs apart
    hear(link, '30 00 F3');
    expect([0, 1, 2, 3].map(() => step(link, 200).length)).toEqual([1, 0, 1, 0]);
  });

  it('are given up after a second of silence, a frame that is missing, or a no', () => {
    const link = createIsoTp();
    hear(link, '10 0A 01 02 03 04 05 06');
    expect(hear(link, '22 07 08 09 0A')).toBe(false);
    expect(hear(link, '21 07 08 09 0A')).toBe(false);
    hear(link, '10 0A 01 02 03 04 05 06');
    step(link, 1_000_001);
    expect(hear(link, '21 07 08 09 0A')).toBe(false);
    for (const no of ['32 00 00', '35 00 00']) {
      sendIsoTp(link, new Uint8Array(20), 20);
      step(link);
      hear(link, no);
      expect(isSendingIsoTp(link)).toBe(false);
    }
    sendIsoTp(link, new Uint8Array(20), 20);
    step(link);
    for (let n = 0; n < 8; n++) hear(link, '31 00 00');
    expect(isSendingIsoTp(link)).toBe(true);
    hear(link, '31 00 00');
    expect(isSendingIsoTp(link)).toBe(false);
  });

  it('that are too long are refused with flow control, and not begun', () => {
    const link = createIsoTp();
    hear(link, '12 01 01 02 03 04 05 06');
    expect(step(link)).toEqual(['32 08 00 CC CC CC CC CC']);
    expect(sendIsoTp(link, new Uint8Array(600), ISO_TP_CAPACITY + 1)).toBe(false);
  });

  it('arrive as they were sent, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: ISO_TP_CAPACITY }), (data) => {
        const [from, to] = [createIsoTp(), createIsoTp()];
        sendIsoTp(from, data, data.length);
        let isComplete = false;
        for (let n = 0; n < 200 && !isComplete; n++) {
          for (const said of step(from)) isComplete = hear(to, said) || isComplete;
          for (const said of step(to)) hear(from, said);
        }
        expect([isComplete, message(to)]).toEqual([true, hex(data)]);
      }),
      { numRuns: 200 },
    );
  });

  it('of garbage are nothing worse than nothing', () => {
    const frames = fc.array(fc.uint8Array({ maxLength: 8 }), { maxLength: 60 });
    fc.assert(
      fc.property(frames, (all) => {
        const link = createIsoTp();
        sendIsoTp(link, new Uint8Array(100), 100);
        for (const data of all) {
          const padded = new Uint8Array(8);
          padded.set(data);
          receiveIsoTp(link, padded, data.length);
          expect(step(link).length).toBeLessThanOrEqual(17);
          expect(link.count).toBeLessThanOrEqual(ISO_TP_CAPACITY);
        }
      }),
    );
  });
});
