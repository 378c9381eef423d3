/**
 * A car on four wheels, all of it data: mass and geometry, tyres, load transfer, powertrain, brakes and steering come from parameters; see vehicles/.
 *
 *   commands      four-wheel-command.ts     the latest of `twist`, `drive` and `control` counts
 *   steering      steering-actuator.ts      mean road-wheel angle, then Ackermann geometry: wheel-steering.ts
 *   powertrain    powertrain.ts             pedals to torques
 *                 powertrain-driver.ts      a commanded speed to pedals      (speedControl.law: pedals)
 *                 powertrain-wheel-speed.ts a commanded speed to torques     (speedControl.law: wheel-pid)
 *   motion        four-wheel-model.ts       with wheel-loads.ts, and wheel-grip.ts or wheel-coulomb.ts
 *
 * `contact` is an outer force through the centre of gravity in map axes [N] with a moment about the vertical [N m], for collisions; it acts until another one comes.
 * base_link is on the rear axle, or `baseLinkOffset` ahead of it; the rest of its publication is as in vehicle-body.ts. Roll and pitch are those of compliant
 * springs under the acceleration that has reached the wheels, 0 by default: they are for looking at and for sensors, and do not act back.
 *
 * Checked against: see the files above, and four-wheel*.test.ts.
 */
import { defineBlock, occasionalOutput, optionalInput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { Input } from '../../core/signal.ts';
import { atan } from '../../math/trig.ts';
import {
  AckermannDriveStamped,
  CarInfo,
  Control,
  JointState,
  StringMessage,
  Twist,
  VehicleState,
  Wrench,
} from '../../msgs/index.ts';
import type { ActuatorState } from '../actuators/actuator-state.ts';
import { Actuator, beginAt } from '../actuators/actuator-state.ts';
import type { FourWheelCar } from './car.ts';
import { fourWheelCar } from './car.ts';
import { Command, readCommand } from './command.ts';
import { advanceFourWheel } from './model.ts';
import { fourWheelParams } from './params.ts';
import { publishCarInfo, publishJoints } from './report.ts';
import type { FourWheelState } from './state.ts';
import { createFourWheelState, Given, Motion } from './state.ts';
import { fourWheelUrdf } from './urdf.ts';
import { pressPedals } from './powertrain.ts';
import { pressPedalsFor } from './powertrain-driver.ts';
import { createWheelPids, followWheelSpeeds } from './powertrain-wheel-speed.ts';
import { createSteeringActuator, steeringAngle } from '../actuators/steering-actuator.ts';
import { beginStep, Body, createBody, describe, nextAtRate, writeState, looksAtDescription } from '../vehicle-body.ts';
import { steerWheels } from './wheel-steering.ts';

interface FourWheelBlockState {
  /** By `Body`. */
  readonly body: Float64Array;
  readonly model: FourWheelState;
  /** By `Command`. */
  readonly command: Float64Array;
  readonly steering: ActuatorState;
  readonly pids: Float64Array;
  /** 1 until the first throttle of a car that began with its handbrake on. */
  handbrake: number;
  /** Number of the car_info that is due next, as for joint states. */
  nextCarInfo: number;
}

/** Turns the front wheels towards the commanded angle; less than a nanoradian is no turn. */
function steer(car: FourWheelCar, state: FourWheelBlockState): void {
  const { body, command, steering } = state;
  const wanted = command[Command.STEERING];
  let angle = wanted;
  if (!car.steersAtOnce) {
    angle = steeringAngle(car.steering, steering, body[Body.TIME_NS], wanted);
    // a lag that has come to the middle ends there, before its numbers get too small to be quick
    if (wanted === 0 && angle !== 0 && Math.abs(angle) < 1e-12) angle = restActuator(steering);
  }
  if (Math.abs(angle - body[Body.STEERING]) < 1e-9) return;
  body[Body.STEERING] = angle;
  steerWheels(car, angle, state.model.wheels);
}

function restActuator({ numbers }: ActuatorState): number {
  numbers[Actuator.MOTOR] = numbers[Actuator.OUTPUT] = numbers[Actuator.RATE] = 0;
  return 0;
}

/** Torques of the wheels, from a commanded speed or the pedals. */
function drive(car: FourWheelCar, state: FourWheelBlockState): void {
  const { command, model } = state;
  if (command[Command.IS_SPEED] === 1) {
    if (car.speedControl.law === 'wheel-pid') {
      followWheelSpeeds(car, model, command, state.pids);
      return;
    }
    pressPedalsFor(car, command, model.motion[Motion.VX]);
  }
  if (command[Command.THROTTLE] > 0) state.handbrake = 0;
  pressPedals(car, model, command, state.handbrake);
}

function setStep({ given }: FourWheelState, dt: number): void {
  given[Given.DT] = dt;
  given[Given.RATE] = 1 / dt;
}

/** Turns the outer force from map axes into the body's. */
function push({ motion, given }: FourWheelState, contact: Input<Wrench>): void {
  if (contact.sequence === 0) return;
  const { force, torque } = contact.value;
  given[Given.FORCE_X] = motion[Motion.COS] * force.x + motion[Motion.SIN] * force.y;
  given[Given.FORCE_Y] = motion[Motion.COS] * force.y - motion[Motion.SIN] * force.x;
  given[Given.MOMENT] = torque.z;
}

/** Carries the motion of the centre of gravity over to the rear axle and base_link. */
function followMotion(car: FourWheelCar, motion: Float64Array, body: Float64Array): void {
  const yawRate = motion[Motion.YAW_RATE];
  const ahead = car.baseLinkOffset - car.toRear;
  body[Body.X] = motion[Motion.X] - car.toRear * motion[Motion.COS];
  body[Body.Y] = motion[Motion.Y] - car.toRear * motion[Motion.SIN];
  body[Body.YAW] = motion[Motion.YAW];
  body[Body.YAW_RATE] = yawRate;
  body[Body.VX] = motion[Motion.VX];
  body[Body.VY] = motion[Motion.VY] + ahead * yawRate;
  body[Body.AX] = motion[Motion.AX] - ahead * yawRate * yawRate;
  body[Body.AY] = motion[Motion.AY] + ahead * motion[Motion.YAW_ACCELERATION];
}

const urdfOf = derivedFrom(fourWheelUrdf);

export const fourWheel = defineBlock({
  type: 'vehicle/four-wheel',
  doc: 'Car on four wheels with tyre slip, load transfer, powertrain, brakes and steering; skids, spins and stands still.',
  plant: true,
  defaultPeriod: 0.001,
  params: fourWheelParams,
  inputs: {
    twist: optionalInput(Twist),
    drive: optionalInput(AckermannDriveStamped),
    control: optionalInput(Control),
    contact: optionalInput(Wrench),
  },
  outputs: {
    state: VehicleState,
    joint_states: occasionalOutput(JointState),
    robot_description: occasionalOutput(StringMessage),
    car_info: occasionalOutput(CarInfo),
  },

  check(params) {
    const {
      cgToFrontAxle: toFront,
      wheelBase: base,
      steeringActuator: { maxPosition: stop },
      trackFront: track,
    } = params;
    if (toFront >= base) return ['cgToFrontAxle', `expected less than wheelBase (${base} m), got ${toFront}`];
    if (stop === 0 || stop > Math.PI / 2 - 1e-9)
      return ['steeringActuator.maxPosition', `expected an end stop above 0 and below 90°, got ${stop} rad`];
    for (const [name, curve] of Object.entries(params.unityTyre))
      if (curve.asymptoteSlip <= curve.extremumSlip)
        return [
          `unityTyre.${name}.asymptoteSlip`,
          `expected more than extremumSlip (${curve.extremumSlip}), got ${curve.asymptoteSlip}`,
        ];
    const least = atan((2 * base) / track);
    if (stop >= least)
      return [
        'steeringActuator.maxPosition',
        `expected less than ${least.toFixed(3)} rad, where the car would turn about a wheel, got ${stop} rad`,
      ];
    return undefined;
  },

  init(params, context): FourWheelBlockState {
    const body = createBody(params);
    const command = new Float64Array(Command.SIZE);
    command[Command.GEAR] = 1;
    command[Command.IS_SPEED] = params.speedControl.law === 'wheel-pid' ? 1 : 0;
    return {
      body,
      model: createFourWheelState(
        { x: body[Body.X], y: body[Body.Y], yaw: body[Body.YAW], speed: params.speed },
        fourWheelCar(params),
      ),
      command,
      steering: createSteeringActuator(params.steeringActuator, context.period),
      pids: createWheelPids(),
      handbrake: params.brakes.handbrake && params.speed === 0 ? 1 : 0,
      nextCarInfo: 0,
    };
  },

  step(params, state, inputs, outputs, time) {
    const { body, model, command } = state;
    const car = fourWheelCar(params);
    beginStep(body, time);
    setStep(model, time.dt);
    if (time.activation === 0) beginAt(state.steering, time.nowNs);
    readCommand(inputs, body[Body.TIME_NS], car, command);

    // what acts on the car, and how it moves
    steer(car, state);
    drive(car, state);
    push(model, inputs.contact);
    if (car.substeps > 1) setStep(model, time.dt / car.substeps);
    for (let i = 0; i < car.substeps; i++) advanceFourWheel(car, model);
    followMotion(car, model.motion, body);

    // what is seen of it
    const { value } = outputs.state;
    writeState(body, car.baseLinkOffset, value);
    value.roll = car.rollCompliance * model.motion[Motion.LOAD_AY];
    value.pitch = -car.pitchCompliance * model.motion[Motion.LOAD_AX];
    publishJoints(car, model, body, outputs.joint_states);
    const { carInfo } = car;
    const nextCarInfo = carInfo.rateHz > 0 ? nextAtRate(body, carInfo.rateHz) : 0;
    if (nextCarInfo > state.nextCarInfo) publishCarInfo(car, model, command, body, outputs.car_info);
    state.nextCarInfo = nextCarInfo;
    // again when a parameter that shows in it has changed
    if (looksAtDescription(time)) describe(outputs.robot_description, urdfOf(params));
  },
});
