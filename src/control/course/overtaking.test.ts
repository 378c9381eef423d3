import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { advanceGap, createLeadCar, frontEcho, noteEcho } from './overtaking-gap.ts';
import { priusCamera } from '../../../test/fixtures/course/prius-course.ts';
import { cameraParams } from '../../camera-model/camera-params.ts';
import { parse } from '../../core/schema.ts';
import { LineCoords } from '../../msgs/index.ts';
import { endsOnGround } from './line-steering-law.ts';
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

describe('echoes of the car ahead', () => {
  const known = () => {
    const lead = createLeadCar();
    noteEcho(lead, 20, 1, 15, 0);
    noteEcho(lead, 19.5, 2, 15, 0.25e9);
    return lead;
  };

  it('are none to begin with', () => {
    expect(createLeadCar()).toEqual({ isKnown: false, gap: 0, speed: -1, range: -1, rangeNs: 0, sequence: 0 });
  });

  it('change the speed by half of what is new', () => {
    const lead = known();
    // 0.6 m nearer in 0.1 s: 9 m/s; half way from 13
    noteEcho(lead, 18.9, 3, 15, 0.35e9);
    expect(lead.speed).toBeCloseTo(11, 9);
    expect(lead).toMatchObject({ gap: 18.9, range: 18.9, rangeNs: 0.35e9, sequence: 3 });
  });

  it('count once, and need not come from a car that drives backwards', () => {
    const lead = known();
    noteEcho(lead, 3, 2, 15, 0.3e9);
    expect(lead.gap).toBe(19.5);
    const stands = createLeadCar();
    noteEcho(stands, 20, 1, 15, 0);
    noteEcho(stands, 18, 2, 15, 0.1e9);
    expect(stands.speed).toBe(0);
    // a car that stands has been measured: the next echo counts half
    noteEcho(stands, 17, 3, 15, 0.2e9);
    expect(stands.speed).toBeCloseTo(0.5 * 5, 9);
  });

  it('that jump by 6 m, come after a second or after none are those of another car, whose speed is not known from one', () => {
    for (const [echo, ns] of [
      [13.5, 0.4e9],
      [25.5, 0.4e9],
      [19, 1.25e9],
    ]) {
      const lead = known();
      noteEcho(lead, echo, 3, 15, ns);
      expect(lead.speed).toBe(13);
      expect(lead.gap).toBe(echo);
      const once = createLeadCar();
      noteEcho(once, 19.5, 1, 15, 0.25e9);
      noteEcho(once, echo, 2, 15, ns);
      expect(once.speed).toBe(-1);
    }
    const near = known();
    noteEcho(near, 13.6, 3, 15, 1.2e9);
    expect(near.speed).not.toBe(13);
  });

  it('that cease leave the car known and its speed, but no range to measure the next one against', () => {
    const lead = known();
    noteEcho(lead, -1, 3, 15, 0.3e9);
    expect(lead).toMatchObject({ isKnown: true, range: -1, gap: 19.5 });
    noteEcho(lead, 2, 4, 15, 0.4e9);
    expect(lead.speed).toBe(13);
    const touching = createLeadCar();
    noteEcho(touching, 0, 1, 15, 0);
    expect(touching).toMatchObject({ isKnown: true, gap: 0, range: 0 });
    noteEcho(touching, 0.5, 2, 15, 0.1e9);
    expect(touching.speed).toBeCloseTo(20, 9);
  });

  it('of a car that was never heard of say that its speed is not known', () => {
    const lead = Object.assign(createLeadCar(), { speed: 7 });
    noteEcho(lead, 10, 1, 15, 0);
    expect(lead.speed).toBe(-1);
  });

  it('let the gap be carried on only once the speed is known, also that of a car that stands', () => {
    const gapAfter = (lead: object) => {
      const own = Object.assign(createLeadCar(), { gap: 10 }, lead);
      advanceGap(own, 15, 0.1);
      return own.gap;
    };
    expect(gapAfter({ isKnown: true, speed: 0 })).toBeCloseTo(8.5, 12);
    expect(gapAfter({ isKnown: true, speed: 0.5 })).toBeCloseTo(8.55, 12);
    expect(gapAfter({ isKnown: true, speed: -1 })).toBe(10);
    expect(gapAfter({ isKnown: false, speed: 12 })).toBe(10);
  });

  it('come from the nearest of four sonars, from the nose on', () => {
    const heard = (ranges: Partial<Record<keyof typeof FREE, number>>) => {
      const inputs = Object.entries({ ...FREE, ...ranges }).map(([name, range]) => [
        name,
        { value: { range, max_range: 20 }, sequence: 1 },
      ]);
      return frontEcho(Object.fromEntries(inputs), 3.75, 3.5, 3.7);
    };
    expect(heard({})).toBe(-1);
    expect(heard({ left_middle: 10 })).toBeCloseTo(10.05, 12);
    expect(heard({ right_middle: 10 })).toBeCloseTo(10.05, 12);
    expect(heard({ left_far: 10 })).toBeCloseTo(9.8, 12);
    expect(heard({ right_far: 10 })).toBeCloseTo(9.8, 12);
    for (const name of Object.keys(FREE) as (keyof typeof FREE)[])
      expect(heard({ left_far: 12, left_middle: 12, right_middle: 12, right_far: 12, [name]: 5 })).toBeLessThan(6);
    // nothing is behind the nose
    expect(heard({ left_far: 0.1 })).toBe(0);
  });
});

const FREE = { left_far: 20, left_middle: 20, right_middle: 20, right_far: 20 };

describe('the machine that overtakes', () => {
  const [FOLLOW, PULL_OUT, PASS, RETURN] = [0, 1, 2, 3];
  const POSE = { x: 30, y: -12, yaw: 0.8 };
  const camera = parse(cameraParams, priusCamera, 'camera');
  /** A line ahead that turns to the left by this much [rad]. */
  const line = Object.assign(LineCoords.create(), { detected: true, x1: 400, y1: 500, x2: 380, y2: 425 });
  const ends = new Float64Array(4);
  endsOnGround(camera, line, ends);
  const turn = Math.atan2(ends[3] - ends[1], ends[2] - ends[0]);

  /** A machine in a phase, with the other car known; one step of 0.1 s at this speed. */
  function machine(phase: number, given: { lead?: object; state?: object; params?: object } = {}) {
    const runner = new BlockRunner(overtaking, { camera, ...given.params }, { period: 0.1 });
    runner.time.nowNs = 10e9;
    Object.assign(runner.state, { phase }, given.state);
    Object.assign(runner.state.lead, { isKnown: true, speed: 12, gap: 8 }, given.lead);
    const step = (speed: number, pose = POSE) => {
      runner.send('car_info', (info) =>
        Object.assign(info, {
          latitude: pose.x + 1.45 * Math.cos(pose.yaw),
          longitude: pose.y + 1.45 * Math.sin(pose.yaw),
          heading: pose.yaw + 1.57,
          speed,
        }),
      );
      runner.step();
      return runner.outputs.steering.value;
    };
    const beside = (range: number) =>
      runner.send('side_right', (value) => Object.assign(value, { range, max_range: 2 }));
    return { runner, step, beside };
  }

  it.each([
    ['at 8 m', 8, 12, 12, 15, PULL_OUT],
    ['not before', 8.01, 12, 12, 15, FOLLOW],
    ['when a fast approach leaves 2.5 s', 20.7, 10, 18, 18, PULL_OUT],
    ['not when it leaves more', 20.9, 10, 18, 18, FOLLOW],
    // 8 + 4.6 + 3.7 + 0.9 + 4 m
    ['when passing takes less than 12 s', 8, 12, 12, 12 + 21.2 / 11.9, PULL_OUT],
    ['not when it takes more', 8, 12, 12, 12 + 21.2 / 12.1, FOLLOW],
    ['when less of that is left', 4, 12, 12, 12 + 17.2 / 11.9, PULL_OUT],
    ['not when it would never pass', 8, 12, 12, 12, FOLLOW],
    ['when the other car stands', 8, 0, 0, 5, PULL_OUT],
    ['when the other car creeps', 8, 0.5, 0.5, 1.5 + 21.2 / 12, PULL_OUT],
    ['not when its speed is not known', 8, -1, 12, 15, FOLLOW],
  ])('pulls out %s: gap %s m, its speed %s, own speed %s, wanted %s m/s', (_when, gap, other, speed, wanted, phase) => {
    const { runner, step } = machine(FOLLOW, { lead: { gap, speed: other }, params: { setpoint: wanted } });
    expect(step(speed)).toMatchObject({ reason: phase, active: phase === PULL_OUT });
    expect(runner.state.phase).toBe(phase);
  });

  it('does not pull out behind nobody', () => {
    const { step } = machine(FOLLOW, { lead: { isKnown: false } });
    expect(step(12).reason).toBe(FOLLOW);
  });

  it('pulls out on a road as straight as it takes for straight, along which it then drives', () => {
    for (const [bend, phase] of [
      [1.02 * Math.sin(turn), PULL_OUT],
      [0.98 * Math.sin(turn), FOLLOW],
    ]) {
      const { runner, step } = machine(FOLLOW, { params: { bend } });
      runner.send('line', (seen) => Object.assign(seen, line));
      expect(step(12).reason).toBe(phase);
      if (phase === FOLLOW) continue;
      expect(runner.state).toMatchObject({
        x: expect.closeTo(30, 9),
        y: expect.closeTo(-12, 9),
        sinceNs: 10e9,
        swerveNs: 10e9,
      });
      expect(runner.state.cosine).toBeCloseTo(Math.cos(0.8 + turn), 3);
      expect(runner.state.sine).toBeCloseTo(Math.sin(0.8 + turn), 3);
    }
  });

  it('passes once it is beside the other car, or a metre beyond its tail', () => {
    const along = { cosine: Math.cos(0.8), sine: Math.sin(0.8) };
    const phaseAt = (gap: number, isSeen = false) => {
      const { step, beside } = machine(PULL_OUT, { lead: { gap, speed: 12 }, state: along });
      if (isSeen) beside(1);
      return step(12).reason;
    };
    expect([phaseAt(-0.9), phaseAt(-1.1), phaseAt(5, true), phaseAt(0.5), phaseAt(5)]).toEqual([1, 2, 2, 1, 1]);
  });

  it('goes back behind the other car where the road bends twice as much as it may', () => {
    // the line that is driven, from which the line ahead turns away
    const along = { cosine: Math.cos(0.8), sine: Math.sin(0.8) };
    for (const [bend, phase] of [
      [0.51 * Math.sin(turn), PULL_OUT],
      [0.49 * Math.sin(turn), FOLLOW],
    ]) {
      const { runner, step } = machine(PULL_OUT, { lead: { gap: 5 }, state: along, params: { bend } });
      runner.send('line', (seen) => Object.assign(seen, line));
      expect(step(12)).toMatchObject({ reason: phase, active: phase === PULL_OUT });
    }
  });

  it('knows from its side sonar where the nose of the other car is', () => {
    const { runner, step, beside } = machine(PASS, { lead: { gap: -3 } });
    beside(1);
    step(12);
    expect(runner.state).toMatchObject({ isBeside: true, phase: PASS });
    expect(runner.state.lead.gap).toBe(-3);
    beside(2);
    step(12);
    expect(runner.state.lead.gap).toBeCloseTo(3.25 - 3.7 - 4.6, 12);
    // but while it pulls out a lost echo says nothing
    const out = machine(PULL_OUT, {
      lead: { gap: -0.5 },
      state: { isBeside: true, cosine: Math.cos(0.8), sine: Math.sin(0.8) },
    });
    out.step(12);
    expect(out.runner.state.lead.gap).toBe(-0.5);
  });

  it('returns when the other nose is 4 m behind the own tail, and not while it sees it', () => {
    const phaseAt = (gap: number, isSeen = false) => {
      const { step, beside } = machine(PASS, { lead: { gap } });
      if (isSeen) beside(1);
      return step(12).reason;
    };
    expect([phaseAt(-13.1), phaseAt(-13.3), phaseAt(-13.3, true)]).toEqual([PASS, RETURN, PASS]);
  });

  it('gives returning its time, wishes nothing, and then knows of nobody', () => {
    const returning = machine(RETURN, { state: { sinceNs: 8e9 }, params: { returnTime: 2.05 } });
    expect(returning.step(12)).toMatchObject({ reason: RETURN, active: false, steer: 0 });
    expect(returning.runner.state.lead.isKnown).toBe(true);
    expect(returning.step(12)).toMatchObject({ reason: FOLLOW, active: false });
    expect(returning.runner.state.lead).toMatchObject({ isKnown: false, speed: -1, range: -1 });
    expect(returning.runner.state.sinceNs).toBe(10.1e9);
    const instant = machine(RETURN, { state: { sinceNs: 8e9 }, params: { returnTime: 2 } });
    expect(instant.step(12).reason).toBe(FOLLOW);
  });

  it('steers by the cubic to its offset beside the line that it left', () => {
    // 1.2 m to the left of a line through (25, −9) in the direction 0.7 rad, 0.1 rad askew
    const [cosine, sine] = [Math.cos(0.7), Math.sin(0.7)];
    const pose = { x: 25 + 6 * cosine - 1.2 * sine, y: -9 + 6 * sine + 1.2 * cosine, yaw: 0.8 };
    const steerAt = (speed: number, seconds: number, params: object = {}) => {
      const state = { x: 25, y: -9, cosine, sine, swerveNs: 10e9 - seconds * 1e9 };
      return machine(PASS, { lead: { gap: -6, speed }, state, params }).step(speed, pose).steer;
    };
    const cubic = (length: number, offset = 3.2) =>
      Math.atan(2.86 * ((6 * (offset - 1.2)) / (length * length) - (4 * Math.sin(0.1)) / length)) / 0.6458;
    const strong = { lateralAcceleration: 100 };
    expect(steerAt(14, 0, strong)).toBeCloseTo(cubic(14 * 2.2), 9);
    expect(steerAt(14, 1, strong)).toBeCloseTo(cubic(14 * 1.2), 9);
    expect(steerAt(14, 5, strong)).toBeCloseTo(cubic(14 * 0.66), 9);
    expect(steerAt(2, 5, { ...strong, maxSteering: 1.2916 })).toBeCloseTo(0.5 * cubic(5), 9);
    expect(steerAt(14, 5, { ...strong, offset: 1 })).toBeCloseTo(cubic(14 * 0.66, 1), 9);
    // no harder than its lateral acceleration, nor than full lock
    expect(steerAt(14, 5, { lateralAcceleration: 1 })).toBeCloseTo(Math.atan(2.86 / 196) / 0.6458, 9);
    expect(steerAt(14, 5, { lateralAcceleration: 1, offset: 0.5 })).toBeCloseTo(-Math.atan(2.86 / 196) / 0.6458, 9);
    expect(steerAt(0.5, 5, { lateralAcceleration: 0.1 })).toBeCloseTo(Math.atan(0.286) / 0.6458, 9);
    expect(steerAt(2, 5, { ...strong, maxSteering: 0.1 })).toBe(1);
    expect(steerAt(2, 5, { ...strong, maxSteering: 0.1, offset: 0.1 })).toBe(-1);
  });

  it('follows at 4 m and 0.6 s, by 0.4 m/s for each metre, never backwards and never faster than wanted', () => {
    const setpointAt = (gap: number, lead: object = {}, speed = 12) => {
      const { runner, step } = machine(FOLLOW, { lead: { gap, ...lead }, params: { setpoint: 12.5 } });
      step(speed);
      return runner.outputs.setpoint.value.data;
    };
    expect(setpointAt(10)).toBeCloseTo(12 + 0.4 * (10 - 4 - 7.2), 9);
    expect(setpointAt(40)).toBe(12.5);
    expect(setpointAt(1, { speed: 0.5 }, 0.5)).toBe(12.5);
    expect(setpointAt(10, { isKnown: false })).toBe(12.5);
    expect(setpointAt(10, { speed: -1 })).toBe(12.5);
    // passing a car that stands would take forever at this speed
    const { runner, step } = machine(FOLLOW, { lead: { gap: 3, speed: 0 }, params: { setpoint: 1 } });
    step(0);
    expect(runner.outputs.setpoint.value.data).toBe(0);
    const creeping = machine(FOLLOW, { lead: { gap: 3, speed: 0.6 }, params: { setpoint: 1 } });
    creeping.step(0.6);
    expect(creeping.runner.outputs.setpoint.value.data).toBeCloseTo(0.6 + 0.4 * (3 - 4 - 0.36), 9);
  });

  it('passes the wanted speed on, its own until one is published, also before it knows its car', () => {
    const runner = new BlockRunner(overtaking, { setpoint: 17 });
    runner.step();
    expect(runner.outputs.setpoint.value.data).toBe(17);
    expect(runner.outputs.steering.value).toMatchObject({ active: false, reason: 0 });
    runner.send('wanted', (wanted) => (wanted.data = 9));
    runner.step();
    expect(runner.outputs.setpoint.value.data).toBe(9);
    expect(runner.state).toMatchObject({
      phase: 0,
      sinceNs: 0,
      swerveNs: 0,
      isBeside: false,
      x: 0,
      y: 0,
      cosine: 1,
      sine: 0,
    });
  });

  it('listens to its front sonars only while it follows', () => {
    const heard = (phase: number) => {
      const { runner, step } = machine(phase, { lead: { gap: -5, isKnown: true } });
      runner.send('left_middle', (range) => Object.assign(range, { range: 10, max_range: 20 }));
      for (const name of ['left_far', 'right_middle', 'right_far'] as const)
        runner.send(name, (range) => Object.assign(range, { range: 20, max_range: 20 }));
      step(12);
      return runner.state.lead.gap;
    };
    expect(heard(FOLLOW)).toBeCloseTo(10 + 3.75 - 3.7, 9);
    expect(heard(PASS)).toBe(-5);
  });
});
