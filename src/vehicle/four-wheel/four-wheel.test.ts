import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { fourWheelCar } from './car.ts';
import { Motion, Wheels } from './state.ts';
import { fourWheel } from './four-wheel.ts';

type Runner = BlockRunner<
  typeof fourWheel.params,
  typeof fourWheel.inputs,
  typeof fourWheel.outputs,
  ReturnType<typeof fourWheel.init>
>;

const fileParams = (name: string): Record<string, any> =>
  parseYaml(readFileSync(new URL(`../../../vehicles/${name}.yaml`, import.meta.url), 'utf8')).params;
const build = (name: string, changes: object = {}, period = 1e-3): Runner =>
  new BlockRunner(fourWheel, { ...fileParams(name), ...changes }, { period });

interface Pedals {
  throttle?: number;
  brake?: number;
  steer?: number;
  gear?: number;
}
const press = (runner: Runner, pedals: Pedals) =>
  runner.send('control', (control) => {
    control.throttle = pedals.throttle ?? 0;
    control.brake = pedals.brake ?? 0;
    control.steer = pedals.steer ?? 0;
    control.shift_gears = pedals.gear ?? 0;
  });
/** Keeps the pedals until `seconds`. */
function hold(runner: Runner, pedals: Pedals, seconds: number, seen?: () => void) {
  press(runner, pedals);
  runner.runUntil(seconds, () => {
    press(runner, pedals);
    seen?.();
  });
  return runner.outputs.state.value;
}
/** Follows speed and steering until `seconds`. */
function follow(runner: Runner, speed: number, steering: number | (() => number), seconds: number, seen?: () => void) {
  const send = () =>
    runner.send('drive', ({ drive }) => {
      drive.speed = speed;
      drive.steering_angle = typeof steering === 'number' ? steering : steering();
    });
  send();
  runner.runUntil(seconds, () => {
    send();
    seen?.();
  });
  return runner.outputs.state.value;
}

const DRAG = 0.63045;
const FULL_THROTTLE = (2 * 859.4004393) / 0.31265;
/** Mass of the Prius with what its wheels add when rolling. */
const ROLLING_MASS = 1415 + (4 * 0.5863) / (0.31265 * 0.31265);

describe('Prius on its pedals', () => {
  it('stands on its handbrake until the first throttle', () => {
    const runner = build('prius');
    const state = hold(runner, {}, 2);
    expect([state.x, state.vx]).toEqual([0, 0]);
    hold(runner, { throttle: 0.01 }, 2.1);
    expect(hold(runner, {}, 4).vx).toBeGreaterThan(0.3);
  });

  it('accelerates by 859.4 N m at each front wheel, less drag and the inertia of the wheels', () => {
    const state = hold(build('prius'), { throttle: 1 }, 2);
    expect(FULL_THROTTLE / 1415).toBeCloseTo(3.885, 3);
    expect(state.ax / ((FULL_THROTTLE - DRAG * state.vx * state.vx) / ROLLING_MASS)).toBeCloseTo(1, 2);
  });

  it('brakes by 1031.28 and 687.52 N m at each front and rear wheel, then stands exactly', () => {
    const runner = build('prius', { speed: 25 });
    const state = hold(runner, { brake: 1 }, 1);
    const force = (2 * (1031.28 + 687.52)) / 0.31265;
    expect(force / 1415).toBeCloseTo(7.77, 2);
    expect(-state.ax / ((force + DRAG * state.vx * state.vx) / ROLLING_MASS)).toBeCloseTo(1, 2);
    const { x } = structuredClone(hold(runner, { brake: 1 }, 5));
    hold(runner, { brake: 1 }, 8);
    expect([state.vx, state.vy, state.yaw_rate, state.ax, state.x]).toEqual([0, 0, 0, 0, x]);
  });

  it('coasts down in neutral by drag alone', () => {
    const state = hold(build('prius', { speed: 30 }), { gear: 1 }, 20);
    expect(state.vx / (30 / (1 + (DRAG * 30 * 20) / ROLLING_MASS))).toBeCloseTo(1, 4);
  });

  it('creeps at the speed where idling and drag balance', () => {
    // 0.1 F (1 − v/v_c) = c v²
    const [f, vc] = [0.1 * FULL_THROTTLE, 3.12928];
    const balance = (-f / vc + Math.sqrt((f / vc) ** 2 + 4 * DRAG * f)) / (2 * DRAG);
    expect(hold(build('prius', { speed: 2 }), {}, 120).vx).toBeCloseTo(balance, 3);
  });

  it('is slowed by 2.5 % brake when the throttle is released at speed', () => {
    const state = hold(build('prius', { speed: 20 }), {}, 1);
    const force = (0.025 * 2 * (1031.28 + 687.52)) / 0.31265 + DRAG * state.vx * state.vx;
    expect(-state.ax / (force / ROLLING_MASS)).toBeCloseTo(1, 3);
  });

  it('coasts down through the first mph above creeping as v̇ = −(B (v − v_c)/mph + c v²)/m says', () => {
    const brakes = (0.025 * 2 * (1031.28 + 687.52)) / 0.31265;
    const runner = build('prius', { speed: 3.55 });
    let expected = 3.55;
    hold(runner, {}, 3, () => {
      expected -= (0.001 * ((brakes * (expected - 3.12928)) / 0.44704 + DRAG * expected * expected)) / ROLLING_MASS;
    });
    expect(expected).toBeLessThan(3.3);
    expect(runner.outputs.state.value.vx).toBeCloseTo(expected, 3);
  });

  it('stops accelerating at 37.998 m/s', () => {
    const state = hold(build('prius', { speed: 37 }), { throttle: 1 }, 10);
    expect(state.vx).toBeGreaterThan(37.4);
    expect(state.vx).toBeLessThan(38);
    expect(Math.abs(state.ax)).toBeLessThan(1e-6);
  });

  it('reverses, and does not drive in neutral', () => {
    expect(hold(build('prius'), { throttle: 0.3, gear: 3 }, 2).vx).toBeLessThan(-1);
    expect(hold(build('prius'), { throttle: 0.3, gear: 1 }, 2).vx).toBe(0);
  });

  it('turns its wheels by 37° within a tenth of a second', () => {
    const runner = build('prius');
    expect(hold(runner, { steer: 1 }, 0.1).steering).toBeGreaterThan(0.6);
    expect(hold(runner, { steer: 1 }, 0.5).steering).toBeCloseTo(0.6458, 4);
    expect(hold(runner, { steer: -2 }, 1.5).steering).toBeCloseTo(-0.6458, 4);
  });

  it('releases pedals and wheel 0.3 s after the last command', () => {
    const runner = build('prius', { speed: 10 });
    press(runner, { throttle: 1, steer: 0.2 });
    runner.runUntil(0.29);
    expect(runner.outputs.state.value.ax).toBeGreaterThan(3);
    runner.runUntil(0.5);
    expect(runner.outputs.state.value.ax).toBeLessThan(0);
    runner.runUntil(1);
    expect(runner.outputs.state.value.steering).toBeCloseTo(0, 6);
  });

  it('follows a speed and a twist without error on a straight line, and stops', () => {
    const runner = build('prius');
    for (const [speed, until] of [
      [12, 12],
      [1, 20],
      [-2, 30],
    ])
      expect(follow(runner, speed, 0, until).vx).toBeCloseTo(speed, 3);
    expect(follow(runner, 0, 0, 34).vx).toBe(0);
  });

  it('gives the same run at 1 ms and at 5 ms, nearly', () => {
    const run = (period: number) => {
      const runner = build('prius', {}, period);
      hold(runner, { throttle: 0.6 }, 4);
      hold(runner, { throttle: 0.2, steer: 0.15 }, 8);
      return hold(runner, { brake: 0.7, steer: -0.1 }, 9);
    };
    const [fine, coarse] = [run(1e-3), run(5e-3)];
    expect(Math.hypot(fine.x - coarse.x, fine.y - coarse.y)).toBeLessThan(0.3);
    expect(coarse.vx).toBeCloseTo(fine.vx, 1);
  });
});

describe('skid pad', () => {
  /** The largest steady lateral acceleration near radius R, from a slow ramp of steering at constant speed, as a part of √(μ g R). */
  function limitSpeedRatio(name: string, radius: number, changes: object = {}): number {
    const { params } = build(name, changes);
    const speed = Math.sqrt(params.friction * params.gravity * radius);
    const runner = build(name, { speed, ...changes }, 5e-3);
    const geometric = Math.atan(params.wheelBase / radius);
    const { motion } = runner.state.model;
    let [across, best] = [0, 0];
    follow(
      runner,
      speed,
      () => 0.5 * geometric + ((geometric + 0.15) * runner.time.now) / 40,
      30,
      () => {
        const v = Math.hypot(motion[Motion.VX], motion[Motion.VY]);
        const now = (motion[Motion.AY] * motion[Motion.VX] - motion[Motion.AX] * motion[Motion.VY]) / v;
        across += 0.01 * (now - across);
        if (Math.abs(motion[Motion.VY]) < 0.3 * v) best = Math.max(best, across);
      },
    );
    return Math.sqrt(best / (params.friction * params.gravity));
  }

  it.each([10, 20, 40, 60])('is left at √(μ g R), within three hundredths (R %d m)', (radius) => {
    expect(limitSpeedRatio('prius', radius)).toBeGreaterThan(0.97);
    expect(limitSpeedRatio('prius', radius)).toBeLessThan(1.001);
    expect(limitSpeedRatio('prius', radius, { friction: 0.3 })).toBeGreaterThan(0.985);
    expect(limitSpeedRatio('prius', radius, { friction: 0.3 })).toBeLessThan(1.001);
  });

  it('is left by a car that is too fast, which finds back when it slows down', () => {
    const radius = 20;
    const limit = Math.sqrt(0.9 * 9.8 * radius);
    const runner = build('prius', { speed: 1.3 * limit });
    const steering = Math.atan(2.86 / radius);
    const { value } = runner.outputs.state;
    const turned = () => value.vx / value.yaw_rate;
    follow(runner, 1.3 * limit, steering, 4);
    expect(turned()).toBeGreaterThan(1.4 * radius);
    expect(value.ay).toBeLessThan(0.9 * 9.8);
    follow(runner, 0.5 * limit, steering, 12);
    expect(turned()).toBeGreaterThan(0.98 * radius);
    expect(turned()).toBeLessThan(1.06 * radius);
  });

  it('spins a car that lifts off and turns in hard, which ends up at rest', () => {
    const runner = build('f1tenth', { speed: 7, powertrain: { ...fileParams('f1tenth').powertrain, frontShare: 0 } });
    let [slip, energy] = [0, Infinity];
    const { motion } = runner.state.model;
    hold(runner, { throttle: 0.9, steer: 1 }, 1.2, () => {
      slip = Math.max(slip, Math.abs(Math.atan2(motion[Motion.VY], motion[Motion.VX])));
    });
    expect(slip).toBeGreaterThan(0.5);
    hold(runner, { steer: 1, brake: 1 }, 6, () => {
      const now = motion[Motion.VX] ** 2 + motion[Motion.VY] ** 2;
      energy = Math.min(energy, now);
    });
    expect(energy).toBe(0);
  });
});

describe('MonoSIM car', () => {
  const turn = (runner: Runner, seconds: number) => {
    const send = () =>
      runner.send('twist', (twist) => {
        twist.linear.x = 2.5;
        twist.angular.z = (2.5 * Math.tan(Math.PI / 6)) / 1.3;
      });
    send();
    runner.runUntil(seconds, send);
    return runner.outputs.state.value;
  };

  it('turns by 1.110 rad/s at 2.5 m/s with the wheels at their stop of 30°', () => {
    const state = turn(build('monosim-car', {}, 5e-3), 150);
    expect(state.steering).toBeCloseTo(Math.PI / 6, 3);
    expect(state.vx).toBeCloseTo(2.5, 1);
    expect(state.yaw_rate / state.vx).toBeCloseTo(1.11 / 2.5, 2);
  });

  it('steers at once, but no further than 30°', () => {
    const runner = build('monosim-car', {}, 5e-3);
    runner.send('twist', (twist) => {
      twist.linear.x = 1;
      twist.angular.z = 3;
    });
    runner.step();
    expect(runner.outputs.state.value.steering).toBe(Math.PI / 6);
  });

  it('approaches its speed with the droop of its PID, and stands when commands cease', () => {
    const runner = build('monosim-car', {}, 5e-3);
    const send = () =>
      runner.send('twist', (twist) => {
        twist.linear.x = 2.5;
      });
    runner.runUntil(6, send);
    // k_p against bearing damping: v = v* k_p/(k_p + 2 c/R), before the integral
    expect(runner.outputs.state.value.vx).toBeCloseTo((2.5 * 1500) / (1500 + (2 * 10) / 0.31), 1);
    runner.runUntil(60, send);
    runner.runUntil(200);
    expect(Math.abs(runner.outputs.state.value.vx)).toBeLessThan(0.01);
  });

  it('slides no harder than μ g', () => {
    const runner = build('monosim-car', { speed: 8 }, 5e-3);
    let most = 0;
    const { motion } = runner.state.model;
    const send = () =>
      runner.send('twist', (twist) => {
        twist.linear.x = 8;
        twist.angular.z = 3;
      });
    runner.runUntil(3, () => {
      send();
      most = Math.max(most, Math.abs(motion[Motion.AY]));
    });
    expect(most).toBeGreaterThan(0.95 * 0.7 * 9.81);
    // no friction circle: both directions may be at their limit
    expect(most).toBeLessThan(Math.SQRT2 * 0.7 * 9.81);
  });
});

describe('four-wheel car', () => {
  it.each(['pickup', 'f1tenth', 'prius'])('turns as its geometry says when slow, and stands exactly (%s)', (name) => {
    const runner = build(name);
    const { value } = runner.outputs.state;
    follow(runner, 0.5, 0.3, 6);
    expect(value.yaw_rate / ((value.vx * Math.tan(value.steering)) / runner.params.wheelBase)).toBeCloseTo(1, 1);
    follow(runner, 0, 0.3, 8);
    expect([value.vx, value.vy, value.yaw_rate]).toEqual([0, 0, 0]);
  });

  it.each([0, 0.5, 1])(
    'accelerates by the torque at the wheels, whichever are driven (front share %f)',
    (frontShare) => {
      const runner = build('f1tenth', { powertrain: { ...fileParams('f1tenth').powertrain, frontShare } });
      const car = fourWheelCar(runner.params);
      const state = hold(runner, { throttle: 0.3 }, 0.5);
      expect(
        state.ax / (((0.3 * 1.78) / 0.05 - car.rollingResistance * car.mass * car.gravity) / car.rollingMass),
      ).toBeCloseTo(1, 1);
      const [front, rear] = [runner.state.model.wheels[Wheels.SPIN], runner.state.model.wheels[Wheels.SPIN + 2]];
      // driven wheels turn faster than the others
      if (frontShare !== 0.5) expect(front > rear).toBe(frontShare === 1);
    },
  );

  it('obeys the latest command', () => {
    const runner = build('prius');
    follow(runner, 3, 0, 3);
    hold(runner, { throttle: 0.5, steer: 0.5 }, 3.5);
    expect(runner.outputs.car_info.value.gas).toBe(0.5);
    runner.send('twist', (twist) => {
      twist.linear.x = 1;
    });
    runner.step();
    expect(runner.outputs.state.value.steering).toBeLessThan(0.5 * 0.6458);
    // both at once: the pedals
    press(runner, { throttle: 0.7 });
    runner.runUntil(3.6);
    expect(runner.outputs.car_info.value.gas).toBe(0.7);
  });

  it('is pushed by a contact force in map axes', () => {
    const runner = build('prius', {
      yaw: Math.PI / 2,
      brakes: { handbrake: false },
      powertrain: { creepThrottle: 0 },
    });
    runner.send('contact', ({ force, torque }) => {
      force.y = 2830;
      torque.z = 0;
    });
    runner.runUntil(1);
    const { value } = runner.outputs.state;
    expect(value.vx / (2830 / ROLLING_MASS)).toBeCloseTo(1, 2);
    expect(value.y).toBeGreaterThan(0.9);
    runner.send('contact', ({ force }) => {
      force.x = 40000;
      force.y = 0;
    });
    runner.runUntil(1.5);
    expect(value.vy).toBeLessThan(-1);
  });

  it('leans out of turns and dives when braking, as far as it is compliant', () => {
    const runner = build('pickup', { speed: 15 });
    const { value } = runner.outputs.state;
    follow(runner, 15, 0.05, 3);
    expect(value.roll / (0.009 * value.ay)).toBeCloseTo(1, 1);
    expect(value.roll).toBeGreaterThan(0.02);
    hold(runner, { brake: 0.5 }, 3.8);
    expect(value.pitch).toBeGreaterThan(0.01);
  });

  it('measures acceleration where base_link is', () => {
    const runner = build('prius', { speed: 10 });
    const { value } = runner.outputs.state;
    follow(runner, 10, 0.1, 10);
    expect(value.ay / (value.vx * value.yaw_rate)).toBeCloseTo(1, 3);
    expect(value.ax).toBeCloseTo(-value.vy * value.yaw_rate, 2);
  });

  it('tells about itself every 10 ms as RosDrive does', () => {
    const runner = build('prius', { x: 60, y: 45.65, yaw: 0.5, speed: 10 });
    let published = 0;
    hold(runner, { throttle: 0.4, steer: 0.1 }, 1, () => {
      if (runner.outputs.car_info.publish) published++;
    });
    const [{ value: info }, { value: state }] = [runner.outputs.car_info, runner.outputs.state];
    // the first at once
    expect(published).toBe(101);
    expect(info.latitude).toBeCloseTo(state.x + 1.45 * Math.cos(state.yaw), 9);
    expect(info.longitude).toBeCloseTo(state.y + 1.45 * Math.sin(state.yaw), 9);
    expect(info.heading).toBeCloseTo(state.yaw + 1.57, 9);
    expect(info.speed).toBeCloseTo(Math.hypot(state.vx, state.vy + 1.45 * state.yaw_rate), 9);
    expect([info.car_name, info.drive_direction, info.gas, info.brake]).toEqual(['prius', 1, 0.4, 0]);
  });

  it('reports angles and speeds of its joints', () => {
    const runner = build('prius', { speed: 10 });
    follow(runner, 10, 0.1, 2);
    const { name, position, velocity } = runner.outputs.joint_states.value;
    expect(name).toEqual([
      'steering_left',
      'steering_right',
      'wheel_front_left',
      'wheel_front_right',
      'wheel_rear_left',
      'wheel_rear_right',
    ]);
    expect(position[0]).toBeGreaterThan(0.1);
    expect(position[1]).toBeLessThan(0.1);
    const state = runner.outputs.state.value;
    expect((velocity[4] + velocity[5]) / 2 / (state.vx / 0.31265)).toBeCloseTo(1, 3);
    expect(velocity[5]).toBeGreaterThan(velocity[4]);
    expect(velocity[2]).toBe(runner.state.model.wheels[Wheels.SPIN]);
  });

  const hasCheckUrdf = spawnSync('check_urdf', ['--help']).error === undefined;
  it.skipIf(!hasCheckUrdf)('has a description that urdfdom reads (skipped without check_urdf)', () => {
    const runner = build('prius');
    runner.step();
    const folder = mkdtempSync(join(tmpdir(), 'urdf-'));
    writeFileSync(join(folder, 'robot.urdf'), runner.outputs.robot_description.value.data);
    const { status, stdout } = spawnSync('check_urdf', [join(folder, 'robot.urdf')], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(status).toBe(0);
    expect([...stdout.matchAll(/child\(\d+\): +(\w+)/g)]).toHaveLength(7);
  });

  it('describes its wheels and steering joints', () => {
    const runner = build('prius');
    runner.step();
    const urdf = runner.outputs.robot_description.value.data;
    for (const name of runner.outputs.joint_states.value.name) expect(urdf).toContain(`<joint name="${name}"`);
    expect(urdf).toContain(
      '<joint name="steering_left" type="revolute"><parent link="base_link"/><child link="left_knuckle"/><origin xyz="2.86 0.767 0.31265"/>',
    );
  });

  it('refuses what cannot be', () => {
    expect(() => build('prius', { cgToFrontAxle: 3 })).toThrow(
      'cgToFrontAxle: expected less than wheelBase (2.86 m), got 3',
    );
    expect(() => build('prius', { steeringActuator: { maxPosition: 0 } })).toThrow(
      'steeringActuator.maxPosition: expected an end stop',
    );
    expect(() => build('prius', { steeringActuator: { maxPosition: 1.4 } })).toThrow(
      'where the car would turn about a wheel',
    );
    expect(() => build('monosim-car', { powertrain: { maxTorque: 0 } })).toThrow(
      'powertrain.maxTorque: expected a number above 0 [N m], got 0',
    );
  });
});

it.each(['prius', 'monosim-car', 'f1tenth'])(
  'takes substeps exactly like shorter steps under held commands (%s)',
  (name) => {
    const speedLaw = { speedControl: { law: 'pedals' }, steeringActuator: { timeConstant: 0, maxVelocity: 0 } };
    const drive = (changes: object, period: number) => {
      const runner = build(name, { ...speedLaw, speed: 6, commandTimeout: 10, ...changes }, period);
      // in neutral, where no pedal depends on the speed
      press(runner, { brake: 0.1, steer: 0.3, gear: 1 });
      runner.runUntil(1);
      const { x, y, yaw, vx, vy, yaw_rate: yawRate } = runner.outputs.state.value;
      return [x, y, yaw, vx, vy, yawRate];
    };
    expect(drive({ substeps: 4 }, 4e-3)).toEqual(drive({}, 1e-3));
    expect(drive({ substeps: 4 }, 1e-3)).not.toEqual(drive({}, 1e-3));
  },
);

it('keeps its wheel PIDs at the rate of its steps, however many substeps', () => {
  const speedAfter = (substeps: number) =>
    follow(build('monosim-car', { substeps, speedControl: { law: 'wheel-pid', kp: 100, ki: 400, kd: 5 } }), 2, 0, 2).vx;
  expect(speedAfter(8)).toBeCloseTo(speedAfter(1), 2);
});

it('gives itself another name when it is told to', () => {
  const runner = new BlockRunner(fourWheel, { carInfo: { carName: 'first' } });
  runner.runUntil(0.02);
  runner.turn({ carInfo: { carName: 'second', stationId: 7 } });
  runner.runUntil(0.04);
  expect(runner.outputs.car_info.value).toMatchObject({ car_name: 'second', station_id: 7 });
});
