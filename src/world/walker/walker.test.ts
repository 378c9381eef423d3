import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { walker } from './walker.ts';

const at = (params: object, seconds: number) => {
  const runner = new BlockRunner(walker, params);
  runner.runUntil(seconds);
  return { ...runner.outputs.state.value };
};

describe('somebody who walks', () => {
  const params = {
    x: 1,
    y: 2,
    yaw: 1,
    start: 1,
    waypoints: [
      { x: 4, y: 2, speed: 1.5, wait: 2 },
      { x: 4, y: 6, speed: 2 },
    ],
  };

  it('stands until the start, goes at its speed, waits, goes on and stays at the end', () => {
    expect(at(params, 0.9)).toMatchObject({ x: 1, y: 2, yaw: 1, vx: 0 });
    const going = at(params, 2);
    expect(going.x).toBeCloseTo(2.5, 9);
    expect(going).toMatchObject({ y: 2, vx: 1.5, yaw: 0 });
    expect(at(params, 3.5)).toMatchObject({ x: 4, y: 2, vx: 0 });
    expect(at(params, 6).y).toBeCloseTo(4, 9);
    const end = at(params, 20);
    expect(end.y).toBeCloseTo(6, 9);
    expect(end.yaw).toBeCloseTo(Math.PI / 2, 9);
    expect(end.vx).toBe(0);
  });

  it('begins anew where it repeats', () => {
    // 2 s there, 2 s of rest, 2 s further
    expect(at({ ...params, repeat: true }, 1 + 6 + 1).x).toBeCloseTo(2.5, 9);
  });

  it('rounds corners as wide as asked, forwards and backwards, without a jump', () => {
    for (const reverse of [false, true]) {
      const waypoints = [
        { x: 10, y: 0, speed: 2, reverse },
        { x: 10, y: 10, speed: 2, reverse },
        { x: 2, y: 4, speed: 2, reverse },
      ];
      const runner = new BlockRunner(walker, { yaw: reverse ? Math.PI : 0, waypoints, cornerRadius: 3 });
      const { value } = runner.outputs.state;
      let { x, y, yaw } = { x: 0, y: 0, yaw: reverse ? Math.PI : 0 };
      let tightest = Infinity;
      while (runner.time.nowNs < 13e9) {
        runner.step();
        const dt = 0.01;
        // the way ends within the last step
        if (value.vx === 0) break;
        // what a vehicle with this speed and turn rate would have done
        expect(Math.hypot(value.x - x, value.y - y)).toBeLessThan(0.02 + 1e-9);
        expect(value.x - x).toBeCloseTo(value.vx * dt * Math.cos(yaw + 0.5 * value.yaw_rate * dt), 3);
        expect(value.y - y).toBeCloseTo(value.vx * dt * Math.sin(yaw + 0.5 * value.yaw_rate * dt), 3);
        expect(Math.abs(Math.sin((value.yaw - yaw) / 2))).toBeLessThan(0.01);
        if (value.yaw_rate !== 0) tightest = Math.min(tightest, Math.abs(value.vx / value.yaw_rate));
        ({ x, y, yaw } = value);
      }
      expect(value.x).toBeCloseTo(2, 9);
      expect(value.y).toBeCloseTo(4, 9);
      // the second corner has room for less: half of 10 m over tan of half its turn
      const turn = Math.PI - Math.atan2(8, 6);
      expect(tightest).toBeCloseTo(Math.min(3, 5 / Math.tan(turn / 2)), 6);
    }
  });

  it('is asked for places that differ', () => {
    expect(() => at({ x: 1, y: 1, waypoints: [{ x: 1, y: 1 }] }, 1)).toThrow(
      'expected another place than the one before',
    );
  });
});
