import { describe, expect, it } from 'vitest';
import { FakeRobot } from '../../test/support/fake-robot.ts';
import { portOf, smallLoop, watch } from '../../test/support/small-blocks.ts';
import { MOST_QUEUED } from './signal.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
const values = (seen: readonly [number, number][]) => seen.map(([, value]) => value);

const relayed = (sender: object, relay: object, wire: object = {}) => ({
  seed: 3,
  blocks: {
    sender: { type: 'test/sender', period: 0.01, ...sender },
    relay: { type: 'test/relay', period: 0.025, inputs: { events: { from: 'sender.events', ...wire } }, ...relay },
    reader: { type: 'test/gain', period: 0.01, offset: 0.005, inputs: { in: 'sender.events' } },
  },
});

describe('messages of which each one counts', () => {
  it('all arrive in order, however many a step sends and however often their reader looks', async () => {
    const loop = await smallLoop(relayed({}, { offset: 0.001 }));
    const [sent, echo, counts] = ['sender.events', 'relay.echo', 'relay.count'].map((path) => watch(loop, path));
    loop.runUntil(105);
    expect(values(sent)).toEqual(numbers(33));
    // those of 1 ms, of 11 and 21 ms, of 31, 41 and 51 ms …
    expect(counts).toEqual([
      [2, 3],
      [27, 6],
      [52, 9],
      [77, 6],
      [102, 9],
    ]);
    expect(values(echo)).toEqual(numbers(33));
    expect(echo.slice(0, 6).map(([tick]) => tick)).toEqual([2, 2, 2, 27, 27, 27]);
  });

  it('are each one publication, of which a latched reader sees the last', async () => {
    const loop = await smallLoop(relayed({}, {}));
    const latched = watch(loop, 'reader.out');
    loop.runUntil(30);
    expect(values(latched)).toEqual([2, 5, 8]);
    expect(portOf(loop, 'sender.events').signal.sequence).toBe(9);
  });

  it('are none where a step sends none', async () => {
    const loop = await smallLoop(relayed({ params: { perStep: 0 } }, {}));
    const [sent, counts] = ['sender.events', 'relay.count'].map((path) => watch(loop, path));
    loop.runUntil(100);
    expect(sent).toEqual([]);
    expect(values(counts)).toEqual([0, 0, 0, 0]);
  });

  it('keep their order where several steps are under way', async () => {
    const loop = await smallLoop(relayed({ latency: 0.035 }, { latency: 0.06 }));
    const echo = watch(loop, 'relay.echo');
    loop.runUntil(400);
    expect(values(echo)).toEqual(numbers(echo.length));
    expect(echo.length).toBeGreaterThan(80);
  });

  it.each([
    ['a delay', { delay: 0.004 }],
    ['a delay that varies', { delay: 0.002, jitter: 0.03 }],
  ])('arrive in order through %s', async (_case, wire) => {
    const loop = await smallLoop(relayed({}, {}, wire));
    const echo = watch(loop, 'relay.echo');
    loop.runUntil(1000);
    expect(values(echo)).toEqual(numbers(echo.length));
    expect(echo.length).toBeGreaterThan(250);
  });

  it('are lost one by one on a wire that loses some', async () => {
    const loop = await smallLoop(relayed({}, {}, { loss: 0.5 }));
    const echo = watch(loop, 'relay.echo');
    loop.runUntil(1000);
    expect(values(echo)).toEqual([...new Set(values(echo))].sort((a, b) => a - b));
    expect(echo.length / 300).toBeGreaterThan(0.35);
    expect(echo.length / 300).toBeLessThan(0.65);
  });

  it('are part of a snapshot, in a queue, in flight and under way', async () => {
    const document = relayed({ latency: 0.013 }, { latency: 0.03 }, { delay: 0.004, jitter: 0.01 });
    for (const tick of [17, 24, 100, 333]) {
      const [straight, restored] = [await smallLoop(document), await smallLoop(document)];
      straight.runUntil(tick);
      restored.restore(structuredClone(straight.save()));
      straight.runUntil(900);
      restored.runUntil(900);
      expect(restored.hash()).toBe(straight.hash());
      // and once more in the loop that has gone on
      restored.restore(straight.save());
      straight.runUntil(1000);
      restored.runUntil(1000);
      expect(restored.hash()).toBe(straight.hash());
    }
  });

  it('may wait in numbers that are bounded', async () => {
    const document = relayed({ period: 0.001, params: { perStep: 1000 } }, { period: 1, offset: 0.5 });
    const loop = await smallLoop(document);
    expect(() => loop.runUntil(200)).toThrow(
      `blocks.sender: sent more than ${MOST_QUEUED} messages on events between two releases of their reader`,
    );
  });

  it('are read in order by two readers of their own pace', async () => {
    const { blocks, seed } = relayed({}, {});
    const slow = { type: 'test/relay', period: 0.1, offset: 0.05, inputs: { events: 'sender.events' } };
    const loop = await smallLoop({ seed, blocks: { ...blocks, slow } });
    const [quickly, slowly] = ['relay.echo', 'slow.echo'].map((path) => watch(loop, path));
    loop.runUntil(500);
    expect(values(quickly)).toEqual(numbers(quickly.length));
    expect(values(slowly)).toEqual(numbers(slowly.length));
  });

  it('of an answer that is thrown away are never seen, and those after it are', async () => {
    const robot = new FakeRobot();
    const loop = await smallLoop(relayed({ host: { kind: 'robot', late: 'drop' } }, {}), { hosts: [robot.kind] });
    loop.realTime = true;
    const echo = watch(loop, 'relay.echo');
    loop.runUntil(25);
    [robot.isReady, robot.value] = [false, 8];
    // the question of 30 ms is asked, and its answer is not there at 31 ms
    loop.runUntil(35);
    [robot.isReady, robot.value] = [true, 9];
    loop.runUntil(110);
    expect(values(echo)).toEqual([7, 7, 7, 9, 9, 9, 9, 9, 9]);
    expect(portOf(loop, 'sender.events').signal.sequence).toBe(10);
  });
});
