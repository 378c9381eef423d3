import { describe, expect, it } from 'vitest';
import type { Place } from './places.ts';
import { isPlaced, keepPlaces, ownPlace, placeAt, setOwnPlace, setPlace } from './places.ts';
import { isReference, isTree, mergeTrees } from './tree.ts';

const at = (line: number, file = 'a.yaml'): Place => ({ file, line, path: `p${line}` });

describe('where values were written', () => {
  it('is known by object and key, and of a whole document', () => {
    const document = { a: 1, list: [1, 2] };
    expect([placeAt(document, 'a'), isPlaced(document, 'a'), ownPlace(document)]).toEqual([
      undefined,
      false,
      undefined,
    ]);
    setPlace(document, 'a', at(3));
    setPlace(document.list, 1, at(4));
    setOwnPlace(document, at(1));
    expect([placeAt(document, 'a'), placeAt(document.list, 1), ownPlace(document)]).toEqual([at(3), at(4), at(1)]);
    expect([isPlaced(document, 'a'), isPlaced(document, 'b'), isPlaced(document.list, 0)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(placeAt({ a: 1 }, 'a')).toBeUndefined();
  });

  it('can be known to be unknown, beside keys of which it is known', () => {
    const document = { a: 1, b: 2 };
    // nothing was said of this object yet: its keys are where it is
    setPlace(document, 'b', undefined);
    expect(isPlaced(document, 'b')).toBe(false);
    setPlace(document, 'a', at(1));
    setPlace(document, 'b', undefined);
    expect([isPlaced(document, 'b'), placeAt(document, 'b')]).toEqual([true, undefined]);
  });

  it('goes to what is made of a document, for the keys that both have', () => {
    const from = { a: 1, b: 2 };
    setPlace(from, 'a', at(1));
    setPlace(from, 'b', at(2));
    setOwnPlace(from, at(9));
    const to = { b: 3, c: 4 };
    expect(keepPlaces(from, to)).toBe(to);
    expect([isPlaced(to, 'a'), placeAt(to, 'b'), isPlaced(to, 'c'), ownPlace(to)]).toEqual([
      false,
      at(2),
      false,
      at(9),
    ]);
    const unplaced = { a: 1 };
    expect(isPlaced(keepPlaces({}, unplaced), 'a')).toBe(false);
  });
});

describe('a mapping laid over another', () => {
  it('adds, replaces, goes into mappings, and takes away with null', () => {
    const base = { a: 1, gone: 2, deep: { x: 1, y: { z: 1 } }, list: [1, 2], kept: null };
    expect(mergeTrees(base, { a: 5, b: 6, gone: null, deep: { y: { w: 2 } }, list: [3] })).toEqual({
      a: 5,
      b: 6,
      deep: { x: 1, y: { z: 1, w: 2 } },
      list: [3],
      kept: null,
    });
    expect(base.deep.y).toEqual({ z: 1 });
    expect(mergeTrees({ a: 1 }, { a: { b: 2 } })).toEqual({ a: { b: 2 } });
    expect(mergeTrees({ a: { b: 2 } }, { a: 1 })).toEqual({ a: 1 });
  });

  it('takes references as a whole', () => {
    expect(mergeTrees({ a: { of: 'x.y' } }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
    expect(mergeTrees({ a: { b: 1 } }, { a: { of: 'x.y' } })).toEqual({ a: { of: 'x.y' } });
    expect([{ of: 'a' }, { of: 1 }, { of: 'a', b: 1 }, ['of'], null, 'of'].map(isReference)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect([{}, [], null, 'a', 1, undefined].map(isTree)).toEqual([true, false, false, false, false, false]);
  });

  it('cannot reach what all objects share', () => {
    expect(() => mergeTrees({}, JSON.parse('{"__proto__": {"a": 1}}'))).toThrow('the name "__proto__" cannot be used');
    // what only a prototype has is not merged with
    expect(mergeTrees({}, { constructor: { a: 1 } })).toEqual({ constructor: { a: 1 } });
  });

  it('knows where each of its parts was written', () => {
    const base = { a: 1, deep: { x: 1 }, b: 2 };
    const over = { a: 2, deep: { y: 2 } };
    setOwnPlace(base, at(1));
    for (const [key, line] of [
      ['a', 2],
      ['deep', 3],
      ['b', 4],
    ] as const)
      setPlace(base, key, at(line));
    setOwnPlace(over, at(11, 'b.yaml'));
    setPlace(over, 'a', at(12, 'b.yaml'));
    setPlace(over, 'deep', at(13, 'b.yaml'));
    const merged = mergeTrees(base, over);
    expect([ownPlace(merged), ...['a', 'deep', 'b'].map((key) => placeAt(merged, key))]).toEqual([
      at(11, 'b.yaml'),
      at(12, 'b.yaml'),
      at(13, 'b.yaml'),
      at(4),
    ]);
  });

  it('is where the lower one is in a file and the upper one is not', () => {
    const base = { deep: { x: 1 } };
    setOwnPlace(base, at(1));
    setPlace(base, 'deep', at(3));
    expect(ownPlace(mergeTrees(base, { deep: {} }))).toEqual(at(1));
    expect(placeAt(mergeTrees(base, { deep: { y: 1 } }), 'deep')).toEqual(at(3));
    const nowhere = { deep: { y: 1 } };
    setOwnPlace(nowhere, { file: '', path: 'a' });
    setPlace(nowhere, 'deep', { file: '', path: 'a.deep' });
    expect(ownPlace(mergeTrees(base, nowhere))).toEqual(at(1));
    expect(placeAt(mergeTrees(base, nowhere), 'deep')).toEqual(at(3));
    expect(ownPlace(mergeTrees({}, nowhere))).toEqual({ file: '', path: 'a' });
    expect(ownPlace(mergeTrees({}, {}))).toBeUndefined();
    // a value that replaces another is where it was written, be that nowhere
    const replaced = mergeTrees(base, { deep: 3 });
    expect([isPlaced(replaced, 'deep'), placeAt(replaced, 'deep')]).toEqual([true, undefined]);
  });
});
