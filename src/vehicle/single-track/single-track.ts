/**
 * Dynamic single-track car: mass, yaw inertia and tyres behind the same actuators as the kinematic vehicles; equations in
 * single-track-model.ts.
 *
 * The drive actuator's output v_a is the speed the powertrain and brakes aim at. They ask for the force
 *
 *   F = m (v̇_a + k (v_a − v_x)) + F_drag + F_roll          shared between the axles, limited by friction
 *
 * so without slip the car follows v_a, and with too little friction it does not. The steering actuator's output is δ. Both are held
 * over the step. Time and base_link are as in vehicle-body.ts, with the rear axle as the fixed one.
 *
 * Checked against: see single-track-model.ts.
 */
import { defineBlock, occasionalOutput, optionalInput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { FieldValues } from '../../core/schema.ts';
import { choice, group, integer, param } from '../../core/schema.ts';
import { AckermannDriveStamped, JointState, StringMessage, Twist, VehicleState } from '../../msgs/index.ts';
import { Actuator, beginAt } from '../actuators/actuator-state.ts';
import { createDriveActuator, driveActuatorGroup, driveVelocity } from '../actuators/drive-actuator.ts';
import { COMMAND_SPEED, COMMAND_STEERING, readDriveCommand } from '../kinematic/drive-command.ts';
import { advanceSingleTrack } from './integration.ts';
import {
  createCar,
  FRONT_FORCE,
  REAR_FORCE,
  resistance,
  STATE_SIZE,
  STEERING,
  VX,
  VY,
  X,
  Y,
  YAW,
  YAW_RATE,
} from './model.ts';
import { createSteeringActuator, steeringActuatorGroup, steeringAngle } from '../actuators/steering-actuator.ts';
import { publishSteeringJoints } from '../steering-joints.ts';
import { bicycleUrdf } from '../urdf.ts';
import {
  beginStep,
  Body,
  bodyParams,
  createBody,
  describe,
  updateVelocity,
  writeState,
  looksAtDescription,
} from '../vehicle-body.ts';

/** Defaults of a car that understeers a little in normal driving and runs wide at its limit. */
const tyreParams = (axle: string, defaults: { stiffness: number; factor: number; friction: number }) =>
  group(
    {
      corneringStiffness: param(
        defaults.stiffness,
        'N/rad',
        `linear: lateral force of the ${axle} axle per slip angle`,
        { above: 0 },
      ),
      friction: param(defaults.friction, '', 'peak friction coefficient at the static load', { above: 0 }),
      loadSensitivity: param(0, '', 'relative loss of friction per relative gain of load', { min: 0, max: 1 }),
      stiffnessFactor: param(defaults.factor, '1/rad', 'magic formula: B, steeper for larger values', { above: 0 }),
      shapeFactor: param(1.3, '', 'magic formula: C, how far the force falls beyond its peak', { min: 1, max: 2 }),
      curvatureFactor: param(-1, '', 'magic formula: E, sharpness of the peak', { max: 1 }),
    },
    `tyres of the ${axle} axle, both wheels together`,
  );

const params = {
  mass: param(1500, 'kg', 'mass of the car', { above: 0 }),
  yawInertia: param(2500, 'kg m²', 'moment of inertia about the vertical axis; larger turns in more slowly', {
    above: 0,
  }),
  wheelBase: param(2.7, 'm', 'distance between the axles', { above: 0 }),
  cgToFrontAxle: param(1.2, 'm', 'from the centre of gravity forward to the front axle', { above: 0 }),
  cgHeight: param(0.5, 'm', 'height of the centre of gravity; 0 for no load transfer', { min: 0 }),
  loadTransferTime: param(0.1, 's', 'time constant with which loads follow acceleration', { above: 0 }),
  tyreModel: choice('magic-formula', ['linear', 'magic-formula'], 'lateral force law of the tyres'),
  frontTyre: tyreParams('front', { stiffness: 90000, factor: 8, friction: 0.95 }),
  rearTyre: tyreParams('rear', { stiffness: 110000, factor: 12, friction: 1 }),
  dragArea: param(0, 'm²', 'aerodynamic drag coefficient times frontal area', { min: 0 }),
  airDensity: param(1.225, 'kg/m³', 'density of air', { min: 0 }),
  rollingResistance: param(0, '', 'rolling resistance coefficient', { min: 0 }),
  driveFrontShare: param(0, '', 'share of the driving force on the front axle: 0 rear drive, 1 front drive', {
    min: 0,
    max: 1,
  }),
  brakeFrontShare: param(0.6, '', 'share of the braking force on the front axle', { min: 0, max: 1 }),
  speedGain: param(5, '1/s', 'how fast a speed error is corrected', { min: 0 }),
  slipBlendSpeed: param(2, 'm/s', 'below it tyres turn into lateral dampers and the car into a kinematic bicycle', {
    above: 0,
  }),
  integrator: choice('rk4', ['rk4', 'semi-implicit'], 'integration scheme'),
  substeps: integer(1, '', 'integration steps per release', { min: 1 }),
  ...bodyParams,
  visTrackFixed: param((own) => own.wheelBase * 0.57, 'm', 'spacing of the rear wheels as drawn', { min: 0 }),
  visTrackSteered: param((own) => own.wheelBase * 0.57, 'm', 'spacing of the front wheels as drawn', { min: 0 }),
  visWheelDiameter: param((own) => own.wheelBase * 0.23, 'm', 'wheel diameter as drawn', { min: 0 }),
  driveActuator: driveActuatorGroup({ deadTime: 0.1, timeConstant: 0.2, maxVelocity: 0, maxAcceleration: 3 }),
  steeringActuator: steeringActuatorGroup({ deadTime: 0.05, timeConstant: 0.05, maxVelocity: 1, maxPosition: 0.6 }),
};

/** The force asked of the powertrain (positive) or the brakes, shared between the axles. */
function demandForces(
  car: FieldValues<typeof params>,
  vx: number,
  aim: number,
  aimRate: number,
  input: Float64Array,
): void {
  const force = car.mass * (aimRate + car.speedGain * (aim - vx)) + resistance(car, vx);
  // a force along the motion drives, one against it brakes
  const share = force * vx >= 0 ? car.driveFrontShare : car.brakeFrontShare;
  input[FRONT_FORCE] = share * force;
  input[REAR_FORCE] = (1 - share) * force;
}

const urdfOf = derivedFrom((own: FieldValues<typeof params>) => bicycleUrdf(own, 'single_track'));
const carOf = derivedFrom(createCar);

export const singleTrack = defineBlock({
  type: 'vehicle/single-track',
  doc: 'Dynamic single-track car with mass, tyres (linear or magic formula), friction limit and load transfer.',
  plant: true,
  defaultPeriod: 0.001,
  params,
  inputs: { ackermann: optionalInput(AckermannDriveStamped), twist: optionalInput(Twist) },
  outputs: {
    state: VehicleState,
    joint_states: occasionalOutput(JointState),
    robot_description: occasionalOutput(StringMessage),
  },

  check(own) {
    if (own.cgToFrontAxle >= own.wheelBase) {
      return ['cgToFrontAxle', `expected less than wheelBase (${own.wheelBase} m), got ${own.cgToFrontAxle}`];
    }
    const stop = own.steeringActuator.maxPosition;
    if (stop === 0 || stop > Math.PI / 2 - 1e-9)
      return ['steeringActuator.maxPosition', `expected an end stop above 0 and below 90°, got ${stop} rad`];
    return undefined;
  },

  init(own, context) {
    const body = createBody(own);
    const motion = new Float64Array(STATE_SIZE);
    motion[X] = body[Body.X];
    motion[Y] = body[Body.Y];
    motion[YAW] = body[Body.YAW];
    return {
      body,
      motion,
      command: new Float64Array(2),
      input: new Float64Array(3),
      drive: createDriveActuator(own.driveActuator, context.period),
      steering: createSteeringActuator(own.steeringActuator, context.period),
    };
  },

  step(own, state, inputs, outputs, time) {
    const { body, motion, command, input, drive, steering } = state;
    beginStep(body, time);
    if (time.activation === 0) {
      beginAt(drive, time.nowNs);
      beginAt(steering, time.nowNs);
    }
    const timeNs = body[Body.TIME_NS];
    readDriveCommand(inputs, timeNs, own, command);

    // actuators
    const aim = drive.numbers[Actuator.OUTPUT];
    const aimRate = (driveVelocity(own.driveActuator, drive, timeNs, command[COMMAND_SPEED]) - aim) / time.dt;
    body[Body.STEERING] = input[STEERING] = steeringAngle(
      own.steeringActuator,
      steering,
      timeNs,
      command[COMMAND_STEERING],
    );

    // forces and motion
    demandForces(own, motion[VX], aim, aimRate, input);
    advanceSingleTrack(carOf(own), motion, input, time.dt);
    body[Body.X] = motion[X];
    body[Body.Y] = motion[Y];
    body[Body.YAW] = motion[YAW];
    body[Body.AXLE_VX] = motion[VX];
    body[Body.AXLE_VY] = motion[VY] - (own.wheelBase - own.cgToFrontAxle) * motion[YAW_RATE];
    body[Body.YAW_RATE] = motion[YAW_RATE];
    updateVelocity(body, own.baseLinkOffset, outputs.state.publish);

    writeState(body, own.baseLinkOffset, outputs.state.value);
    publishSteeringJoints(own, 1, body, outputs.joint_states);
    // again when a parameter that shows in it has changed
    if (looksAtDescription(time)) describe(outputs.robot_description, urdfOf(own));
  },
});
