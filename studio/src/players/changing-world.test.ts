import { expect, it } from 'vitest';
import { ChangingWorld } from './changing-world.ts';

it('has an obstacle from its own time on, and no longer than it is there', () => {
  const world = new ChangingWorld();
  world.base = { track: 'loop', solids: [{ name: 'wall' }] };
  const changes = [
    { at: 2, block: 'world', params: { solids: [{ name: 'wall' }, { name: 'box' }] } },
    { at: 3, block: 'car', params: { mass: 1 } },
    { at: 4, block: 'world', params: { solids: [{ name: 'wall' }] } },
  ];
  const names = (time: number) =>
    (world.at(time, changes) as { solids: { name: string }[] }).solids.map(({ name }) => name);
  expect([0, 1.999, 2, 3.5, 4, 9].map(names)).toEqual([
    ['wall'],
    ['wall'],
    ['wall', 'box'],
    ['wall', 'box'],
    ['wall'],
    ['wall'],
  ]);
  expect(world.at(1, changes)).toBe(world.base);
  expect(world.at(3, changes)).toBe(world.at(2.5, changes));
  expect(world.at(3, changes)).toMatchObject({ track: 'loop' });
});
