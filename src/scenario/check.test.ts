import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallScenario } from '../../test/support/small-blocks.ts';
import { InputError } from '../core/input-error.ts';
import { parseYaml } from './yaml.ts';

const counter = { type: 'test/counter', period: 0.01 };
const problem = (document: Record<string, unknown>): string => {
  try {
    smallScenario(document);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  throw new Error('was accepted');
};

describe('bad scenarios get one sentence with the path', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'an unknown key',
      { blocks: { a: { ...counter, perod: 1 } } },
      /^blocks\.a\.perod: unknown key \(did you mean "period"\?\)/,
    ],
    [
      'an unknown parameter',
      { blocks: { a: { ...counter, params: { evry: 2 } } } },
      /^blocks\.a\.params\.evry: unknown key \(did you mean "every"\?\)/,
    ],
    [
      'an unknown block type',
      { blocks: { a: { ...counter, type: 'test/conter' } } },
      /^blocks\.a\.type: unknown block type "test\/conter" \(did you mean "test\/counter"\?\)/,
    ],
    [
      'a wire to no block',
      { blocks: { a: { type: 'test/gain', period: 1, inputs: { in: 'b.out' } } } },
      /^blocks\.a\.inputs\.in: there is no block "b"/,
    ],
    [
      'a wire to no port',
      { blocks: { b: counter, a: { type: 'test/gain', period: 1, inputs: { in: 'b.cont' } } } },
      /^blocks\.a\.inputs\.in: b has no output "cont" \(did you mean "count"\?\); it has count/,
    ],
    [
      'a missing wire',
      { blocks: { a: { type: 'test/gain', period: 1 } } },
      /^blocks\.a\.inputs\.in: is not wired; expected the block\.port of a std_msgs\/msg\/Float64/,
    ],
    [
      'a type mismatch',
      { blocks: { b: counter, a: { type: 'test/twist-reader', period: 1, inputs: { twist: 'b.count' } } } },
      /^blocks\.a\.inputs\.twist: expected a geometry_msgs\/msg\/Twist, but b\.count is a std_msgs\/msg\/Float64/,
    ],
    [
      'two writers of one topic',
      { blocks: { a: { ...counter, topics: { count: '/n' } }, b: { ...counter, topics: { count: '/n' } } } },
      /^blocks\.b\.topics\.count: \/n has a writer already: a\.count/,
    ],
    [
      'a period of zero',
      { blocks: { a: { ...counter, period: 0 } } },
      /^blocks\.a\.period: expected a number above 0 \[s\], got 0/,
    ],
    [
      'a period below the tick',
      { blocks: { a: { ...counter, period: 1e-4 } } },
      /^blocks\.a\.period: expected a period of at least one tick \(0\.001 s\)/,
    ],
    [
      'no period at all',
      { blocks: { a: { type: 'test/counter' } } },
      /^blocks\.a\.period: expected a period or rateHz/,
    ],
    [
      'both period and rate',
      { blocks: { a: { ...counter, rateHz: 3 } } },
      /^blocks\.a\.period: expected either rateHz or period/,
    ],
    [
      'NaN',
      { blocks: { b: counter, a: { type: 'test/gain', period: 1, inputs: { in: 'b.count' }, params: { gain: NaN } } } },
      /^blocks\.a\.params\.gain: expected a number, got NaN/,
    ],
    [
      'the wrong unit',
      { blocks: { a: { ...counter, period: '10 m' } } },
      /^blocks\.a\.period: expected a quantity in s, got "10 m", which is a length/,
    ],
    [
      'an unknown unit',
      { duration: '3 fortnights', blocks: { a: counter } },
      /^duration: unknown unit "fortnights", expected s/,
    ],
    [
      'a text for a number',
      { duration: 'long', blocks: { a: counter } },
      /^duration: expected a number \[s\], got "long"/,
    ],
    [
      'a fraction for an integer',
      { blocks: { a: { ...counter, params: { every: 1.5 } } } },
      /^blocks\.a\.params\.every: expected an integer of at least 1, got 1\.5/,
    ],
    ['no blocks', { blocks: {} }, /^blocks: expected at least one block/],
    [
      'a metric of nothing',
      { blocks: { a: counter }, metrics: { m: { of: 'b.count.data', reduce: 'mean' } } },
      /^metrics\.m\.of: there is no block "b"/,
    ],
    [
      'an expectation of no metric',
      { blocks: { a: counter }, expect: [{ metric: 'm', max: 1 }] },
      /^expect\[0\]\.metric: there is no metric "m"/,
    ],
    [
      'an unknown host',
      { blocks: { a: { ...counter, host: 'cloud' } } },
      /^blocks\.a\.host\.kind: there is no kind "cloud"; there is local, worker, process$/,
    ],
    [
      'a process without command',
      { blocks: { a: { ...counter, host: 'process' } } },
      /^blocks\.a\.host\.command: expected a string, got nothing/,
    ],
    ['a name with a dot', { blocks: { 'a.b': counter } }, /^blocks\.a\.b: expected a name of letters/],
    ['a run that is too long', { duration: 1e8, blocks: { a: counter } }, /^duration: expected at most \d+ ticks/],
  ])('%s', (_name, document, sentence) => {
    expect(problem(document)).toMatch(sentence);
  });

  it('takes quantities with units', () => {
    const { blocks, document } = smallScenario({ duration: '2 min', blocks: { a: { ...counter, period: '20 ms' } } });
    expect(document.duration).toBe(120);
    expect(blocks[0].period.ns).toBe(20e6);
  });

  it('names the line of unreadable YAML and of a duplicate key', () => {
    expect(() => parseYaml('a: [1, 2\nb: 3', 'x.yaml')).toThrow(/^x\.yaml:\d+:\d+: unreadable YAML/);
    expect(() => parseYaml('a: 1\na: 2', 'x.yaml')).toThrow(/^x\.yaml:2:1: unreadable YAML: Map keys must be unique/);
  });

  it('never answers garbage with anything but an InputError', () => {
    const key = fc.constantFrom(
      'name',
      'duration',
      'tick',
      'blocks',
      'a',
      'b',
      'type',
      'period',
      'rateHz',
      'inputs',
      'in',
      'params',
      'metrics',
      'expect',
      'plots',
      'host',
      'topics',
      '__proto__',
      'constructor',
    );
    const leaf = fc.oneof(
      fc.double(),
      fc.integer(),
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('test/counter', 'test/gain', 'a.count', '1 s'),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(key, tree), (document) => {
        try {
          smallScenario(document as Record<string, unknown>);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('never answers garbage text with anything but an InputError', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom('a', ':', ' ', '\n', '-', '[', '{', '&', '*', '!', '"', "'", '|', '%') }),
        ),
        (text) => {
          try {
            parseYaml(text, 'x');
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
