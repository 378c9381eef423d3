import { describe, expect, it } from 'vitest';
import { catalogWith, watch } from '../../test/support/small-blocks.ts';
import { defineBlock } from '../core/block.ts';
import { buildLoop } from '../core/build.ts';
import type { Tree } from '../core/tree.ts';
import { fixed, group, integer, list, param } from '../core/schema.ts';
import { Float64 } from '../msgs/index.ts';
import { worldParams } from '../world/index.ts';
import type { Catalog } from './catalog.ts';
import { checkScenario } from './check.ts';
import type { Overrides } from './document.ts';
import { memoryFiles } from './files.ts';
import { loadScenario } from './load.ts';

const GAINS: readonly number[] = [1, 2];

/** Says its first gain. */
const tuned = defineBlock({
  type: 'test/tuned',
  doc: 'has parameters of all sorts',
  params: {
    speed: param(1.5, 'm/s', ''),
    mount: group({ x: param(0.1, 'm', ''), y: param(0.2, 'm', '') }, ''),
    gains: list(param(undefined, '', ''), GAINS, ''),
    size: fixed(integer(4, '', '')),
  },
  inputs: {},
  outputs: { value: Float64 },
  defaultPeriod: 0.01,
  init: () => ({}),
  step(params, _state, _inputs, { value }) {
    value.value.data = params.gains[0];
  },
});
const catalog: Catalog = { ...catalogWith({ blocks: [tuned] }), world: worldParams };

const document = (params: Record<string, object>, more: object = {}): Tree => ({
  name: 'references',
  duration: 1,
  blocks: Object.fromEntries(
    Object.entries(params).map(([name, given]) => [name, { type: 'test/tuned', params: given }]),
  ),
  ...more,
});
const load = (given: Tree, overrides: Overrides = {}) =>
  loadScenario(memoryFiles({}), { document: given, path: 'x.yaml' }, { ...overrides, catalog });
const paramsOf = async (given: Tree, overrides?: Overrides): Promise<Record<string, Record<string, unknown>>> =>
  Object.fromEntries((await load(given, overrides)).blocks.map(({ name, params }) => [name, params]));

describe('a parameter that is that of another block', () => {
  it('has its value, as a number, a mapping, a list or one item', async () => {
    const { a } = await paramsOf(
      document({
        a: {
          speed: { of: 'b.params.gains[1]' },
          mount: { of: 'b.params.mount' },
          gains: [{ of: 'b.params.mount.y' }, 8],
        },
        b: { mount: { x: '20 cm', y: 3 }, gains: [5, 6] },
      }),
    );
    expect(a).toEqual({ speed: 6, mount: { x: 0.2, y: 3 }, gains: [3, 8], size: 4 });
  });

  it('has its default where nothing is said of it, and what an override says', async () => {
    const given = document({ a: { speed: { of: 'b.params.speed' } }, b: {} });
    expect((await paramsOf(given)).a.speed).toBe(1.5);
    expect((await paramsOf(given, { set: ['blocks.b.params.speed=36 km/h'] })).a.speed).toBe(10);
    expect((await paramsOf(given, { set: ['blocks.a.params.speed={ of: b.params.mount.x }'] })).a.speed).toBe(0.1);
  });

  it('may come through a third, in whatever order they are written', async () => {
    const { a, c } = await paramsOf(
      document({
        a: { speed: { of: 'b.params.speed' } },
        b: { speed: { of: 'c.params.speed' } },
        c: { speed: 7 },
      }),
    );
    expect([a.speed, c.speed]).toEqual([7, 7]);
  });

  it('may be of the world', async () => {
    const given = document({ a: { speed: { of: 'world.track.laneWidth' } } });
    const circle = { polar: { radius: 20 } };
    expect((await paramsOf({ ...given, world: { track: circle } })).a.speed).toBe(3);
    expect((await paramsOf({ ...given, world: { track: { ...circle, laneWidth: 4 } } })).a.speed).toBe(4);
    await expect(load(given)).rejects.toThrow('blocks.a.params.speed.of: world has no "track"');
  });

  it.each<[string, Record<string, object>, string]>([
    [
      'a circle',
      { a: { speed: { of: 'b.params.speed' } }, b: { speed: { of: 'a.params.speed' } } },
      'blocks.b.params.speed.of: refers to itself, directly or through others',
    ],
    [
      'itself',
      { a: { speed: { of: 'a.params.speed' } } },
      'blocks.a.params.speed.of: refers to itself, directly or through others',
    ],
    [
      'a block that is not there',
      { car: {}, a: { speed: { of: 'cart.params.speed' } } },
      'blocks.a.params.speed.of: there is no block "cart" (did you mean "car"?)',
    ],
    [
      'a parameter that is not there',
      { a: { speed: { of: 'b.params.mount.z' } }, b: {} },
      'blocks.a.params.speed.of: b.params.mount has no "z"',
    ],
    [
      'an item that is not there',
      { a: { speed: { of: 'b.params.gains[2]' } }, b: {} },
      'blocks.a.params.speed.of: b.params.gains has no "2"',
    ],
    [
      'something else than a parameter',
      { a: { speed: { of: 'b.speed' } }, b: {} },
      'blocks.a.params.speed.of: expected block.params.name or world.name, got "b.speed"',
    ],
    [
      'something of another kind',
      { a: { speed: { of: 'b.params.mount' } }, b: {} },
      'blocks.a.params.speed: expected a number [m/s], got an object',
    ],
  ])('cannot be %s', async (_case, params, sentence) => {
    await expect(load(document(params))).rejects.toThrow(sentence);
  });
});

describe('a reference', () => {
  const given = document(
    { a: { gains: { of: 'b.params.gains' }, speed: { of: 'world.track.laneWidth' } }, b: { gains: [5, 6] } },
    { world: { track: { polar: { radius: 20 }, laneWidth: 4 } } },
  );

  it('is kept in the saved document, which checks to the same', async () => {
    const { document: saved, blocks } = await load(given);
    expect(saved.blocks.a.params).toMatchObject({
      gains: { of: 'b.params.gains' },
      speed: { of: 'world.track.laneWidth' },
      mount: { x: 0.1, y: 0.2 },
    });
    const again = checkScenario(JSON.parse(JSON.stringify(saved)), catalog);
    expect(again.document).toEqual(saved);
    expect(again.blocks.map(({ params }) => params)).toEqual(blocks.map(({ params }) => params));
    expect(again.blocks[0].params.gains).toEqual([5, 6]);
  });
});

describe('a change of a parameter that others refer to', () => {
  const chain = { a: { gains: { of: 'b.params.gains' } }, b: { gains: { of: 'c.params.gains' } }, c: { gains: [1] } };
  const changing = (changes: object[], params: Record<string, object> = chain) => document(params, { changes });

  it('reaches them, through others too, in the same tick', async () => {
    const loop = await buildLoop(await load(changing([{ at: 0.02, block: 'c', params: { gains: [9] } }])));
    const said = ['a', 'b', 'c'].map((name) => watch(loop, `${name}.value`));
    loop.runUntil(40);
    for (const seen of said) expect(seen.map(([, value]) => value)).toEqual([1, 1, 9, 9]);
  });

  it('leaves alone who has meanwhile got a value of its own', async () => {
    const { changes } = await load(
      changing([
        { at: 0.1, block: 'b', params: { gains: [5] } },
        { at: 0.2, block: 'c', params: { gains: [9] } },
      ]),
    );
    expect(changes.map(({ tick, block, params }) => [tick, block, params.gains])).toEqual([
      [100, 'b', [5]],
      [100, 'a', [5]],
      [200, 'c', [9]],
    ]);
  });

  it('of the world reaches who refers to it', async () => {
    const widened = { at: 0.1, block: 'world', params: { track: { laneWidth: 5 } } };
    const { changes } = await load({
      ...changing([widened], { a: { speed: { of: 'world.track.laneWidth' } }, b: {} }),
      world: { track: { polar: { radius: 20 } } },
    });
    expect(changes.map(({ block, params }) => [block, params.speed])).toEqual([['a', 5]]);
  });

  it('is refused where it would reach a fixed one', async () => {
    const given = changing([{ at: 0.1, block: 'b', params: { speed: 5 } }], {
      a: { size: { of: 'b.params.speed' } },
      b: { speed: 3 },
    });
    await expect(load(given)).rejects.toThrow(/^changes\[0\].*size: is fixed/);
  });
});
