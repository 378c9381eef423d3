import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallScenario } from '../../test/support/small-blocks.ts';
import type { AnyHostKind } from '../core/host.ts';
import { defineHost } from '../core/host.ts';
import { InputError } from '../core/input-error.ts';
import { defineLink } from '../core/link.ts';
import { localHost } from '../core/local-host.ts';
import { integer, text } from '../core/schema.ts';
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
      /^blocks\.a\.period: expected a number above 0 and at most 1000000 \[s\], got 0/,
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
      'a metric of no field',
      { blocks: { a: counter }, metrics: { m: { of: 'a.count.dta', reduce: 'mean' } } },
      /^metrics\.m\.of: .*std_msgs\/msg\/Float64 has no field dta; the nearest are data/,
    ],
    [
      'a metric of a whole message',
      { blocks: { a: counter }, metrics: { m: { of: 'a.count', reduce: 'mean' } } },
      /^metrics\.m\.of: expected block\.port\.field, got "a\.count"/,
    ],
    [
      'a metric less a field that is not there',
      { blocks: { a: counter }, metrics: { m: { of: 'a.count.data', minus: 'a.count.x', reduce: 'mean' } } },
      /^metrics\.m\.minus: .*has no field x/,
    ],
    [
      'a metric with a window that ends before it begins',
      { blocks: { a: counter }, metrics: { m: { of: 'a.count.data', reduce: 'mean', from: 2, to: 1 } } },
      /^metrics\.m\.to: expected more than from \(2 s\), got 1/,
    ],
    [
      'a plot of no field',
      { blocks: { a: counter }, plots: [{ title: 't', y: ['a.count.data', 'a.count.dat'] }] },
      /^plots\[0\]\.y\[1\]: .*has no field dat/,
    ],
    [
      'a plot over no field',
      { blocks: { a: counter }, plots: [{ title: 't', x: 'a.cont.data', y: ['a.count.data'] }] },
      /^plots\[0\]\.x: a has no output "cont" \(did you mean "count"\?\)/,
    ],
    [
      'a record of no signal',
      { blocks: { a: counter }, record: ['a.cont'] },
      /^record\[0\]\.signal: a has no output "cont"/,
    ],
    [
      'a column of no field',
      { blocks: { a: counter }, csv: { columns: ['a.count.data', 'a.count.y'] } },
      /^csv\.columns\[1\]: .*has no field y/,
    ],
    [
      'an image of something else',
      { blocks: { a: counter }, images: [{ title: 't', of: 'a.count' }] },
      /^images\[0\]\.of: expected a sensor_msgs\/msg\/Image, but a\.count is a std_msgs\/msg\/Float64/,
    ],
    [
      'an end of no field',
      { blocks: { a: counter }, until: { of: 'a.count.n', min: 3 } },
      /^until\.of: .*has no field n/,
    ],
    [
      'a tolerance of no field',
      { blocks: { a: counter }, verify: { tolerance: { 'a.count.dta': 1 } } },
      /^verify\.tolerance\.a\.count\.dta: std_msgs\/msg\/Float64 has no field "dta" \(did you mean "data"\?\)/,
    ],
    [
      'a signal that is not compared and not there',
      { blocks: { a: counter }, verify: { ignore: ['a.cont'] } },
      /^verify\.ignore\[0\]: a has no output "cont"/,
    ],
    [
      'an expectation of no metric',
      { blocks: { a: counter }, expect: [{ metric: 'm', max: 1 }] },
      /^expect\[0\]\.metric: there is no metric "m"/,
    ],
    [
      'an unknown host',
      { blocks: { a: { ...counter, host: 'cloud' } } },
      /^blocks\.a\.host\.kind: there is no kind "cloud"; there is local, worker, process, computer, can, serial, video, rosbridge$/,
    ],
    [
      'a process without command',
      { blocks: { a: { ...counter, host: 'process' } } },
      /^blocks\.a\.host\.command: expected a string, got no value/,
    ],
    ['a name with a dot', { blocks: { 'a.b': counter } }, /^blocks\.a\.b: expected a name of letters/],
    ['a run that is too long', { duration: 1e8, blocks: { a: counter } }, /^duration: expected at most \d+ ticks/],
  ])('%s', (_name, document, sentence) => {
    expect(problem(document)).toMatch(sentence);
  });

  it('knows every field that a message has', () => {
    const document = {
      blocks: { a: counter, image: { type: 'test/camera', period: 0.1 } },
      metrics: { m: { of: 'a.count.data', minus: 'a.count.data', reduce: 'mean', from: 0.2, to: 0.4 } },
      plots: [{ title: 't', x: 'image.image.width', y: ['a.count.data'] }],
      record: ['a.count', { signal: 'image.image', rateHz: 3 }],
      csv: { columns: ['a.count.data', 'image.image.header.stamp.sec'] },
      images: [{ title: 'i', of: 'image.image' }],
      until: { of: 'a.count.data', min: 50 },
      verify: { tolerance: { 'a.count': 1, 'image.image.header': 0 }, ignore: ['image.image.data'] },
    };
    expect(() => smallScenario(document)).not.toThrow();
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

describe('links', () => {
  const wire = defineLink({
    kind: 'wire',
    doc: '',
    params: { baud: integer(9600, '', 'rate', { min: 1 }) },
    open: async () => ({ close() {} }),
  });
  const radio = defineLink({ kind: 'radio', doc: '', params: {}, open: async () => ({ close() {} }) });
  const ecu: AnyHostKind = defineHost({
    kind: 'ecu',
    doc: '',
    params: { over: text(undefined, 'a link') },
    traits: { deterministic: false, savable: false, takesChanges: false, standsIn: true },
    links: { over: wire },
    open: localHost.open as never,
  });
  const linked = (links: unknown, host: unknown = 'local') =>
    smallScenario({ links, blocks: { a: { ...counter, host } } }, { links: [wire, radio], hosts: [ecu] });

  it('are there for the hosts that name them, with every default written out', () => {
    const { links, document } = linked({ bus: 'wire', air: { kind: 'radio' } }, { kind: 'ecu', over: 'bus' });
    expect(links.map(({ name, kind, params }) => [name, kind.kind, params])).toEqual([['bus', 'wire', { baud: 9600 }]]);
    expect(document.links).toEqual({ bus: { kind: 'wire', baud: 9600 }, air: { kind: 'radio' } });
  });

  it.each<[string, unknown, unknown, string]>([
    [
      'of an unknown kind',
      { bus: 'wier' },
      'local',
      'links.bus.kind: there is no kind "wier" (did you mean "wire"?); there is wire, radio',
    ],
    ['of no kind', { bus: {} }, 'local', 'links.bus.kind: expected one of wire, radio, got no value'],
    ['that are no mapping', { bus: 3 }, 'local', 'links.bus: expected a kind or a mapping with one, got 3'],
    ['with a name that is none', { 'a b': 'wire' }, 'local', 'links.a b: expected a name of letters'],
    ['with a parameter that is none', { bus: { kind: 'wire', bauds: 3 } }, 'local', 'links.bus.bauds: unknown key'],
    [
      'with a value out of bounds',
      { bus: { kind: 'wire', baud: 0 } },
      'local',
      'links.bus.baud: expected an integer of at least 1',
    ],
    [
      'that are missing',
      { bus: 'wire' },
      { kind: 'ecu', over: 'buss' },
      'blocks.a.host.over: there is no link "buss" (did you mean "bus"?); links are declared under links:',
    ],
    [
      'of the wrong kind',
      { air: 'radio' },
      { kind: 'ecu', over: 'air' },
      'blocks.a.host.over: expected a link of kind wire, but air is of kind radio',
    ],
  ])('%s are refused with a sentence', (_case, links, host, sentence) => {
    expect(() => linked(links, host)).toThrow(sentence);
  });
});
