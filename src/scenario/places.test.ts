import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../core/input-error.ts';
import { keepPlaces, placeAt, setPlace } from '../core/places.ts';
import type { Tree } from '../core/tree.ts';
import { mergeTrees } from '../core/tree.ts';
import { errorAt, locate, placeOf, writtenIn } from './places.ts';
import { formatYaml, parseYaml } from './yaml.ts';

const document = parseYaml('a:\n  b: { c: 2 }\n  b.c: { d: 1 }\n  list: [[5, { k: 6 }]]', 'f.yaml') as Tree;

describe('the place of a path', () => {
  it('is found through names with dots and lists of lists', () => {
    expect(placeOf(document, 'a.b.c.d')).toMatchObject({ line: 3, path: 'a.b.c.d' });
    expect(placeOf(document, 'a.b.x')).toMatchObject({ line: 2, path: 'a.b.x' });
    expect(placeOf(document, 'a.list[0][1].k')).toMatchObject({ line: 4, column: 16, path: 'a.list[0][1].k' });
  });

  it('is the nearest one around it where there is nothing', () => {
    expect(placeOf(document, 'a.list[7].k')).toMatchObject({ line: 4, column: 3, path: 'a.list[7].k' });
    expect(placeOf(document, 'a.list[0][0].deep.er')).toMatchObject({ column: 11, path: 'a.list[0][0].deep.er' });
    expect(placeOf(document, 'nowhere')).toEqual({ file: 'f.yaml', path: 'nowhere' });
    expect(placeOf(document, '')).toEqual({ file: 'f.yaml', path: '' });
  });

  it('is not known of plain data, nor of what was laid over a file from nowhere', () => {
    expect(placeOf({ a: { b: 1 } }, 'a.b')).toBeUndefined();
    const merged = mergeTrees(document, { a: { b: { e: 3 } } });
    expect(placeOf(merged, 'a.b.e')).toBeUndefined();
    expect(placeOf(merged, 'a.b.c')).toMatchObject({ line: 3 });
    expect(placeOf(merged, 'a.list')).toMatchObject({ line: 4 });
  });

  it('is found in a document that is part of another one', () => {
    expect(placeOf({ world: document }, 'world.a.list')).toMatchObject({ file: 'f.yaml', line: 4, path: 'a.list' });
    expect(placeOf({ world: document }, 'world.sky')).toEqual({ file: 'f.yaml', path: 'sky' });
  });

  it('never throws, whatever the path', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.', '[', ']', '0', '1', 'list') }), (path) => {
        expect(placeOf(document, path)?.file).toBe('f.yaml');
      }),
    );
  });

  it('of every value in YAML names the line on which it stands', () => {
    const name = fc.stringMatching(/^[a-z]{1,6}$/);
    const { tree } = fc.letrec((tie) => ({
      tree: fc.dictionary(name, fc.oneof({ depthSize: 'small' }, fc.integer(), tie('tree')), {
        minKeys: 1,
        maxKeys: 4,
      }),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const text = formatYaml(value);
        const lines = text.split('\n');
        const walk = (node: unknown, path: string): void => {
          if (typeof node !== 'object' || node === null) return;
          for (const [key, item] of Object.entries(node)) {
            const below = path === '' ? key : `${path}.${key}`;
            const place = placeOf(parsed, below)!;
            expect(place.path).toBe(below);
            expect(lines[place.line! - 1].slice(place.column! - 1)).toMatch(new RegExp(`^"?${key}"?:`));
            walk(item, below);
          }
        };
        const parsed = parseYaml(text, 'x') as Tree;
        walk(parsed, '');
      }),
      { numRuns: 200 },
    );
  });
});

describe('an error', () => {
  it('names file, line, column and path in one sentence, and keeps its parts', () => {
    const error = locate(new InputError('a.b.c.d', 'expected 2, got 1'), document);
    expect(error.message).toBe('f.yaml:3:10: a.b.c.d: expected 2, got 1');
    expect(error).toMatchObject({ path: 'a.b.c.d', problem: 'expected 2, got 1', place: { file: 'f.yaml', line: 3 } });
  });

  it('is located once, and not at all where nothing is known', () => {
    const error = locate(new InputError('a', 'is bad'), document);
    expect(locate(error, parseYaml('a: 1', 'other.yaml') as Tree)).toBe(error);
    const plain = new InputError('a', 'is bad');
    expect(locate(plain, { a: 1 })).toBe(plain);
  });

  it('keeps its cause', () => {
    const error = Object.assign(new InputError('a', 'is bad'), { cause: 'rain' });
    expect(locate(error, document).cause).toBe('rain');
  });

  it('about a document that no file holds names the path that was written', () => {
    const tree = writtenIn({ car: { sensors: { s: 1 } } }, '');
    const derived = { 'car-s': 1 };
    setPlace(derived, 'car-s', placeAt(tree.car.sensors, 's'));
    expect(locate(new InputError('car-s.x', 'is bad'), derived).message).toBe('car.sensors.s.x: is bad');
    expect(errorAt({}, 'k', 'p.k', 'is bad').message).toBe('p.k: is bad');
  });
});

describe('places', () => {
  it('go to what is made of a mapping, for the keys that both have', () => {
    const { a: _a, ...rest } = document;
    const derived = keepPlaces(document, { ...rest, a: 1, z: 2 });
    expect(placeAt(derived, 'a')).toBe(placeAt(document, 'a'));
    expect(placeAt(keepPlaces(document, rest), 'a')).toBeUndefined();
  });

  it('of both sides stay in a merged mapping, and those of what was replaced go', () => {
    const over = parseYaml('a:\n\n  b: 7\n  list: null', 'g.yaml') as Tree;
    const merged = mergeTrees(document, over);
    expect(merged).toEqual({ a: { 'b.c': { d: 1 }, b: 7 } });
    expect(placeOf(merged, 'a.b')).toMatchObject({ file: 'g.yaml', line: 3 });
    expect(placeOf(merged, 'a.b.c.d')).toMatchObject({ file: 'f.yaml', line: 3 });
    expect(placeOf(merged, 'a')).toMatchObject({ file: 'g.yaml', line: 1 });
    expect(placeOf(merged, 'a.list')).toMatchObject({ file: 'g.yaml', line: 1, path: 'a.list' });
    expect(placeOf(document, 'a.b')).toMatchObject({ file: 'f.yaml' });
  });
});
