import { describe, expect, it } from 'vitest';
import { portOf, smallLoop, watch } from '../../test/support/small-blocks.ts';
import { planIndependentTasks } from './independent-tasks.ts';
import type { Loop } from './loop.ts';

const fleet = {
  seed: 4,
  blocks: {
    driverA: { type: 'test/counter', period: 0.01 },
    driverB: { type: 'test/counter', rateHz: 30, latency: 0.004 },
    plantA: { type: 'test/integrator', inputs: { u: 'driverA.count' } },
    plantB: {
      type: 'test/integrator',
      period: 0.0015,
      inputs: { u: { from: 'driverB.count', delay: 0.003, jitter: 0.02, loss: 0.1 } },
    },
    plantC: { type: 'test/integrator', inputs: { u: 'plantA.x' } },
    sensor: { type: 'test/noise', period: 0.007, latency: 0.009, inputs: { in: 'plantB.x' } },
  },
};

/** The same loop one tick at a time, which lets nobody run ahead. */
function runTickByTick(loop: Loop, ticks: number): void {
  while (loop.tick < ticks) loop.runUntil(loop.tick + 1);
}

describe('blocks that run ahead of the others', () => {
  it('are plants, and no two that are wired to each other', async () => {
    const loop = await smallLoop(fleet);
    const independent = planIndependentTasks(loop.tasks, loop.wires, false);
    expect(independent.map((i) => loop.tasks[i].name)).toEqual(['plantA', 'plantB']);
  });

  it('give the same bits as tick by tick', async () => {
    const [alone, together] = [await smallLoop(fleet), await smallLoop(fleet)];
    alone.runUntil(3000);
    runTickByTick(together, 3000);
    expect(alone.hash()).toBe(together.hash());
    expect(alone.save()).toEqual(together.save());
  });

  it.each<[string, Record<string, unknown>]>([
    [
      'another plant',
      { second: { type: 'test/integrator', inputs: { u: { from: 'first.x', delay: 0.002, jitter: 0.003 } } } },
    ],
    [
      'a reader that looks at the age of its data',
      { reader: { type: 'test/age', period: 0.05, inputs: { in: { from: 'first.x', delay: 0.004, loss: 0.5 } } } },
    ],
  ])('give the same bits where a slow wire leads from a plant to %s', async (_name, further) => {
    const coupled = {
      seed: 9,
      blocks: {
        driver: { type: 'test/counter', period: 0.05 },
        first: { type: 'test/integrator', inputs: { u: 'driver.count' } },
        ...further,
      },
    };
    const [alone, together] = [await smallLoop(coupled), await smallLoop(coupled)];
    alone.runUntil(2000);
    runTickByTick(together, 2000);
    expect(alone.hash()).toBe(together.hash());
    expect(alone.save()).toEqual(together.save());
  });

  it('are heard in the same order as tick by tick', async () => {
    const record = async (run: (loop: Loop) => void) => {
      const loop = await smallLoop(fleet);
      const heard: string[] = [];
      loop.listen({
        published: (task, _index, _activation, tick) => heard.push(`${tick} ${task.name}`),
        linked: (tick) => heard.push(`${tick} link`),
      });
      const plant = watch(loop, 'plantA.x');
      run(loop);
      return { heard, plant };
    };
    const alone = await record((loop) => void loop.runUntil(2100));
    expect(alone).toEqual(await record((loop) => runTickByTick(loop, 2100)));
    expect(alone.heard.filter((line) => line.endsWith('link'))).toEqual(['1000 link', '2000 link']);
  });

  it('are all heard when one subscription is exchanged for another', async () => {
    const two = {
      blocks: {
        driver: { type: 'test/counter', period: 0.05 },
        left: { type: 'test/integrator', inputs: { u: 'driver.count' } },
        right: { type: 'test/integrator', inputs: { u: 'driver.count' } },
      },
    };
    const loop = await smallLoop(two);
    const heard: string[] = [];
    const listen = (path: string) => portOf(loop, path).listen((_port, tick) => heard.push(`${tick} ${path}`));
    const every = (path: string, from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `${from + i} ${path}`);

    const cease = listen('left.x');
    loop.runUntil(101);
    expect(heard.splice(0)).toEqual(every('left.x', 1, 101));
    // as many listen as before, but elsewhere
    cease();
    listen('right.x');
    loop.runUntil(201);
    expect(heard.splice(0)).toEqual(every('right.x', 101, 201));
    // and both at once are heard tick by tick, the one that could have run ahead last
    listen('left.x');
    loop.runUntil(203);
    expect(heard).toEqual(['201 right.x', '201 left.x', '202 right.x', '202 left.x']);
  });

  it('may be many, each heard by somebody to whom only its own order matters', async () => {
    const two = {
      blocks: {
        driver: { type: 'test/counter', period: 0.05 },
        left: { type: 'test/integrator', inputs: { u: 'driver.count' } },
        right: { type: 'test/integrator', inputs: { u: 'driver.count' } },
      },
    };
    const loop = await smallLoop(two);
    const heard: Record<string, number[]> = { left: [], right: [] };
    for (const side of ['left', 'right'])
      portOf(loop, `${side}.x`).listen((_port, tick) => heard[side].push(tick), { alone: true });
    expect(planIndependentTasks(loop.tasks, loop.wires, false)).toEqual([1, 2]);
    loop.runUntil(200);
    const every = Array.from({ length: 199 }, (_, i) => i + 1);
    expect(heard).toEqual({ left: every, right: every });
  });

  it('are heard tick by tick where two of them are listened to, be one the very first', async () => {
    const loop = await smallLoop({
      blocks: {
        left: { type: 'test/integrator' },
        right: { type: 'test/integrator' },
        driver: { type: 'test/counter', period: 0.05 },
      },
    });
    const heard: string[] = [];
    for (const path of ['left.x', 'right.x']) portOf(loop, path).listen((_port, tick) => heard.push(`${tick} ${path}`));
    loop.runUntil(40);
    expect(heard).toEqual(Array.from({ length: 39 }, (_, i) => [`${i + 1} right.x`, `${i + 1} left.x`]).flat());
  });

  it('do not feed those of which every message counts', async () => {
    const loop = await smallLoop({
      blocks: {
        plant: { type: 'test/integrator' },
        relay: { type: 'test/relay', period: 0.01, offset: 0.0005, inputs: { events: 'plant.x' } },
      },
    });
    expect(planIndependentTasks(loop.tasks, loop.wires, false)).toEqual([]);
    const counts = watch(loop, 'relay.count');
    loop.runUntil(100);
    expect(counts.slice(1).every(([, count]) => count === 10)).toBe(true);
  });
});
