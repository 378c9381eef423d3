import { describe, expect, it } from 'vitest';
import { FakeRobot } from '../../test/support/fake-robot.ts';
import { smallLoop, watch } from '../../test/support/small-blocks.ts';

const counterInto = (inputs: unknown, extra: Record<string, unknown> = {}) => ({
  blocks: {
    counter: { type: 'test/counter', period: 0.01 },
    gain: { type: 'test/gain', period: 0.01, inputs, ...extra },
  },
});

describe('the loop', () => {
  it('publishes one tick after release when no latency is given', async () => {
    const loop = await smallLoop({ blocks: { counter: { type: 'test/counter', period: 0.01 } } });
    const seen = watch(loop, 'counter.count');
    loop.runUntil(25);
    expect(seen).toEqual([
      [1, 0],
      [11, 1],
      [21, 2],
    ]);
  });

  it('lets a reader see at its release only what was published by then', async () => {
    const loop = await smallLoop(counterInto({ in: 'counter.count' }));
    const seen = watch(loop, 'gain.out');
    loop.runUntil(25);
    // released together at 0, 10, 20: the counter's newest value arrives one tick too late each time
    expect(seen).toEqual([
      [1, 0],
      [11, 0],
      [21, 1],
    ]);
  });

  it('publishes after the declared latency, also when that is longer than the period', async () => {
    const loop = await smallLoop({ blocks: { counter: { type: 'test/counter', period: 0.01, latency: 0.025 } } });
    const seen = watch(loop, 'counter.count');
    loop.runUntil(60);
    expect(seen).toEqual([
      [25, 0],
      [35, 1],
      [45, 2],
      [55, 3],
    ]);
  });

  it('keeps many pictures in flight without one overwriting another', async () => {
    const loop = await smallLoop({ blocks: { camera: { type: 'test/camera', period: 0.01, latency: 0.035 } } });
    const seen: number[][] = [];
    loop.ports[0].listen((port) => seen.push([...new Set(port.signal.value.data as Uint8Array)]));
    loop.runUntil(100);
    expect(seen).toEqual([[0], [1], [2], [3], [4], [5], [6]]);
  });

  it('releases a 30 Hz block at the ticks nearest above k/30 s, for ever', async () => {
    const loop = await smallLoop({ duration: 100, blocks: { counter: { type: 'test/counter', rateHz: 30 } } });
    const seen = watch(loop, 'counter.count');
    loop.runUntil(100_000);
    expect(seen.length).toBe(3000);
    for (const [tick, k] of seen) expect(tick - 1).toBe(Math.ceil((k * 100) / 3));
  });

  it('ends at the first tenth of a second at which a published field is in bounds, however it is run', async () => {
    const document = {
      blocks: { counter: { type: 'test/counter', period: 0.01 } },
      until: { of: 'counter.count.data', min: 33 },
    };
    const loop = await smallLoop(document);
    await loop.run(1000);
    expect([loop.ended, loop.tick]).toEqual([true, 400]);
    const stepped = await smallLoop(document);
    for (let tick = 1; tick <= 1000; tick++) stepped.runUntil(tick);
    expect([stepped.tick, stepped.hash()]).toEqual([400, loop.hash()]);
  });

  it('starts a block at its offset', async () => {
    const loop = await smallLoop({ blocks: { counter: { type: 'test/counter', period: 0.01, offset: 0.0035 } } });
    const seen = watch(loop, 'counter.count');
    loop.runUntil(30);
    expect(seen.map(([tick]) => tick)).toEqual([5, 15, 25]);
  });

  it('publishes every so many steps what it would have published then, and steps in between', async () => {
    const blocks = (publishEvery: number) => ({
      blocks: {
        u: { type: 'test/constant', period: 0.1, params: { value: 3 } },
        plant: { type: 'test/integrator', inputs: { u: 'u.value' }, publishEvery },
      },
    });
    const [always, sometimes] = [await smallLoop(blocks(1)), await smallLoop(blocks(10))];
    const [all, some] = [watch(always, 'plant.x'), watch(sometimes, 'plant.x')];
    always.runUntil(100);
    sometimes.runUntil(100);
    expect(some.map(([tick]) => tick)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90]);
    expect(some).toEqual(all.filter(([tick]) => tick % 10 === 0));
  });

  it('publishes as seldom where answers come later', async () => {
    const robot = new FakeRobot();
    const loop = await smallLoop(
      { blocks: { robot: { type: 'test/integrator', period: 0.001, publishEvery: 4, host: { kind: 'robot' } } } },
      { hosts: [robot.kind] },
    );
    const seen = watch(loop, 'robot.x');
    loop.runUntil(14);
    expect(seen.map(([tick]) => tick)).toEqual([4, 8, 12]);
  });

  it('does not let a step publish between publications, whatever it says itself', async () => {
    const loop = await smallLoop({ blocks: { counter: { type: 'test/counter', period: 0.001, publishEvery: 4 } } });
    const seen = watch(loop, 'counter.count');
    loop.runUntil(10);
    expect(seen).toEqual([
      [4, 3],
      [8, 7],
    ]);
  });

  it('keeps the latched value when a step publishes nothing', async () => {
    const loop = await smallLoop({
      blocks: { counter: { type: 'test/counter', period: 0.001, params: { every: 10 } } },
    });
    const seen = watch(loop, 'counter.count');
    loop.runUntil(95);
    expect(seen.map(([, n]) => n)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
    expect(loop.ports[0].signal.sequence).toBe(10);
  });

  it('gives the same result whatever the order of the blocks in the file', async () => {
    const forward = counterInto({ in: 'counter.count' });
    const backward = { blocks: Object.fromEntries(Object.entries(forward.blocks).reverse()) };
    const [a, b] = [await smallLoop(forward), await smallLoop(backward)];
    a.runUntil(500);
    b.runUntil(500);
    expect(b.hash()).toBe(a.hash());
  });

  it('integrates a plant over the time to its next release, so a constant input gives a straight line', async () => {
    const loop = await smallLoop({
      blocks: {
        one: { type: 'test/constant', period: 10, params: { value: 1 } },
        // a period that is no multiple of the tick: released at 0, 2, 3, 5, 6 …
        plant: { type: 'test/integrator', period: 0.0015, offset: 0.0015, inputs: { u: 'one.value' } },
      },
    });
    loop.runUntil(999);
    // the first step begins at 2 ms; the last one published, released at 996, ends at 998
    expect(loop.ports[1].signal.value.data).toBeCloseTo(0.996, 12);
  });

  it('tells how old the data behind a signal is, through a loop of plant, sensor and controller', async () => {
    const loop = await smallLoop({
      blocks: {
        plant: { type: 'test/integrator', period: 0.001, inputs: { u: 'controller.out' } },
        sensor: { type: 'test/gain', period: 0.02, latency: 0.005, inputs: { in: 'plant.x' } },
        controller: {
          type: 'test/gain',
          period: 0.01,
          latency: 0.002,
          inputs: { in: { from: 'sensor.out', delay: 0.003 } },
          params: { gain: -2 },
        },
      },
    });
    loop.runUntil(61);
    const command = loop.ports.find((port) => port.path === 'controller.out')!.signal;
    expect(command.origins).toEqual(['plant']);
    // captured at 40, sent at 45, arrived at 48, read at 50, published at 52
    expect(command.publishedNs).toBe(52e6);
    expect([...command.captureTicks]).toEqual([40]);
  });
});

describe('a snapshot', () => {
  const noisy = {
    seed: 7,
    blocks: {
      plant: { type: 'test/integrator', inputs: { u: 'controller.out' }, params: { initial: 1 } },
      sensor: { type: 'test/noise', period: 0.007, latency: 0.011, inputs: { in: 'plant.x' }, params: { sigma: 0.1 } },
      camera: { type: 'test/camera', period: 0.005, latency: 0.012 },
      controller: {
        type: 'test/gain',
        rateHz: 30,
        params: { gain: -1 },
        inputs: { in: { from: 'sensor.out', delay: 0.004, jitter: 0.02, loss: 0.2, reorder: true } },
      },
    },
  };

  it('restored into the same loop and continued equals continuing', async () => {
    const loop = await smallLoop(noisy);
    loop.runUntil(333);
    const saved = loop.save();
    loop.runUntil(900);
    const expected = loop.hash();
    loop.restore(saved);
    expect(loop.tick).toBe(333);
    loop.runUntil(900);
    expect(loop.hash()).toBe(expected);
  });

  it('restored into a fresh loop and continued equals continuing', async () => {
    const [a, b] = [await smallLoop(noisy), await smallLoop(noisy)];
    a.runUntil(501);
    b.restore(structuredClone(a.save()));
    a.runUntil(1000);
    b.runUntil(1000);
    expect(b.hash()).toBe(a.hash());
  });

  it('is not changed by the run going on', async () => {
    const loop = await smallLoop(noisy);
    loop.runUntil(100);
    const saved = loop.save();
    const copy = structuredClone(saved);
    loop.runUntil(400);
    expect(saved).toEqual(copy);
  });
});

describe('random streams', () => {
  const withNoise = (seed: number, extra = {}) =>
    smallLoop({
      seed,
      blocks: {
        ...extra,
        source: { type: 'test/counter', period: 0.01 },
        noise: { type: 'test/noise', period: 0.01, inputs: { in: 'source.count' } },
      },
    });

  it('differ with the seed and repeat with it', async () => {
    const hashes = await Promise.all(
      [1, 1, 2].map(async (seed) => {
        const loop = await withNoise(seed);
        loop.runUntil(300);
        return loop.hash();
      }),
    );
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
  });

  it('are not reshuffled by adding another block', async () => {
    const [plain, more] = [
      await withNoise(3),
      await withNoise(3, { other: { type: 'test/noise', period: 0.002, inputs: { in: 'source.count' } } }),
    ];
    const [a, b] = [watch(plain, 'noise.out'), watch(more, 'noise.out')];
    plain.runUntil(300);
    more.runUntil(300);
    expect(b).toEqual(a);
  });
});

describe('the hash of a run', () => {
  it('is one in which every bit of every signal, the tick and the names of the ports count', async () => {
    const loop = await smallLoop(counterInto({ in: 'counter.count' }));
    loop.runUntil(25);
    const hashes = new Set([loop.hash()]);
    for (const { hash } of loop.ports) {
      for (const word of ['low', 'high'] as const) {
        for (let bit = 0; bit < 32; bit++) {
          hash[word] ^= 1 << bit;
          hashes.add(loop.hash());
          hash[word] ^= 1 << bit;
        }
      }
    }
    // two ports of two words
    expect(hashes.size).toBe(1 + 2 * 64);
    const later = await smallLoop(counterInto({ in: 'counter.count' }));
    later.runUntil(26);
    const named = await smallLoop({ blocks: { other: { type: 'test/counter', period: 0.01 } } });
    const unnamed = await smallLoop({ blocks: { counter: { type: 'test/counter', period: 0.01 } } });
    expect(named.hash()).not.toBe(unnamed.hash());
    expect(hashes.has(later.hash())).toBe(false);
  });
});
