/** Compressed chunks, from the lz4 and zstd programs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decompressZstd } from './chunk-decompression.ts';
import { decompressLz4 } from './lz4-frame.ts';
import { installedZstd } from './zstd-file.ts';

const text = new TextEncoder().encode(
  Array.from({ length: 60 }, (_, i) => `odom ${(i * i * 7919) % 1000} skidpad `).join(''),
);
const noise = Uint8Array.from({ length: 96 }, (_, i) => i * i * i * 31 + i * 17);
const zeros = new Uint8Array(150_000);
const from64 = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

/** What `lz4` 1.9.4 makes of them, by its options. */
const lz4 = {
  '-1': {
    bytes: from64(
      'BCJNGGRApxcBAADxAG9kb20gMCBza2lkcGFkIA8AOjkxOREAOjY3NhEAOjI3MREAOjcwNBEAOjk3NREAGzghABszQgArODFkACs0M4YAKzkwqAArMTkiACszM0QAKzMxZgArMTKHABw3qAArMjYiACs1OUQAKzc1ZgArNzWIABw2qgArMjciACs3OUQAKzE1ZgArMzSIAB0zqgAMIgAcOUQAHDRmABw4iAAcMaoAHDHMAA3tAAwPARwzMQEOUwELygAcMZYBDLcBHDfZARw0pwAcOB0CHDE/AhwyYQIcMYICDaMCHDbFAgzmAhwzCAMcNSoDHDWpABwzIgAcOUQAHDRmABw4hwANqQAcOcsAHDjtABw1DwGwMzkgc2tpZHBhZCAAAAAA1f93sw==',
    ),
    content: text,
  },
  '-9 -BD --content-size': {
    bytes: from64(
      'BCJNGGxA8wMAAAAAAADODAEAAPEAb2RvbSAwIHNraWRwYWQgDwA6OTE5EQA6Njc2EQA6MjcxEQA7NzA0RAAqNzURABs4IQAbM0IAKzgxZAArNDOGACs5MKgAKzE5IgA8MzM2ZQALZgArMTKHABw3qAArMjYiACw1OewALDU2EQAMMAEMqgArMjciACs3OUQAKzE1ZgAsMzQxAQ2qAAwiABw5RAAcNGYAHDiIAB0xVAEMzAAN7QAMDwEvMzZTAQ4LIQAtMTFDAAxkAAuFABw0pwAcOB0CHDE/AhwyYQIvMTijAg0cNsUCDOYCHDMIAxw1KgMcNakAHDMiABw5RAAcNGYAHzhMAw4cOcsAHDjtABw1DwGwMzkgc2tpZHBhZCAAAAAA1f93sw==',
    ),
    content: text,
  },
  '-1, not compressible': {
    bytes: from64(
      'BCJNGGRAp2AAAIAAMBp4BHiOAIjgwugM6DawEBBq2BTY3uCYwBJIHEiGkCDwujgkOC7AqKBiqCyo1nAw0AqYNJh+oLiAsgg8CCZQQLBa+ET4zoDIYAJoTGh2MFCQqlhUWB5g2EBSyFzIxhAAAAAACvYFAQ==',
    ),
    content: noise,
  },
  '-B4 -BD': {
    bytes: from64(
      'BCJNGERAXgsBAAAfAAEA/////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////+dQAAAAAAALAQAAHwABAP/////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////nUAAAAAAAVQAAAB8AAQD//////////////////////////////////////////////////////////////////////////////////////////////////yFQAAAAAAAAAAAAremfDw==',
    ),
    content: zeros,
  },
  '-B4 -BX --content-size --no-frame-crc': {
    bytes: from64(
      'BCJNGHhA8EkCAAAAAAArCwEAAB8AAQD/////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////51AAAAAAAOuJcicLAQAAHwABAP/////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////nUAAAAAAA64lyJ1UAAAAfAAEA//////////////////////////////////////////////////////////////////////////////////////////////////8hUAAAAAAAg9kagAAAAAA=',
    ),
    content: zeros,
  },
};

/** What `zstd` 1.5.4 makes of them, by its options. */
const zstd = {
  '-19': {
    bytes: from64(
      'KLUv/WTzAtUEAGIKGBKwqQNAGYHQUOW0U5KRVmqH4wGnrkaF5WVm/Y9mvqpp5rR8lo2Cbqcyw9O20u7WazO7S8/VyaBM0mq972Cmb3kvNiibwbYS/Zv5iV0ZsZTP8RzU/Q4MAjIQRQIMYBzDETqoIEbx/Q2AmRiGAxEkBArB3JX9O2Xx/tMWAOCRQK433PkrGSesBOTiGVpbtCcQ4mikOkEAmwLQWf8W',
    ),
    content: text,
  },
  '-1 --no-check': {
    bytes: from64(
      'KLUv/QBIhQYAcscTEtClAwBsQo5XwUOSScqddsxA4GQAwgRCQW/dfZyLz1bVSNgrZvkir7ylxdvEXrYyX0ZMyLbn+FuM1yu/DNPEbOdpOOaQAQgTCAUNGo45ATkg8EKZMR4SQAQeuTocxzusw+yQFYS1DCILQS7dkEBW5EwxR6EhR6YIEwIR6lA1hHEbIrpAIPORI9mFFTygGbnJCD8HdtgKwhaMSHrIHRGO2JnpGl3btbrWEhHkUR4qj6LDCKtru7Zr6tpq18huZVdcJ0R3yyN5lEeRR5JFEw==',
    ),
    content: text,
  },
  '-3, not compressible': {
    bytes: from64(
      'KLUv/QRYAQMAADAaeAR4jgCI4MLoDOg2sBAQatgU2N7gmMASSBxIhpAg8Lo4JDguwKigYqgsqNZwMNAKmDSYfqC4gLIIPAgmUECwWvhE+M6AyGACaExodjBQkKpYVFgeYNhAUshcyMYQut2jjw==',
    ),
    content: noise,
  },
  '-19, many blocks': {
    bytes: from64(
      'KLUv/QRoTAAACAABAPz/ORACAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAwAQACidvHw=',
    ),
    content: new Uint8Array(4 << 20),
  },
};

describe('LZ4', () => {
  it.each(Object.entries(lz4))('frames made with %s become what they were', (_options, { bytes, content }) => {
    expect(Buffer.compare(decompressLz4(bytes, content.length), content)).toBe(0);
  });

  it('frames follow each other, with others to skip in between', () => {
    const skipped = Uint8Array.of(0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 9, 9, 9);
    const both = Uint8Array.from([...lz4['-1'].bytes, ...skipped, ...lz4['-1, not compressible'].bytes]);
    expect(decompressLz4(both, text.length + noise.length)).toEqual(Uint8Array.from([...text, ...noise]));
  });

  it('that is cut, changed or of another size is a RangeError and nothing else', () => {
    const { bytes } = lz4['-1'];
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(2000), fc.boolean(), (at, value, size, isCut) => {
        const damaged = isCut ? bytes.slice(0, at) : bytes.with(at, value);
        try {
          expect(decompressLz4(damaged, isCut ? size : text.length)).toHaveLength(isCut ? size : text.length);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe.each([
  ['in JavaScript', decompressZstd],
  ['in WebAssembly', (bytes: Uint8Array, size: number) => installedZstd().decompress(bytes, size)],
])('Zstandard %s', (_where, decompressZstd) => {
  it.each(Object.entries(zstd))('frames made with %s become what they were', (_options, { bytes, content }) => {
    expect(Buffer.compare(decompressZstd(bytes, content.length), content)).toBe(0);
  });

  it('frames follow each other', () => {
    const both = Uint8Array.from([...zstd['-19'].bytes, ...zstd['-3, not compressible'].bytes]);
    expect(decompressZstd(both, text.length + noise.length)).toEqual(Uint8Array.from([...text, ...noise]));
  });

  it('that is longer or shorter than its chunk says is a RangeError', () => {
    const { bytes } = zstd['-19'];
    for (const size of [0, text.length - 1, text.length + 1, 2 ** 40])
      expect(() => decompressZstd(bytes, size), String(size)).toThrow(RangeError);
    expect(() => decompressZstd(bytes.slice(0, 50), text.length)).toThrow(RangeError);
  });

  it('that is cut or changed is a RangeError and nothing else', () => {
    const { bytes } = zstd['-1 --no-check'];
    fc.assert(
      // the header's size of the window is left alone: a large one only costs memory
      fc.property(fc.integer({ min: 8, max: bytes.length - 1 }), fc.nat(255), fc.boolean(), (at, value, isCut) => {
        const damaged = isCut ? bytes.slice(0, at) : bytes.with(at, value);
        try {
          expect(decompressZstd(damaged, text.length)).toHaveLength(text.length);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
