/** Commands, powertrain and wheels of a four-wheel car, one by one. */
import { describe, expect, it } from 'vitest';
import { group, parse } from '../../core/schema.ts';
import { Signal } from '../../core/signal.ts';
import { AckermannDriveStamped, Control, Twist } from '../../msgs/index.ts';
import type { FourWheelCar } from './car.ts';
import { fourWheelCar } from './car.ts';
import { Command, readCommand } from './command.ts';
import type { FourWheelParams } from './params.ts';
import { fourWheelParams } from './params.ts';
import { pressPedalsFor } from './powertrain-driver.ts';
import { createWheelPids, followWheelSpeeds } from './powertrain-wheel-speed.ts';
import { creep, pressPedals } from './powertrain.ts';
import { Contact, createFourWheelState, Given, Motion, Wheels } from './state.ts';
import { fourWheelUrdf } from './urdf.ts';
import { coulombWheel } from './wheel-coulomb.ts';
import { loadWheels } from './wheel-loads.ts';

const paramsOf = (given: object) => parse(group(fourWheelParams, ''), given, 'params') as FourWheelParams;
const GEOMETRY = { wheelBase: 2.5, cgToFrontAxle: 1, trackFront: 1.4, trackRear: 1.6, wheelRadius: 0.25, mass: 1000 };
const carOf = (given: object = {}): FourWheelCar => fourWheelCar(paramsOf({ ...GEOMETRY, ...given }));
const stateOf = (car: FourWheelCar, speed = 0) => createFourWheelState({ x: 0, y: 0, yaw: 0, speed }, car);
const near = (values: number[]) => values.map((value) => expect.closeTo(value, 9));

describe('the command of a four-wheel car', () => {
  const car = carOf({ commandTimeout: 0.5, steeringActuator: { maxPosition: 0.6 } });
  const setUp = () => {
    const inputs = { twist: new Signal(Twist), drive: new Signal(AckermannDriveStamped), control: new Signal(Control) };
    const command = new Float64Array(Command.SIZE);
    command[Command.GEAR] = 1;
    const publish = (port: keyof typeof inputs, atNs: number, write: (value: any) => void) => {
      write(inputs[port].value);
      inputs[port].sequence++;
      inputs[port].publishedNs = atNs;
    };
    const read = (timeNs: number) => {
      readCommand(inputs, timeNs, car, command);
      return [...command.slice(0, Command.GEAR + 1)].map((value) => value + 0);
    };
    return { publish, read };
  };
  const control = (value: any) => Object.assign(value, { throttle: 0.3, brake: 0.2, steer: -0.5, shift_gears: 3 });
  const drive = (value: any) => Object.assign(value.drive, { speed: 4, steering_angle: 0.3 });
  const twist = (value: any) => ((value.linear.x = 2), (value.angular.z = 0.4));
  // is speed, steering, speed, yaw rate, throttle, brake, gear
  const CONTROL = near([0, -0.3, 0, 0, 0.3, 0.2, -1]);
  const DRIVE = near([1, 0.3, 4, (4 * Math.tan(0.3)) / 2.5, 0, 0, 1]);
  const TWIST = near([1, Math.atan((2.5 * 0.4) / 2), 2, 0.4, 0, 0, 1]);

  it('is none before the first', () => expect(setUp().read(5e9)).toEqual([0, 0, 0, 0, 0, 0, 1]));

  it.each([
    ['control', control, CONTROL],
    ['drive', drive, DRIVE],
    ['twist', twist, TWIST],
  ] as const)('is that of %s when only that came, until it is too old', (port, write, expected) => {
    const { publish, read } = setUp();
    publish(port, 1e9, write);
    expect(read(1e9)).toEqual(expected);
    expect(read(1.5e9)).toEqual(expected);
    const released = read(1.501e9);
    // zero, but for the gear
    expect(released.slice(1, 6)).toEqual([0, 0, 0, 0, 0]);
    expect(released[6]).toBe(port === 'control' ? -1 : 1);
    expect(released[0]).toBe(port === 'control' ? 0 : 1);
  });

  it('is the latest, of several at once the Control, then the drive command', () => {
    const latest = (times: { control?: number; drive?: number; twist?: number }) => {
      const { publish, read } = setUp();
      if (times.twist !== undefined) publish('twist', times.twist, twist);
      if (times.drive !== undefined) publish('drive', times.drive, drive);
      if (times.control !== undefined) publish('control', times.control, control);
      return read(1e9);
    };
    expect(latest({ control: 0.9e9, drive: 0.8e9, twist: 0.7e9 })).toEqual(CONTROL);
    expect(latest({ control: 0.8e9, drive: 0.9e9, twist: 0.7e9 })).toEqual(DRIVE);
    expect(latest({ control: 0.7e9, drive: 0.8e9, twist: 0.9e9 })).toEqual(TWIST);
    expect(latest({ control: 0.9e9, drive: 0.9e9, twist: 0.9e9 })).toEqual(CONTROL);
    expect(latest({ drive: 0.9e9, twist: 0.9e9 })).toEqual(DRIVE);
    // what was published at the very beginning has been published
    expect(latest({ twist: 0.6e9, drive: 0 })).toEqual(TWIST);
  });

  it('is read anew with every message, and kept within its limits', () => {
    const { publish, read } = setUp();
    publish('control', 1e9, (value) => Object.assign(value, { throttle: 2, brake: -1, steer: 3, shift_gears: 1 }));
    expect(read(1e9)).toEqual([0, 0.6, 0, 0, 1, 0, 0]);
    publish('control', 1e9, (value) => Object.assign(value, { throttle: -1, brake: 2, steer: -3, shift_gears: 2 }));
    expect(read(1e9)).toEqual([0, -0.6, 0, 0, 0, 1, 1]);
    // no gear is the gear it has
    publish('control', 1e9, (value) => Object.assign(value, { shift_gears: 0 }));
    expect(read(1e9)[6]).toBe(1);
    publish('drive', 2e9, (value) => Object.assign(value.drive, { speed: 1, steering_angle: -2 }));
    expect(read(2e9).slice(0, 4)).toEqual(near([1, -0.6, 1, Math.tan(-0.6) / 2.5]));
  });

  it('to turn on the spot is full lock', () => {
    const steering = (vx: number, yawRate: number) => {
      const { publish, read } = setUp();
      publish('twist', 0, (value) => ((value.linear.x = vx), (value.angular.z = yawRate)));
      return read(0)[1];
    };
    expect([steering(0, 0.1), steering(0, -0.1), steering(0, 0), steering(0.1, 5), steering(-0.1, 5)]).toEqual([
      0.6, -0.6, 0, 0.6, -0.6,
    ]);
    expect(steering(-2, 0.4)).toBeCloseTo(-Math.atan(0.5), 12);
  });
});

const POWERTRAIN = {
  maxTorque: 1000,
  frontShare: 0.25,
  maxSpeed: 20,
  creepThrottle: 0.1,
  creepSpeed: 4,
  engineBraking: 0.03,
};
const BRAKES = { frontTorque: 800, rearTorque: 400, handbrake: false };

describe('pedals of a four-wheel car', () => {
  const car = carOf({ powertrain: POWERTRAIN, brakes: BRAKES });
  const torques = (
    pedals: { throttle?: number; brake?: number; gear?: number; handbrake?: number },
    speed: number,
    spin = 0,
  ) => {
    const state = stateOf(car);
    state.motion[Motion.VX] = 0.6 * speed;
    state.motion[Motion.VY] = -0.8 * speed;
    state.wheels.fill(spin / 0.25, Wheels.SPIN, Wheels.SPIN + 4);
    const command = new Float64Array(Command.SIZE);
    command[Command.THROTTLE] = pedals.throttle ?? 0;
    command[Command.BRAKE] = pedals.brake ?? 0;
    command[Command.GEAR] = pedals.gear ?? 1;
    pressPedals(car, state, command, pedals.handbrake ?? 0);
    const { given } = state;
    return [
      given[Given.TORQUE],
      given[Given.TORQUE + 1],
      given[Given.TORQUE + 2],
      given[Given.TORQUE + 3],
      given[Given.BRAKE],
      given[Given.BRAKE + 1],
      given[Given.BRAKE + 2],
      given[Given.BRAKE + 3],
    ].map((value) => value + 0);
  };
  const wheels = (front: number, rear: number, brakeFront = 0, brakeRear = 0) =>
    near([front, front, rear, rear, brakeFront, brakeFront, brakeRear, brakeRear]);

  it('idling drives at rest, less up to the creep speed, and brakes above it within 1 mph', () => {
    const idle = (speed: number) => creep(car.powertrain, speed);
    expect([idle(0), idle(2), idle(4), idle(4 + 0.22352), idle(4.44704), idle(30)]).toEqual(
      near([0.1, 0.05, 0, -0.015, -0.03, -0.03]),
    );
  });

  it('share the torque between the axles, and between left and right', () => {
    expect(torques({ throttle: 0.8 }, 6)).toEqual(wheels(100, 300));
    expect(torques({ throttle: 0.8, gear: -1 }, 6)).toEqual(wheels(-100, -300));
    expect(torques({ throttle: 0.8, gear: 0 }, 6)).toEqual(wheels(0, 0));
    // idling, at rest and at half the creep speed
    expect(torques({}, 0)).toEqual(wheels(12.5, 37.5));
    expect(torques({}, 2)).toEqual(wheels(6.25, 18.75));
    expect(torques({ throttle: 0.2 }, 2)).toEqual(wheels(25, 75));
  });

  it('fade over the last metre per second before the maximum, whichever way the wheels turn', () => {
    expect(torques({ throttle: 1 }, 6, 19)).toEqual(wheels(125, 375));
    expect(torques({ throttle: 1 }, 6, 19.5)).toEqual(wheels(62.5, 187.5));
    expect(torques({ throttle: 1 }, 6, -19.5)).toEqual(wheels(62.5, 187.5));
    expect(torques({ throttle: 1 }, 6, 21)).toEqual(wheels(0, 0));
    for (const [i, spin] of [0, 1, 2, 3].flatMap((wheel) => [[wheel, 19.75] as const, [wheel, -19.75] as const])) {
      const state = stateOf(car);
      state.wheels[Wheels.SPIN + i] = spin / 0.25;
      const command = new Float64Array(Command.SIZE);
      command[Command.THROTTLE] = command[Command.GEAR] = 1;
      pressPedals(car, state, command, 0);
      expect(state.given[Given.TORQUE]).toBeCloseTo(i < 2 ? 31.25 : 125, 9);
      expect(state.given[Given.TORQUE + 2]).toBeCloseTo(i < 2 ? 375 : 93.75, 9);
    }
    const unlimited = carOf({ powertrain: { ...POWERTRAIN, maxSpeed: 0 }, brakes: BRAKES });
    const state = stateOf(unlimited, 60);
    const command = new Float64Array(Command.SIZE);
    command[Command.THROTTLE] = command[Command.GEAR] = 1;
    pressPedals(unlimited, state, command, 0);
    expect(state.given[Given.TORQUE]).toBe(125);
  });

  it('brake by pedal and handbrake, in gear by the engine too, and never by more than all', () => {
    // 6 m/s: idling brakes by 3 %
    expect(torques({ brake: 0.5 }, 6)).toEqual(wheels(0, 0, 400, 200));
    expect(torques({}, 6).slice(4)).toEqual(near([24, 24, 12, 12]));
    expect(torques({ throttle: 0.01 }, 6).slice(4)).toEqual(near([16, 16, 8, 8]));
    expect(torques({ throttle: 0.05 }, 6).slice(4)).toEqual([0, 0, 0, 0]);
    expect(torques({ gear: 0 }, 6).slice(4)).toEqual([0, 0, 0, 0]);
    expect(torques({ brake: 0.3, handbrake: 0.4 }, 6).slice(4)).toEqual(near([560, 560, 280, 280]));
    expect(torques({ brake: 0.8, handbrake: 1 }, 6).slice(4)).toEqual([800, 800, 400, 400]);
    expect(torques({}, 0).slice(4)).toEqual([0, 0, 0, 0]);
  });
});

describe('a driver who follows a speed', () => {
  const car = carOf({
    powertrain: POWERTRAIN,
    brakes: BRAKES,
    wheelInertia: 0.5,
    speedControl: { gain: 2 },
    airDensity: 1.2,
    dragArea: 0.5,
    rollingResistance: 0.01,
  });
  const [most, mostBrake] = [1000 / 0.25, (2 * 1200) / 0.25];
  const rollingMass = 1000 + (4 * 0.5) / 0.0625;
  const pedals = (wanted: number, vx: number, gear = 1) => {
    const command = new Float64Array(Command.SIZE);
    Object.assign(command, {
      [Command.SPEED]: wanted,
      [Command.GEAR]: gear,
      [Command.BRAKE]: 0.7,
      [Command.THROTTLE]: 0.7,
    });
    pressPedalsFor(car, command, vx);
    return [command[Command.THROTTLE], command[Command.BRAKE], command[Command.GEAR]];
  };
  const force = (wanted: number, v: number) => rollingMass * 2 * (wanted - v) + 0.3 * v * v + 0.01 * 1000 * car.gravity;

  it('holds the brake to stand, and brakes to get there', () => {
    expect(pedals(0, 0)).toEqual([0, 1, 1]);
    expect(pedals(0, 0.099)).toEqual([0, 1, 1]);
    expect(pedals(0, -0.099)).toEqual([0, 1, 1]);
    expect(pedals(0, 0.11)[1]).toBeLessThan(1);
    expect(pedals(0, 1)).toEqual(near([0, (0.1 * 0.75 * most - force(0, 1)) / mostBrake, 1]));
  });

  it('gives the throttle that the force takes, no more than all', () => {
    expect(pedals(10.2, 10)).toEqual(near([force(10.2, 10) / most, 0, 1]));
    expect(pedals(20, 10)).toEqual([1, 0, 1]);
    expect(pedals(-10.2, -10)).toEqual(near([force(10.2, 10) / most, 0, -1]));
  });

  it('lifts some of the engine braking with a little throttle, and brakes for more', () => {
    // at 10 m/s idling brakes by 3 % of the brakes, 288 N
    const v = 10;
    const drift = -0.03 * mostBrake;
    for (const wanted of [v - 0.1, v - 0.15]) {
      const needed = force(wanted, v);
      expect(needed).toBeGreaterThan(drift);
      expect(needed).toBeLessThan(0.03 * most);
      expect(pedals(wanted, v)).toEqual(near([(needed - drift) / (most + mostBrake), 0, 1]));
    }
    expect(pedals(9, v)).toEqual(near([0, -force(9, v) / mostBrake, 1]));
    expect(pedals(1, 20)).toEqual([0, 1, 1]);
  });

  it('idles where idling is enough, and brakes against it where it is too much', () => {
    // at 2 m/s idling drives by 5 % of the throttle, 200 N
    const enough = 2 + (200 - 0.3 * 4 - 0.01 * 1000 * car.gravity) / (2 * rollingMass);
    expect(pedals(enough + 0.01, 2)[0]).toBeGreaterThan(0.05);
    expect(pedals(enough - 0.01, 2)).toEqual(near([0, (200 - force(enough - 0.01, 2)) / mostBrake, 1]));
  });

  it('brakes before it goes the other way, and keeps its direction to stop', () => {
    expect(pedals(-1, 2)).toEqual(near([0, (rollingMass * 2 * 3) / mostBrake, -1]));
    expect(pedals(3, -0.2)).toEqual(near([0, (rollingMass * 2 * 3.2) / mostBrake, 1]));
    expect(pedals(9, -9)).toEqual([0, 1, 1]);
    expect(pedals(3, -0.05)[1]).toBe(0);
    expect(pedals(0, -2, -1)).toEqual(near([0, (0.05 * most - force(0, 2)) / mostBrake, -1]));
    expect(pedals(0, 2, -1)[2]).toBe(-1);
    expect(pedals(0, 2, 0)[2]).toBe(1);
  });
});

describe('wheel speeds that follow a twist', () => {
  const car = carOf({
    powertrain: { ...POWERTRAIN, frontShare: 0.4 },
    speedControl: { law: 'wheel-pid', kp: 3, ki: 5, kd: 0.02 },
  });
  const setUp = () => {
    const state = stateOf(car);
    state.given[Given.DT] = 0.1;
    state.given[Given.RATE] = 10;
    state.given.fill(9, Given.BRAKE, Given.BRAKE + 4);
    // rear wheels at 0.5 and 1.3 m/s: 0.9 m/s and 0.5 rad/s; front wheels turned
    state.wheels[Wheels.SPIN + 2] = 0.5 / 0.25;
    state.wheels[Wheels.SPIN + 3] = 1.3 / 0.25;
    const angle = 0.3;
    for (const i of [0, 1])
      Object.assign(state.wheels, { [Wheels.SIN + i]: Math.sin(angle), [Wheels.COS + i]: Math.cos(angle) });
    return state;
  };
  const command = new Float64Array(Command.SIZE);
  Object.assign(command, { [Command.SPEED]: 2, [Command.YAW_RATE]: 0.8 });
  // what the twist lacks is 1.1 m/s and 0.3 rad/s, at the rear axle
  const lack = [
    Math.cos(0.3) * (1.1 - 0.7 * 0.3) + Math.sin(0.3) * 2.5 * 0.3,
    Math.cos(0.3) * (1.1 + 0.7 * 0.3) + Math.sin(0.3) * 2.5 * 0.3,
    1.1 - 0.8 * 0.3,
    1.1 + 0.8 * 0.3,
  ];
  const torquesOf = ({ given }: ReturnType<typeof setUp>) => [...given.slice(Given.TORQUE, Given.TORQUE + 4)];

  it('are pushed by k_p e + k_i e Δt + k_d e/Δt at first, and by increments from then on', () => {
    const [state, pids] = [setUp(), createWheelPids()];
    followWheelSpeeds(car, state, command, pids);
    const first = lack.map((error) => (3 + 5 * 0.1 + 0.02 * 10) * error);
    expect(torquesOf(state)).toEqual(near(first));
    expect([...state.given.slice(Given.BRAKE, Given.BRAKE + 4)]).toEqual([0, 0, 0, 0]);
    // the same error: proportional part unchanged, derivative gone
    followWheelSpeeds(car, state, command, pids);
    const second = lack.map((error, i) => first[i] + 5 * 0.1 * error - 0.02 * 10 * error);
    expect(torquesOf(state)).toEqual(near(second));
    followWheelSpeeds(car, state, command, pids);
    expect(torquesOf(state)).toEqual(near(lack.map((error, i) => second[i] + 5 * 0.1 * error)));
  });

  it('get no more than their share of the torque, and no integral beyond it', () => {
    const [state, pids] = [setUp(), createWheelPids()];
    const strong = carOf({
      powertrain: { ...POWERTRAIN, frontShare: 0.4, maxTorque: 5 },
      speedControl: { law: 'wheel-pid', kp: 3, ki: 5, kd: 0 },
    });
    followWheelSpeeds(strong, state, command, pids);
    followWheelSpeeds(strong, state, command, pids);
    // 1 N m in front, 1.5 behind
    expect(torquesOf(state)).toEqual([1, 1, 1.5, 1.5]);
    expect([...pids.slice(0, 4)]).toEqual(near(lack.map((error) => 3 * error)));
    const rear = carOf({ powertrain: { ...POWERTRAIN, frontShare: 0 }, speedControl: { law: 'wheel-pid', kp: 3 } });
    const other = setUp();
    other.given.fill(7, Given.TORQUE, Given.TORQUE + 4);
    followWheelSpeeds(rear, other, command, createWheelPids());
    expect(torquesOf(other).slice(0, 2)).toEqual([0, 0]);
    expect(torquesOf(other)[2]).toBeGreaterThan(0);
  });
});

describe('a wheel on dry friction', () => {
  const car = carOf({
    tyreModel: 'coulomb',
    friction: 0.8,
    gravity: 10,
    wheelInertia: 2,
    wheelDamping: 0.5,
    rearTyre: { grip: 0.5 },
  });
  const contact = (
    given: {
      vx?: number;
      vy?: number;
      yawRate?: number;
      spin?: number;
      torque?: number;
      brake?: number;
      sine?: number;
    },
    i = 1,
  ) => {
    const state = stateOf(car);
    const { sine = 0 } = given;
    Object.assign(state.motion, {
      [Motion.VX]: given.vx ?? 0,
      [Motion.VY]: given.vy ?? 0,
      [Motion.YAW_RATE]: given.yawRate ?? 0,
    });
    Object.assign(state.wheels, {
      [Wheels.SPIN + i]: given.spin ?? 0,
      [Wheels.SIN + i]: sine,
      [Wheels.COS + i]: Math.sqrt(1 - sine * sine),
    });
    Object.assign(state.given, { [Given.DT]: 0.1, [Given.RATE]: 10, [Given.TORQUE + i]: given.torque ?? 0 });
    state.contacts.fill(9);
    state.contacts[i * Contact.SIZE + Contact.HOLDING] = given.brake ?? 0;
    coulombWheel(car, state, i);
    const at = (index: number) => state.contacts[i * Contact.SIZE + index];
    return {
      push: at(Contact.PUSH),
      side: at(Contact.SIDE),
      spin: at(Contact.SPIN),
      braking: at(Contact.BRAKING),
      damping: [at(Contact.DAMP_ALONG), at(Contact.DAMP_ACROSS), at(Contact.SPIN_PER_SPEED)],
    };
  };
  // a quarter of the mass, 250 kg, holds 2000 N
  const LIMIT = 0.8 * 250 * 10;

  it('stops sideways motion within the step, up to its friction', () => {
    expect(contact({ vy: 0.05 }).side).toBeCloseTo(-250 * 0.05 * 10, 9);
    expect(contact({ vy: -0.05 }).side).toBeCloseTo(125, 9);
    // rear tyres have half the grip
    for (const i of [0, 1, 2, 3]) expect(contact({ vy: 2 }, i).side).toBeCloseTo(i < 2 ? -LIMIT : -LIMIT / 2, 9);
    // 1 m ahead of the centre of gravity, turning
    expect(contact({ yawRate: 0.05 }).side).toBeCloseTo(-125, 9);
    expect(contact({ yawRate: 0.05 }, 2).side).toBeCloseTo(1.5 * 125, 9);
  });

  it('keeps the wheel rolling: R F = τ − I (u/R − ω)/Δt − c ω', () => {
    // 0.7 m to the right: faster where the car turns left
    const u = 1 + 0.7 * 0.2;
    const expected = (30 - 0.5 * 3 - 2 * (u / 0.25 - 3) * 10) / 0.25;
    const { push, spin, braking, damping } = contact({ vx: 1, yawRate: 0.2, spin: 3, torque: 30 });
    expect(push).toBeCloseTo(expected, 9);
    expect(spin).toBeCloseTo(u / 0.25, 9);
    expect([braking, ...damping]).toEqual([0, 0, 0, 0]);
  });

  it('spins up when more is asked than it holds', () => {
    const { push, spin } = contact({ torque: 900 });
    expect(push).toBeCloseTo(LIMIT, 9);
    expect(spin).toBeCloseTo(((900 - 0.25 * LIMIT) * 0.1) / 2, 9);
  });

  it('is slowed by its brake, which stops wheel and mass when it can', () => {
    const rolling = { vx: 1, spin: 4 };
    const hard = contact({ ...rolling, brake: 100 });
    expect(hard.push).toBeCloseTo((-100 - 0.5 * 4) / 0.25, 9);
    // (I ω + R m u)/Δt = 705 N m stops both
    const harder = contact({ ...rolling, brake: 1000 });
    expect(harder.push).toBeCloseTo(-LIMIT, 9);
    expect(harder.spin).toBeCloseTo(4 + ((-705 - 2 + 0.25 * LIMIT) * 0.1) / 2, 9);
    expect(contact({ vx: 0.01, spin: 0.04, brake: 100 }).push).toBeCloseTo((-7.05 - 0.02) / 0.25, 9);
  });

  it('lets the brake take up what the engine gives', () => {
    expect(contact({ torque: 30, brake: 100 }).push).toBeCloseTo(0, 9);
    expect(contact({ torque: 30, brake: 10 }).push).toBeCloseTo(20 / 0.25, 9);
  });

  it('sees the road from its own direction', () => {
    // u = 0.8 v_x + 0.6 v_y
    expect(contact({ vx: 0.02, vy: 0.01, sine: 0.6 }).push).toBeCloseTo((-2 * (0.022 / 0.25) * 10) / 0.25, 9);
    const { side } = contact({ vx: 0.05, sine: 0.6 });
    expect(side).toBeCloseTo(250 * 0.05 * 0.6 * 10, 9);
    const { side: mixed } = contact({ vx: 0.05, vy: 0.05, sine: 0.6 });
    expect(mixed).toBeCloseTo(-250 * (0.8 * 0.05 - 0.6 * 0.05) * 10, 9);
  });
});

describe('loads of the wheels', () => {
  it('of a car at rest are by the distance of its axles from the centre of gravity', () => {
    const car = carOf({ gravity: 10, cgHeight: 0.5 });
    const state = stateOf(car);
    loadWheels(car, state);
    expect([...state.wheels.slice(Wheels.LOAD, Wheels.LOAD + 4)]).toEqual(near([3000, 3000, 2000, 2000]));
    // 2 m/s² forward and 1 m/s² to the left
    Object.assign(state.motion, { [Motion.LOAD_AX]: 2, [Motion.LOAD_AY]: 1 });
    loadWheels({ ...car, rollShareFront: 0.7 }, state);
    const front = (1000 * (10 * 1.5 - 0.5 * 2)) / 2.5;
    const [left, right] = [(0.7 * 500) / 1.4, (0.3 * 500) / 1.6];
    expect([...state.wheels.slice(Wheels.LOAD, Wheels.LOAD + 4)]).toEqual(
      near([front / 2 - left, front / 2 + left, (10000 - front) / 2 - right, (10000 - front) / 2 + right]),
    );
  });
});

describe('loads of wheels that lift', () => {
  const car = { ...carOf({ gravity: 10, cgHeight: 0.5 }), rollShareFront: 0.2 };
  const loads = (ax: number, ay: number) => {
    const state = stateOf(car);
    Object.assign(state.motion, { [Motion.LOAD_AX]: ax, [Motion.LOAD_AY]: ay });
    loadWheels(car, state);
    return [...state.wheels.slice(Wheels.LOAD, Wheels.LOAD + 4)];
  };

  it('go over to the other wheel of the axle, and the rest to the other axle', () => {
    // 500 kg m · 9 m/s² in all, 80 % of it behind, where 2000 N · 1.6 m is all there is
    const front = (500 * 9 - 2000 * 1.6) / 1.4;
    expect(loads(0, 9)).toEqual(near([3000 - front, 3000 + front, 0, 4000]));
    expect(loads(0, -9)).toEqual(near([3000 + front, 3000 - front, 4000, 0]));
    // tipping over
    expect(loads(0, 40)).toEqual(near([0, 6000, 0, 4000]));
  });

  it('are never negative, and always those of the weight', () => {
    expect(loads(-60, 0)).toEqual(near([5000, 5000, 0, 0]));
    expect(loads(60, 0)).toEqual(near([0, 0, 5000, 5000]));
  });
});

it('begins rolling, with its centre of gravity ahead of the rear axle', () => {
  const state = createFourWheelState(
    { x: 2, y: 3, yaw: 0.5 - 2 * Math.PI, speed: 4 },
    { toRear: 1.5, wheelRadius: 0.25 },
  );
  const { motion, wheels, contacts } = state;
  expect(motion[Motion.VX]).toBe(4);
  expect([motion[Motion.X], motion[Motion.Y], motion[Motion.YAW]]).toEqual(
    near([2 + 1.5 * Math.cos(0.5), 3 + 1.5 * Math.sin(0.5), 0.5]),
  );
  expect([...wheels.slice(Wheels.SPIN, Wheels.SPIN + 4)]).toEqual([16, 16, 16, 16]);
  expect([...wheels.slice(Wheels.COS, Wheels.COS + 4)]).toEqual([1, 1, 1, 1]);
  for (let i = 0; i < 4; i++) expect(contacts[i * Contact.SIZE + Contact.SOFTENING]).toBe(1);
});

it('is described with its wheels where they are, and a body above them', () => {
  const text = fourWheelUrdf(paramsOf({ ...GEOMETRY, baseLinkOffset: 0.3, steeringActuator: { maxPosition: 0.5 } }));
  const origin = (name: string) =>
    new RegExp(`<joint name="${name}".*?<origin xyz="([^"]*)"/>`).exec(text)![1].split(' ').map(Number);
  expect(origin('steering_left')).toEqual(near([2.2, 0.7, 0.25]));
  expect(origin('steering_right')).toEqual(near([2.2, -0.7, 0.25]));
  expect(origin('wheel_rear_left')).toEqual(near([-0.3, 0.8, 0.25]));
  expect(origin('wheel_rear_right')).toEqual(near([-0.3, -0.8, 0.25]));
  expect(origin('wheel_front_left')).toEqual([0, 0, 0]);
  expect(origin('base_link__body__joint')).toEqual(near([0.95, 0, 0.5]));
  const [, length, width, height] = /<box size="(\S+) (\S+) (\S+)"/.exec(text)!.map(Number);
  expect([length, width, height]).toEqual(near([3.25, 1.44, 0.5]));
  expect(text).toContain(`<cylinder length="${0.6 * 0.25}" radius="0.25"/>`);
  expect(text).toContain(`rpy="${Math.PI / 2} 0 0"`);
  // the inner wheel at full lock: cot δ_i = cot δ − t/(2 L)
  const [, lower, upper] = /lower="(\S+)" upper="(\S+)"/.exec(text)!.map(Number);
  const inner = Math.atan(1 / (1 / Math.tan(0.5) - 1.4 / 5));
  expect([lower, upper]).toEqual(near([-inner, inner]));
});
