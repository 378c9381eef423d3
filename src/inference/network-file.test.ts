import { describe, expect, it } from 'vitest';
import { crc32 } from '../math/crc32.ts';
import { createStream, integerBelow } from '../math/random.ts';
import { readNetwork, writeNetwork } from './network-file.ts';
import { randomNetwork } from './random-network.ts';

const network = randomNetwork(1, 16, 8, [
  { name: 'a', from: 'input', kernel: 3, stride: 2, outputs: 8, relu: true },
  { name: 'b', from: 'a', kernel: 1, stride: 1, outputs: 3, relu: false },
]);

/** A file with another header or other bytes, and a checksum that fits. */
function changed(change: (document: any) => void, spoil?: (bytes: Uint8Array, rest: number) => void): Uint8Array {
  const bytes = writeNetwork(network);
  const view = new DataView(bytes.buffer);
  const size = view.getUint32(8, true);
  const document = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + size)));
  change(document);
  const header = new TextEncoder().encode(JSON.stringify(document));
  const made = new Uint8Array([...bytes.subarray(0, 20), ...header, ...bytes.subarray(20 + size)]);
  spoil?.(made, 20 + header.length);
  const words = new DataView(made.buffer);
  words.setUint32(8, header.length, true);
  words.setUint32(16, crc32(made.subarray(20)), true);
  return made;
}

describe('a file of a network', () => {
  it('is read as it was written', () => {
    expect(readNetwork(writeNetwork(network), 'a.net')).toEqual(network);
  });

  it('may lie anywhere in a buffer', () => {
    const bytes = writeNetwork(network);
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(readNetwork(shifted.subarray(3), 'a.net')).toEqual(network);
  });

  it.each<[string, Uint8Array, string]>([
    ['is none', new Uint8Array(30), 'expected a network, which begins with SKIDNET1'],
    ['is empty', new Uint8Array(0), 'expected a network, which begins with SKIDNET1'],
    ['is cut off', writeNetwork(network).slice(0, -1), 'bytes as the file says'],
    ['has another bit', writeNetwork(network).map((b, i) => (i === 200 ? b ^ 1 : b)), 'do not fit their checksum'],
    ['has no layers', changed((d) => (d.layers = [])), 'expected 1 to 64 layers'],
    [
      'has huge layers',
      changed((d) => (d.layers[0].outputs = 1e9)),
      'expected a whole number from 1 to 1024 in layers[0].outputs',
    ],
    ['has a large picture', changed((d) => (d.width = d.height = 8192)), 'expected at most 1048576 pixels'],
    ['has an odd width', changed((d) => (d.width = 12)), 'expected a width that is a multiple of 4 at a, got 6'],
    ['reads a later layer', changed((d) => (d.layers[0].from = 'b')), 'expected an earlier layer in layers[0].from'],
    ['has a name twice', changed((d) => (d.layers[1].name = 'a')), 'expected a name of its own in layers[1]'],
    ['has other inputs', changed((d) => (d.layers[1].inputs = 7)), 'expected 8 inputs in layers[1]'],
    ['has another kernel', changed((d) => (d.layers[0].kernel = 5)), 'expected 1 or 3 in layers[0].kernel'],
    ['has another stride', changed((d) => (d.layers[0].stride = 3)), 'expected 1 or 2 in layers[0].stride'],
    ['has too few weights', changed((d) => (d.layers[1].outputs = 4)), 'bytes of weights for its layers'],
    ['has no unit', changed((d) => (d.layers[1].unit = 0)), 'expected a number above 0 in layers[1].unit'],
    ['is a list', changed((d) => (d.layers[1] = [])), 'expected a mapping in layers[1]'],
    [
      'has a scale that is no number',
      changed(
        () => undefined,
        (bytes, rest) => new DataView(bytes.buffer).setFloat32(rest + 216, Number.NaN, true),
      ),
      'expected a scale from 0 on for output 0 of a',
    ],
    [
      'can overflow',
      changed(
        () => undefined,
        (bytes, rest) => new DataView(bytes.buffer).setInt32(rest + 216 + 32, 0x7fffffff, true),
      ),
      'the sums of output 0 of a can leave 32 bits',
    ],
  ])('is refused with a sentence when it %s', (_, bytes, problem) => {
    expect(() => readNetwork(bytes, 'a.net')).toThrow(problem);
    expect(() => readNetwork(bytes, 'a.net')).toThrow('a.net');
  });

  it('is read or refused, never crashed on, whatever a header says', () => {
    const stream = createStream(3, 'spoilt');
    const good = writeNetwork(network);
    for (let i = 0; i < 300; i++) {
      const bytes = good.slice();
      for (let k = integerBelow(stream, 4); k >= 0; k--)
        bytes[20 + integerBelow(stream, bytes.length - 20)] = integerBelow(stream, 256);
      new DataView(bytes.buffer).setUint32(16, crc32(bytes.subarray(20)), true);
      let problem: unknown;
      try {
        readNetwork(bytes, 'a.net');
      } catch (error) {
        problem = error;
      }
      if (problem !== undefined) expect((problem as Error).name).toBe('InputError');
    }
  });
});
