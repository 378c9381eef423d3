/** Parameters of the four-wheel car. Defaults are a mid-size front-driven car on dry asphalt, driven by pedals. */
import type { FieldValues } from '../../core/schema.ts';
import { choice, fixed, flag, group, integer, param, text } from '../../core/schema.ts';
import { GRAVITY } from '../single-track/load-transfer.ts';
import { steeringActuatorGroup } from '../actuators/steering-actuator.ts';
import { bodyParams } from '../vehicle-body.ts';

const tyreParams = (axle: string, stiffness: number) =>
  group(
    {
      corneringStiffness: param(
        stiffness,
        '1/rad',
        `lateral force of the ${axle} tyres per load and slip angle; larger is sharper`,
        { above: 0 },
      ),
      slipStiffness: param(
        (own) => own.corneringStiffness,
        '',
        'longitudinal force per load and slip ratio; larger slips less under power',
        { above: 0 },
      ),
      grip: param(1, '', 'lateral friction of these tyres, relative to `friction`', { above: 0 }),
      frictionRatio: param(1, '', 'longitudinal friction over lateral friction', { above: 0 }),
      loadSensitivity: param(0, '', 'relative loss of friction per relative gain of load', { min: 0, max: 1 }),
      shapeFactor: param(1.3, '', 'magic formula: C, how far the force falls beyond its peak', { min: 1, max: 2 }),
      curvatureFactor: param(-1, '', 'magic formula: E, sharpness of the peak', { max: 1 }),
    },
    `each tyre of the ${axle} axle; without effect on coulomb tyres, except grip`,
  );

const frictionCurveParams = (
  direction: string,
  defaults: { extremumSlip: number; asymptoteSlip: number; asymptoteValue: number },
) =>
  group(
    {
      extremumSlip: param(defaults.extremumSlip, '', 'slip of the largest force', { above: 0 }),
      extremumValue: param(1, '', 'force per load there', { above: 0 }),
      asymptoteSlip: param(defaults.asymptoteSlip, '', 'slip beyond which the force stays', { above: 0 }),
      asymptoteValue: param(defaults.asymptoteValue, '', 'force per load there', { above: 0 }),
      stiffness: param(1, '', 'what both forces are multiplied by', { above: 0 }),
    },
    `friction ${direction} the wheel`,
  );

const powertrainParams = group(
  {
    maxTorque: param(1600, 'N m', 'drive torque at full throttle, all wheels together', { above: 0 }),
    frontShare: param(1, '', 'share of the drive torque on the front axle: 1 front drive, 0 rear drive', {
      min: 0,
      max: 1,
    }),
    maxSpeed: param(50, 'm/s', 'wheel speed at which the drive torque of an axle is cut; 0 for never', { min: 0 }),
    creepThrottle: param(0, '', 'throttle that idling gives at rest; fades to 0 at creepSpeed', { min: 0, max: 1 }),
    creepSpeed: param(3.12928, 'm/s', 'speed at which idling turns from driving to engine braking', { above: 0 }),
    engineBraking: param(0, '', 'brake that a released throttle gives, in full one mile per hour above creepSpeed', {
      min: 0,
      max: 1,
    }),
  },
  'drive torque, flat over speed, equal left and right',
);

const brakeParams = group(
  {
    frontTorque: param(1500, 'N m', 'brake torque of each front wheel at full brake', { min: 0 }),
    rearTorque: param(800, 'N m', 'brake torque of each rear wheel at full brake', { min: 0 }),
    handbrake: fixed(
      flag(false, 'whether a car that begins at rest is held by its handbrake until the first throttle'),
    ),
  },
  'brakes',
);

const speedControlParams = group(
  {
    law: choice(
      'pedals',
      ['pedals', 'wheel-pid'],
      'how a speed command is followed: by throttle and brake, or by a PID on each driven wheel',
    ),
    gain: param(5, '1/s', 'pedals: acceleration per speed error', { min: 0 }),
    kp: param(1500, 'N m s/m', 'wheel-pid: torque per speed error', { min: 0 }),
    ki: param(50, 'N m/m', 'wheel-pid: torque per integrated speed error', { min: 0 }),
    kd: param(0, 'N m s²/m', 'wheel-pid: torque per rate of the speed error', { min: 0 }),
  },
  'speed control, for twist and drive commands',
);

const carInfoParams = group(
  {
    rateHz: param(100, 'Hz', 'rate of car_info; 0 for never', { min: 0 }),
    carName: text('car', 'name the car gives itself'),
    stationId: integer(1, '', 'number the car gives itself', { min: 0 }),
    origin: param(0, 'm', 'how far the reported position is ahead of the rear axle'),
    headingOffset: param(0, 'rad', 'what the reported heading adds to the yaw'),
  },
  'what car_info reports',
);

export const fourWheelParams = {
  mass: param(1500, 'kg', 'mass with the wheels', { above: 0 }),
  yawInertia: param(2500, 'kg m²', 'moment of inertia about the vertical axis; larger turns in more slowly', {
    above: 0,
  }),
  wheelBase: param(2.7, 'm', 'distance between the axles', { above: 0 }),
  cgToFrontAxle: param(1.2, 'm', 'from the centre of gravity forward to the front axle', { above: 0 }),
  cgHeight: param(0.5, 'm', 'height of the centre of gravity; 0 for no load transfer', { min: 0 }),
  trackFront: param(1.55, 'm', 'distance between the front wheels', { above: 0 }),
  trackRear: param((own) => own.trackFront, 'm', 'distance between the rear wheels', { above: 0 }),
  wheelRadius: param(0.31, 'm', 'rolling radius', { above: 0 }),
  wheelInertia: param(0.8, 'kg m²', 'moment of inertia of each wheel about its axle, with what turns along', {
    above: 0,
  }),
  wheelDamping: param(0, 'N m s/rad', 'torque against the spin of each wheel, per spin', { min: 0 }),
  rollStiffnessFrontShare: param(0.55, '', 'share of the front axle in the lateral load transfer', {
    min: 0,
    max: 1,
  }),
  loadTransferTime: param(0.1, 's', 'time constant with which loads follow acceleration', { above: 0 }),
  rollCompliance: param(0, 'rad s²/m', 'body roll per lateral acceleration; leans out of the turn', { min: 0 }),
  pitchCompliance: param(0, 'rad s²/m', 'body pitch per longitudinal acceleration; dives when braking', { min: 0 }),
  gravity: param(GRAVITY, 'm/s²', 'acceleration of free fall', { above: 0 }),
  friction: param(0.9, '', 'friction coefficient of tyres and road; 0.1 is ice, 0.9 dry asphalt', { above: 0 }),
  tyreModel: choice(
    'brush',
    ['brush', 'magic-formula', 'coulomb', 'unity'],
    "tyre force law: brush saturates, magic-formula falls beyond its peak, coulomb has no slip, unity is a game's spline",
  ),
  frontTyre: tyreParams('front', 16),
  rearTyre: tyreParams('rear', 20),
  unityTyre: group(
    {
      forward: frictionCurveParams('along', { extremumSlip: 0.4, asymptoteSlip: 0.8, asymptoteValue: 0.5 }),
      sideways: frictionCurveParams('across', { extremumSlip: 0.2, asymptoteSlip: 0.5, asymptoteValue: 0.75 }),
    },
    "unity: friction curves of all tyres, times `friction`; defaults are those of Unity's WheelCollider",
  ),
  slipFloorSpeed: param(0.1, 'm/s', 'speed that slip is measured against at standstill; smaller stops harder', {
    above: 0,
  }),
  dragArea: param(0, 'm²', 'aerodynamic drag coefficient times frontal area', { min: 0 }),
  airDensity: param(1.225, 'kg/m³', 'density of air', { min: 0 }),
  rollingResistance: param(0, '', 'rolling resistance coefficient', { min: 0 }),
  substeps: integer(1, '', 'integration steps per release; the error falls as one over their number', { min: 1 }),
  powertrain: powertrainParams,
  brakes: brakeParams,
  speedControl: speedControlParams,
  steeringActuator: steeringActuatorGroup({ deadTime: 0, timeConstant: 0.05, maxVelocity: 1, maxPosition: 0.6 }),
  ...bodyParams,
  speed: fixed(param(0, 'm/s', 'initial speed straight ahead')),
  carInfo: carInfoParams,
};

export type FourWheelParams = FieldValues<typeof fourWheelParams>;
