import { describe, expect, it } from 'vitest';
import { FakeRobot } from '../../test/support/fake-robot.ts';
import { portOf, smallLoop, watch } from '../../test/support/small-blocks.ts';
import type { LostChange } from './loop.ts';

/** A robot that is asked every 10 ms and lost after 30 ms, in a run that follows the wall clock. */
async function driven(host: Record<string, unknown>) {
  const robot = new FakeRobot();
  const loop = await smallLoop(
    {
      blocks: {
        robot: { type: 'test/counter', period: 0.01, host: { kind: 'robot', late: 'hold', maxAge: 0.03, ...host } },
        reader: { type: 'test/gain', period: 0.01, inputs: { in: 'robot.count' } },
      },
    },
    { hosts: [robot.kind] },
  );
  loop.realTime = true;
  const changes: LostChange[] = [];
  loop.listen({ lost: (change) => changes.push(change) });
  return { robot, loop, changes, said: watch(loop, 'robot.count') };
}

describe('a block that is silent for longer than its age limit', () => {
  it('is lost, and found when it speaks again', async () => {
    const { robot, loop, changes } = await driven({ lost: 'hold' });
    loop.runUntil(25);
    robot.isReady = false;
    loop.runUntil(100);
    robot.isReady = true;
    loop.runUntil(200);
    expect(changes).toEqual([
      { block: 'robot', tick: 52, age: 0.031, isLost: true },
      { block: 'robot', tick: 100, age: 0, isLost: false },
    ]);
  });

  it('keeps what it said last with lost: hold', async () => {
    const { robot, loop, said } = await driven({ lost: 'hold' });
    loop.runUntil(25);
    robot.isReady = false;
    loop.runUntil(100);
    expect(said.map(([tick]) => tick)).toEqual([1, 11, 21]);
    expect(portOf(loop, 'reader.out').signal.value.data).toBe(7);
  });

  it('says zero once with lost: zero, and what it has to say when it is back', async () => {
    const { robot, loop, said } = await driven({ lost: 'zero' });
    loop.runUntil(25);
    robot.isReady = false;
    loop.runUntil(100);
    expect(said.slice(3)).toEqual([[52, 0]]);
    expect(portOf(loop, 'reader.out').signal.value.data).toBe(0);
    [robot.isReady, robot.value] = [true, 9];
    loop.runUntil(130);
    // the answer to the question of 30 ms is thrown away, that of 40 ms is the first to be heard, then that of 100 ms
    expect(said.slice(4)).toEqual([
      [101, 7],
      [102, 9],
      [111, 9],
      [121, 9],
    ]);
  });

  it.each(['stall', 'brown-out'])('is lost while a %s keeps it from stepping, and found afterwards', async (kind) => {
    const host = { kind: 'local', maxAge: 0.03, lost: 'zero' };
    const faults = [{ kind, at: 0.025, for: 0.075 }];
    const loop = await smallLoop({ blocks: { ecu: { type: 'test/counter', period: 0.01, host, faults } } });
    const changes: LostChange[] = [];
    loop.listen({ lost: (change) => changes.push(change) });
    const said = watch(loop, 'ecu.count');
    loop.runUntil(125);
    expect(changes).toEqual([
      { block: 'ecu', tick: 51, age: 0.031, isLost: true },
      { block: 'ecu', tick: 101, age: 0.001, isLost: false },
    ]);
    const goesOn = kind === 'stall' ? [3, 4, 5] : [0, 1, 2];
    expect(said).toEqual([
      [1, 0],
      [11, 1],
      [21, 2],
      // at each of its publications
      ...[51, 61, 71, 81, 91].map((tick) => [tick, 0]),
      [101, goesOn[0]],
      [111, goesOn[1]],
      [121, goesOn[2]],
    ]);
  });

  it('ends the run with lost: end', async () => {
    const { robot, loop, changes } = await driven({ lost: 'end' });
    loop.runUntil(25);
    robot.isReady = false;
    expect(() => loop.runUntil(100)).toThrow(
      'blocks.robot: is lost: its latest answer is 0.031 s old, expected at most 0.03 s',
    );
    expect(changes).toHaveLength(1);
  });

  it('is lost from the start when it never speaks', async () => {
    const { robot, loop, changes } = await driven({ lost: 'zero' });
    robot.isReady = false;
    loop.runUntil(100);
    expect(changes).toEqual([{ block: 'robot', tick: 31, age: 0.031, isLost: true }]);
  });

  it('is not lost where nothing says so', async () => {
    const { robot, loop, changes, said } = await driven({ maxAge: null, lost: 'zero' });
    robot.isReady = false;
    loop.runUntil(500);
    expect([changes, said]).toEqual([[], []]);
  });
});

describe('a block that tells old news', () => {
  const frozen = (robot: FakeRobot) => (robot.truthNs = (nowNs) => Math.min(nowNs, 50e6));

  it('is lost as soon as they are older than its age limit, and found when they are new', async () => {
    const { robot, loop, changes } = await driven({ lost: 'hold' });
    frozen(robot);
    loop.runUntil(150);
    robot.truthNs = (nowNs) => nowNs - 2e6;
    loop.runUntil(200);
    expect(changes).toEqual([
      { block: 'robot', tick: 81, age: 0.031, isLost: true },
      { block: 'robot', tick: 151, age: 0.003, isLost: false },
    ]);
  });

  it('says zero at each of its publications with lost: zero', async () => {
    const { robot, loop, said } = await driven({ lost: 'zero' });
    frozen(robot);
    loop.runUntil(150);
    expect(said.slice(0, 8).map(([, value]) => value)).toEqual([7, 7, 7, 7, 7, 7, 7, 7]);
    expect(said.slice(8)).toEqual([81, 91, 101, 111, 121, 131, 141].map((tick) => [tick, 0]));
    robot.truthNs = () => NaN;
    loop.runUntil(170);
    expect(said.slice(15)).toEqual([
      [151, 7],
      [161, 7],
    ]);
  });

  it('ends the run with lost: end, whatever the clock', async () => {
    const { robot, loop } = await driven({ lost: 'end' });
    loop.realTime = false;
    frozen(robot);
    expect(() => loop.runUntil(150)).toThrow('is lost: its latest answer is 0.031 s old');
    expect(loop.tick).toBe(81);
  });

  it('is lost or found after a snapshot as it was', async () => {
    const { robot, loop, changes, said } = await driven({ lost: 'zero' });
    frozen(robot);
    loop.runUntil(95);
    const saved = loop.save();
    loop.runUntil(150);
    const expected = { hash: loop.hash(), said: said.slice(-5) };
    loop.restore(saved);
    loop.runUntil(150);
    expect({ hash: loop.hash(), said: said.slice(-5) }).toEqual(expected);
    expect(changes).toHaveLength(1);
  });
});
