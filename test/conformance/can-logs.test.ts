/** Logs of CAN frames against can-utils' own converters and python-can: read and written. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ASC_HEADER, ascLine, readAsc } from '../../src/bus/can/log/asc.ts';
import { candumpLine, readCandump } from '../../src/bus/can/log/candump.ts';
import { createStream } from '../../src/math/random.ts';
import { CanFrame } from '../../src/msgs/index.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { hasProgram, python, pythonHas } from '../support/python.ts';
import { randomFrames, spelled } from '../support/random-frames.ts';

const frames = randomFrames(createStream(3, 'can-logs'), 3000, { fd: true, errors: true });
const candump = frames.map((frame) => `${candumpLine(frame, 'can0')}\n`).join('');

function convert(program: string, args: readonly string[], text: string): string {
  const { status, stdout } = spawnSync(program, args, { input: text, maxBuffer: 1 << 28, encoding: 'utf8' });
  expect(status).toBe(0);
  return stdout;
}

/** What a log says, frame by frame: time since the first [µs], and the frame. */
function said(read: typeof readAsc, text: string): string[] {
  const lines: string[] = [];
  let first: { sec: number; nanosec: number } | undefined;
  read(text, 'log', (frame) => {
    first ??= { ...frame.stamp };
    const { sec, nanosec } = frame.stamp;
    lines.push(`${(sec - first.sec) * 1e6 + Math.round((nanosec - first.nanosec) / 1000)} ${spelled(frame)}`);
  });
  return lines;
}

describe('logs of can-utils', () => {
  it('by log2asc say the same to us in ASC as they do in candump format', (context) => {
    if (!hasProgram('log2asc')) return context.skip('no can-utils');
    const expected = said(readCandump, candump);
    expect(expected).toHaveLength(frames.length);
    expect(said(readAsc, convert('log2asc', ['can0'], candump))).toEqual(expected);
    // all frames as CANFD events, told apart by their flags; it writes error frames as data then
    const theirs = said(readAsc, convert('log2asc', ['-f', 'can0'], candump));
    expect(theirs.map((line) => line.replace(' 80 0000000000000000', ' error'))).toEqual(expected);
  });

  it('by asc2log are what we wrote as ASC', (context) => {
    if (!hasProgram('asc2log')) return context.skip('no can-utils');
    const asc = ASC_HEADER + frames.map((frame) => `${ascLine(frame, 1)}\n`).join('');
    expect(said(readCandump, convert('asc2log', [], asc))).toEqual(said(readCandump, candump));
  });

  it('have the lines that log2asc writes, but for durations on the wire', (context) => {
    if (!hasProgram('log2asc')) return context.skip('no can-utils');
    // from the first frame on, as log2asc counts
    const shifted = frames.map((frame) => {
      const kept = CanFrame.create();
      CanFrame.copy(kept, frame);
      const micros =
        (frame.stamp.sec - frames[0].stamp.sec) * 1e6 + (frame.stamp.nanosec - frames[0].stamp.nanosec) / 1e3;
      kept.stamp.sec = Math.floor(micros / 1e6);
      kept.stamp.nanosec = (micros % 1_000_000) * 1000;
      return ascLine(kept, 1);
    });
    const theirs = convert('log2asc', ['can0'], candump).trimEnd().split('\n').slice(3);
    expect(shifted).toEqual(theirs.map((line) => line.replace('   130000  130 ', '        0    0 ')));
  });
});

const PYTHON = `
import can, sys
for reader in (can.CanutilsLogReader(sys.argv[1]), can.ASCReader(sys.argv[2])):
    for m in reader:
        if m.is_error_frame: print("error")
        else: print(("x" if m.is_extended_id else "") + "%x" % m.arbitration_id, "r" if m.is_remote_frame else bytes(m.data or b"").hex(), m.is_fd, m.bitrate_switch, m.error_state_indicator)
writer, asc = can.CanutilsLogWriter(sys.argv[3]), can.ASCWriter(sys.argv[4])
for m in can.CanutilsLogReader(sys.argv[1]):
    writer.on_message_received(m)
    asc.on_message_received(m)
writer.stop()
asc.stop()
`;

describe('python-can', () => {
  it('reads the logs that we write, and we read those that it writes', (context) => {
    if (!pythonHas('can')) return context.skip('no python3-can');
    // it takes an FD frame without data for a remote one, and forgets lengths of remote frames
    const plain = frames.filter(
      (frame) => !(frame.is_fd && frame.length === 0) && !(frame.is_remote && frame.length > 0),
    );
    const folder = temporaryFolder();
    const [log, asc, ownLog, ownAsc] = ['a.log', 'a.asc', 'b.log', 'b.asc'].map((name) => join(folder, name));
    writeFileSync(log, plain.map((frame) => `${candumpLine(frame, 'can0')}\n`).join(''));
    writeFileSync(asc, ASC_HEADER + plain.map((frame) => `${ascLine(frame, 1)}\n`).join(''));
    const { status, stdout, stderr } = spawnSync(python, ['-c', PYTHON, log, asc, ownLog, ownAsc], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    expect([status, stderr]).toEqual([0, '']);
    const bool = (flag: boolean) => (flag ? 'True' : 'False');
    const expected = plain.map((frame) => {
      if (frame.is_error) return 'error';
      const data = frame.is_remote ? 'r' : Buffer.from(frame.data.subarray(0, frame.length)).toString('hex');
      return `${frame.is_extended ? 'x' : ''}${frame.id.toString(16)} ${data} ${bool(frame.is_fd)} ${bool(frame.is_bit_rate_switch)} ${bool(frame.is_error_passive)}`;
    });
    expect(stdout.trimEnd().split('\n')).toEqual([...expected, ...expected]);
    const frameTexts = plain.map(spelled);
    const theirs = (read: typeof readAsc, file: string) =>
      said(read, readFileSync(file, 'utf8')).map((line) => line.slice(line.indexOf(' ') + 1));
    expect(theirs(readCandump, ownLog)).toEqual(frameTexts);
    expect(theirs(readAsc, ownAsc)).toEqual(frameTexts);
  });
});
