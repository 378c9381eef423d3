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
