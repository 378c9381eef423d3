import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Image, Twist } from '../../msgs/index.ts';
import { recordSample } from '../../../test/fixtures/record/sample-run.ts';
import { InputError } from '../../core/input-error.ts';
import { FileSink, writeFailure } from './file-sink.ts';
import { openRecordingFile } from './open-recording-file.ts';
import { RecordingFile } from './recording-file.ts';
import { openRecording } from './recording-reader.ts';

const directory = mkdtempSync(join(tmpdir(), 'skidpad-files-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const place = (name: string) => join(directory, name);
describe('a file sink', () => {
  it('gives an array of at least the size in exchange for each, and writes only what it was told to', async () => {
    const sink = new FileSink(place('exchanged'));
    const expected: number[] = [];
    let bytes: Uint8Array = new Uint8Array(1000);
    for (let i = 0; i < 60; i++) {
      const length = 1 + ((i * 37) % 1000);
      bytes.fill(i, 0, length);
      bytes.fill(255, length);
      expected.push(...bytes.subarray(0, length));
      const given = bytes;
      bytes = sink.exchange(bytes, length);
      expect(bytes.length).toBeGreaterThanOrEqual(1000);
      if (i < 4) expect(bytes).not.toBe(given);
    }
    await sink.closed();
    expect([...readFileSync(place('exchanged'))]).toEqual(expected);
  });

  it('has everything in the file after a flush, and goes on behind it', async () => {
    const sink = new FileSink(place('flushed'));
    sink.write(Uint8Array.of(1, 2));
    sink.write(Uint8Array.of(3));
    sink.flush();
    expect([...readFileSync(place('flushed'))]).toEqual([1, 2, 3]);
    sink.write(Uint8Array.of(4));
    await sink.closed();
    expect([...readFileSync(place('flushed'))]).toEqual([1, 2, 3, 4]);
    // a second end changes nothing
    await sink.closed();
    sink.finishNow();
    expect(() => sink.write(Uint8Array.of(5))).toThrow(
      `${place('flushed')}: the file is closed; nothing can be written to it`,
    );
  });

  it('is ended at once where nothing is under way', () => {
    const sink = new FileSink(place('ended'));
    sink.finishNow();
    sink.finishNow();
    expect(readFileSync(place('ended'))).toHaveLength(0);
    expect(() => sink.write(Uint8Array.of(5))).toThrow('the file is closed');
  });

  it.skipIf(!existsSync('/dev/full'))('says at a flush and at its end that the disk is full', async () => {
    for (const end of [(sink: FileSink) => sink.flush(), (sink: FileSink) => sink.finishNow()]) {
      const sink = new FileSink('/dev/full');
      sink.write(new Uint8Array(10));
      expect(() => end(sink)).toThrow('/dev/full: cannot be written: the disk is full');
      expect(() => sink.write(new Uint8Array(10))).toThrow('/dev/full: cannot be written: the disk is full');
      await expect(sink.closed()).rejects.toThrow('the disk is full');
    }
    // also where the pool is busy and the write happens at once
    const sink = new FileSink('/dev/full');
    expect(() => {
      for (let i = 0; i < 5; i++) sink.write(new Uint8Array(10));
    }).toThrow('the disk is full');
    await expect(sink.closed()).rejects.toThrow('the disk is full');
  });

  it('has a sentence for every reason', () => {
    const sentence = (code: string) => writeFailure('f', Object.assign(new Error('odd'), { code })).message;
    expect(
      ['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'ENOENT', 'EISDIR', 'EMFILE', 'EFBIG', 'EOTHER'].map(sentence),
    ).toEqual(
      [
        'the disk is full',
        'the disk quota is used up',
        'there is no permission to write here',
        'the file system is read-only',
        'the folder does not exist',
        'a folder is in the way',
        'no file handle is left for this process',
        'the file is larger than the file system allows',
        'odd',
      ].map((reason) => `f: cannot be written: ${reason}`),
    );
    expect(writeFailure('f', new Error('odd'))).toBeInstanceOf(InputError);
  });
});

describe('a recording file', () => {
  it('is whole when it is closed without waiting', () => {
    const file = new RecordingFile(place('now.mcap'), { library: 'here' });
    const id = file.writer.addChannel({ topic: '/cmd_vel', type: Twist });
    for (let i = 0; i < 100; i++) file.writer.writeMessage(id, Twist, Twist.create(), i, i, i);
    file.closeNow();
    const recording = openRecording(readFileSync(place('now.mcap')));
    expect([recording.complete, [...recording.messages()].length]).toEqual([true, 100]);
    expect(readFileSync(place('now.mcap')).includes('here')).toBe(true);
  });

  it('is fresh a quarter of a second after the last time, not before', () => {
    const file = new RecordingFile(place('kept.mcap'));
    const id = file.writer.addChannel({ topic: '/cmd_vel', type: Twist });
    const pending = (wallMs: number) => {
      file.writer.writeMessage(id, Twist, Twist.create(), 1, 1, 1);
      file.keepFresh(wallMs);
      return file.writer.pendingBytes > 0;
    };
    expect([5000, 5249, 5250, 5499, 5500, 9000, 9249].map(pending)).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
      true,
    ]);
    file.flush();
    expect(file.writer.pendingBytes).toBe(0);
    expect([...openRecording(readFileSync(place('kept.mcap'))).messages()]).toHaveLength(7);
    file.closeNow();
  });
});

describe('a recording on disk', () => {
  const bytes = recordSample(2, 5000);
  writeFileSync(place('sample.mcap'), bytes);

  it('reads like one in memory, from anywhere, large pieces and small', () => {
    const sink = new RecordingFile(place('large.mcap'));
    const id = sink.writer.addChannel({ topic: '/image', type: Image });
    for (let i = 0; i < 12; i++) {
      const data = Uint8Array.from({ length: i % 3 === 0 ? 200_000 : 500 * i }, (_, k) => (k * 7 + i) & 255);
      sink.writer.writeMessage(id, Image, { ...Image.create(), data }, i, i * 1e6, i * 1e6);
      if (i % 2 === 0) sink.writer.attach(`a${i}`, '', data.slice(0, 70_000));
    }
    sink.closeNow();
    for (const path of [place('sample.mcap'), place('large.mcap')]) {
      const [disk, memory] = [openRecordingFile(path), openRecording(readFileSync(path))];
      const content = (recording: typeof memory, filter = {}) =>
        [...recording.messages(filter)].map(({ sequence, data }) => [
          sequence,
          Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64'),
        ]);
      expect(content(disk)).toEqual(content(memory));
      for (let from = 11; from >= 0; from -= 3)
        expect(content(disk, { fromNs: from * 1e6, toNs: from * 1e6 })).toEqual(
          content(memory, { fromNs: from * 1e6, toNs: from * 1e6 }),
        );
      for (const [name, attached] of memory.attachments)
        expect(Buffer.from(disk.attachment(name)!).equals(attached)).toBe(true);
      expect([...disk.metadata]).toEqual([...memory.metadata]);
      disk.close();
      // the next file gets the number of the one that was closed, and keeps it
      const next = openRecordingFile(place('sample.mcap'));
      disk.close();
      expect(() => [...disk.messages()]).toThrow(/cannot be read: it has been closed/);
      expect([...next.messages()].length).toBeGreaterThan(0);
      next.close();
    }
  });

  it('that is cut reads like one in memory', () => {
    for (const cut of [9, 500, 7000, bytes.length - 1]) {
      writeFileSync(place('cut.mcap'), bytes.subarray(0, cut));
      const [disk, memory] = [openRecordingFile(place('cut.mcap')), openRecording(bytes.subarray(0, cut))];
      expect([disk.problem, disk.lastTimeNs, [...disk.messages()].length]).toEqual([
        memory.problem,
        memory.lastTimeNs,
        [...memory.messages()].length,
      ]);
      disk.close();
    }
  });

  it('says when it becomes shorter while it is read', () => {
    writeFileSync(place('shrinking.mcap'), recordSample(60, 200_000));
    const recording = openRecordingFile(place('shrinking.mcap'), { name: 'x.mcap' });
    truncateSync(place('shrinking.mcap'), 1000);
    expect(() => [...recording.messages()]).toThrow(
      /^x\.mcap: is damaged near byte \d+: the file became shorter while it was read$/,
    );
    recording.close();
  });

  it.skipIf(!existsSync('/proc/self/fd'))('is let go of where it cannot be opened', () => {
    writeFileSync(place('text'), 'hello');
    for (const path of [place('text'), directory, place('nowhere')])
      for (let i = 0; i < 5; i++) expect(() => openRecordingFile(path)).toThrow(InputError);
    expect(openHere('text') + openHere('')).toBe(0);
    const recording = openRecordingFile(place('sample.mcap'));
    expect(openHere('sample.mcap')).toBe(1);
    recording.close();
    expect(openHere('sample.mcap')).toBe(0);
  });
});

/** How often this process has a file of the directory open; the directory itself by an empty name. */
const openHere = (name: string): number =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === (name === '' ? directory : place(name));
    } catch {
      // gone meanwhile
      return false;
    }
  }).length;
