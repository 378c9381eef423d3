import { describe, expect, it } from 'vitest';
import { FakeRobot } from '../../test/support/fake-robot.ts';
import { many } from '../../test/support/port-blocks.ts';
import { portOf, smallLoop, watch } from '../../test/support/small-blocks.ts';
import { Float64 } from '../msgs/index.ts';
import type { AnyBlock } from './block.ts';
import { defineBlock, occasionalOutput, queuedInput, queuedOutput } from './block.ts';
import type { AnyHostKind, HostTraits } from './host.ts';
import { defineHost } from './host.ts';
import type { DeadlineMissed } from './loop.ts';

/** A robot that is asked every 10 ms, in a run that follows the wall clock. */
async function driven(host: Record<string, unknown>, block: Record<string, unknown> = {}) {
  const robot = new FakeRobot();
  const loop = await smallLoop(
    { blocks: { robot: { type: 'test/counter', period: 0.01, ...block, host: { kind: 'robot', ...host } } } },
    { hosts: [robot.kind] },
  );
  loop.realTime = true;
  const misses: DeadlineMissed[] = [];
  loop.listen({ missed: (miss) => misses.push(miss) });
  return { robot, loop, misses, said: watch(loop, 'robot.count') };
}

describe('an answer that is not there when it is due', () => {
  it('is waited for with late: wait, and the time that it took is told', async () => {
    const { robot, loop, misses, said } = await driven({ late: 'wait' });
    let wall = 50;
    loop.wallTime = () => (wall += 0.25);
    loop.runUntil(15);
    robot.isReady = false;
    loop.runUntil(25);
    robot.isReady = true;
    loop.runUntil(45);
    expect(said.map(([tick]) => tick)).toEqual([1, 11, 21, 31, 41]);
    expect(misses).toEqual([{ block: 'robot', releaseTick: 20, dueTick: 21, lateness: 0.25, policy: 'wait' }]);
    expect(loop.deadlineMisses).toBe(1);
  });

  it('is published at the first exchange after it has come with late: hold', async () => {
    const { robot, loop, misses, said } = await driven({ late: 'hold' }, { latency: 0.004 });
    loop.runUntil(22);
    [robot.isReady, robot.value] = [false, 8];
    loop.runUntil(29);
    robot.isReady = true;
    loop.runUntil(45);
    expect(said).toEqual([
      [4, 7],
      [14, 7],
      [29, 7],
      [34, 8],
      [44, 8],
    ]);
    expect(misses).toEqual([{ block: 'robot', releaseTick: 20, dueTick: 24, lateness: 0, policy: 'hold' }]);
  });

  it('is thrown away with late: drop', async () => {
    const { robot, loop, misses, said } = await driven({ late: 'drop' }, { latency: 0.004 });
    loop.runUntil(22);
    robot.isReady = false;
    loop.runUntil(29);
    robot.isReady = true;
    loop.runUntil(45);
    expect(said.map(([tick]) => tick)).toEqual([4, 14, 34, 44]);
    expect(misses).toEqual([{ block: 'robot', releaseTick: 20, dueTick: 24, lateness: 0, policy: 'drop' }]);
    expect(portOf(loop, 'robot.count').signal.sequence).toBe(4);
  });

  it('is late for nobody where the clock waits', async () => {
    for (const late of ['wait', 'hold', 'drop']) {
      const { robot, loop, misses, said } = await driven({ late });
      loop.realTime = false;
      robot.isReady = false;
      loop.runUntil(35);
      expect(said.map(([tick]) => tick)).toEqual([1, 11, 21, 31]);
      expect([misses, loop.deadlineMisses]).toEqual([[], 0]);
    }
  });

  it('leaves room for one more question, and those after it are not asked', async () => {
    const { robot, loop, misses, said } = await driven({ late: 'hold' }, { latency: 0.015 });
    robot.isReady = false;
    loop.runUntil(55);
    // two can be under way within 15 ms, and a third while one is late
    expect(misses).toEqual([
      { block: 'robot', releaseTick: 0, dueTick: 15, lateness: 0, policy: 'hold' },
      { block: 'robot', releaseTick: 0, dueTick: 15, lateness: 0, policy: 'overrun' },
      { block: 'robot', releaseTick: 0, dueTick: 15, lateness: 0, policy: 'overrun' },
      { block: 'robot', releaseTick: 0, dueTick: 15, lateness: 0, policy: 'overrun' },
    ]);
    robot.isReady = true;
    robot.value = 9;
    loop.runUntil(100);
    // one per tick, and then those in time; what is asked from now on says 9
    expect(said).toEqual([
      [55, 7],
      [56, 7],
      [57, 7],
      [75, 9],
      [85, 9],
      [95, 9],
    ]);
    expect(loop.deadlineMisses).toBe(4);
  });

  it('counts a question that could not be asked as a release', async () => {
    const activations: number[] = [];
    const slow = defineHost({
      kind: 'slow',
      doc: '',
      params: {},
      traits: { deterministic: false, savable: false, takesChanges: false },
      open: () => ({
        start: ({ activation, elapsed }) => {
          activations.push(activation, Math.round(elapsed * 1000));
          return false;
        },
        ready: () => activations.length > 8,
        finish() {},
        save: () => undefined,
        restore() {},
        close() {},
      }),
    });
    const host = { kind: 'slow', late: 'hold' };
    const loop = await smallLoop({ blocks: { a: { type: 'test/counter', period: 0.01, host } } }, { hosts: [slow] });
    loop.realTime = true;
    loop.runUntil(35);
    expect(activations).toEqual([0, 10, 1, 10]);
    activations.push(0, 0, 0, 0, 0);
    loop.runUntil(55);
    // released at 40 ms, having been released at 30 ms too
    expect(activations.slice(9)).toEqual([4, 10, 5, 10]);
  });

  it('is remembered by a snapshot', async () => {
    const { robot, loop, misses, said } = await driven({ late: 'drop' }, { latency: 0.004 });
    robot.isReady = false;
    loop.runUntil(8);
    const saved = loop.save();
    const after = () => {
      robot.isReady = true;
      loop.runUntil(30);
      return [said.splice(0), misses.splice(0), loop.deadlineMisses];
    };
    misses.splice(0);
    const expected = after();
    expect(expected).toEqual([
      [
        [14, 7],
        [24, 7],
      ],
      [],
      1,
    ]);
    robot.isReady = false;
    loop.runUntil(45);
    misses.splice(0);
    loop.restore(saved);
    expect(after()).toEqual(expected);
  });
});

/** A host whose answers are its own business. */
const hostOf = (traits: Partial<HostTraits>, host: Partial<ReturnType<AnyHostKind['open']>>): AnyHostKind =>
  defineHost({
    kind: 'own',
    doc: '',
    params: {},
    traits: { deterministic: false, savable: false, takesChanges: false, ...traits },
    open: ({ outputs }) => ({
      start: ({ tick }) => {
        for (const output of Object.values(outputs)) output.value.data = tick;
        return true;
      },
      ready: () => true,
      finish() {},
      save: () => undefined,
      restore() {},
      close() {},
      ...host,
    }),
  });

describe('a host that decides itself when its answers are published', () => {
  const ticks = new Map([
    [0, 7],
    [10, 16],
    [20, undefined],
    [30, 39],
    [40, 60],
  ]);
  const played = hostOf({ ownTiming: true }, { publicationTick: (tick: number) => ticks.get(tick) } as object);

  it('publishes at those ticks, and never where it says so', async () => {
    const blocks = { a: { type: 'test/counter', period: 0.01, host: 'own' } };
    const loop = await smallLoop({ blocks }, { hosts: [played] });
    const said = watch(loop, 'a.count');
    const closed: number[][] = [];
    loop.listen({ published: (_task, _index, { releaseTick }, tick) => closed.push([tick, releaseTick]) });
    loop.runUntil(45);
    expect(said).toEqual([
      [7, 0],
      [16, 10],
      [39, 30],
    ]);
    expect(closed).toEqual([
      [7, 0],
      [16, 10],
      [39, 30],
    ]);
  });

  it('has seen what came even where it never published', async () => {
    const queues: number[] = [];
    const reader = hostOf({ ownTiming: true }, { publicationTick: (tick: number) => ticks.get(tick) } as object);
    const open: AnyHostKind['open'] = async (block, params, context) => {
      const host = await reader.open(block, params, context);
      const queue = (block.inputs.events as unknown as { queue: unknown[] }).queue;
      return { ...host, start: () => queues.push(queue.length) > 0 };
    };
    const blocks = {
      sender: { type: 'test/sender', period: 0.01, offset: 0.005 },
      relay: { type: 'test/relay', period: 0.01, inputs: { events: 'sender.events' }, host: 'own' },
    };
    const loop = await smallLoop({ blocks }, { hosts: [{ ...reader, open }] });
    loop.runUntil(45);
    // nothing at 0 ms, the three of 5 ms, not asked at 20 ms, then those of 25 ms and of 35 ms
    expect(queues).toEqual([0, 3, 3, 3]);
  });
});

describe('a host in this thread that says when its answer was true', () => {
  it('gives that as the stamp of what it says, and as its age', async () => {
    const host = hostOf({ inThread: true, ownStamps: true }, { truthNs: 3_700_000 } as object);
    const blocks = { a: { type: 'test/counter', period: 0.01, host: { kind: 'own', maxAge: 0.02, lost: 'hold' } } };
    const loop = await smallLoop({ blocks }, { hosts: [host] });
    loop.runUntil(15);
    expect(portOf(loop, 'a.count').signal.captureTicks).toEqual([3]);
  });
});

describe('a lost block', () => {
  const talker = defineBlock({
    type: 'test/talker',
    doc: '',
    params: {},
    inputs: { q: queuedInput(Float64) },
    outputs: { x: Float64, now: occasionalOutput(Float64), events: queuedOutput(Float64) },
    init: () => ({}),
    step() {},
  });
  const silent = async (type: string, blocks: AnyBlock[]) => {
    const robot = new FakeRobot();
    const host = { kind: 'robot', late: 'hold', maxAge: 0.015, lost: 'zero' };
    const loop = await smallLoop({ blocks: { a: { type, period: 0.01, host } } }, { blocks, hosts: [robot.kind] });
    loop.realTime = true;
    return { robot, loop };
  };

  it('says zero on every latched output, on occasional ones too, and nothing where each message counts', async () => {
    const { robot, loop } = await silent('test/talker', [talker]);
    const said = ['x', 'now', 'events'].map((port) => watch(loop, `a.${port}`));
    loop.runUntil(5);
    robot.isReady = false;
    loop.runUntil(60);
    expect(said).toEqual([
      [
        [1, 7],
        [17, 0],
      ],
      [[17, 0]],
      [[1, 7]],
    ]);
    [robot.isReady, robot.value] = [true, 9];
    loop.runUntil(75);
    // the first answer is thrown away, the second was asked at 20 ms, and so on
    expect(said[0].slice(2)).toEqual([
      [61, 7],
      [62, 9],
      [71, 9],
    ]);
    expect(said[2].slice(1)).toEqual(said[0].slice(2));
  });

  it.each(['zero', 'hold'])(
    'whose news are old is not heard where each message counts, and in order after it: %s',
    async (lost) => {
      const robot = new FakeRobot();
      const host = { kind: 'robot', maxAge: 0.015, lost };
      const blocks = { a: { type: 'test/talker', period: 0.01, latency: 0.025, host } };
      const loop = await smallLoop({ blocks }, { blocks: [talker], hosts: [robot.kind] });
      const events = watch(loop, 'a.events');
      // true until 60 ms, then as at 60 ms, and true again from 120 ms on
      robot.truthNs = (nowNs) => (nowNs > 60e6 && nowNs < 120e6 ? 60e6 : nowNs + 20e6);
      for (robot.value = 1; loop.tick < 250; robot.value++) loop.runUntil(loop.tick + 10);
      // asked at 0, 10 … 60 ms and answered 25 ms later; those of 70 to 110 ms are more than 15 ms old by then
      expect(events).toEqual(
        [0, 1, 2, 3, 4, 5, 6, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22].map((k) => [10 * k + 25, k + 1]),
      );
    },
  );

  it('says zero on forty outputs at once, and everyone hears of it', async () => {
    const { robot, loop } = await silent('test/many', [many]);
    const closed: number[] = [];
    loop.listen({ published: (_task, _index, _activation, tick) => closed.push(tick) });
    const said = loop.ports.map(({ path }) => watch(loop, path));
    robot.isReady = false;
    loop.runUntil(40);
    expect(said).toEqual(loop.ports.map(() => [[16, 0]]));
    expect(closed).toEqual([16]);
    expect(new Set(loop.ports.map(({ signal }) => `${signal.sequence} ${signal.publishedNs}`))).toEqual(
      new Set(['1 16000000']),
    );
    const saved = loop.save();
    const restored = await silent('test/many', [many]);
    restored.loop.restore(structuredClone(saved));
    for (const each of [{ robot, loop }, restored]) {
      each.robot.isReady = true;
      each.loop.runUntil(80);
    }
    expect(restored.loop.hash()).toBe(loop.hash());
    expect(said.map((messages) => messages.length)).toEqual(said.map(() => said[0].length));
    expect(said[0].length).toBeGreaterThan(3);
  });
});

describe('NaN from code that does not come with Skidpad', () => {
  const writer = (fields: { x?: number; y?: number; sayY?: boolean; event?: number }, from = 2): AnyBlock => ({
    ...defineBlock({
      type: 'test/writer',
      doc: '',
      params: {},
      inputs: {},
      outputs: { x: Float64, y: occasionalOutput(Float64), e: queuedOutput(Float64) },
      init: () => ({}),
      step(_params, _state, _inputs, { x, y, e }, { activation }) {
        if (activation < from) return;
        x.value.data = fields.x ?? 1;
        y.value.data = fields.y ?? 1;
        y.publish = fields.sayY === true;
        e.value.data = fields.event ?? 1;
        if (fields.event !== undefined) e.send();
      },
    }),
    module: { text: '' },
  });
  const run = async (block: AnyBlock, more: object = {}) => {
    const loop = await smallLoop(
      { blocks: { a: { type: 'test/writer', period: 0.01, ...more } } },
      { blocks: [block] },
    );
    loop.runUntil(100);
  };

  it.each([
    ['a latched output', { x: NaN }, 'blocks.a: wrote NaN into x.data at 0.02 s; expected a number'],
    ['an occasional one', { y: NaN, sayY: true }, 'blocks.a: wrote NaN into y.data at 0.02 s; expected a number'],
    ['a queue', { event: NaN }, 'blocks.a: wrote NaN into e.data at 0.02 s; expected a number'],
  ])('is refused on %s', async (_case, fields, sentence) => {
    await expect(run(writer(fields))).rejects.toThrow(sentence);
  });

  it('does not matter where nobody would see it', async () => {
    await run(writer({ y: NaN }));
    await run(writer({ x: NaN }, 2), { publishEvery: 100 });
    await run({ ...writer({ x: NaN }), module: undefined });
  });

  it('is refused of what stands in for a block, unless its answer is thrown away', async () => {
    const { robot, loop } = await driven({ late: 'drop' });
    robot.value = NaN;
    robot.isReady = false;
    loop.runUntil(5);
    robot.isReady = true;
    robot.value = 3;
    loop.runUntil(15);
    robot.value = NaN;
    expect(() => loop.runUntil(40)).toThrow('blocks.robot: wrote NaN into count.data at 0.02 s; expected a number');
  });
});
