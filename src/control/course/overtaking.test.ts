import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { advanceGap, createLeadCar, noteEcho } from './overtaking-gap.ts';
import { overtaking } from './overtaking.ts';

describe('the car ahead', () => {
  it('is known by gap and speed after two echoes, and followed blind from then on', () => {
    const lead = createLeadCar();
    noteEcho(lead, 20, 1, 15, 0);
    expect(lead).toMatchObject({ isKnown: true, gap: 20, speed: -1 });
    noteEcho(lead, 19.4, 2, 15, 0.2e9);
    expect(lead.speed).toBeCloseTo(12, 9);
    for (let k = 0; k < 100; k++) advanceGap(lead, 15, 0.1);
    expect(lead.gap).toBeCloseTo(19.4 - 30, 9);
  });
});

/** Two cars on a straight line, the own one told by its sonars where the other is; it moves sideways as an ideal car would. */
function race(own: number, other: number, duration: number, params: object = {}) {
  const runner = new BlockRunner(overtaking, { setpoint: own, ...params });
  const dt = 1 / 30;
  let [x, y, yaw, speed, otherX] = [0, 0, 0, own, 30];
  const phases: number[] = [];
  let nearest = Infinity;
  for (let k = 0; k * dt < duration; k++) {
    const gap = otherX - 0.9 - (x + 3.7);
    const beside = otherX - 0.9 < x + 3.25 && otherX + 3.7 > x + 3.25;
    if (k % 6 === 0) {
      for (const name of ['left_far', 'left_middle', 'right_middle', 'right_far'] as const) {
        const sees = name.endsWith('middle') && Math.abs(y) < 1.5 && gap > 0 && gap < 20;
        runner.send(name, (range) => Object.assign(range, { max_range: 20, range: sees ? gap - 0.05 : 20 }));
      }
      runner.send('side_left', (range) => Object.assign(range, { max_range: 2, range: 2 }));
      runner.send('side_right', (range) =>
        Object.assign(range, { max_range: 2, range: beside && y - 1.8 < 2 ? y - 1.8 : 2 }),
      );
    }
    runner.send('car_info', (info) =>
      Object.assign(info, {
        latitude: x + 1.45 * Math.cos(yaw),
        longitude: y + 1.45 * Math.sin(yaw),
        heading: yaw + 1.57,
        speed,
      }),
    );
    runner.step();
    const { steering, setpoint } = runner.outputs;
    if (steering.value.reason !== phases.at(-1)) phases.push(steering.value.reason);
    // without a wish it goes back to the line
    const steer = steering.value.active ? steering.value.steer * 0.6458 : Math.atan(2.86 * (-0.02 * y - 0.3 * yaw));
    yaw += (speed * Math.tan(steer) * dt) / 2.86;
    x += speed * Math.cos(yaw) * dt;
    y += speed * Math.sin(yaw) * dt;
    speed += Math.max(-5, Math.min(3, (setpoint.value.data - speed) / 0.3)) * dt;
    otherX += other * dt;
    const overlaps = x + 3.7 > otherX - 0.9 && x - 0.9 < otherX + 3.7;
    if (overlaps) nearest = Math.min(nearest, Math.abs(y) - 1.76);
  }
  return { phases, nearest, ahead: x - otherX, y, speed };
}

describe('overtaking', () => {
  it.each([14, 16, 20])(
    'follows, pulls out, passes and returns at %s m/s against 12 m/s, a metre or more beside the other car',
    (speed) => {
      const { phases, nearest, ahead, y } = race(speed, 12, 30);
      expect(phases).toEqual([0, 1, 2, 3, 0]);
      expect(nearest).toBeGreaterThan(1);
      expect(ahead).toBeGreaterThan(8);
      expect(Math.abs(y)).toBeLessThan(0.3);
    },
  );

  it('stays behind when passing would take too long', () => {
    const { phases, ahead, speed } = race(13, 12, 60);
    expect(phases).toEqual([0]);
    expect(ahead).toBeLessThan(-10);
    expect(speed).toBeCloseTo(12, 1);
  });
});
