import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../../test/fixtures/record/memory-sink.ts';
import { Image, Twist } from '../../msgs/index.ts';
import type { ByteSink } from './writer.ts';
import { McapWriter } from './writer.ts';
import { openRecording } from './recording-reader.ts';

const twistChannel = (writer: McapWriter) =>
  writer.addChannel({ topic: '/cmd_vel', type: Twist, metadata: { block: 'driver', port: 'twist' } });

describe('the MCAP writer', () => {
  it('makes everything so far readable when it is flushed', () => {
    const sink = new MemorySink();
    const writer = new McapWriter(sink);
    const id = twistChannel(writer);
    const twist = Twist.create();
    for (let i = 1; i <= 3; i++) {
      twist.linear.x = i;
      writer.writeMessage(id, Twist, twist, i, i * 1000, i * 1000);
      expect([...openRecording(sink.bytes()).messages()]).toHaveLength(i - 1);
      writer.flush();
      const recording = openRecording(sink.bytes());
      expect(
        [...recording.messages()].map(({ channel, data }) => (recording.decode(channel, data) as Twist).linear.x),
      ).toHaveLength(i);
      expect(recording).toMatchObject({ complete: false, lastTimeNs: i * 1000 });
    }
  });

  it('keeps times up to 2⁵³ ns exactly', () => {
    const times = [0, 1, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 123_456_789_012_345, 2 ** 53 - 1];
    const sink = new MemorySink();
    const writer = new McapWriter(sink);
    const id = twistChannel(writer);
    times.forEach((time, i) => writer.writeMessage(id, Twist, Twist.create(), i, time, time));
    writer.close();
    expect(
      [...openRecording(sink.bytes()).messages()].map(({ logTimeNs, publishTimeNs }) => [logTimeNs, publishTimeNs]),
    ).toEqual(times.map((time) => [time, time]));
  });

  it('takes messages larger than its chunks', () => {
    const sink = new MemorySink();
    const writer = new McapWriter(sink, { chunkSize: 1000 });
    const id = writer.addChannel({ topic: '/image', type: Image });
    const sizes = [10, 3_000_000, 0, 500_000];
    sizes.forEach((size, i) =>
      writer.writeMessage(id, Image, { ...Image.create(), data: new Uint8Array(size).fill(i + 1) }, i, i, i),
    );
    writer.close();
    const recording = openRecording(sink.bytes());
    const frames = [...recording.messages()].map(
      ({ channel, data }) => (recording.decode(channel, data) as Image).data,
    );
    expect(frames.map((frame) => [frame.length, frame.at(-1)])).toEqual([
      [10, 1],
      [3_000_000, 2],
      [0, undefined],
      [500_000, 4],
    ]);
  });

  it('indexes more messages per chunk than it made room for', () => {
    const sink = new MemorySink();
    const writer = new McapWriter(sink);
    const id = twistChannel(writer);
    for (let i = 0; i < 10_000; i++) writer.writeMessage(id, Twist, Twist.create(), i, i, i);
    writer.close();
    expect([...openRecording(sink.bytes()).messages()].map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 10_000 }, (_, i) => i),
    );
  });

  it('gives its buffer away and goes on in another', () => {
    const written: number[] = [];
    const given = new Set<Uint8Array>();
    const spare: Uint8Array[] = [new Uint8Array(200_000), new Uint8Array(200_000)];
    const sink: ByteSink = {
      write: (bytes) => {
        written.push(...bytes);
      },
      exchange: (bytes, length) => {
        given.add(bytes);
        written.push(...bytes.subarray(0, length));
        spare.push(bytes);
        return spare.shift()!;
      },
    };
    const writer = new McapWriter(sink, { chunkSize: 1000 });
    const id = twistChannel(writer);
    for (let i = 0; i < 200; i++) writer.writeMessage(id, Twist, Twist.create(), i, i, i);
    writer.close();
    expect(given.size).toBe(3);
    expect([...openRecording(Uint8Array.from(written)).messages()]).toHaveLength(200);
  });

  it('is an empty but whole recording when nothing was written', () => {
    const sink = new MemorySink();
    new McapWriter(sink).close();
    expect(openRecording(sink.bytes())).toMatchObject({ complete: true, channels: [], firstTimeNs: 0, lastTimeNs: 0 });
  });

  it('refuses more once it is closed', () => {
    const writer = new McapWriter(new MemorySink());
    const id = twistChannel(writer);
    writer.close();
    writer.close();
    expect(() => twistChannel(writer)).toThrow('the recording is closed; nothing can be added to it');
    expect(() => writer.metadata('late', {})).toThrow('the recording is closed');
    writer.writeMessage(id, Twist, Twist.create(), 1, 1, 1);
    expect(() => writer.flush()).toThrow('the recording is closed');
  });
});
