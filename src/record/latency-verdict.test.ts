import { describe, expect, it } from 'vitest';
import type { CommandLatency } from './latency.ts';
import { judgeLatencies } from './latency-verdict.ts';
import { latencyFigures } from './report/latency-figures.ts';

const hop = (block: string, does: string) => ({ hop: `${block} ${does}`, block, min: 0, median: 0, p99: 0, max: 0 });

/** Two commands: 10 + 20 + 5 ms, and 10 + 30 + 5 ms. */
const command: CommandLatency = {
  path: 'car.state → camera.image → pilot.twist → car.twist',
  samples: 2,
  hops: [hop('camera', 'waits'), hop('camera', 'computes'), hop('car', 'waits')],
  age: hop('car', 'age'),
  times: [1, 2],
  stack: [
    [0.01, 0.02, 0.005],
    [0.01, 0.03, 0.005],
  ],
};
const judge = (budget: object) => judgeLatencies([command], { limit: 1, hops: {}, ...budget })[0];

describe('a latency budget', () => {
  it('counts the commands whose data was older than its limit', () => {
    expect(judge({ limit: 0.045 })).toMatchObject({ over: 0, pass: true });
    expect(judge({ limit: 0.044 })).toMatchObject({ over: 1, pass: false });
    expect(judge({ limit: 0.034 })).toMatchObject({ over: 2, pass: false });
  });

  it('gives every block a share for its waits and its computing in the same command', () => {
    expect(judge({ hops: { camera: 0.04 } })).toMatchObject({
      pass: true,
      shares: [{ block: 'camera', most: expect.closeTo(0.04, 12), allowed: 0.04, pass: true }, { block: 'car' }],
    });
    expect(judge({ hops: { camera: 0.039 } })).toMatchObject({ over: 0, pass: false });
    expect(judge({ hops: { car: 0.004 } }).pass).toBe(false);
  });

  it('is for the way that it names, and for no other', () => {
    const isFor = (budget: object) => judge({ limit: 0.001, ...budget }).limit !== undefined;
    expect([{ to: 'car.twist' }, { from: 'car' }, { through: 'camera' }, {}].map(isFor)).toEqual(Array(4).fill(true));
    expect([{ to: 'car.steer' }, { from: 'ca' }, { through: 'lidar' }].map(isFor)).toEqual(Array(3).fill(false));
    expect(judgeLatencies([command], undefined)).toEqual([{ command, over: 0, shares: [], pass: true }]);
  });

  it('is drawn in a report as a stack under its limit', () => {
    const html = latencyFigures(judge({ limit: 0.04, hops: { camera: 0.05 } }));
    expect(html).toContain('✗ 1 of 2 commands over 40 ms');
    expect(html).toContain('40 ms of 50 ms');
    // three layers, each with as many points above as below
    const areas = [...html.matchAll(/opacity:0.75" d="M([^"]+)Z"/g)].map(([, path]) =>
      path.split('L').map((point) => point.split(' ').map(Number)),
    );
    expect(areas.map((points) => points.length)).toEqual([4, 4, 4]);
    const heightAt = (layer: number, i: number) => areas[layer][3 - i][1] - areas[layer][i][1];
    // the middle layer is 20 and 30 ms high
    expect(heightAt(1, 1) / heightAt(1, 0)).toBeCloseTo(1.5, 1);
    expect(heightAt(1, 0) / heightAt(0, 0)).toBeCloseTo(2, 1);
  });
});
