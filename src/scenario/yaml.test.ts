import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../core/input-error.ts';
import type { Tree } from '../core/tree.ts';
import { placeOf } from './places.ts';
import { formatYaml, parseYaml } from './yaml.ts';

const problem = (text: string): string => {
  try {
    parseYaml(text, 'x.yaml');
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  throw new Error('was accepted');
};

describe('YAML', () => {
  it('becomes plain values', () => {
    expect(parseYaml('a: 1\nb: [x, "2", null, true, .inf, -3e2]\n? c\n: {d: }\n7: seven', 'x.yaml')).toEqual({
      a: 1,
      b: ['x', '2', null, true, Infinity, -300],
      c: { d: null },
      7: 'seven',
    });
    expect(parseYaml('', 'x.yaml')).toBeNull();
  });

  it('says where each key and each item was written', () => {
    const document = parseYaml(
      ['a: 1', 'blocks:', '  car:', '    params: { x: 1, y: 2 }', 'list:', '  - k: 3', '  - 4'].join('\n'),
      'f.yaml',
    ) as Tree;
    expect(placeOf(document, 'blocks.car.params.y')).toEqual({
      file: 'f.yaml',
      line: 4,
      column: 21,
      path: 'blocks.car.params.y',
    });
    expect(placeOf(document, 'list[0].k')).toEqual({ file: 'f.yaml', line: 6, column: 5, path: 'list[0].k' });
    expect(placeOf(document, 'list[1]')).toEqual({ file: 'f.yaml', line: 7, column: 5, path: 'list[1]' });
  });

  it('comes back as it was written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        expect(parseYaml(formatYaml(value), 'x.yaml')).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, string, RegExp]>([
    ['a bracket that never closes', 'a: [1, 2\nb: 3', /^x\.yaml:\d+:\d+: unreadable YAML: /],
    ['a duplicate key', 'a: 1\na: 2', /^x\.yaml:2:1: unreadable YAML: Map keys must be unique/],
    ['a key that is a number and a text', 'a:\n  1: x\n  "1": y', /^x\.yaml:3:3: .*there are two keys "1"/],
    ['an unknown tag', 'a: !!js/function x', /^x\.yaml:1:4: unreadable YAML: Unresolved tag/],
    ['a second document', 'a: 1\n---\nb: 2', /^x\.yaml:\d+:\d+: .*expected one document, got several/],
    ['a mapping as a key', '? { a: 1 }\n: 2', /^x\.yaml:1:3: .*expected a plain name before the colon/],
    ['the name of the prototype', 'a:\n  __proto__: { x: 1 }', /^x\.yaml:2:3: .*"__proto__" cannot be used/],
    ['a name without end', `? ${'a'.repeat(5000)}\n: 1`, /^x\.yaml:1:3: .*at most 200 characters, got 5000/],
    ['an alias of nothing', 'a: *b', /^x\.yaml:1:4: .*there is no anchor &b before this alias/],
    ['an alias of what it is in', 'a: &a { b: *a }', /^x\.yaml:1:12: .*there is no anchor &a before this alias/],
    ['brackets a thousand deep', '['.repeat(1000), /^x\.yaml:1:101: .*expected at most 100 levels of nesting/],
    ['dashes a thousand deep', '- '.repeat(1000), /expected at most 100 levels of nesting/],
    ['mappings a hundred thousand deep', '{a: '.repeat(1e5), /expected at most 100 levels of nesting/],
  ])('refuses %s in one sentence', (_name, text, sentence) => {
    expect(problem(text)).toMatch(sentence);
    expect(problem(text)).not.toContain('\n');
    expect(problem(text).length).toBeLessThan(200);
  });

  it('refuses aliases that multiply, and takes those that do not', () => {
    const levels = Array.from(
      { length: 8 },
      (_, i) => `l${i}: &l${i} [${Array(9).fill(i === 0 ? 'lol' : `*l${i - 1}`)}]`,
    );
    expect(problem(levels.join('\n'))).toMatch(/^x\.yaml:\d+:\d+: .*aliases that stand for at most 10000 values/);
    expect(parseYaml('a: &a { k: 1 }\nb: *a\nc: [*a, *a]', 'x.yaml')).toEqual({
      a: { k: 1 },
      b: { k: 1 },
      c: [{ k: 1 }, { k: 1 }],
    });
  });

  it('says of an aliased value where it stands in full', () => {
    const document = parseYaml('a: &a\n  k: 1\nb: *a', 'x.yaml') as Tree;
    expect(placeOf(document, 'b.k')).toMatchObject({ line: 2, path: 'a.k' });
    expect(placeOf(document, 'b')).toMatchObject({ line: 3, path: 'b' });
  });

  it('ignores a directive that would change what words mean', () => {
    expect(parseYaml('%YAML 1.1\n---\na: yes\nb: 2020-01-01\n<<: { c: 1 }', 'x.yaml')).toEqual({
      a: 'yes',
      b: '2020-01-01',
      '<<': { c: 1 },
    });
  });

  it('never answers garbage with anything but an InputError', () => {
    const unit = fc.constantFrom(
      'a',
      ':',
      ' ',
      '\n',
      '-',
      '[',
      '{',
      '}',
      ']',
      '&',
      '*',
      '!',
      '"',
      "'",
      '|',
      '%',
      '?',
      '<',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit, maxLength: 40 })), (text) => {
        try {
          parseYaml(text, 'x');
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { numRuns: 30000 },
    );
  });
});
