import { describe, expect, it } from 'vitest';
import { randomFrames, spelled } from '../../../../test/support/random-frames.ts';
import { createStream } from '../../../math/random.ts';
import { CanFrame } from '../../../msgs/index.ts';
import { ASC_HEADER, ascLine, readAsc } from './asc.ts';
import { candumpLine, readCandump } from './candump.ts';
import { readCanLog } from './read-log.ts';

interface Logged {
  readonly frame: CanFrame;
  readonly channel: string;
}

function logged(text: string, read = readCanLog): Logged[] {
  const all: Logged[] = [];
  read(text, 'drive.log', (frame, channel) => {
    const kept = CanFrame.create();
    CanFrame.copy(kept, frame);
    all.push({ frame: kept, channel });
  });
  return all;
}

const one = (line: string): CanFrame => logged(line)[0].frame;

describe('a candump log', () => {
  it('has time, bus, identifier and bytes', () => {
    const [{ frame, channel }] = logged('(1436509052.249713) vcan0 044#2A366C2BBA\n');
    expect(channel).toBe('vcan0');
    expect(frame.stamp).toEqual({ sec: 1436509052, nanosec: 249713000 });
    expect(spelled(frame)).toBe('44 2a366c2bba');
    expect(frame.sender).toBe(255);
  });

  it.each([
    ['(0.5) can0 00000123#', 'x123 '],
    ['(0.5) can0 1FFFFFFF#11.22.33', 'x1fffffff 112233'],
    ['(0.5) can0 123#R', '123 r 0'],
    ['(0.5) can0 123#r8_F', '123 r 8'],
    ['(0.5) can0 123#1122334455667788_C T', '123 1122334455667788'],
    ['(0.5) can0 123##0', '123  fd'],
    ['(0.5) can0 123##5aabb R', '123 aabb fd brs'],
    ['(0.5) can0 00000123##3112233445566778899AABBCC', 'x123 112233445566778899aabbcc fd brs esi'],
    ['(0.5) can0 20000080#0000000000000000', 'error'],
  ])('says %s', (line, said) => {
    expect(spelled(one(line))).toBe(said);
  });

  it.each([
    ['(0.5) can0 800#', 'expected an identifier of at most 7FF, got 800'],
    ['(0.5) can0 40000001#', 'expected an identifier of at most 1FFFFFFF, got 40000001'],
    ['(0.5) can0 1234#', 'expected a frame as candump logs it'],
    ['(0.5) can0 123#1', 'expected pairs of hexadecimal digits after #, got "1"'],
    ['(0.5) can0 123#112233445566778899', 'expected at most 8 bytes, got 9'],
    ['(0.5) can0 123##0112233445566778899', 'expected 0 to 8, 12, 16, 20, 24, 32, 48 or 64 bytes of CAN FD, got 9'],
    ['(2147483648.5) can0 123#', 'expected a time below 2147483648 s, got 2147483648'],
    ['hello', 'expected a log of candump or Vector ASC'],
  ])('refuses %s', (line, problem) => {
    expect(() => logged(line)).toThrow(problem);
  });

  it('names the line that is wrong', () => {
    expect(() => logged('(0.5) can0 123#\n\n(0.6) can0 xyz#\n')).toThrow(/^drive\.log:3: /);
  });
});

describe('an ASC log', () => {
  const HEAD = 'date Fri Jul 10 06:17:32 2015\nbase hex  timestamps absolute\nno internal events logged\n';

  it.each([
    ['   0.200134 1  F6              Rx   d 5 7A DF E0 7B D0', 'f6 7adfe07bd0'],
    ['   0.200134 2  12345678x       Tx   r 3', 'x12345678 r 3'],
    ['   0.200134 1  123             Rx   r', '123 r 0'],
    ['   0.200134 1  123x            Rx   d 0', 'x123 '],
    ['   0.2 1 123 Rx d 8 1 2 3 4 5 6 7 8  Length = 250000 BitCount = 120 ID = 291', '123 0102030405060708'],
    [
      '   0.2 CANFD   1 Rx 123 1 0 9 12 11 22 33 44 55 66 77 88 99 AA BB CC 130000 130 3000 0 0',
      '123 112233445566778899aabbcc fd brs',
    ],
    ['   0.2 CANFD   1 Rx 7ffx EngineSpeed 0 1 2 2 AA BB 0 0 5000', 'x7ff aabb fd esi'],
    ['   0.2 CANFD   1 Rx 123 0 0 2 2 AA BB 0 0 0', '123 aabb'],
    ['   2.650287 1  ErrorFrame', 'error'],
  ])('says %s', (line, said) => {
    expect(logged(HEAD + line).map(({ frame }) => spelled(frame))).toEqual([said]);
  });

  it('is read in the base that it names', () => {
    const text = 'base dec  timestamps absolute\n 0.5 1 291 Rx d 2 10 255\n';
    expect(spelled(one(text))).toBe('123 0aff');
  });

  it('counts relative times from event to event, whatever the events are', () => {
    const text =
      'base hex  timestamps relative\n 0.600000 Start of measurement\n 0.600001 1 1 Rx d 0\n 1.9 1 2 Rx d 0\n';
    expect(logged(text).map(({ frame }) => frame.stamp)).toEqual([
      { sec: 1, nanosec: 200001000 },
      { sec: 3, nanosec: 100001000 },
    ]);
  });

  it('passes over what is no frame', () => {
    const text = `${HEAD}Begin Triggerblock\n 0.0 Start of measurement\n 0.1 1 Statistic: D 1 R 0\n 0.2 1 12 TxRq d 0\n// note\nEnd TriggerBlock\n`;
    expect(logged(text)).toEqual([]);
  });

  it.each([
    [' 0.2 1 800 Rx d 0', 'expected an identifier of at most 7FF, got 800'],
    [' 0.2 1 12 Rx d 3 11 22', 'expected 3 bytes, got no value in place of byte 2'],
    [' 0.2 1 12 Rx d 2 11 2G', 'expected 2 bytes, got "2G" in place of byte 1'],
    [' 0.2 1 12 Rx d Z', 'expected a data length code, got "Z"'],
    [' 0.2 CANFD 1 Rx 12 0 0 9 9 1 2 3 4 5 6 7 8 9', 'or 64 bytes of CAN FD, got 9'],
  ])('refuses %s', (line, problem) => {
    expect(() => logged(HEAD + line)).toThrow(problem);
    expect(() => logged(HEAD + line)).toThrow(/^drive\.log:4: /);
  });
});

describe('frames of every kind', () => {
  const frames = randomFrames(createStream(1, 'logs'), 2000, { fd: true, errors: true });

  it.each([
    ['candump', readCandump, frames.map((frame) => candumpLine(frame, 'can0')).join('\n')],
    ['ASC', readAsc, ASC_HEADER + frames.map((frame) => ascLine(frame, 1)).join('\r\n')],
  ] as const)('come back from a log of %s as they were, to the microsecond', (_name, read, text) => {
    const back = logged(text, read);
    expect(back.map(({ frame }) => frame)).toEqual(frames);
  });

  it('are stamped to the nearest microsecond', () => {
    const frame = CanFrame.create();
    Object.assign(frame.stamp, { sec: 1, nanosec: 999_999_500 });
    expect(candumpLine(frame, 'a')).toBe('(2.000000) a 000#');
    frame.stamp.nanosec = 12_499;
    expect(candumpLine(frame, 'a')).toBe('(1.000012) a 000#');
  });
});
