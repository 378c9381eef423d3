import { describe, expect, it, vi } from 'vitest';
import { FakeRobot } from '../../test/support/fake-robot.ts';
import type { Additions } from '../../test/support/small-blocks.ts';
import { portOf, smallLoop, smallScenario, watch } from '../../test/support/small-blocks.ts';
import { frameMemoryOf } from '../math/frame-memory.ts';
import { Image } from '../msgs/index.ts';
import type { AnyBlock } from './block.ts';
import { defineBlock } from './block.ts';
import { buildLoop } from './build.ts';
import type { AnyHostKind, Host, HostContext, HostedBlock } from './host.ts';
import { defineHost } from './host.ts';
import { defineLink } from './link.ts';
import type { Loop } from './loop.ts';
import { text } from './schema.ts';

const counter = { type: 'test/counter', period: 0.01 };

describe('the end of a loop', () => {
  /** Counts up by one every 10 ms; when does it end? */
  const endOf = async (until: object, more: object = {}) => {
    const loop = await smallLoop({
      blocks: { counter: { ...counter, ...more } },
      until: { of: 'counter.count.data', ...until },
    });
    await loop.run(1000);
    return [loop.tick, loop.ended];
  };

  it('is the first tenth of a second at which a field is within its bounds, both of which belong to it', async () => {
    // at the end of 100 ms 9 was published, of 200 ms 19, of 300 ms 29
    expect(await endOf({ min: 19 })).toEqual([200, true]);
    expect(await endOf({ min: 19.5 })).toEqual([300, true]);
    expect(await endOf({ max: 9 })).toEqual([100, true]);
    expect(await endOf({ min: 29, max: 29 })).toEqual([300, true]);
    expect(await endOf({ min: 30, max: 38 })).toEqual([1000, false]);
  });

  it('does not come of a field that was never published, whatever its zero value', async () => {
    expect(await endOf({ max: 0 }, { offset: 0.395 })).toEqual([400, true]);
    expect(await endOf({ min: -1, max: 1 }, { offset: 0.9999 })).toEqual([1000, false]);
  });

  it('stays the end: a loop that has ended runs no further, nor does a snapshot of it', async () => {
    const document = { blocks: { counter }, until: { of: 'counter.count.data', min: 5 } };
    const loop = await smallLoop(document);
    await loop.run(1000);
    loop.runUntil(1000);
    expect(loop.tick).toBe(100);
    const other = await smallLoop(document);
    other.restore(loop.save());
    other.runUntil(1000);
    await other.run(1000);
    expect([other.tick, other.ended]).toEqual([100, true]);
    const before = await smallLoop(document);
    before.runUntil(50);
    other.restore(before.save());
    await other.run(1000);
    expect([other.tick, other.ended]).toEqual([100, true]);
  });

  it('is looked for at every tick where a tick is a tenth of a second or longer', async () => {
    const loop = await smallLoop({
      tick: 0.25,
      blocks: { counter: { type: 'test/counter', period: 0.5 } },
      until: { of: 'counter.count.data', min: 1 },
    });
    await loop.run(20);
    // released at 0.5 s, published at 0.75 s, seen when that tick is over
    expect([loop.tick, loop.ended]).toEqual([4, true]);
  });
});

describe('what happens between ticks', () => {
  it('is called at every multiple of its period but 0, however the loop is run', async () => {
    const called = async (run: (loop: Loop) => void) => {
      const loop = await smallLoop({ blocks: { plant: { type: 'test/integrator' } } });
      const calls: string[] = [];
      loop.every(7, () => calls.push(`7 at ${loop.tick}`));
      loop.every(10, () => calls.push(`10 at ${loop.tick}`));
      run(loop);
      return calls;
    };
    const expected = ['7 at 7', '10 at 10', '7 at 14', '10 at 20', '7 at 21', '7 at 28', '10 at 30'];
    expect(await called((loop) => void loop.runUntil(30))).toEqual(expected);
    expect(
      await called((loop) => {
        while (loop.tick < 30) loop.runUntil(loop.tick + 1);
      }),
    ).toEqual(expected);
  });

  it('sees everything up to its instant and nothing of it', async () => {
    const loop = await smallLoop({ blocks: { plant: { type: 'test/integrator' } } });
    const sequences: number[] = [];
    loop.every(5, () => sequences.push(portOf(loop, 'plant.x').signal.sequence));
    loop.runUntil(16);
    // published at 1, 2, 3, 4 ms before 5 ms
    expect(sequences).toEqual([4, 9, 14]);
  });

  it('is a hash link once per simulated second, whatever the tick', async () => {
    for (const [tick, links] of [
      [0.001, [1000, 2000]],
      [0.25, [4, 8]],
      [0.3, [3, 6, 9]],
      [2.5, [1, 2, 3]],
    ] as const) {
      const loop = await smallLoop({
        tick,
        duration: 20,
        blocks: { counter: { type: 'test/counter', period: 10 * tick } },
      });
      const linked: number[] = [];
      loop.listen({ linked: (at) => linked.push(at) });
      loop.runUntil(links.at(-1)! + 1);
      expect([loop.linkTicks, linked]).toEqual([links[0], [...links]]);
    }
  });
});

describe('parameters that change', () => {
  const said = async (changes: object[], run: (loop: Loop) => void) => {
    const constant = { type: 'test/constant', period: 0.01, params: { value: 1 } };
    const loop = await smallLoop({ blocks: { a: constant, b: constant }, changes });
    const heard = ['a.value', 'b.value'].map((path) => watch(loop, path));
    run(loop);
    return heard.map((messages) => messages.map(([, value]) => value));
  };
  const change = (at: number, block: string, value: number) => ({ at, block, params: { value } });

  it('do so at the release of their tick, several at once, and one at the very start', async () => {
    const changes = [change(0, 'a', 2), change(0.02, 'a', 3), change(0.02, 'b', 4), change(0.0201, 'b', 5)];
    for (const run of [
      (loop: Loop) => void loop.runUntil(45),
      (loop: Loop) => {
        while (loop.tick < 45) loop.runUntil(loop.tick + 1);
      },
    ])
      expect(await said(changes, run)).toEqual([
        [2, 2, 3, 3, 3],
        [1, 1, 4, 5, 5],
      ]);
  });

  it('may be planned anew: what is past is not made up for', async () => {
    const changes = [change(0.01, 'a', 2), change(0.03, 'a', 3)];
    expect(
      await said(changes, (loop) => {
        loop.runUntil(25);
        loop.setChanges([
          { tick: 10, block: 'a', params: { value: 8 } },
          { tick: 40, block: 'b', params: { value: 9 } },
        ]);
        loop.runUntil(55);
      }),
    ).toEqual([
      [1, 2, 2, 2, 2, 2],
      [1, 1, 1, 1, 9, 9],
    ]);
  });
});

describe('closing a loop', () => {
  it('closes every host, then the rest in the order of asking, once', async () => {
    const robot = new FakeRobot();
    const loop = await smallLoop({ blocks: { a: { ...counter, host: 'robot' } } }, { hosts: [robot.kind] });
    const closed: string[] = [];
    loop.onClose(() => void closed.push(`first, after ${robot.closed}`));
    loop.onClose(async () => void closed.push('second'));
    await loop.close();
    expect(closed).toEqual(['first, after 1', 'second']);
    await loop.close();
    expect(closed).toHaveLength(2);
  });

  it('goes on where a host cannot be closed', async () => {
    const stuck = hostThat({ close: () => Promise.reject(new Error('stuck')) });
    const loop = await smallLoop({ blocks: { a: { ...counter, host: 'own' } } }, { hosts: [stuck] });
    let closed = 0;
    loop.onClose(() => void closed++);
    await loop.close();
    expect(closed).toBe(1);
  });
});

/** A host that answers at once with what is drafted already. */
function hostThat(host: Partial<Host>, more: Partial<AnyHostKind> = {}): AnyHostKind {
  return {
    ...defineHost({
      kind: 'own',
      doc: '',
      params: {},
      traits: { deterministic: false, savable: false, takesChanges: false },
      open: () => ({
        start: () => true,
        ready: () => true,
        finish() {},
        save: () => undefined,
        restore() {},
        close() {},
        ...host,
      }),
    }),
    ...more,
  };
}

describe('building a loop', () => {
  it('tells a host everything about its block, and hosts and links where to talk', async () => {
    const lines: string[] = [];
    const known: { block?: HostedBlock; context?: HostContext } = {};
    const spy = hostThat(
      {},
      {
        params: { over: text('', 'a link') },
        open(block, params, context) {
          Object.assign(known, { block, context });
          context.log('a host');
          return hostThat({}).open(block, params, context);
        },
      },
    );
    const door = defineLink({
      kind: 'door',
      doc: '',
      params: {},
      open: async (_params, { name, nowNs, log }) => {
        log(`link ${name} at ${nowNs()}`);
        return { nowNs, close() {} };
      },
    });
    const document = {
      seed: 77,
      links: { front: 'door' },
      blocks: {
        a: {
          type: 'test/counter',
          rateHz: 40,
          params: { every: 3 },
          host: { kind: 'own', over: 'front', timeLimit: 3 },
        },
      },
    };
    const additions: Additions = { hosts: [spy], links: [door] };
    const wrapped: string[] = [];
    const loop = await buildLoop(smallScenario(document, additions), {
      log: (line) => lines.push(line),
      wrapHost: (spec, host) => {
        wrapped.push(spec.name);
        return { ...host, ready: () => false };
      },
    });
    expect(known.block).toMatchObject({ name: 'a', params: { every: 3 }, seed: 77, period: 0.025 });
    expect(Object.keys(known.block!.outputs)).toEqual(['count']);
    expect(known.context).toMatchObject({ timeLimit: 3 });
    expect(lines).toEqual(['link front at 0', 'a host']);
    expect([wrapped, loop.tasks[0].host.ready()]).toEqual([['a'], false]);
    loop.runUntil(30);
    expect(loop.links.get('front', door, '').nowNs()).toBe(30e6);
    // and nobody has to listen
    await (await buildLoop(smallScenario(document, additions))).close();
  });

  it('takes all frames from one memory, as many as its rings have', async () => {
    const allocate = vi.spyOn(Atomics, 'compareExchange');
    const loop = await smallLoop({ blocks: { camera: { type: 'test/camera', period: 0.01, params: { size: 5 } } } });
    loop.runUntil(100);
    const { data } = loop.ports[0].signal.value as { data: Uint8Array };
    expect(frameMemoryOf(data)).toBeDefined();
    // one for the memory itself, and one for each frame
    expect(allocate).toHaveBeenCalledTimes(1 + 3);
    allocate.mockRestore();
  });
});

describe('a picture on its way to a reader elsewhere', () => {
  /** Looks at the picture again when its answer is due, and says whether it is still the same. */
  const watcher: AnyBlock = defineBlock({
    type: 'test/watcher',
    doc: '',
    params: {},
    inputs: { image: Image },
    outputs: {},
    init: () => ({}),
    step() {},
  });
  const changed: number[] = [];
  const elsewhere = defineHost({
    kind: 'elsewhere',
    doc: '',
    params: {},
    traits: { deterministic: true, savable: false, takesChanges: false },
    open({ inputs }) {
      const looking: { bytes: Uint8Array; was: string }[] = [];
      const read = (bytes: Uint8Array) => bytes.join();
      return {
        start() {
          const bytes = inputs.image.value.data as Uint8Array;
          looking.push({ bytes, was: read(bytes) });
          return false;
        },
        ready: () => true,
        finish() {
          const { bytes, was } = looking.shift()!;
          if (read(bytes) !== was) changed.push(1);
        },
        save: () => undefined,
        restore() {},
        close() {},
      };
    },
  });

  it.each([
    [0.001, 0.001, 0.001],
    [0.001, 0.005, 0.005],
    [0.003, 0.001, 0.02],
    [0.0015, 0.004, 0.007],
    [0.01, 0.002, 0.003],
  ])(
    'stays as it is until that has answered: every %d s, read every %d s, answered after %d s',
    async (period, every, latency) => {
      const loop = await smallLoop(
        {
          blocks: {
            camera: { type: 'test/camera', period, latency: 0.002 },
            watcher: {
              type: 'test/watcher',
              period: every,
              latency,
              host: 'elsewhere',
              inputs: { image: 'camera.image' },
            },
          },
        },
        { blocks: [watcher], hosts: [elsewhere] },
      );
      changed.length = 0;
      loop.runUntil(200);
      expect(changed).toEqual([]);
      // as few as that takes: those published from its release to its answer, and one that may be drawn meanwhile
      expect(portOf(loop, 'camera.image').extraFrames).toBe(
        Math.ceil(latency / Math.max(0.001, Math.floor(1000 * period) / 1000)) + 1,
      );
    },
  );

  it('needs no more frames where its readers are here', async () => {
    const blocks = {
      camera: { type: 'test/camera', period: 0.001 },
      other: { type: 'test/camera', period: 0.001 },
      watcher: { type: 'test/watcher', period: 0.001, inputs: { image: 'camera.image' } },
      remote: { type: 'test/watcher', period: 0.001, host: 'elsewhere', inputs: { image: 'other.image' } },
    };
    const loop = await smallLoop({ blocks }, { blocks: [watcher], hosts: [elsewhere] });
    expect(portOf(loop, 'camera.image').extraFrames).toBe(0);
    expect(portOf(loop, 'other.image').extraFrames).toBe(2);
  });
});

describe('a block that is to answer within an age', () => {
  it('is lost by whole ticks, of which there is one at least', async () => {
    for (const [maxAge, lostAt] of [
      [0.0104, 22],
      [0.0106, 23],
      [0.0001, 13],
    ] as const) {
      const robot = new FakeRobot();
      const host = { kind: 'robot', late: 'hold', maxAge, lost: 'hold' };
      const loop = await smallLoop({ blocks: { a: { ...counter, host } } }, { hosts: [robot.kind] });
      loop.realTime = true;
      const lost: number[] = [];
      loop.listen({ lost: ({ tick, isLost }) => isLost && lost.push(tick) });
      loop.runUntil(12);
      robot.isReady = false;
      loop.runUntil(40);
      // answered last at 11 ms; looked at again when the next answer is due, at 21 ms
      expect(lost).toEqual([Math.max(21, lostAt)]);
    }
  });
});
