import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { laneMpcReleased } from './lane-mpc-released.ts';

const { released } = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/control/mpc-solutions.json', import.meta.url), 'utf8'),
);

function command(runner: BlockRunner<any, any, any, any>, speed: number, centre?: readonly number[]): [number, number] {
  runner.send('odom', (odom: any) => (odom.twist.twist.linear.x = speed));
  if (centre !== undefined) {
    runner.send('lane', (lane: any) => {
      lane.detected = true;
      lane.centre.set(centre);
    });
  }
  runner.step();
  const { linear, angular } = (runner.outputs as any).twist.value;
  return [linear.x, angular.z];
}

describe('the MPC that MonoSIM released', () => {
  it('commands what cvxopt finds for the original problem', () => {
    const runner = new BlockRunner(laneMpcReleased);
    let saturated = 0;
    for (const { centre, speed, acceleration, steering } of released) {
      const [v, yawRate] = command(runner, speed, centre);
      expect(v).toBeCloseTo(speed + 0.1 * acceleration, 6);
      expect(yawRate).toBeCloseTo(steering, 6);
      if (Math.abs(yawRate) > 0.499) saturated++;
    }
    expect(saturated).toBeGreaterThan(3);
  });

  it('repeats its last angle while no new lane comes, with the speed measured now', () => {
    const runner = new BlockRunner(laneMpcReleased);
    const [v, yawRate] = command(runner, 2.5, [0.2, 0.05, 0, 0]);
    expect(yawRate).toBeGreaterThan(0.05);
    expect(v).toBeCloseTo(2.5, 6);
    expect(command(runner, 2)).toEqual([2, yawRate]);
  });

  it('coasts straight ahead when its limits contradict the speed', () => {
    const runner = new BlockRunner(laneMpcReleased);
    expect(command(runner, 16, [1, 0, 0, 0])).toEqual([16, 0]);
  });

  it('mirrors left and right', () => {
    const [left, right] = [1, -1].map((side) =>
      command(
        new BlockRunner(laneMpcReleased),
        2.5,
        [0.3, -0.1, 0.02, 0.001].map((c) => side * c),
      ),
    );
    expect(left[1]).toBeCloseTo(-right[1], 14);
  });

  it('stands still before the first lane', () => {
    expect(command(new BlockRunner(laneMpcReleased), 0)).toEqual([0, 0]);
  });
});

describe('its speed', () => {
  it('is that of the vehicle in any direction', () => {
    const runner = new BlockRunner(laneMpcReleased);
    runner.send('odom', (odom) => Object.assign(odom.twist.twist.linear, { x: 2, y: -3, z: 6 }));
    runner.step();
    expect(runner.outputs.twist.value.linear.x).toBeCloseTo(7, 12);
  });

  it('keeps below its limit over the whole horizon, and above standstill', () => {
    // only the limit counts: a ramp of 3 m/s² would reach 15 m/s
    const first = (speed: number, desiredSpeed: number) => {
      const own = { desiredSpeed, inputWeight: 1e-6, changeWeight: 0, speedWeight: 100 };
      return (command(new BlockRunner(laneMpcReleased, own), speed, [0, 0, 0, 0])[0] - speed) / 0.1;
    };
    expect(first(14, 30)).toBeCloseTo(3, 3);
    expect(first(14.9, 30)).toBeCloseTo(1, 3);
    expect(first(15, 30)).toBeCloseTo(0, 3);
    expect(first(0.1, -30)).toBeCloseTo(-1, 3);
    expect(first(1, -30)).toBeCloseTo(-3, 3);
  });

  it('is planned as the closed form says for a horizon of one step and of two', () => {
    // one step: min 5 (v + 0.1 a − 2.5)² + 0.5 a²
    const error = 0.5;
    const [v] = command(new BlockRunner(laneMpcReleased, { horizon: 1 }), 2.5 - error, [0, 0, 0, 0]);
    expect((v - 2) / 0.1).toBeCloseTo((5 * 0.1 * error) / (5 * 0.01 + 0.5), 6);
    // two steps: the same cost with (a₁ − a₀)², by the normal equations
    const [[a, b], [c, d]] = [
      [2 * 0.05 + 0.5 + 5, 0.05 - 5],
      [0.05 - 5, 0.05 + 0.5 + 5],
    ];
    const [r, s] = [2 * 0.5 * error, 0.5 * error];
    const [v2] = command(new BlockRunner(laneMpcReleased, { horizon: 2 }), 2.5 - error, [0, 0, 0, 0]);
    expect((v2 - 2) / 0.1).toBeCloseTo((r * d - b * s) / (a * d - b * c), 6);
  });
});
