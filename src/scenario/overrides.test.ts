import { describe, expect, it } from 'vitest';
import { InputError } from '../core/input-error.ts';
import type { Tree } from '../core/tree.ts';
import { applyOverrides, splitOverrides } from './overrides.ts';
import { locate, placeOf } from './places.ts';
import { parseYaml } from './yaml.ts';

const TEXT = `
name: x
clock: paced
record: [a.out]
blocks:
  a:
    inputs: { in: b.out }
    params:
      list: [{ x: 1 }]
  b: { host: { kind: worker, timeLimit: 3 } }`;
const scenario = (): Tree => parseYaml(TEXT, 'main.yaml') as Tree;
const set = (...assignments: string[]): any => applyOverrides(scenario(), { set: assignments });

describe('--set', () => {
  it('reaches into blocks, wires, lists and what is not there yet', () => {
    const { blocks, clock, record, csv } = set(
      'blocks.a.inputs.in.delay=0.02',
      'blocks.a.params.list[0].x=5',
      'blocks.a.params.list[1]={ x: 6 }',
      'blocks.a.host=worker',
      'clock.speed=2',
      'record[0].rateHz=5',
      'csv.rateHz=3',
    );
    expect(blocks.a).toEqual({
      inputs: { in: { from: 'b.out', delay: 0.02 } },
      params: { list: [{ x: 5 }, { x: 6 }] },
      host: 'worker',
    });
    expect({ clock, record, csv }).toEqual({
      clock: { kind: 'paced', speed: 2 },
      record: [{ signal: 'a.out', rateHz: 5 }],
      csv: { rateHz: 3 },
    });
  });

  it('leaves the document that it is given as it is', () => {
    const document = scenario();
    applyOverrides(document, { set: ['blocks.a.params.list[0].x=5'], host: ['a=worker'], seed: 3, speed: 2 });
    expect(document).toEqual(scenario());
  });

  it('changes one of two values that are the same by an alias', () => {
    const document = parseYaml('blocks: { a: &a { params: { x: 1 } }, b: *a }', 'x') as Tree;
    expect(applyOverrides(document, { set: ['blocks.a.params.x=2'] })).toEqual({
      blocks: { a: { params: { x: 2 } }, b: { params: { x: 1 } } },
    });
  });

  it.each<[string, string]>([
    ['blocks.x.params.y=1', '--set blocks.x.params.y: there is no block "x"'],
    ['nonsense', '--set: expected path=value, got "nonsense"'],
    ['=3', '--set: expected path=value, got "=3"'],
    ['name.first=3', '--set name.first: name is "x", not a mapping'],
    ['blocks..a=3', '--set blocks..a: expected names between the dots'],
    ['__proto__.x=3', '--set __proto__.x: expected names between the dots'],
    ['blocks.a.constructor.x=3', '--set blocks.a.constructor.x: expected names between the dots'],
    [
      'blocks.a.params.list[7].x=1',
      '--set blocks.a.params.list[7].x: blocks.a.params.list is a list of 1; expected a number in [ ] of at most 1',
    ],
    [
      'blocks.a.params.list.x=1',
      '--set blocks.a.params.list.x: blocks.a.params.list is a list of 1; expected a number in [ ] of at most 1',
    ],
    ['name=[1', '--set name:1:3: unreadable YAML: Flow sequence must end with a ]'],
  ])('refuses %s', (assignment, sentence) => {
    expect(() => set(assignment)).toThrow(InputError);
    expect(() => set(assignment)).toThrow(sentence);
  });

  it('is the place of what it set', () => {
    const document = set('blocks.a.params.list[0].x=-1', 'blocks.b.params={ gain: { k: 1 } }', 'blocks.a.csv.z=1');
    const sentence = (path: string) => locate(new InputError(path, 'is bad'), document).message;
    expect(sentence('blocks.a.params.list[0].x')).toBe('--set blocks.a.params.list[0].x: is bad');
    expect(sentence('blocks.b.params.gain.k')).toBe('--set blocks.b.params: gain.k: is bad');
    expect(sentence('blocks.b.params.other')).toBe('--set blocks.b.params: other: is bad');
    expect(sentence('blocks.a.csv')).toBe('--set blocks.a.csv.z: is bad');
    expect(sentence('blocks.a.params.list')).toBe('main.yaml:9:7: blocks.a.params.list: is bad');
  });
});

describe('other options', () => {
  it('say where a block runs', () => {
    const { blocks } = applyOverrides(scenario(), {
      host: ['a=process-cdr:./a --fast', 'b=process:python3 b.py'],
    }) as any;
    expect(blocks.a.host).toEqual({ kind: 'process', format: 'cdr', command: './a --fast' });
    expect(blocks.b.host).toEqual({ kind: 'process', timeLimit: 3, command: 'python3 b.py' });
    expect(() => applyOverrides(scenario(), { host: ['c=worker'] })).toThrow('--host: there is no block "c"');
    expect(() => applyOverrides(scenario(), { host: ['toString=worker'] })).toThrow('there is no block "toString"');
    expect(() => applyOverrides(scenario(), { host: ['a'] })).toThrow(
      '--host: expected block=kind, such as controller=worker, got "a"',
    );
    expect(() => applyOverrides({}, { host: ['a=worker'] })).toThrow('--host: there is no block "a"');
  });

  it('say the seed, the duration and the clock', () => {
    expect(applyOverrides(scenario(), { seed: 7, duration: 3, clock: 'free' })).toMatchObject({
      seed: 7,
      duration: 3,
      clock: { kind: 'free' },
    });
    expect(applyOverrides({}, { speed: 2 })).toEqual({ clock: { speed: 2, kind: 'paced' } });
    expect(applyOverrides({ clock: 'external' }, { speed: 2 })).toEqual({ clock: { kind: 'external', speed: 2 } });
    expect(applyOverrides({}, { speed: 2, clock: 'free' })).toEqual({ clock: { kind: 'free', speed: 2 } });
  });

  it('are the places of what they said', () => {
    const document = applyOverrides(scenario(), { seed: -1, duration: 0, speed: -2, host: ['a=moon'] });
    expect(placeOf(document, 'seed')).toEqual({ file: '--seed', path: '' });
    expect(placeOf(document, 'duration')?.file).toBe('--duration');
    expect(placeOf(document, 'clock.speed')?.file).toBe('--speed');
    expect(placeOf(document, 'blocks.a.host.kind')).toEqual({ file: '--host a=moon', path: '' });
    expect(placeOf(document, 'blocks.a.host.command')).toEqual({ file: '--host a=moon', path: 'command' });
  });

  it('put another world in the place of the whole world', () => {
    const world = parseYaml('sky: 3', 'w.yaml') as Tree;
    const document = applyOverrides({ ...scenario(), world: { ground: 1 } }, { world, set: ['world.sky=4'] });
    expect(document.world).toEqual({ sky: 4 });
    expect(placeOf(applyOverrides(scenario(), { world }), 'world.sky')).toMatchObject({ file: 'w.yaml', path: 'sky' });
    expect(placeOf(applyOverrides(scenario(), { world }), 'world.track')).toEqual({ file: 'w.yaml', path: 'track' });
  });

  it('can be split by the block that they are about', () => {
    const [first, later] = splitOverrides(
      { set: ['blocks.car.x=1', 'blocks.car-s.x=2', 'seed=3'], host: ['car=worker', 'car-s=worker'], seed: 4 },
      (block) => block === 'car-s',
    );
    expect(first).toEqual({ set: ['blocks.car.x=1', 'seed=3'], host: ['car=worker'], seed: 4 });
    expect(later).toEqual({ set: ['blocks.car-s.x=2'], host: ['car-s=worker'] });
  });
});
