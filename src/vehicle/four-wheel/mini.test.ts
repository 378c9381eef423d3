import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { wrapToPi } from '../../math/angle.ts';
import { Control } from '../../msgs/index.ts';
import { fourWheel } from './four-wheel.ts';

const file = parseYaml(readFileSync(new URL('../../../vehicles/mini.yaml', import.meta.url), 'utf8'));
const { FORWARD, REVERSE, NEUTRAL } = { NEUTRAL: 1, FORWARD: 2, REVERSE: 3 };

interface Pedals {
  readonly throttle?: number;
  readonly brake?: number;
  readonly steer?: number;
  readonly gear?: number;
}

class Mini {
  readonly runner = new BlockRunner(fourWheel, file.params);
  time = 0;

  /** Drives so many seconds, with pedals that may follow from the state. */
  drive(seconds: number, pedals: (state: typeof this.state) => Pedals): this {
    this.time += seconds;
    this.runner.runUntil(this.time, () => {
      const { throttle = 0, brake = 0, steer = 0, gear = FORWARD } = pedals(this.state);
      this.runner.send('control', (control: Control) =>
        Object.assign(control, { throttle, brake, steer, shift_gears: gear }),
      );
    });
    return this;
  }

  get state() {
    return this.runner.outputs.state.value;
  }
}

/** Throttle that holds a speed in either direction. */
const hold =
  (speed: number, steer = 0) =>
  (state: { vx: number }): Pedals => {
    const error = Math.abs(speed) - Math.abs(state.vx);
    return {
      throttle: Math.max(0, 0.05 + 0.3 * error),
      brake: Math.max(0, -0.3 * error - 0.02),
      steer,
      gear: speed < 0 ? REVERSE : FORWARD,
    };
  };

describe("the parking bench's Mini", () => {
  it('has the outline and axles of its source', () => {
    const { front, rear, halfWidth, top } = file.body;
    expect(front + rear).toBeCloseTo(3.802, 3);
    expect(2 * halfWidth).toBeCloseTo(1.974, 3);
    expect(top).toBe(1.475);
    expect(file.params.wheelBase).toBe(2.5113);
    // rear axle 1.3666 m behind the middle
    expect((front - rear) / 2).toBeCloseTo(1.3666, 3);
  });

  it.each([
    [1, 1],
    [-1, 1],
    [1, -1],
  ])('turns on the kinematic circle at 1 m/s, steering %d, driving %d', (steer, way) => {
    const mini = new Mini().drive(8, hold(way, steer));
    const radius = 2.5113 / Math.tan(0.61);
    expect(Math.abs(mini.state.vx)).toBeGreaterThan(0.9);
    expect(mini.state.vx / mini.state.yaw_rate / (steer * radius)).toBeGreaterThan(0.99);
    expect(mini.state.vx / mini.state.yaw_rate / (steer * radius)).toBeLessThan(1.01);
    // and comes round to the same place after a whole turn
    const { x, y, yaw } = { ...mini.state };
    const turn = (2 * Math.PI) / Math.abs(mini.state.yaw_rate);
    mini.drive(Math.round(turn * 1000) / 1000, hold(way, steer));
    expect(Math.hypot(mini.state.x - x, mini.state.y - y)).toBeLessThan(0.02 * 2 * Math.PI * radius);
    expect(Math.abs(wrapToPi(mini.state.yaw - yaw))).toBeLessThan(0.1);
  });

  it('steers no faster than 0.6 rad/s and no further than 35°', () => {
    const mini = new Mini();
    let before = 0;
    let fastest = 0;
    for (let i = 0; i < 150; i++) {
      mini.drive(0.01, () => ({ brake: 0.5, steer: 1 }));
      fastest = Math.max(fastest, (mini.state.steering - before) / 0.01);
      before = mini.state.steering;
    }
    expect(fastest).toBeLessThan(0.6 + 1e-6);
    expect(fastest).toBeGreaterThan(0.59);
    expect(before).toBeCloseTo(0.61, 3);
  });

  it('drives five metres backwards and stops there', () => {
    const mini = new Mini();
    while (mini.state.x > -4.9 && mini.time < 20) mini.drive(0.05, hold(-1));
    expect(mini.time).toBeLessThan(12);
    mini.drive(2, () => ({ brake: 0.3, gear: REVERSE }));
    expect(mini.state.vx).toBe(0);
    expect(mini.state.x).toBeGreaterThan(-5.5);
    expect(mini.state.x).toBeLessThan(-4.9);
    expect(Math.abs(mini.state.y)).toBeLessThan(1e-6);
  });

  it('creeps with released pedals, forwards and backwards, and rolls out in neutral', () => {
    for (const gear of [FORWARD, REVERSE]) {
      const mini = new Mini().drive(0.2, () => ({ throttle: 0.1, gear })).drive(8, () => ({ gear }));
      expect(Math.abs(mini.state.vx)).toBeGreaterThan(0.9);
      expect(Math.abs(mini.state.vx)).toBeLessThan(1.5);
      expect(Math.sign(mini.state.vx)).toBe(gear === FORWARD ? 1 : -1);
      expect(Math.abs(mini.drive(12, () => ({ gear: NEUTRAL })).state.vx)).toBeLessThan(1e-9);
    }
  });

  it('stands still on its brake in gear for a minute, wheels turned or turning', () => {
    const mini = new Mini().drive(3, hold(1, 1)).drive(2, () => ({ brake: 0.2, steer: 1 }));
    const { x, y, yaw } = { ...mini.state };
    let farthest = 0;
    for (let i = 0; i < 60; i++) {
      mini.drive(1, () => ({ brake: 0.2, steer: i % 2 === 0 ? -1 : 1 }));
      farthest = Math.max(farthest, Math.hypot(mini.state.x - x, mini.state.y - y), Math.abs(mini.state.yaw - yaw));
    }
    expect(farthest).toBeLessThan(1e-6);
    expect(mini.state.vx).toBe(0);
  });
});
