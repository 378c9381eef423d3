import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlain, writePlain } from './plain-data.ts';
import { createMailboxMemory, SlotBuffer } from './shared-mailbox.ts';

function sent<T>(value: T): T {
  const buffer = new SlotBuffer(createMailboxMemory().requests[0]);
  writePlain(buffer, 8, value);
  return readPlain(buffer, 8) as T;
}

const leaf = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(undefined, null, NaN, -0, Infinity),
  fc.string({ unit: 'binary' }),
  fc.float64Array(),
  fc.uint8Array(),
  fc.int16Array(),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('tree')),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('tree'), { noNullPrototype: true }),
  ),
}));

describe('plain data through shared memory', () => {
  it('comes back as a structured clone would', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(sent(value)).toStrictEqual(structuredClone(value));
      }),
    );
  });

  it('keeps what is one object one object, and views of one buffer views of one buffer', () => {
    const world = { solids: [1, 2] };
    const buffer = new Float64Array([1, 2, 3, 4]).buffer;
    const value = {
      a: world,
      list: [world],
      whole: new Float64Array(buffer),
      part: new Float64Array(buffer, 8, 2),
      after: world,
    };
    const back = sent(value);
    expect(back).toStrictEqual(value);
    expect(back.list[0]).toBe(back.a);
    expect(back.after).toBe(back.a);
    back.whole[1] = 9;
    expect([...back.part]).toEqual([9, 3]);
  });

  it('takes copies out of shared memory, and only what is looked at', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(1 << 20), 100, 3).fill(5);
    const back = sent({ frame: shared, after: [shared] });
    shared.fill(6);
    expect([...back.frame]).toEqual([5, 5, 5]);
    expect(back.frame.buffer.byteLength).toBe(3);
    expect(back.after[0]).toBe(back.frame);
  });

  it('grows to what it holds, and refuses what is no data', () => {
    const large = new Float64Array(200_000).fill(0.5);
    expect(sent({ large }).large).toEqual(large);
    expect(() => sent({ step: () => 0 })).toThrow('a function cannot be sent to another thread');
  });
});
