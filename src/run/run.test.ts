import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { FakeRobot } from '../../test/support/fake-robot.ts';
import { catalogWith, smallScenario } from '../../test/support/small-blocks.ts';
import { defineClock } from '../core/clock.ts';
import { ExternalClock } from '../hosts/clocks/external-clock.ts';
import { externalClockKind } from '../hosts/clocks/kinds.ts';
import { byKind, extendCatalog } from '../scenario/catalog.ts';
import { checkScenario } from '../scenario/check.ts';
import type { RunObserver } from './run.ts';
import { run } from './run.ts';

const counting = (more: Record<string, unknown> = {}) =>
  smallScenario({ blocks: { counter: { type: 'test/counter', period: 0.01 } }, ...more });

/** Writes down what it is told. */
function witness(): { told: string[]; observer: RunObserver } {
  const told: string[] = [];
  const note = (what: string) => void (told.at(-1) !== what && told.push(what));
  return {
    told,
    observer: {
      attach: ({ loop }) => note(`attach at ${loop.tick}`),
      ready: async () => note('ready'),
      between: () => note('between'),
      finish: async ({ ticks }) => note(`finish at ${ticks}`),
      abandon: (error) => note(`abandon: ${(error as Error).message}`),
    },
  };
}

describe('a run', () => {
  it('tells its observers what happens, in order', async () => {
    const { told, observer } = witness();
    await run({ scenario: counting() }, observer);
    expect(told).toEqual(['attach at 0', 'ready', 'between', 'finish at 1000']);
  });

  it('tells them that it broke, and lets its hosts go', async () => {
    const robot = new FakeRobot();
    robot.value = NaN;
    const blocks = { robot: { type: 'test/counter', period: 0.01, host: 'robot' } };
    const { told, observer } = witness();
    const broken = run({ scenario: smallScenario({ blocks }, { hosts: [robot.kind] }) }, observer);
    await expect(broken).rejects.toThrow('blocks.robot: wrote NaN into count.data at 0 s');
    expect(told.at(-1)).toMatch(/^abandon: blocks\.robot: wrote NaN/);
    expect([robot.opened, robot.closed]).toEqual([1, 1]);
  });

  it('ends where it is told to, and says whether that was before its time', async () => {
    const limited = await run({ scenario: counting(), ticks: 300 });
    expect(limited).toMatchObject({ ticks: 300, duration: 0.3, interrupted: false });
    const stop = new AbortController();
    const stopped = await run(
      { scenario: counting({ duration: 1e4 }), signal: stop.signal },
      { between: ({ loop }) => loop.tick > 100 && stop.abort() },
    );
    expect(stopped.interrupted).toBe(true);
    expect(stopped.ticks).toBeLessThan(1e7);
  });

  it('has the hash of any other of that scenario, whoever watches', async () => {
    const scenario = counting({ metrics: { top: { of: 'counter.count.data', reduce: 'max' } } });
    const [plain, watched] = [await run({ scenario }), await run({ scenario, timesSteps: false }, witness().observer)];
    expect(watched.hash).toBe(plain.hash);
    expect(watched.metrics).toEqual(plain.metrics);
    expect(plain.metrics[0].value).toBe(99);
    expect(plain.stepTimes.map(({ block, steps }) => [block, steps])).toEqual([['counter', 100]]);
  });

  it('says when a block was lost and when it was found', async () => {
    const robot = new FakeRobot();
    robot.truthNs = (nowNs) => (nowNs < 0.2e9 || nowNs >= 0.5e9 ? nowNs : 0.2e9);
    const host = { kind: 'robot', maxAge: 0.1, lost: 'zero' };
    const blocks = { robot: { type: 'test/counter', period: 0.01, host } };
    const { lost } = await run({ scenario: smallScenario({ blocks }, { hosts: [robot.kind] }) });
    expect(lost).toEqual([{ block: 'robot', from: 0.301, to: 0.501 }]);
  });
});

describe('a run whose time somebody else grants', () => {
  /** A robot that is never ready in time, under lines that grant half a second. */
  async function granted(clock: Record<string, unknown>) {
    const robot = new FakeRobot();
    robot.isReady = false;
    const lines = new PassThrough();
    const external = defineClock({
      ...externalClockKind,
      open: ({ realTime }, { tickNs }) => new ExternalClock(lines, tickNs, { realTime }),
    });
    const catalog = extendCatalog(catalogWith({ hosts: [robot.kind] }), { clocks: byKind([external]) });
    const blocks = { robot: { type: 'test/counter', period: 0.01, host: { kind: 'robot', late: 'drop' } } };
    const scenario = checkScenario({ name: 'x', duration: 1, clock: { kind: 'external', ...clock }, blocks }, catalog);
    lines.end('0.1\n0.3\n0.499\n');
    return run({ scenario });
  }

  it('waits for every answer where nobody keeps pace with the wall clock', async () => {
    expect(await granted({})).toMatchObject({ ticks: 500, deadlineMisses: 0, clock: 'external', interrupted: false });
  });

  it('does not wait with realTime: answers are late, and the late policies act', async () => {
    const { deadlineMisses, ticks, clock } = await granted({ realTime: true });
    expect([ticks, clock]).toEqual([500, 'external, in real time']);
    // one answer that is never there, and questions that find no room
    expect(deadlineMisses).toBe(49);
  });
});
