import { describe, expect, it } from 'vitest';
import { portOf, smallLoop } from '../../test/support/small-blocks.ts';
import { goalPose } from './goal-pose.ts';

/** When a goal was told [ms] and its x, while the parameters are turned as told. */
async function told(params: object, changes: object[] = []): Promise<[number, number][]> {
  const loop = await smallLoop(
    { duration: 2, blocks: { person: { type: 'planning/goal-pose', params } }, changes },
    { blocks: [goalPose] },
  );
  const seen: [number, number][] = [];
  const port = portOf(loop, 'person.goal');
  port.listen((_port, tick) => seen.push([tick, port.signal.value.pose.position.x]));
  await loop.runUntil(2000);
  await loop.close();
  return seen;
}

describe('a goal pose', () => {
  it('is told once, at its time', async () => {
    expect(await told({ x: 3, at: 0.5 })).toEqual([[501, 3]]);
  });

  it('is told again whenever it is turned', async () => {
    const changes = [
      { at: 1, block: 'person', params: { x: 7 } },
      { at: 1.5, block: 'person', params: { y: 2 } },
    ];
    expect(await told({ x: 3, at: 0.5 }, changes)).toEqual([
      [501, 3],
      [1001, 7],
      [1501, 7],
    ]);
  });

  it('is not told before it has been turned, where no time is given', async () => {
    expect(await told({ x: 3 })).toEqual([]);
    expect(await told({ x: 3 }, [{ at: 1, block: 'person', params: { x: 4 } }])).toEqual([[1001, 4]]);
  });
});
