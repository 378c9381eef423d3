import { describe, expect, it } from 'vitest';
import { FakeRobot } from '../../test/support/fake-robot.ts';
import { smallLoop } from '../../test/support/small-blocks.ts';
import { HostError } from './host.ts';
import type { Loop } from './loop.ts';

/** A robot that is asked every 10 ms, has 2 s to answer, and a wall clock that goes when it is told to. */
async function driven(host: Record<string, unknown>) {
  const robot = new FakeRobot();
  const loop = await smallLoop(
    { blocks: { robot: { type: 'test/counter', period: 0.01, host: { kind: 'robot', timeLimit: 2, ...host } } } },
    { hosts: [robot.kind] },
  );
  const wall = { seconds: 100 };
  loop.realTime = true;
  loop.wallTime = () => wall.seconds;
  return { robot, loop, wall };
}

type Driven = Awaited<ReturnType<typeof driven>>;

/** Runs in pace with the wall; `perTick` is how long a tick of a millisecond takes there [s]. */
function run({ loop, wall }: Pick<Driven, 'loop' | 'wall'>, ticks: number, perTick = 0.001): void {
  for (const end = loop.tick + ticks; loop.tick < end; ) {
    loop.runUntil(loop.tick + 1);
    wall.seconds += perTick;
  }
}

/** The tick at which a host fails, and the sentence. */
function failureOf(loop: Loop, action: () => void): [tick: number, sentence: string] {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(HostError);
    return [loop.tick, (error as Error).message];
  }
  return [loop.tick, 'nothing went wrong'];
}

describe('a host that is silent for longer than its time limit, under a clock that keeps pace', () => {
  it.each(['hold', 'drop'])('ends the run with late: %s', async (late) => {
    const { robot, loop, wall } = await driven({ late });
    run({ loop, wall }, 25);
    robot.isReady = false;
    // the answer that is due at 31 ms is missed, and 2 s later
    const [tick, sentence] = failureOf(loop, () => run({ loop, wall }, 5000));
    expect(sentence).toBe('blocks.robot: did not answer within 2 s');
    expect(Math.abs(tick - 2032)).toBeLessThanOrEqual(1);
  });

  it('ends the run by wall time, however fast simulated time goes', async () => {
    const { robot, loop, wall } = await driven({ late: 'hold' });
    robot.isReady = false;
    const [tick] = failureOf(loop, () => run({ loop, wall }, 5000, 0.01));
    expect(Math.abs(tick - 201)).toBeLessThanOrEqual(2);
  });

  it('ends the run with lost: hold, which is no safe state, and before an age limit that is longer', async () => {
    for (const host of [
      { maxAge: 0.03, lost: 'hold' },
      { maxAge: 30, lost: 'zero' },
    ]) {
      const { robot, loop, wall } = await driven({ late: 'hold', ...host });
      robot.isReady = false;
      expect(failureOf(loop, () => run({ loop, wall }, 5000))[1]).toBe('blocks.robot: did not answer within 2 s');
    }
  });

  it('lets the run go on where it is lost and lost: zero stands in for it', async () => {
    const { robot, loop, wall } = await driven({ late: 'hold', maxAge: 0.03, lost: 'zero' });
    robot.isReady = false;
    run({ loop, wall }, 5000);
    robot.isReady = true;
    run({ loop, wall }, 5000);
    expect(loop.tick).toBe(10_000);
  });

  it('ends the run even where ticks are farther apart than the limit', async () => {
    const { robot, loop, wall } = await driven({ late: 'hold' });
    robot.isReady = false;
    expect(failureOf(loop, () => run({ loop, wall }, 100, 3))[0]).toBeLessThan(5);
  });
});

describe('a host that has not failed', () => {
  it('may be late for ever as long as it answers within its time limit', async () => {
    const { robot, loop, wall } = await driven({ late: 'drop' });
    for (let i = 0; i < 20; i++) {
      robot.isReady = false;
      run({ loop, wall }, 1900);
      robot.isReady = true;
      run({ loop, wall }, 1);
    }
    expect(loop.deadlineMisses).toBeGreaterThan(20);
  });

  it('is not blamed for the time in which this process itself stood still', async () => {
    const { robot, loop, wall } = await driven({ late: 'hold' });
    robot.isReady = false;
    for (let i = 0; i < 10; i++) {
      run({ loop, wall }, 50);
      // suspended for an hour, and then catching up
      wall.seconds += 3600;
      run({ loop, wall }, 50, 1e-6);
    }
    robot.isReady = true;
    run({ loop, wall }, 100);
  });

  it('is not blamed for a standstill by a limit that is shorter than any slice', async () => {
    const { robot, loop, wall } = await driven({ late: 'hold', timeLimit: 0.02 });
    robot.isReady = false;
    run({ loop, wall }, 3);
    wall.seconds += 3600;
    run({ loop, wall }, 3);
    robot.isReady = true;
    run({ loop, wall }, 100);
  });
});
