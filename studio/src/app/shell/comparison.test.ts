import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { History } from '../../players/history.ts';
import { keepRun } from './comparison.ts';
import type { KeptRun } from './comparison.ts';
import { placeholderPlayer } from '../../players/placeholder-player.ts';

function playerWithPath() {
  const player = placeholderPlayer('waypoints');
  const history = new History();
  history.declare('/car/state', ['x']);
  history.add('/car/state', 1, [2]);
  const topics = signal([
    {
      id: '/car/state',
      name: '/car/state',
      signal: 'car.state',
      type: '',
      fields: [{ path: 'x', unit: 'm' }],
      bulky: false,
    },
  ]);
  return { ...player, history, topics };
}

it('keeps a run as it was, found by its signals', () => {
  const player = playerWithPath();
  const kept = keepRun(player, [], 1);
  player.history.add('/car/state', 2, [3]);
  expect([...kept.history.series(kept.topicOfSignal.get('car.state')!, 'x').values]).toEqual([2]);
  expect(kept.title).toBe('1: waypoints');
});

it('gives every kept run another colour, and a free one again after one was removed', () => {
  const player = playerWithPath();
  let kept: KeptRun[] = [];
  for (let number = 1; number <= 8; number++) kept = [...kept, keepRun(player, kept, number)];
  expect(new Set(kept.map(({ series }) => series)).size).toBe(8);
  const without = kept.filter(({ id }) => id !== 'run-3');
  expect(keepRun(player, without, 9).series).toBe(kept[2].series);
});
