import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { greyPng, readGreyPng } from './grey-png.ts';

const [width, height] = [40, 33];
const ramp = Uint8Array.from({ length: width * height }, (_, i) => i % 256);

describe('a PNG picture', () => {
  it('of grey levels comes back as it went', () => {
    expect(readGreyPng(greyPng({ width, height, data: ramp }), 'a.png')).toEqual({ width, height, data: ramp });
  });

  it('of colours, with transparency or of 16 bits becomes grey', () => {
    const rgb = Uint8Array.from({ length: 3 * ramp.length }, (_, i) => [255, 0, 0][i % 3]);
    expect(readGreyPng(encode({ width, height, data: rgb, channels: 3 }), 'a.png').data[0]).toBe(76);
    const rgba = Uint8Array.from({ length: 4 * ramp.length }, (_, i) => [0, 200, 0, 9][i % 4]);
    expect(readGreyPng(encode({ width, height, data: rgba, channels: 4 }), 'a.png').data[5]).toBe(117);
    const deep = Uint16Array.from(ramp, (value) => value * 257);
    expect(readGreyPng(encode({ width, height, data: deep, depth: 16, channels: 1 }), 'a.png').data).toEqual(ramp);
  });

  it('of one bit a pixel is black and white', () => {
    const stride = Math.ceil(width / 8);
    const image = readGreyPng(
      encode({ width, height, depth: 1, channels: 1, data: new Uint8Array(stride * height).fill(0b10000001) }),
      'a.png',
    );
    expect([...image.data.subarray(0, 9)]).toEqual([255, 0, 0, 0, 0, 0, 0, 255, 255]);
  });

  it('is refused with a sentence when it is none, is cut, is a JPEG or is tiny', () => {
    expect(() => readGreyPng(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'a.jpg')).toThrow(
      /^a\.jpg: is a JPEG picture, which is not read here: convert it to PNG/,
    );
    expect(() => readGreyPng(new TextEncoder().encode('hello there, not a picture'), 'a.txt')).toThrow(
      'a.txt: is not a PNG picture',
    );
    expect(() => readGreyPng(new Uint8Array(0), 'empty.png')).toThrow('empty.png: is not a PNG picture');
    expect(() => readGreyPng(greyPng({ width, height, data: ramp }).subarray(0, 60), 'cut.png')).toThrow(
      /^cut\.png: is not a readable PNG picture: /,
    );
    expect(() => readGreyPng(greyPng({ width: 8, height: 8, data: ramp.subarray(0, 64) }), 'tiny.png')).toThrow(
      'tiny.png: is 8 × 8 pixels, too small to show a board',
    );
  });

  it('whose header says that it is enormous is refused before it is unpacked', () => {
    const bytes = greyPng({ width: 64, height: 64, data: new Uint8Array(64 * 64) });
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(16, 100_000);
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(20, 100_000);
    expect(() => readGreyPng(bytes, 'x.png')).toThrow('x.png: is 100000 × 100000 pixels, expected at most 200 million');
  });
});
