import { describe, expect, it } from 'vitest';
import { FakeRobot } from '../../test/support/fake-robot.ts';
import { portOf, smallLoop } from '../../test/support/small-blocks.ts';
import type { Loop } from './loop.ts';

/** A plant on a robot, a sensor behind it, and another plant that is here. */
async function drive(truthNs: (nowNs: number) => number, ticks: number): Promise<Loop> {
  const robot = new FakeRobot();
  robot.truthNs = truthNs;
  const loop = await smallLoop(
    {
      blocks: {
        plant: { type: 'test/integrator', period: 0.01, latency: 0.002, host: 'robot' },
        sensor: { type: 'test/gain', period: 0.01, offset: 0.005, inputs: { in: 'plant.x' } },
        source: { type: 'test/counter', period: 0.01, latency: 0.002, host: 'robot' },
      },
    },
    { hosts: [robot.kind] },
  );
  loop.runUntil(ticks);
  return loop;
}
const stamps = (loop: Loop) =>
  ['plant.x', 'source.count', 'sensor.out'].map((path) => portOf(loop, path).signal.captureTicks);

describe('data of a host that says when it was true', () => {
  it('is as old as that, and so is what is computed from it', async () => {
    const loop = await drive((nowNs) => nowNs - 4e6, 30);
    // asked at 20 ms, true at 16 ms, published at 22 ms, read at 25 ms
    expect(stamps(loop)).toEqual([[16], [16], [16]]);
    expect(portOf(loop, 'sensor.out').signal.origins).toEqual(['plant']);
  });

  it('is true at the last tick before that instant', async () => {
    expect(stamps(await drive((nowNs) => nowNs - 3.2e6, 30))).toEqual([[16], [16], [16]]);
  });

  it('is never of the future', async () => {
    expect(stamps(await drive((nowNs) => nowNs + 1e9, 30))).toEqual([[22], [22], [22]]);
  });

  it('is of the first tick where it is older than the run', async () => {
    expect(stamps(await drive((nowNs) => nowNs - 1e9, 30))).toEqual([[0], [0], [0]]);
  });

  it('is as old as any other where the host does not say', async () => {
    // a plant is true at its publication, a source without inputs at its release
    expect(stamps(await drive(() => NaN, 30))).toEqual([[22], [20], [22]]);
  });
});
