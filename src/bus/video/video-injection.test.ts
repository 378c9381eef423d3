import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atHome, hosted, problemOf, publish, step } from '../../hosts/fixtures/test-rig.ts';
import type { InjectionAck } from '../../msgs/index.ts';
import { hostTimeOf, sensorTimeOf, stampPicture } from './picture-stamps.ts';
import { videoInjection } from './video-injection.ts';

describe('stamps in a picture', () => {
  it('are two little-endian numbers of 64 bits, as Node writes them', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (sensorTime, hostTime) => {
        const picture = new Uint8Array(20).fill(9);
        stampPicture(picture, sensorTime, hostTime);
        const expected = Buffer.alloc(20, 9);
        expected.writeBigUInt64LE(BigInt(sensorTime), 0);
        expected.writeBigUInt64LE(BigInt(hostTime), 8);
        expect(Buffer.from(picture)).toEqual(expected);
        expect([sensorTimeOf(picture), hostTimeOf(picture)]).toEqual([sensorTime, hostTime]);
      }),
    );
  });
});

const picture = (change = {}) => ({
  ...{ width: 8, height: 2, step: 16, encoding: 'yuv422_yuy2', data: Uint8Array.from({ length: 32 }, (_, i) => i) },
  ...change,
});

async function bench() {
  const block = hosted(videoInjection, { params: { cameras: 2, width: 8, height: 2, encoding: 'yuv422_yuy2' } });
  const host = await atHome(block);
  return {
    ack: block.outputs.ack.value as InjectionAck,
    show: (camera: number, atMs: number, change = {}) =>
      publish(block, `images[${camera}]`, 0, (image) => {
        Object.assign(image, picture(change));
        image.header.stamp.nanosec = atMs * 1e6;
      }),
    /** Whether the release of that number, every 10 ms, is acknowledged. */
    release: async (activation: number) => (await step(host, block, activation))[0] !== '',
  };
}

describe('video injection with an ideal receiver', () => {
  it('acknowledges a set when every camera has a new picture, and not before', async () => {
    const { ack, show, release } = await bench();
    expect(await release(0)).toBe(false);
    show(0, 4);
    expect(await release(1)).toBe(false);
    show(1, 14);
    expect(await release(2)).toBe(true);
    expect(await release(3)).toBe(false);
    expect(ack.sets).toBe(1);
    show(0, 34);
    show(1, 34);
    expect(await release(4)).toBe(true);
    expect(ack.sets).toBe(2);
  });

  it('says how old a set is, and how far its pictures are apart', async () => {
    const { ack, show, release } = await bench();
    show(0, 14);
    show(1, 4);
    await release(2);
    expect(ack).toMatchObject({ age: 0.016, skew: 0.01, latency: 0, stamp: { sec: 0, nanosec: 20_000_000 } });
    expect([...ack.sensor_times, ...ack.host_times]).toEqual([14_000, 4000, 20_000, 20_000]);
  });

  it('says the CRC-32 of the bytes with their stamps', async () => {
    const { ack, show, release } = await bench();
    show(0, 10);
    show(1, 10);
    await release(1);
    const bytes = Buffer.from(picture().data);
    bytes.writeBigUInt64LE(10_000n, 0);
    bytes.writeBigUInt64LE(10_000n, 8);
    expect([...ack.checksums]).toEqual([zlibCrc32(bytes), zlibCrc32(bytes)]);
  });

  it.each([
    [{ encoding: 'rgb8' }, 'images[1].encoding: expected yuv422_yuy2, got "rgb8"'],
    [{ encoding: 'yuv422' }, 'images[1].encoding: expected yuv422_yuy2, got "yuv422"'],
    [{ width: 6 }, 'images[1]: expected 8 × 2 pixels, got 6 × 2'],
    [{ step: 20 }, 'images[1]: expected rows of 16 bytes without gaps, 32 in all'],
    [{ data: new Uint8Array(31) }, 'images[1]: expected rows of 16 bytes without gaps, 32 in all'],
  ])('refuses the picture %j', async (change, sentence) => {
    const { show, release } = await bench();
    show(0, 1);
    show(1, 1, change);
    expect(await problemOf(() => release(1))).toContain(sentence);
  });

  it('refuses an odd width', () =>
    expect(videoInjection.check!({ cameras: 1, width: 9, height: 1, encoding: 'yuv422', checksum: true })?.[0]).toBe(
      'width',
    ));
});
