import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CanFrame } from '../../msgs/index.ts';
import { LONGEST_SLCAN, SlcanParser, writeSlcanFrame } from './slcan.ts';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** What a parser says of these pieces, one word each. */
function heard(...pieces: readonly Uint8Array[]): string[] {
  const words: string[] = [];
  const parser = new SlcanParser({
    frame: (frame) => words.push(`frame ${written(frame)}`),
    reply: (text) => words.push(`reply ${text}`),
    refused: () => words.push('refused'),
    garbage: (text) => words.push(`garbage ${text}`),
  });
  for (const piece of pieces) parser.push(piece);
  return words;
}

function written(frame: CanFrame): string {
  const target = new Uint8Array(LONGEST_SLCAN);
  return String.fromCharCode(...target.subarray(0, writeSlcanFrame(frame, target, 0)));
}

const frameOf = (fields: Partial<CanFrame>, bytes: readonly number[] = []): CanFrame => {
  const frame = { ...CanFrame.create(), length: bytes.length, ...fields };
  frame.data.set(bytes);
  return frame;
};

const anyFrame = fc
  .record({
    is_extended: fc.boolean(),
    id: fc.nat(0x1fffffff),
    kind: fc.constantFrom('data', 'remote', 'fd', 'fd fast'),
    bytes: fc.uint8Array({ maxLength: 8 }),
    fdLength: fc.constantFrom(0, 3, 8, 12, 16, 20, 24, 32, 48, 64),
  })
  .map(({ is_extended, id, kind, bytes, fdLength }) => {
    const is_fd = kind.startsWith('fd');
    const is_remote = kind === 'remote';
    const length = is_fd ? fdLength : bytes.length;
    return frameOf(
      {
        is_extended,
        is_remote,
        is_fd,
        is_bit_rate_switch: kind === 'fd fast',
        id: is_extended ? id : id & 0x7ff,
        length,
        sender: 255,
      },
      is_remote ? [] : Array.from({ length }, (_, i) => bytes[i % 8] ?? i),
    );
  });

describe('slcan', () => {
  it("writes the examples of Lawicel's manual", () => {
    expect(written(frameOf({ id: 0x100 }, [0x11, 0x33]))).toBe('t10021133\r');
    expect(written(frameOf({ id: 0x100, is_extended: true }, [0x11, 0x33]))).toBe('T0000010021133\r');
    expect(written(frameOf({ id: 0x100, is_remote: true, length: 2 }))).toBe('r1002\r');
    expect(written(frameOf({ id: 0x100, is_extended: true, is_remote: true, length: 2 }))).toBe('R000001002\r');
    expect(written(frameOf({ id: 0x20, is_fd: true, is_bit_rate_switch: true }, Array(12).fill(0xaf)))).toBe(
      `b0209${'AF'.repeat(12)}\r`,
    );
    expect(written(frameOf({ id: 0x7ff, is_fd: true }, Array(9).fill(1)))).toBe(`d7FF9${'01'.repeat(9)}000000\r`);
  });

  it('reads frames, with or without a time stamp, in either case, and answers', () => {
    expect(heard(bytesOf('t10021133\rt1002113355AA\rT1fffffff1aB\r\rz\rZ\rV1013\rNA123\r\x07'))).toEqual([
      'frame t10021133\r',
      'frame t10021133\r',
      'frame T1FFFFFFF1AB\r',
      ...['reply ', 'reply z', 'reply Z', 'reply V1013', 'reply NA123', 'refused'],
    ]);
  });

  it('takes nothing for a frame that is none', () => {
    for (const line of [
      't',
      't1',
      't100',
      't1009',
      't80000',
      't1002113',
      't100211331',
      't10021g33',
      't100211335',
      'T2000000000',
      '{}',
    ]) {
      expect(heard(bytesOf(`${line}\r`)), line).toEqual([`garbage ${line}`]);
    }
    expect(heard(bytesOf('t1002\x07t1000\r'))).toEqual(['garbage t1002', 'refused', 'frame t1000\r']);
  });

  it('forgets a line that does not end, but for its beginning', () => {
    const flood = 'x'.repeat(100_000);
    expect(heard(bytesOf(`${flood}\rt1000\r`))).toEqual([`garbage ${'x'.repeat(40)}`, 'frame t1000\r']);
  });

  it('reads what it writes, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 5 }), fc.integer({ min: 1, max: 30 }), (frames, size) => {
        const all = bytesOf(frames.map(written).join(''));
        const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, i) =>
          all.slice(i * size, (i + 1) * size),
        );
        const read: CanFrame[] = [];
        const parser = new SlcanParser({
          frame: (frame) => read.push(structuredClone(frame)),
          reply: () => expect.fail('no reply was sent'),
          refused: () => expect.fail('nothing was refused'),
          garbage: (text) => expect.fail(`garbage ${text}`),
        });
        for (const piece of pieces) parser.push(piece);
        expect(read).toEqual(frames);
      }),
    );
  });

  it('survives arbitrary bytes, and says the same of them however they are cut', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(400), (bytes, at) => {
        expect(heard(bytes.subarray(0, at), bytes.subarray(at))).toEqual(heard(bytes));
      }),
    );
  });
});
