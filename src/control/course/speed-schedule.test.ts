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

describe("RosDrive's route", () => {
  it('has the waypoints of its script, along the track, and the setpoints of its speed test', () => {
    const { waypoints, speeds } = new BlockRunner(speedSchedule).params;
    expect(waypoints.map(({ x, y }) => [x, y])).toEqual([
      [160, 45.56],
      [250, 45.56],
      [360, 45.56],
      [400, 45.56],
      [234.6, 162.89],
      [150.05, 216.63],
      [150.05, 314.86],
      [52.47, 290.75],
      [52.47, 100.73],
      [110.3, 45.56],
    ]);
    expect(speeds).toEqual([20, 14, 16, 12]);
  });
});

describe('passing', () => {
  const route = { waypoints: [{ x: 100, y: 50 }], speeds: [5], reach: 4 };
  const yaw = 2.1;
  /** Laps counted by a car of this heading, the waypoint so far ahead of it and to its left. */
  const laps = (ahead: number, left: number) =>
    drive(speedSchedule, route)(
      100 - ahead * Math.cos(yaw) + left * Math.sin(yaw),
      50 - ahead * Math.sin(yaw) - left * Math.cos(yaw),
      yaw,
    )[1];

  it('is to have the waypoint within reach and no longer ahead, whatever the heading', () => {
    expect([laps(0.1, 0), laps(0.9, 0), laps(-0.1, 0), laps(-3.9, 0), laps(-4.1, 0)]).toEqual([0, 0, 1, 1, 0]);
    expect([laps(-1, 3.9), laps(-1, -3.9), laps(-1, 4.1), laps(-1, -4.1)]).toEqual([1, 1, 0, 0]);
  });

  it('at the very edges: beside counts as passed, as far as the reach does not', () => {
    const straight = (x: number, y: number) => drive(speedSchedule, { ...route, headingOffset: 0 })(x, y, -1.57)[1];
    expect([straight(100, 50), straight(104, 50), straight(101, 54), straight(101, 46)]).toEqual([1, 0, 0, 0]);
  });
});

describe('a stop', () => {
  const stopping = (params: object = {}) => {
    const runner = new BlockRunner(speedSchedule, {
      waypoints: [{ x: 1000, y: 0 }],
      speeds: [12],
      reach: 4,
      headingOffset: 0,
      stop: { x: 100, y: 0, deceleration: 2 },
      ...params,
    });
    return (x: number, y = 0) => {
      runner.send('car_info', (info) => Object.assign(info, { latitude: x, longitude: y, heading: 0 }));
      runner.step();
      return [runner.outputs.setpoint.value.data, runner.outputs.stop.value.data];
    };
  };

  it('is there within 5 cm, and only for a car that comes within reach of it', () => {
    expect(stopping()(99.94)).toEqual([expect.closeTo(Math.sqrt(4 * 0.06), 9), 0]);
    expect(stopping()(99.96)).toEqual([0, 1]);
    expect(stopping()(103.9)).toEqual([0, 1]);
    expect(stopping()(104)).toEqual([12, 0]);
    expect(stopping()(99, 4)).toEqual([12, 0]);
    expect(stopping()(99, 3.9)).toEqual([2, 0]);
  });

  it('is not a setpoint of 0', () => {
    expect(stopping({ speeds: [0] })(50)).toEqual([0, 0]);
    const slow = stopping({ speeds: [0.5] });
    expect(slow(50)).toEqual([0.5, 0]);
  });
});

it.each([
  ['published', publishedSpeedSchedule],
  ['corrected', speedSchedule],
] as const)('the %s schedule says nothing before it knows the car', (_, schedule) => {
  const runner = new BlockRunner(schedule as typeof speedSchedule);
  runner.step();
  expect(Object.values(runner.outputs).map(({ publish }) => publish)).toEqual([false, false, false]);
});

describe('as published', () => {
  const at = (x: number, y: number, params: object = {}) =>
    drive(publishedSpeedSchedule, {
      waypoints: [{ x: 10, y: 5 }],
      speeds: [7],
      stop: { x: 10, y: 20, laps: 0, radius: 5 },
      ...params,
    })(x, y);

  it('a waypoint is a box of ±2 m by ±1 m, edges included', () => {
    const laps = (x: number, y: number) => at(x, y)[1];
    expect([laps(12, 6), laps(8, 4), laps(12.1, 5), laps(7.9, 5), laps(10, 6.1), laps(10, 3.9)]).toEqual([
      1, 1, 0, 0, 0, 0,
    ]);
  });

  it('the stop is a circle, edge included', () => {
    expect([at(13, 24), at(7, 16), at(13, 24.1), at(15.1, 20)]).toEqual([
      [0, 0, 1],
      [0, 0, 1],
      [7, 0, 0],
      [7, 0, 0],
    ]);
  });

  it('fewer waypoints than it has passed send it to the last one', () => {
    const runner = new BlockRunner(publishedSpeedSchedule, {
      waypoints: [10, 20, 30].map((x) => ({ x, y: 0 })),
      speeds: [5, 6, 7],
    });
    const drivenTo = (x: number) => {
      runner.send('car_info', (info) => Object.assign(info, { latitude: x, longitude: 0 }));
      runner.step();
      return [runner.outputs.setpoint.value.data, runner.outputs.lap.value.data];
    };
    expect([drivenTo(10), drivenTo(20)]).toEqual([
      [6, 0],
      [7, 0],
    ]);
    runner.turn({
      waypoints: [
        { x: 10, y: 0 },
        { x: 40, y: 0 },
      ],
    });
    expect([drivenTo(25), drivenTo(40)]).toEqual([
      [6, 0],
      [5, 1],
    ]);
  });
});
