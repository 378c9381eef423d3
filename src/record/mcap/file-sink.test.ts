import { spawn } from 'node:child_process';
import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { InputError } from '../../core/input-error.ts';
import { Twist } from '../../msgs/index.ts';
import { FileSink } from './file-sink.ts';
import { openRecordingFile } from './open-recording-file.ts';
import { RecordingFile } from './recording-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'skidpad-record-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const place = (name: string) => join(directory, name);
const pattern = (length: number, seed: number) => Uint8Array.from({ length }, (_, i) => (i * 31 + seed) & 0xff);

/** Whether writing to it throws. */
function isRefused(sink: FileSink): boolean {
  try {
    sink.write(new Uint8Array(10));
    return false;
  } catch {
    return true;
  }
}

/** How far a recording goes that is still being written [ms]; before it is one, nowhere. */
function reachMs(path: string): number {
  try {
    const recording = openRecordingFile(path);
    recording.close();
    return recording.lastTimeNs / 1e6;
  } catch {
    return -Infinity;
  }
}

describe('a file sink', () => {
  it('writes everything in order, however many writes are under way', async () => {
    const sink = new FileSink(place('many'));
    const pieces = Array.from({ length: 40 }, (_, i) => pattern(1000 + 977 * i, i));
    for (const piece of pieces) {
      sink.write(piece);
      // the caller's bytes are its own again
      piece.fill(0);
    }
    await sink.closed();
    const expected = Buffer.concat(Array.from({ length: 40 }, (_, i) => pattern(1000 + 977 * i, i)));
    expect(readFileSync(place('many')).equals(expected)).toBe(true);
  });

  it('has everything in the file when it is finished without waiting', async () => {
    const sink = new FileSink(place('now'));
    for (let i = 0; i < 10; i++) sink.write(pattern(100_000, i));
    sink.finishNow();
    expect(readFileSync(place('now'))).toHaveLength(1_000_000);
    // the descriptor is released once the pool is done with it
    await sink.closed();
    expect(() => sink.write(new Uint8Array(1))).toThrow('the file is closed');
  });

  it('says in a sentence why it cannot write', async () => {
    expect(() => new FileSink(place('missing/file'))).toThrow(
      new InputError(place('missing/file'), 'cannot be written: the folder does not exist'),
    );
    expect(() => new FileSink(directory)).toThrow('cannot be written: a folder is in the way');
  });

  it.skipIf(!existsSync('/dev/full'))('says that the disk is full, at the next write and at the end', async () => {
    const sink = new FileSink('/dev/full');
    sink.write(new Uint8Array(10));
    await expect(sink.closed()).rejects.toThrow('/dev/full: cannot be written: the disk is full');
    const another = new FileSink('/dev/full');
    await until(() => isRefused(another));
    expect(() => another.write(new Uint8Array(10))).toThrow('the disk is full');
    await expect(another.closed()).rejects.toThrow('the disk is full');
  });
});

describe('a recording file', () => {
  it.skipIf(!existsSync('/dev/full'))('says at its end that the disk is full', async () => {
    const file = new RecordingFile('/dev/full');
    await expect(file.close()).rejects.toThrow('/dev/full: cannot be written: the disk is full');
  });

  it('has what it holds in the file after a quarter of a second of wall time, without waiting for anybody', async () => {
    // the thread pool has other things to do, as on a machine that is busy
    const others = Array.from({ length: 16 }, () => promisify(pbkdf2)('secret', 'salt', 400_000, 64, 'sha512'));
    const file = new RecordingFile(place('fresh.mcap'));
    const id = file.writer.addChannel({ topic: '/cmd_vel', type: Twist });
    file.keepFresh(1000);
    file.writer.writeMessage(id, Twist, Twist.create(), 1, 5e6, 5e6);
    file.keepFresh(1249);
    expect(file.writer.pendingBytes).toBeGreaterThan(0);
    expect(reachMs(place('fresh.mcap'))).not.toBe(5);
    file.keepFresh(1250);
    expect(file.writer.pendingBytes).toBe(0);
    expect(reachMs(place('fresh.mcap'))).toBe(5);
    await file.close();
    await Promise.all(others);
    const recording = openRecordingFile(place('fresh.mcap'));
    expect([...recording.messages()]).toHaveLength(1);
    expect(recording.complete).toBe(true);
    recording.close();
  });

  it('that cannot be opened says why', () => {
    expect(() => openRecordingFile(place('none.mcap'))).toThrow(
      new InputError(place('none.mcap'), 'there is no such file'),
    );
    expect(() => openRecordingFile(directory)).toThrow('is not a file');
    writeFileSync(place('text.mcap'), 'hello');
    expect(() => openRecordingFile(place('text.mcap'))).toThrow(
      new InputError(place('text.mcap'), 'is not an MCAP recording'),
    );
  });

  it('is readable up to the last second when its process is killed', async () => {
    const program = place('endless.mjs');
    buildSync({
      stdin: {
        contents: `
          import { RecordingFile } from './recording-file.ts';
          import { Twist } from '../../msgs/index.ts';
          const file = new RecordingFile(process.argv[2]);
          const id = file.writer.addChannel({ topic: '/cmd_vel', type: Twist });
          // log time is wall time, which goes on by two milliseconds at every turn, and after 3 s no more
          for (let now = 0; now <= 3000; now += 2) {
            for (let i = 0; i < 20; i++) file.writer.writeMessage(id, Twist, Twist.create(), i, now * 1e6, 0);
            file.keepFresh(now);
            await new Promise((resolve) => setImmediate(resolve));
          }
          setInterval(() => {}, 1000);
        `,
        resolveDir: import.meta.dirname,
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: program,
      logLevel: 'error',
    });
    const child = spawn(process.execPath, [program, place('killed.mcap')], { stdio: ['ignore', 'ignore', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await until(() => reachMs(place('killed.mcap')) > 2000);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    const recording = openRecordingFile(place('killed.mcap'));
    expect(recording.complete).toBe(false);
    expect(recording.lastTimeNs / 1e6).toBeGreaterThan(2000);
    expect([...recording.messages()].length).toBeGreaterThan(200);
    recording.close();
  });
});
