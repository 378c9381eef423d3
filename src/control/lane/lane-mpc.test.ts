import { describe, expect, it } from 'vitest';
import { driveLane } from '../../../test/fixtures/control/lane-loop.ts';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { laneMpc } from './lane-mpc.ts';
import { createSentCommands, latestSent, makeRoom, noteSent, sentAt } from './sent-commands.ts';

/** One step on a straight lane with an offset to the left. */
function once(params: object, offset: number, speed = 2.5, tilt = 0) {
  const runner = new BlockRunner(laneMpc, params);
  const step = (x: number): void => {
    runner.send('odom', (odom) => {
      odom.twist.twist.linear.x = speed;
      odom.pose.pose.position.x = x;
    });
    runner.send('lane', (lane) => {
      Object.assign(lane, { detected: true, x_min: 2.5, x_max: 9 });
      lane.centre.set([offset, tilt, 0, 0]);
    });
    runner.step();
  };
  step(0);
  return { runner, step };
}

describe('the lane-keeping MPC', () => {
  it('never exceeds its limits on steering and steering rate, however hard it is pushed', () => {
    for (const [maxSteering, maxSteeringRate] of [
      [0.3, 0.5],
      [0.12, 0.2],
      [Math.PI / 6, 3],
    ]) {
      const params = { speed: 4, maxSteering, maxSteeringRate, incrementWeight: 0.1 };
      const { samples } = driveLane(laneMpc, params, {
        duration: 40,
        noise: 0.05,
        start: { lateral: 0.5, heading: 0.3, speed: 3 },
      });
      const steering = samples.map((sample) => sample.steering);
      expect(Math.max(...steering.map(Math.abs))).toBeLessThanOrEqual(maxSteering + 1e-9);
      expect(Math.max(...steering.slice(1).map((angle, i) => Math.abs(angle - steering[i])))).toBeLessThanOrEqual(
        0.1 * maxSteeringRate + 1e-9,
      );
    }
  });

  it('plans within its limits, and says so', () => {
    const { runner } = once({ incrementWeight: 0.1, maxSteeringRate: 0.5 }, 0.8);
    const status = runner.outputs.status.value;
    expect(status.outcome).toBe(1);
    expect(status.active_constraints).toBeGreaterThan(0);
    expect(status.iterations).toBeGreaterThan(0);
    expect(status.violation).toBeLessThan(1e-9);
    expect(status.lateral_error).toBeCloseTo(-0.8, 6);
    expect(status.steering).toBeCloseTo(Math.atan(0.05), 6);
    expect(status.cost).toBeGreaterThan(0);
  });

  it('shows its plan as a path that leads from the vehicle to the lane', () => {
    const { runner } = once({ predictionSteps: 30 }, 0.4);
    const { poses, header } = runner.outputs.plan.value;
    expect(runner.outputs.plan.publish).toBe(true);
    expect(header.frame_id).toBe('base_link');
    expect(poses.length).toBe(31);
    expect(poses[0].pose.position.x).toBeCloseTo(0, 6);
    expect(poses[0].pose.position.y).toBeCloseTo(0, 6);
    expect(poses[30].pose.position.x).toBeCloseTo(7.5, 6);
    expect(poses[30].pose.position.y).toBeCloseTo(0.4, 1);
  });

  it('keeps the planned distance within a limit, and drops the limit where it cannot be kept', () => {
    // at 0.3 m, drifting outwards: without the limit it overshoots to 0.4 m
    const planned = (params: object) => {
      const { runner } = once({ predictionSteps: 20, incrementWeight: 300, ...params }, 0.3, 2.5, 0.12);
      return {
        widest: Math.max(
          ...runner.outputs.plan.value.poses.map(({ pose }) =>
            Math.abs(pose.position.y - 0.3 - 0.12 * pose.position.x),
          ),
        ),
        status: runner.outputs.status.value,
      };
    };
    const free = planned({}).widest;
    const limited = planned({ lateralLimit: 0.95 * free });
    expect(limited.status.outcome).toBe(1);
    expect(limited.widest).toBeLessThan(0.96 * free);
    expect(limited.status.violation).toBeLessThan(1e-9);
    const impossible = planned({ lateralLimit: 0.05 });
    expect(impossible.status.outcome).toBe(2);
    expect(impossible.status.violation).toBeGreaterThan(0.1);
    expect(impossible.widest).toBeCloseTo(free, 6);
  });

  it('compensates a dead time that would throw it off the road', () => {
    const options = { duration: 60, deadTime: 0.35, vehicle: 'dynamic' as const };
    expect(driveLane(laneMpc, { deadTime: 0.35 }, options).worst).toBeLessThan(0.1);
    expect(driveLane(laneMpc, {}, options).worst).toBeGreaterThan(0.5);
  });

  it('linearises anew only when the speed has changed', () => {
    const { runner, step } = once({ speedTolerance: 0.2 }, 0.1);
    expect(runner.state.modelSpeed).toBe(2.5);
    runner.send('odom', (odom) => (odom.twist.twist.linear.x = 2.6));
    runner.step();
    expect(runner.state.modelSpeed).toBe(2.5);
    runner.send('odom', (odom) => (odom.twist.twist.linear.x = 2.75));
    runner.step();
    expect(runner.state.modelSpeed).toBe(2.75);
    step(0.5);
    expect(runner.state.modelSpeed).toBe(2.5);
  });

  it('creeps on at speeds its model does not reach', () => {
    const { samples, worst } = driveLane(laneMpc, { speed: 0.2 }, { duration: 40, start: { lateral: 0.2 } });
    expect(worst).toBeLessThan(0.25);
    expect(Math.abs(samples.at(-1)!.lateral)).toBeLessThan(0.05);
  });

  it('drives as well with Euler in many parts, and says when it has no lane or lost it', () => {
    expect(driveLane(laneMpc, { discretisation: 'euler', eulerParts: 50 }, { duration: 60 }).worst).toBeLessThan(0.1);
    const runner = new BlockRunner(laneMpc);
    runner.step();
    expect([runner.outputs.status.value.outcome, runner.outputs.plan.publish]).toEqual([0, false]);
    const lost = driveLane(laneMpc, {}, { duration: 12, silent: (now) => now > 8 });
    expect((lost.runner.outputs.status as any).value.outcome).toBe(4);
  });

  it('refuses a control horizon beyond the prediction horizon', () => {
    expect(() => new BlockRunner(laneMpc, { predictionSteps: 5, controlSteps: 8 })).toThrow(
      'controlSteps: expected at most predictionSteps (5), got 8',
    );
  });
});

describe('sent commands', () => {
  it('are found by the time at which they were the latest', () => {
    const sent = createSentCommands(6, 0.1);
    expect([latestSent(sent), sentAt(sent, 5)]).toEqual([0, 0]);
    for (let i = 1; i <= 500; i++) noteSent(sent, i * 1e8, i);
    expect(latestSent(sent)).toBe(500);
    expect([sentAt(sent, 450e8), sentAt(sent, 450.5e8), sentAt(sent, 1e8)]).toEqual([450, 450, 0]);
  });
});

describe('a lane-keeping MPC that is turned while it runs', () => {
  it('plans with fewer and with more free increments, and over another horizon', () => {
    const { runner, step } = once({ controlSteps: 8, predictionSteps: 20, maxSteering: 0.1 }, 1.5);
    for (const params of [{ controlSteps: 3 }, { controlSteps: 10 }, { predictionSteps: 10 }]) {
      runner.turn(params);
      for (let i = 1; i < 4; i++) step(0.25 * i);
      expect(Math.abs(runner.outputs.steer.value.drive.steering_angle)).toBeGreaterThan(0.01);
    }
  });

  it('remembers its commands over a dead time that has become longer', () => {
    const sent = createSentCommands(0.2, 0.1);
    for (let i = 1; i <= 10; i++) noteSent(sent, i * 1e8, i);
    makeRoom(sent, 2, 0.1);
    for (let i = 11; i <= 20; i++) noteSent(sent, i * 1e8, i);
    expect([sentAt(sent, 4e8), sentAt(sent, 9.5e8), sentAt(sent, 18e8), latestSent(sent)]).toEqual([0, 9, 18, 20]);
  });
});

describe('room for sent commands', () => {
  const sizeOf = (span: number, period: number) => createSentCommands(span, period).ring.length / 2;

  it('is for all of the span and four more, and becomes larger only', () => {
    expect([sizeOf(0, 0.1), sizeOf(0.25, 0.1), sizeOf(1, 0.125)]).toEqual([4, 7, 12]);
    const sent = createSentCommands(0.25, 0.125);
    const { ring } = sent;
    makeRoom(sent, 0.25, 0.125);
    makeRoom(sent, 0, 0.125);
    expect(sent.ring).toBe(ring);
    makeRoom(sent, 0.5, 0.125);
    expect(sent.ring.length / 2).toBe(8);
  });

  it('keeps times and values of what is remembered, from the oldest on', () => {
    for (const count of [2, 6, 7, 13]) {
      const sent = createSentCommands(0.25, 0.125);
      for (let i = 1; i <= count; i++) noteSent(sent, i * 1e6, 10 + i);
      makeRoom(sent, 1, 0.125);
      for (let i = Math.max(1, count - 5); i <= count; i++) expect(sentAt(sent, i * 1e6)).toBe(10 + i);
      expect(sentAt(sent, (count - 6) * 1e6)).toBe(0);
      expect(latestSent(sent)).toBe(10 + count);
    }
  });

  it('finds a command to within a microsecond', () => {
    const sent = createSentCommands(1, 0.125);
    noteSent(sent, 5e6, 3);
    expect([sentAt(sent, 5e6 - 1000), sentAt(sent, 5e6 - 1001), sentAt(sent, 9e9)]).toEqual([3, 0, 3]);
    expect(latestSent(sent)).toBe(3);
  });
});

describe('what the MPC says of itself', () => {
  it('is nothing before there is a lane, whatever it said before', () => {
    const { runner } = once({}, 0.5);
    const status = runner.outputs.status.value;
    expect(status).toMatchObject({ outcome: 1, heading_error: expect.closeTo(0, 6), acceleration: expect.any(Number) });
    runner.state.keeping.memory.hasLane = false;
    runner.step();
    expect(status).toMatchObject({
      outcome: 0,
      iterations: 0,
      active_constraints: 0,
      cost: 0,
      lateral_error: 0,
      heading_error: 0,
      steering: 0,
      acceleration: 0,
      violation: 0,
    });
    expect(runner.outputs.plan.publish).toBe(false);
  });

  it('is where the vehicle is, how it accelerates, and what the plan costs', () => {
    const { runner } = once({ acceleration: 0.5, speed: 5 }, 0.5, 2, 0.2);
    const status = runner.outputs.status.value;
    expect(status.lateral_error).toBeCloseTo(-0.5 * Math.cos(Math.atan(0.2)), 6);
    expect(status.heading_error).toBeCloseTo(-Math.atan(0.2), 6);
    expect(status.acceleration).toBeCloseTo(0.5, 9);
    expect(runner.outputs.steer.value.drive).toMatchObject({
      speed: expect.closeTo(2.05, 9),
      acceleration: expect.closeTo(0.5, 9),
      steering_angle: status.steering,
    });
    expect(runner.outputs.steer.value.header.frame_id).toBe('base_link');
    // costs as the weights, and nothing without an error
    const cost = (weights: number, offset: number) =>
      once({ lateralWeight: 20 * weights, headingWeight: 10 * weights, incrementWeight: 100 * weights }, offset).runner
        .outputs.status.value.cost;
    expect(cost(3, 0.1)).toBeCloseTo(3 * cost(1, 0.1), 6);
    expect(cost(1, 0.1)).toBeCloseTo(4 * cost(1, 0.05), 6);
    expect(cost(1, 0)).toBeCloseTo(0, 12);
  });

  it('is a plan whose poses lie beside the road, turned as the vehicle will be', () => {
    const tilt = 0.3;
    const { runner } = once({}, 0.4, 2.5, tilt);
    const { poses, header } = runner.outputs.plan.value;
    expect([header.frame_id, ...poses.map((pose) => pose.header.frame_id)]).toEqual(Array(22).fill('base_link'));
    // it begins where the vehicle is, and heads straight ahead
    expect(poses[0].pose.position.x).toBeCloseTo(0, 6);
    expect(poses[0].pose.position.y).toBeCloseTo(0, 6);
    expect(poses[0].pose.orientation).toMatchObject({ z: expect.closeTo(0, 6), w: expect.closeTo(1, 6) });
    for (let k = 1; k < 21; k++) {
      const [a, b] = [poses[k - 1].pose, poses[k].pose];
      // along its own heading, 0.25 m along the road in a step
      const yaw = Math.atan2(b.position.y - a.position.y, b.position.x - a.position.x);
      const mean = Math.asin(a.orientation.z) + Math.asin(b.orientation.z);
      expect(yaw).toBeCloseTo(mean, 1);
      const along =
        (b.position.x - a.position.x) * Math.cos(Math.atan(tilt)) +
        (b.position.y - a.position.y) * Math.sin(Math.atan(tilt));
      expect(along).toBeCloseTo(0.25, 6);
    }
  });
});
