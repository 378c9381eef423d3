import { describe, expect, it } from 'vitest';
import { InputError } from '../core/input-error.ts';
import type { Tree } from '../core/tree.ts';
import { memoryFiles } from './files.ts';
import { expandFragments } from './fragments.ts';
import { placeOf } from './places.ts';
import { formatYaml, parseYaml } from './yaml.ts';

const BASE = {
  'base/pid.yaml': [
    'name: pid',
    'duration: 10',
    'world: { from: ../worlds/track.yaml }',
    'expect: [1, 2]',
    'blocks:',
    '  car: { from: car.yaml, params: { x: 1, y: 2 } }',
  ].join('\n'),
  'worlds/track.yaml': 'ground: black\nsky: white',
  'worlds/night.yaml': 'from: track.yaml\nsky: black',
  'base/car.yaml': 'type: vehicle/bicycle\nparams:\n  wheelBase: 3',
};

/** The scenario of a text that lies at `path` among these files. */
const expand = (text: string, files: Record<string, string> = BASE, path = 'main.yaml'): Promise<any> =>
  expandFragments(memoryFiles(files), parseYaml(text, path) as Tree, path);

const problem = async (text: string, files?: Record<string, string>): Promise<string> => {
  const error = await expand(text, files).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as Error).message;
};

describe('a block from a file', () => {
  it('completes what the file says, and wins', async () => {
    const { blocks } = await expand('blocks: { car: { from: base/car.yaml, params: { wheelBase: 2, mass: 5 } } }');
    expect(blocks).toEqual({ car: { type: 'vehicle/bicycle', params: { wheelBase: 2, mass: 5 } } });
  });

  it('may come from a file that comes from another one, each named from where it is written', async () => {
    const files = {
      'vehicles/sport/gt.yaml': 'from: ../car.yaml\nparams: { mass: 3 }',
      'vehicles/car.yaml': 'from: parts/base.yaml\nparams: { mass: 1, grip: 2 }',
      'vehicles/parts/base.yaml': 'type: vehicle/x\nparams: { mass: 0, length: 4 }',
    };
    expect((await expand('blocks: { a: { from: vehicles/sport/gt.yaml } }', files)).blocks.a).toEqual({
      type: 'vehicle/x',
      params: { mass: 3, grip: 2, length: 4 },
    });
  });

  it('adds up sets of sensors from two files, and completes single sensors', async () => {
    const files = {
      'v/car.yaml': 'type: vehicle/x\nsensors: { from: s/a.yaml, one: { rate: 2 } }',
      'v/s/a.yaml': 'one: { type: A, rate: 1 }\ntwo: { type: B }',
      'b.yaml': 'three: { from: v/lidar.yaml, rate: 9 }',
      'v/lidar.yaml': 'type: L\nrate: 5\nrays: 7',
    };
    const { blocks } = await expand(
      'blocks: { car: { from: v/car.yaml, sensors: { from: b.yaml, two: false } } }',
      files,
    );
    expect(blocks.car.sensors).toEqual({
      one: { type: 'A', rate: 2 },
      two: false,
      three: { type: 'L', rate: 9, rays: 7 },
    });
  });
});

describe('a world', () => {
  it('from a file may be written as its name alone', async () => {
    const long = await expand('world: { from: worlds/night.yaml }');
    expect(long.world).toEqual({ ground: 'black', sky: 'black' });
    expect(await expand('world: worlds/night.yaml')).toEqual(long);
  });

  it('written as a name is completed and replaced like any other', async () => {
    const files = { ...BASE, 'short.yaml': 'world: worlds/track.yaml' };
    expect((await expand('from: short.yaml\nworld: { sky: red }', files)).world).toEqual({
      ground: 'black',
      sky: 'red',
    });
    expect((await expand('from: base/pid.yaml\nworld: worlds/night.yaml')).world).toEqual({
      ground: 'black',
      sky: 'black',
    });
  });
});

describe('a scenario from another one', () => {
  it('says only what is different, and finds the files of the other where that has them', async () => {
    const text = 'from: base/pid.yaml\nname: other\nexpect: [3]\nblocks: { car: { params: { y: 5 } } }';
    expect(await expand(text)).toEqual({
      name: 'other',
      duration: 10,
      world: { ground: 'black', sky: 'white' },
      expect: [3],
      blocks: { car: { type: 'vehicle/bicycle', params: { wheelBase: 3, x: 1, y: 5 } } },
    });
  });

  it('takes another file for the same block from beside itself', async () => {
    const files = { ...BASE, 'car.yaml': 'type: vehicle/other' };
    const { blocks } = await expand('from: base/pid.yaml\nblocks: { car: { from: car.yaml } }', files);
    expect(blocks.car).toEqual({ type: 'vehicle/other', params: { x: 1, y: 2 } });
  });

  it('takes away what it sets to null', async () => {
    const text = 'from: base/pid.yaml\nworld: { from: null, sky: blue }\nblocks: { car: { params: { x: null } } }';
    expect(await expand(text)).toMatchObject({ world: { sky: 'blue' }, blocks: { car: { params: { y: 2 } } } });
    expect((await expand(text)).world).toEqual({ sky: 'blue' });
    expect((await expand(text)).blocks.car.params).toEqual({ wheelBase: 3, y: 2 });
  });

  it('finds its files where it lies, whatever it was called when it was read', async () => {
    const document = parseYaml('blocks: { car: { from: car.yaml } }', 'what somebody typed') as Tree;
    const plain = { blocks: { car: { from: 'car.yaml' } } };
    for (const given of [document, plain]) {
      const { blocks } = (await expandFragments(memoryFiles(BASE), given, 'base/typed.yaml')) as any;
      expect(blocks.car.type).toBe('vehicle/bicycle');
    }
  });
});

describe('values from files', () => {
  it('know the file, the line and the path in it, through two levels of files', async () => {
    const files = {
      'a.yaml': 'from: b/b.yaml\nblocks:\n  car:\n    params:\n      y: 1',
      'b/b.yaml': 'name: b\nblocks:\n  car:\n    from: v/car.yaml\n    params:\n      x: 2',
      'b/v/car.yaml': 'from: base.yaml\nparams:\n  mass: 3',
      'b/v/base.yaml': 'type: vehicle/x\nparams: { length: 4 }',
    };
    const document = await expand('from: a.yaml\nduration: 5', files);
    const at = (path: string) => {
      const { file, line, column, path: written } = placeOf(document, path)!;
      return `${file}:${line}:${column}: ${written}`;
    };
    expect(at('duration')).toBe('main.yaml:2:1: duration');
    expect(at('name')).toBe('b/b.yaml:1:1: name');
    expect(at('blocks.car.params.y')).toBe('a.yaml:5:7: blocks.car.params.y');
    expect(at('blocks.car.params.x')).toBe('b/b.yaml:6:7: blocks.car.params.x');
    expect(at('blocks.car.params.mass')).toBe('b/v/car.yaml:3:3: params.mass');
    expect(at('blocks.car.params.length')).toBe('b/v/base.yaml:2:11: params.length');
    expect(at('blocks.car.type')).toBe('b/v/base.yaml:1:1: type');
  });

  it('that are absent are missed in the nearest file that has what surrounds them', async () => {
    const document = await expand('from: base/pid.yaml\nblocks:\n  car:\n    params: { y: 5 }');
    expect(placeOf(document, 'blocks.car.params.mass')).toMatchObject({
      file: 'main.yaml',
      line: 4,
      path: 'blocks.car.params.mass',
    });
    expect(placeOf(document, 'world.solids[2].x')).toMatchObject({ file: 'base/pid.yaml', path: 'world.solids[2].x' });
    expect(placeOf(document, 'seed')).toEqual({ file: 'main.yaml', path: 'seed' });
  });
});

describe('files that cannot be put together get one sentence', () => {
  it.each<[string, string, Record<string, string>, string]>([
    [
      'a scenario from itself',
      'from: main.yaml',
      {},
      'main.yaml:1:1: from: expected files that do not come from themselves, got main.yaml → main.yaml',
    ],
    [
      'a circle',
      'blocks: { car: { from: a.yaml } }',
      { 'a.yaml': 'from: b.yaml', 'b.yaml': 'type: x\nfrom: a.yaml' },
      'b.yaml:2:1: from: expected files that do not come from themselves, got main.yaml → a.yaml → b.yaml → a.yaml',
    ],
    [
      'a long row',
      'from: 0.yaml',
      Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}.yaml`, `from: ${i + 1}.yaml`])),
      '7.yaml:1:1: from: expected at most 8 files below each other',
    ],
    [
      'a file that is not there',
      'world:\n  from: worlds/none.yaml',
      {},
      'main.yaml:2:3: world.from: worlds/none.yaml: there is no such file',
    ],
    [
      'a world by a name that is not there',
      'world: none.yaml',
      {},
      'main.yaml:1:1: world: none.yaml: there is no such file',
    ],
    [
      'a directory',
      'blocks: { car: { from: base } }',
      BASE,
      'main.yaml:1:18: blocks.car.from: base: is a directory, expected a file',
    ],
    [
      'a list',
      'blocks: { car: { from: a.yaml } }',
      { 'a.yaml': '- 1' },
      'main.yaml:1:18: blocks.car.from: expected a mapping in a.yaml, got a list of 1',
    ],
    [
      'an empty file',
      'blocks: { car: { sensors: { from: a.yaml } } }',
      { 'a.yaml': '' },
      'main.yaml:1:29: blocks.car.sensors.from: expected a mapping in a.yaml, got null',
    ],
    ['a number', 'from: 3', {}, 'main.yaml:1:1: from: expected the name of a file, got 3'],
    ['a text of nothing', 'world: ""', {}, 'main.yaml:1:1: world: expected the name of a file, got ""'],
    [
      'YAML that is none',
      'from: a.yaml',
      { 'a.yaml': 'a: 1\na: 2' },
      'a.yaml:2:1: unreadable YAML: Map keys must be unique',
    ],
  ])('%s', async (_name, text, files, sentence) => {
    expect(await problem(text, files)).toBe(sentence);
  });

  it.each(['blocks: 3', 'blocks: [a]', 'blocks: { a: 3, b: [1] }', 'world: [1]', 'world: 3', 'world:', 'blocks:'])(
    '%s is left for whoever checks it',
    async (text) => {
      expect(formatYaml(await expand(text))).toBe(formatYaml(parseYaml(text, 'x')));
    },
  );
});
