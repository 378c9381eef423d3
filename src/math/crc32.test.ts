import { crc32 as zlibCrc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { crc32 } from './crc32.ts';

describe('CRC-32', () => {
  it('has the check value of the standard', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
    expect(crc32(new Uint8Array(0))).toBe(0);
  });

  it('agrees with zlib', () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, i) => (i * 37 + (i >> 3)) & 0xff);
    for (let length = 0; length < bytes.length; length += 333)
      expect(crc32(bytes.subarray(0, length))).toBe(zlibCrc32(bytes.subarray(0, length)));
  });

  it('goes on where it stopped', () => {
    const bytes = Uint8Array.from({ length: 100 }, (_, i) => (i * i) & 0xff);
    for (let cut = 0; cut <= bytes.length; cut += 7)
      expect(crc32(bytes, crc32(bytes.subarray(0, cut)), cut)).toBe(zlibCrc32(bytes));
  });
});
