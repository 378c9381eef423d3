import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { PlatoonStatusConstants as Mode, setTime } from '../../msgs/index.ts';
import { platoonBeacon } from './beacon.ts';
import { platoonLeader } from './leader.ts';
import { LAWS } from './params.ts';
import { platoon } from './platoon.ts';

/** Gap at which each law is content behind one that drives 25 m/s. */
const CONTENT = { acc: 2 + 1.2 * 25, path: 5, ploeg: 2 + 0.5 * 25, consensus: 15 + 0.8 * 25, flatbed: 5 };

class Follower {
  readonly runner;
  constructor(params: object) {
    this.runner = new BlockRunner(platoon, { recovery: 0, ...params });
  }
  say(
    over: {
      gap?: number;
      rate?: number;
      speed?: number;
      beacon?: object | false;
      radar?: boolean;
      seen?: boolean;
    } = {},
  ) {
    const { gap = 30, rate = 0, speed = 25, beacon = {}, radar = true, seen = true } = over;
    const { runner } = this;
    const { nowNs } = runner.time;
    runner.send('state', (state) => (state.vx = speed));
    if (radar)
      runner.send('radar', (track) => {
        setTime(track.stamp, nowNs);
        Object.assign(track, { detected: seen, range: gap, range_rate: rate });
      });
    if (beacon !== false)
      for (const [port, position] of [
        ['predecessor', 100],
        ['leader', 100],
      ] as const)
        runner.send(port, (message) => {
          setTime(message.stamp, nowNs);
          Object.assign(message, { speed: 25, length: 4, position, ...beacon });
        });
    runner.step();
    return { wanted: runner.outputs.ackermann.value.drive.acceleration, mode: runner.outputs.status.value.mode };
  }
}

describe.each(LAWS)('a follower by %s', (law) => {
  it('asks for nothing at the gap it wants, for more when farther and for less when nearer', () => {
    const at = (off: number) => new Follower({ law }).say({ gap: CONTENT[law] + off }).wanted;
    expect(at(0)).toBeCloseTo(0, 9);
    expect(at(2)).toBeGreaterThan(0);
    expect(at(-2)).toBeLessThan(0);
  });

  it('never drives faster than the set speed', () => {
    expect(new Follower({ law, setSpeed: 20 }).say({ gap: 100 }).wanted).toBeLessThan(0);
  });

  it('drives the set speed with nobody ahead, and stops without radar', () => {
    expect(new Follower({ law, setSpeed: 25 }).say({ seen: false })).toEqual({ wanted: 0, mode: Mode.CRUISING });
    expect(new Follower({ law }).say({ radar: false })).toEqual({ wanted: -3, mode: Mode.STOPPING });
  });
});

describe('the ladder', () => {
  const run = (follower: Follower, seconds: number, over: object) => {
    let last = follower.say(over);
    const end = follower.runner.time.now + seconds;
    while (follower.runner.time.now < end - 1e-9) last = follower.say(over);
    return last.mode;
  };

  it('falls to following when beacons are too old, and comes back after a second of hearing them', () => {
    const follower = new Follower({ recovery: 1 });
    expect(run(follower, 2, {})).toBe(Mode.COOPERATING);
    expect(run(follower, 0.3, { beacon: false })).toBe(Mode.COOPERATING);
    expect(run(follower, 0.1, { beacon: false })).toBe(Mode.FOLLOWING);
    expect(run(follower, 0.9, {})).toBe(Mode.FOLLOWING);
    expect(run(follower, 0.3, {})).toBe(Mode.COOPERATING);
  });

  it('tells age by when a beacon was true, not by when it came', () => {
    const follower = new Follower({});
    follower.runner.time.nowNs = 5e9;
    const late = { beacon: { stamp: { sec: 4, nanosec: 0 } } };
    expect(follower.say(late).mode).toBe(Mode.FOLLOWING);
  });

  it('stops when radar ceases', () => {
    const follower = new Follower({});
    run(follower, 1, {});
    expect(run(follower, 0.2, { radar: false })).toBe(Mode.COOPERATING);
    expect(run(follower, 0.2, { radar: false })).toBe(Mode.STOPPING);
  });
});

describe('a beacon', () => {
  it('tells front bumper, speed and what is asked for, with the stamp of the state', () => {
    const runner = new BlockRunner(platoonBeacon, { front: 3, roadHeading: Math.PI / 2 });
    runner.send('state', (state) =>
      Object.assign(state, { x: 7, y: 40, vx: 9, ax: 0.5, stamp: { sec: 3, nanosec: 7 } }),
    );
    runner.send('command', ({ drive }) => (drive.acceleration = -1));
    runner.step();
    expect(runner.outputs.beacon.value).toMatchObject({
      speed: 9,
      acceleration: 0.5,
      wanted_acceleration: -1,
      stamp: { sec: 3, nanosec: 7 },
    });
    expect(runner.outputs.beacon.value.position).toBeCloseTo(43, 12);
  });
});

describe('a leader', () => {
  it('asks for the derivative of its waves when it drives blindly', () => {
    const waves = [{ amplitude: 2, frequencyHz: 0.25 }];
    const runner = new BlockRunner(platoonLeader, { gain: 0, waves });
    runner.send('state', () => undefined);
    runner.runUntil(2.01);
    expect(runner.outputs.ackermann.value.drive.acceleration).toBeCloseTo(
      2 * 2 * Math.PI * 0.25 * Math.cos(Math.PI),
      9,
    );
  });

  it('brakes when it is time', () => {
    const runner = new BlockRunner(platoonLeader, { brakeAt: 1, braking: 8 });
    runner.send('state', () => undefined);
    runner.runUntil(1.05);
    expect(runner.outputs.ackermann.value.drive.acceleration).toBe(-8);
  });
});
