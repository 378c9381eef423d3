import { describe, expect, it } from 'vitest';
import { InputError } from './input-error.ts';
import type { Fields, Schema } from './schema.ts';
import {
  anything,
  asset,
  assetNames,
  choice,
  fixed,
  flag,
  group,
  integer,
  list,
  map,
  optional,
  param,
  parse,
  parseFields,
  parseUnknown,
  text,
} from './schema.ts';

/** The sentence by which a value is refused. */
function refusal(schema: Schema, value: unknown, path = 'x'): string {
  try {
    parseUnknown(schema, value, path);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  return 'accepted';
}

describe('a number', () => {
  it('is as it was given, within bounds of which both ends belong to it', () => {
    const share = param(0.5, '', 'share', { min: 0, max: 1 });
    expect([0, 0.25, 1].map((value) => parse(share, value, 'x'))).toEqual([0, 0.25, 1]);
    expect(refusal(share, -1e-9)).toBe('x: expected a number of at least 0 and at most 1, got -1e-9');
    expect(refusal(share, 1.001)).toBe('x: expected a number of at least 0 and at most 1, got 1.001');
  });

  it('above a bound is not that bound', () => {
    const mass = param(undefined, 'kg', 'mass', { above: 0 });
    expect(parse(mass, 1e-300, 'x')).toBe(1e-300);
    expect(refusal(mass, 0)).toBe('x: expected a number above 0 [kg], got 0');
    expect(refusal(mass, -1)).toBe('x: expected a number above 0 [kg], got -1');
  });

  it.each<[string, Schema, string]>([
    ['no bound', param(0, '', ''), 'a number'],
    ['a unit', param(0, 'm/s', ''), 'a number [m/s]'],
    ['a lower bound', param(0, 'm', '', { min: 2 }), 'a number of at least 2 [m]'],
    ['an upper bound', param(0, '', '', { max: 2 }), 'a number of at most 2'],
    ['two bounds', integer(0, '', '', { min: 1, max: 2 }), 'an integer of at least 1 and at most 2'],
    ['an open and a closed bound', integer(0, 's', '', { above: 1, max: 2 }), 'an integer above 1 and at most 2 [s]'],
  ])('with %s says what was expected', (_case, schema, expectation) => {
    expect(refusal(schema, true)).toBe(`x: expected ${expectation}, got true`);
  });

  it('is finite, and an integer where it should be one', () => {
    const n = integer(1, '', '');
    expect(parse(n, 9_007_199_254_740_991, 'x')).toBe(9_007_199_254_740_991);
    for (const value of [0.5, 2 ** 53, NaN, Infinity, -Infinity, null, [], {}]) {
      expect(refusal(n, value)).toMatch(/^x: expected an integer, got /);
    }
    expect(parse(param(1, '', ''), 0.5, 'x')).toBe(0.5);
    expect(refusal(param(1, '', ''), Infinity)).toBe('x: expected a number, got Infinity');
  });

  it('may be a quantity, whose SI value must be in bounds', () => {
    const speed = param(1, 'm/s', '', { max: 10 });
    expect(parse(speed, '36 km/h', 'x')).toBeCloseTo(10, 12);
    expect(refusal(speed, '37 km/h')).toBe('x: expected a number of at most 10 [m/s], got "37 km/h"');
    expect(refusal(speed, '3 s')).toBe('x: expected a quantity in m/s, got "3 s", which is a time');
  });

  it('that is absent is its default, which may follow from those before it', () => {
    expect(parse(param(0, '', ''), undefined, 'x')).toBe(0);
    const fields = { a: param(2, '', ''), b: param(({ a }) => 10 * a, '', '') };
    expect(parseFields(fields, {}, '')).toEqual({ a: 2, b: 20 });
    expect(parseFields(fields, { a: 3 }, '')).toEqual({ a: 3, b: 30 });
    expect(refusal(param(undefined, 'm', ''), undefined)).toBe('x: expected a number [m], got no value');
  });
});

describe('a flag, a text, a file and a choice', () => {
  const colour = choice('red', ['red', 'green'], '');
  it('are as they were given, or their defaults', () => {
    expect([true, false, undefined].map((value) => parse(flag(true, ''), value, 'x'))).toEqual([true, false, true]);
    expect(parse(flag(false, ''), undefined, 'x')).toBe(false);
    expect(['a', '', undefined].map((value) => parse(text('', ''), value, 'x'))).toEqual(['a', '', '']);
    expect(['green', undefined].map((value) => parse(colour, value, 'x'))).toEqual(['green', 'red']);
    expect(parse(asset(''), 'a.png', 'x')).toBe('a.png');
    expect(asset('').fixed).toBe(true);
  });

  it.each<[Schema, unknown, string]>([
    [flag(true, ''), 'yes', 'expected true or false, got "yes"'],
    [flag(undefined, ''), undefined, 'expected true or false, got no value'],
    [text('', ''), 3, 'expected a string, got 3'],
    [text(undefined, ''), undefined, 'expected a string, got no value'],
    [asset(''), undefined, 'expected a string, got no value'],
    [colour, 'gren', 'expected one of red, green, got "gren" (did you mean "green"?)'],
    [colour, 7, 'expected one of red, green, got 7'],
    [choice(undefined, ['red'], ''), undefined, 'expected one of red, got no value'],
  ])('are refused in a sentence: %o', (schema, value, sentence) => {
    expect(refusal(schema, value)).toBe(`x: ${sentence}`);
  });
});

describe('a list', () => {
  it('has items of its kind, each with its place', () => {
    expect(parse(list(integer(undefined, '', ''), undefined, ''), [1, 2], 'x')).toEqual([1, 2]);
    expect(refusal(list(integer(undefined, '', ''), undefined, ''), [1, 'a'])).toBe('x[1]: expected a number, got "a"');
    // a hole is no value
    expect(refusal(list(flag(undefined, ''), undefined, ''), new Array(1))).toBe(
      'x[0]: expected true or false, got no value',
    );
  });

  it('has its shortest length', () => {
    const pair = list(flag(undefined, ''), undefined, '', 2);
    expect(parse(pair, [true, true], 'x')).toHaveLength(2);
    expect(refusal(pair, [true])).toBe('x: expected a list of at least 2, got 1');
    expect(parse(list(flag(undefined, ''), undefined, ''), [], 'x')).toEqual([]);
    const { minLength: _none, ...unbounded } = list(flag(undefined, ''), undefined, '');
    expect(parseUnknown(unbounded, [], 'x')).toEqual([]);
  });

  it('that is absent is a copy of its default', () => {
    const schema: Schema = { kind: 'list', items: param(undefined, '', ''), fallback: [1, 2], doc: '' };
    const first = parseUnknown(schema, undefined, 'x') as number[];
    first.push(3);
    expect(parseUnknown(schema, undefined, 'x')).toEqual([1, 2]);
    expect(refusal(list(flag(undefined, ''), undefined, ''), undefined)).toBe('x: expected a list, got no value');
    expect(refusal(schema, { 0: 1 })).toBe('x: expected a list, got an object');
  });
});

describe('a mapping', () => {
  it('has values of its kind by any name', () => {
    const schema = map(integer(undefined, '', ''), '');
    expect(parse(schema, { a: 1, b: 2 }, 'x')).toEqual({ a: 1, b: 2 });
    expect([undefined, null].map((value) => parse(schema, value, 'x'))).toEqual([{}, {}]);
    expect(refusal(schema, { a: 1.5 })).toBe('x.a: expected an integer, got 1.5');
    expect(refusal(schema, [1])).toBe('x: expected a mapping, got a list of 1');
    expect(refusal(schema, { a: true }, '')).toBe('a: expected an integer, got true');
    expect(refusal(schema, JSON.parse('{"__proto__": 1}'))).toBe('x: the name "__proto__" cannot be used');
  });
});

describe('a group', () => {
  const wire = group({ from: text(undefined, ''), delay: param(0, 's', '') }, '', { shorthand: 'from' });

  it('has its fields and no others', () => {
    expect(parse(wire, { from: 'a.b', delay: '5 ms' }, 'x')).toEqual({ from: 'a.b', delay: 0.005 });
    expect(refusal(wire, { from: 'a.b', dely: 1 })).toBe(
      'x.dely: unknown key (did you mean "delay"?); known keys are from, delay',
    );
    // names that every object has are no keys
    expect(refusal(wire, { from: 'a', constructor: 1 })).toMatch(/^x\.constructor: unknown key; known keys are/);
    expect(refusal(wire, 3)).toBe('x: expected a mapping, got 3');
    expect(refusal(wire, {})).toBe('x.from: expected a string, got no value');
  });

  it('may be a text, where one of its fields can stand for it', () => {
    expect(parse(wire, 'a.b', 'x')).toEqual({ from: 'a.b', delay: 0 });
    expect(refusal(group({ from: text('', '') }, ''), 'a.b')).toBe('x: expected a mapping, got "a.b"');
  });

  it('takes null for a field that nothing was written for, and leaves out what has no value', () => {
    const fields: Fields = { n: integer(4, '', ''), maybe: optional(param(undefined, '', '')), any: anything('') };
    expect(parseFields(fields, { n: null, maybe: null }, '')).toEqual({ n: 4 });
    expect(Object.keys(parseFields(fields, undefined, ''))).toEqual(['n']);
    expect(parseFields(fields, { maybe: 2, any: ['as', { it: 'is' }] }, '')).toEqual({
      n: 4,
      maybe: 2,
      any: ['as', { it: 'is' }],
    });
    // a value that only its prototype has was not written
    expect(parseFields({ toString: text('none', '') }, {}, '')).toEqual({ toString: 'none' });
  });
});

describe('what is fixed', () => {
  it('is the same schema that says so', () => {
    const schema = fixed(integer(3, 'm', 'doc', { min: 1 }));
    expect(schema).toEqual({ kind: 'integer', fallback: 3, unit: 'm', doc: 'doc', min: 1, fixed: true });
  });
});

describe('the files that values name', () => {
  it('are found in groups, lists, mappings and options, and nowhere else', () => {
    const fields: Fields = {
      one: asset(''),
      none: optional(asset('')),
      some: optional(asset('')),
      title: text('', ''),
      layers: list(group({ weights: asset(''), size: integer(1, '', '') }, ''), [], ''),
      byName: map(asset(''), ''),
    };
    const values = {
      one: 'a',
      some: 'b',
      title: 'no file',
      layers: [
        { weights: 'c', size: 1 },
        { weights: 'd', size: 2 },
      ],
      byName: { x: 'e' },
    };
    expect(assetNames(fields, values)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(assetNames(fields, {})).toEqual([]);
  });
});
