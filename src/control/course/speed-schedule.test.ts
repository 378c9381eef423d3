import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { publishedSpeedSchedule } from '../published/rosdrive-speed-schedule.ts';
import { speedSchedule } from './speed-schedule.ts';

/** A car that says where it is, heading along +x unless told otherwise. */
function drive(schedule: typeof speedSchedule | typeof publishedSpeedSchedule, params: unknown = {}) {
  const runner = new BlockRunner(schedule as typeof speedSchedule, params);
  return (x: number, y: number, yaw = 0) => {
    runner.send('car_info', (info) => Object.assign(info, { latitude: x, longitude: y, heading: yaw + 1.57 }));
    runner.step();
    const { setpoint, lap, stop } = runner.outputs;
    return [setpoint.value.data, lap.value.data, stop.value.data];
  };
}

describe.each([
  ['published', publishedSpeedSchedule],
  ['corrected', speedSchedule],
] as const)('the %s speed schedule', (_, schedule) => {
  it("goes through RosDrive's setpoints along the first straight: 20, 14, 16, 12 m/s", () => {
    const at = drive(schedule);
    const seen: number[] = [];
    for (let x = 60; x < 420; x += 0.2) seen.push(at(x, 45.7)[0]);
    expect(seen.filter((speed, i) => speed !== seen[i - 1])).toEqual([20, 14, 16, 12]);
    expect(seen[Math.round((165 - 60) / 0.2)]).toBe(14);
  });

  it('counts a lap after the last waypoint', () => {
    const at = drive(schedule, {
      waypoints: [
        { x: 10, y: 0 },
        { x: 20, y: 0 },
      ],
      speeds: [5, 6],
    });
    for (let x = 0; x <= 25; x += 0.5) at(x, 0);
    expect(at(25, 0)).toEqual([5, 1, 0]);
  });

  it('stops for good at the stop point, but not before the laps are done', () => {
    const at = drive(schedule, {
      waypoints: [
        { x: 10, y: 0 },
        { x: 30, y: 0 },
      ],
      speeds: [5],
      stop: { x: 20, y: 0, laps: 1 },
    });
    for (let x = 0; x <= 32; x += 0.5) expect(at(x, 0)[2]).toBe(0);
    for (let x = 0; x <= 22; x += 0.5) at(x, 0);
    expect(at(40, 0)).toEqual([0, 1, 1]);
  });
});

it('goes on to the last waypoint when there are fewer than it has passed', () => {
  const place = (x: number) => ({ x, y: 0 });
  const runner = new BlockRunner(speedSchedule, {
    waypoints: [10, 20, 30, 40].map(place),
    speeds: [5, 6, 7, 8],
    reach: 2,
  });
  const at = (x: number) => {
    runner.send('car_info', (info) => Object.assign(info, { latitude: x, longitude: 0, heading: 1.57 }));
    runner.step();
    return runner.outputs.setpoint.value.data;
  };
  expect([at(10.5), at(20.5), at(30.5)]).toEqual([6, 7, 8]);
  runner.turn({ waypoints: [10, 40].map(place) });
  expect([at(31), at(40.5)]).toEqual([6, 5]);
});

it('as published waits for a waypoint that was missed by more than a metre; corrected it does not', () => {
  const [published, corrected] = [drive(publishedSpeedSchedule), drive(speedSchedule)];
  for (let x = 60; x < 200; x += 0.2) {
    published(x, 47.5);
    corrected(x, 47.5);
  }
  expect(published(200, 47.5)[0]).toBe(20);
  expect(corrected(200, 47.5)[0]).toBe(14);
});

it('corrected approaches the stop along √(2 a d)', () => {
  const at = drive(speedSchedule, {
    waypoints: [{ x: 1000, y: 0 }],
    speeds: [12],
    stop: { x: 100, y: 0, deceleration: 3 },
  });
  expect(at(60, 0)[0]).toBe(12);
  expect(at(90, 0)[0]).toBeCloseTo(Math.sqrt(60), 12);
  expect(at(99.99, 0)).toEqual([0, 0, 1]);
});
