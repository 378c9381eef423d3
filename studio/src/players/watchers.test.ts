import { expect, it } from 'vitest';
import { Watchers } from './watchers.ts';

it('a topic is wanted while at least one asks for it', () => {
  let changes = 0;
  const watchers = new Watchers(() => changes++);
  const [first, second] = [watchers.watch('/camera'), watchers.watch('/camera')];
  watchers.watch('/lidar');
  expect(watchers.topics).toEqual(['/camera', '/lidar']);
  first();
  first();
  expect(watchers.has('/camera')).toBe(true);
  second();
  expect(watchers.has('/camera')).toBe(false);
  expect(changes).toBe(5);
});
