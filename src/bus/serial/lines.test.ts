import { describe, expect, it } from 'vitest';
import { portOf, smallLoop } from '../../../test/support/small-blocks.ts';
import { defineBlock, queuedOutput } from '../../core/block.ts';
import { integer } from '../../core/schema.ts';
import type { LineStatus, Odometry } from '../../msgs/index.ts';
import { SerialBytes, timeToNs } from '../../msgs/index.ts';
import { busBlocks } from '../index.ts';
import { crc16Ccitt } from '../../math/crc16-ccitt.ts';

/** Sends so many counted bytes in its first release. */
const burst = defineBlock({
  type: 'test/burst',
  doc: '',
  params: { count: integer(100, '', '', { min: 0 }), every: integer(0, '', '', { min: 0 }) },
  inputs: {},
  outputs: { bytes: queuedOutput(SerialBytes) },
  init: () => ({ next: 0 }),
  step({ count, every }, state, _inputs, { bytes }, { activation }) {
    if (every === 0 ? activation > 0 : activation % every !== 0) return;
    for (let left = count; left > 0; left -= bytes.value.length) {
      bytes.value.length = Math.min(left, 200);
      for (let i = 0; i < bytes.value.length; i++) bytes.value.data[i] = state.next++ & 255;
      bytes.send();
    }
  },
});

async function run(blocks: object, output: string, ticks: number) {
  const loop = await smallLoop({ duration: 100, blocks }, { blocks: [...busBlocks, burst] });
  const heard: { tick: number; stampNs: number; bytes: number[] }[] = [];
  const [block] = output.split('.');
  let status: LineStatus | undefined;
  portOf(loop, output).listen(({ signal: { value } }, tick) =>
    heard.push({ tick, stampNs: timeToNs(value.stamp), bytes: [...value.data.slice(0, value.length)] }),
  );
  portOf(loop, `${block}.status`).listen(({ signal: { value } }) => (status = { ...value }));
  await loop.runUntil(ticks);
  return { heard, status: status!, bytes: heard.flatMap((message) => message.bytes) };
}

const counted = (length: number) => Array.from({ length }, (_, i) => i & 255);

describe('a serial line', () => {
  const blocks = (line: object, source: object = { count: 600 }) => ({
    source: { type: 'test/burst', period: 0.001, params: source },
    line: { type: 'bus/uart', period: 0.001, params: line, inputs: { bytes: 'source.bytes' } },
  });

  it('carries a tenth of its baud rate in bytes, in order, and nothing else', async () => {
    // 9600 baud are 0.96 bytes per millisecond
    const { heard, bytes } = await run(blocks({ baud: 9600 }), 'line.bytes', 502);
    // handed over at 1 ms, published 1 ms after the step that finished them
    expect(bytes.length).toBe(Math.floor(0.96 * 500));
    expect(bytes).toEqual(counted(bytes.length));
    expect(heard[0].tick).toBe(3);
    expect((await run(blocks({ baud: 9600 }), 'line.bytes', 700)).bytes).toEqual(counted(600));
    expect((await run(blocks({ baud: 9600, stopBits: 2 }), 'line.bytes', 502)).bytes.length).toBe(
      Math.floor((9.6 / 11) * 500),
    );
  });

  it('is as busy as its bytes are long, and loses what does not fit', async () => {
    // 20 bytes every 10 ms at 57 600 baud: 3.47 of 10 ms
    const half = await run(blocks({ baud: 57_600 }, { count: 20, every: 10 }), 'line.bytes', 1001);
    expect(half.status.load).toBeCloseTo((20 * 10) / 57_600 / 0.01, 2);
    expect([half.status.lost, half.status.damaged]).toEqual([0, 0]);
    const full = await run(blocks({ baud: 9600, buffer: 400 }), 'line.bytes', 1001);
    // the third message of 200 bytes does not fit
    expect([full.status.lost, full.bytes.length]).toEqual([200, 400]);
  });

  it('turns over as many bits as it is told to', async () => {
    const { bytes, status } = await run(
      blocks({ baud: 1_000_000, bitErrors: 0.01 }, { count: 100, every: 1 }),
      'line.bytes',
      501,
    );
    const wrong = bytes.filter((byte, i) => byte !== (i & 255)).length;
    const expected = bytes.length * (1 - 0.99 ** 8);
    // four standard deviations of a binomial number
    expect(Math.abs(wrong - expected)).toBeLessThan(4 * Math.sqrt(expected * 0.99 ** 8));
    expect(status.damaged).toBeGreaterThan(0);
  });
});

describe('SPI between two computers', () => {
  const blocks = (params: object, source: object) => ({
    source: { type: 'test/burst', period: 0.001, params: source },
    link: { type: 'bus/spi', period: 0.001, params, inputs: { slave: 'source.bytes' } },
  });

  it('has the published checksum', () => {
    expect(crc16Ccitt(new TextEncoder().encode('123456789'), 0, 9)).toBe(0x29b1);
  });

  it('carries frameSize − 6 bytes per transfer, and tells when the frame was over', async () => {
    const { heard, bytes, status } = await run(
      blocks({ frameSize: 64, clockRate: 1e6 }, { count: 200 }),
      'link.toMaster',
      150,
    );
    expect(bytes).toEqual(counted(200));
    expect(heard.map((message) => message.bytes.length)).toEqual([58, 58, 58, 26]);
    // a frame of 64 bytes takes 512 µs
    expect(heard[0].stampNs).toBe(1e6 + 512e3);
    expect(status.load).toBeCloseTo(0.512, 12);
  });

  it('finds damaged frames and loses them whole', async () => {
    const { heard, status } = await run(
      blocks({ frameSize: 32, frameErrors: 0.3 }, { count: 26, every: 1 }),
      'link.toMaster',
      1001,
    );
    expect(status.damaged / (status.damaged + status.whole)).toBeCloseTo(0.3, 1);
    expect(
      heard.every((message) => message.bytes.every((byte, i, all) => i === 0 || byte === ((all[i - 1] + 1) & 255))),
    ).toBe(true);
  });
});

describe('odometry over a serial line', () => {
  const document = (line: object) => ({
    duration: 10,
    blocks: {
      driver: { type: 'control/twist-schedule', params: { segments: [{ until: 10, vx: 1.5, yawRate: 0.4 }] } },
      car: { type: 'vehicle/bicycle', params: { wheelBase: 1.6 }, inputs: { twist: 'driver.twist' } },
      localisation: { type: 'vehicle/localisation', rateHz: 50, inputs: { state: 'car.state' } },
      writer: { type: 'bus/nmea-writer', rateHz: 20, inputs: { odom: 'localisation.odom' } },
      line: { type: 'bus/uart', params: line, inputs: { bytes: 'writer.bytes' } },
      reader: { type: 'bus/nmea-reader', inputs: { bytes: 'line.bytes' } },
    },
  });

  async function drive(line: object) {
    const { vehicleBlocks } = await import('../../vehicle/index.ts');
    const { controlBlocks } = await import('../../control/index.ts');
    const blocks = [...busBlocks, ...vehicleBlocks, ...controlBlocks];
    const loop = await smallLoop(document(line), { blocks });
    const truth = new Map<number, { x: number; y: number }>();
    const read: { ns: number; x: number; y: number; age: number }[] = [];
    const place = ({ pose }: Odometry) => ({ x: pose.pose.position.x, y: pose.pose.position.y });
    portOf(loop, 'localisation.odom').listen(({ signal: { value } }) =>
      truth.set(timeToNs(value.header.stamp), place(value)),
    );
    portOf(loop, 'reader.odom').listen(({ signal: { value } }, tick) => {
      const ns = timeToNs(value.header.stamp);
      read.push({ ns, ...place(value), age: tick * 1e6 - ns });
    });
    await loop.runUntil(10_000);
    return { truth, read, status: portOf(loop, 'reader.status').signal.value as LineStatus };
  }

  it('is what was said, with the stamp of the sensor, later by the time on the line', async () => {
    const { truth, read, status } = await drive({ baud: 115_200 });
    expect(read.length).toBeGreaterThan(190);
    expect([status.whole, status.damaged]).toEqual([read.length, 0]);
    for (const { ns, x, y, age } of read) {
      expect(truth.get(ns)!.x).toBeCloseTo(x, 3);
      expect(truth.get(ns)!.y).toBeCloseTo(y, 3);
      // sampling of 50 Hz, 70 letters of 87 µs, the reader's own 10 ms
      expect(age).toBeGreaterThan(6e6);
      expect(age).toBeLessThan(45e6);
    }
  });

  it('loses damaged sentences and never a digit of one', async () => {
    const { truth, read, status } = await drive({ baud: 115_200, bitErrors: 0.0005 });
    expect(status.damaged).toBeGreaterThan(10);
    expect(read.length).toBeGreaterThan(50);
    for (const { ns, x } of read) expect(truth.get(ns)?.x).toBeCloseTo(x, 3);
  });
});
