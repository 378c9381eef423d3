/** Parameters of the four-wheel car. Defaults are a mid-size front-driven car on dry asphalt, driven by pedals. */
import type { FieldValues } from '../../core/schema.ts';
import { choice, flag, group, integer, param, text } from '../../core/schema.ts';
import { GRAVITY } from '../single-track/load-transfer.ts';
import { steeringActuatorGroup } from '../actuators/steering-actuator.ts';
import { bodyParams } from '../vehicle-body.ts';

const tyreParams = (axle: string, stiffness: number) =>
  group(
    {
      cornering_stiffness: param(
        stiffness,
        '1/rad',
        `lateral force of the ${axle} tyres per load and slip angle; larger is sharper`,
        { above: 0 },
      ),
      slip_stiffness: param(
        (own) => own.cornering_stiffness,
        '',
        'longitudinal force per load and slip ratio; larger slips less under power',
        { above: 0 },
      ),
      grip: param(1, '', 'lateral friction of these tyres, relative to `friction`', { above: 0 }),
      friction_ratio: param(1, '', 'longitudinal friction over lateral friction', { above: 0 }),
      load_sensitivity: param(0, '', 'relative loss of friction per relative gain of load', { min: 0, max: 1 }),
      shape_factor: param(1.3, '', 'magic formula: C, how far the force falls beyond its peak', { min: 1, max: 2 }),
      curvature_factor: param(-1, '', 'magic formula: E, sharpness of the peak', { max: 1 }),
    },
    `each tyre of the ${axle} axle; without effect on coulomb tyres, except grip`,
  );

export const powertrainParams = group(
  {
    max_torque: param(1600, 'N m', 'drive torque at full throttle, all wheels together', { above: 0 }),
    front_share: param(1, '', 'share of the drive torque on the front axle: 1 front drive, 0 rear drive', {
      min: 0,
      max: 1,
    }),
    max_speed: param(50, 'm/s', 'wheel speed at which the drive torque of an axle is cut; 0 for never', { min: 0 }),
    creep_throttle: param(0, '', 'throttle that idling gives at rest; fades to 0 at creep_speed', { min: 0, max: 1 }),
    creep_speed: param(3.12928, 'm/s', 'speed at which idling turns from driving to engine braking', { above: 0 }),
    engine_braking: param(0, '', 'brake that a released throttle gives, in full one mile per hour above creep_speed', {
      min: 0,
      max: 1,
    }),
  },
  'drive torque, flat over speed, equal left and right',
);

export const brakeParams = group(
  {
    front_torque: param(1500, 'N m', 'brake torque of each front wheel at full brake', { min: 0 }),
    rear_torque: param(800, 'N m', 'brake torque of each rear wheel at full brake', { min: 0 }),
    handbrake: flag(false, 'whether a car that begins at rest is held by its handbrake until the first throttle'),
  },
  'brakes',
);

export const speedControlParams = group(
  {
    law: choice(
      'pedals',
      ['pedals', 'wheel_pid'],
      'how a speed command is followed: by throttle and brake, or by a PID on each driven wheel',
    ),
    gain: param(5, '1/s', 'pedals: acceleration per speed error', { min: 0 }),
    kp: param(1500, 'N m s/m', 'wheel_pid: torque per speed error', { min: 0 }),
    ki: param(50, 'N m/m', 'wheel_pid: torque per integrated speed error', { min: 0 }),
    kd: param(0, 'N m s²/m', 'wheel_pid: torque per rate of the speed error', { min: 0 }),
  },
  'speed control, for twist and drive commands',
);

export const carInfoParams = group(
  {
    rate_hz: param(100, 'Hz', 'rate of car_info; 0 for never', { min: 0 }),
    car_name: text('car', 'name the car gives itself'),
    station_id: integer(1, '', 'number the car gives itself', { min: 0 }),
    origin: param(0, 'm', 'how far the reported position is ahead of the rear axle'),
    heading_offset: param(0, 'rad', 'what the reported heading adds to the yaw'),
  },
  'what car_info reports',
);

export const fourWheelParams = {
  mass: param(1500, 'kg', 'mass with the wheels', { above: 0 }),
  yaw_inertia: param(2500, 'kg m²', 'moment of inertia about the vertical axis; larger turns in more slowly', {
    above: 0,
  }),
  wheel_base: param(2.7, 'm', 'distance between the axles', { above: 0 }),
  cg_to_front_axle: param(1.2, 'm', 'from the centre of gravity forward to the front axle', { above: 0 }),
  cg_height: param(0.5, 'm', 'height of the centre of gravity; 0 for no load transfer', { min: 0 }),
  track_front: param(1.55, 'm', 'distance between the front wheels', { above: 0 }),
  track_rear: param((own) => own.track_front, 'm', 'distance between the rear wheels', { above: 0 }),
  wheel_radius: param(0.31, 'm', 'rolling radius', { above: 0 }),
  wheel_inertia: param(0.8, 'kg m²', 'moment of inertia of each wheel about its axle, with what turns along', {
    above: 0,
  }),
  wheel_damping: param(0, 'N m s/rad', 'torque against the spin of each wheel, per spin', { min: 0 }),
  roll_stiffness_front_share: param(0.55, '', 'share of the front axle in the lateral load transfer', {
    min: 0,
    max: 1,
  }),
  load_transfer_time: param(0.1, 's', 'time constant with which loads follow acceleration', { above: 0 }),
  roll_compliance: param(0, 'rad s²/m', 'body roll per lateral acceleration; leans out of the turn', { min: 0 }),
  pitch_compliance: param(0, 'rad s²/m', 'body pitch per longitudinal acceleration; dives when braking', { min: 0 }),
  gravity: param(GRAVITY, 'm/s²', 'acceleration of free fall', { above: 0 }),
  friction: param(0.9, '', 'friction coefficient of tyres and road; 0.1 is ice, 0.9 dry asphalt', { above: 0 }),
  tyre_model: choice(
    'brush',
    ['brush', 'magic_formula', 'coulomb'],
    'tyre force law: brush saturates, magic_formula falls beyond its peak, coulomb has no slip',
  ),
  front_tyre: tyreParams('front', 16),
  rear_tyre: tyreParams('rear', 20),
  slip_floor_speed: param(0.1, 'm/s', 'speed that slip is measured against at standstill; smaller stops harder', {
    above: 0,
  }),
  drag_area: param(0, 'm²', 'aerodynamic drag coefficient times frontal area', { min: 0 }),
  air_density: param(1.225, 'kg/m³', 'density of air', { min: 0 }),
  rolling_resistance: param(0, '', 'rolling resistance coefficient', { min: 0 }),
  powertrain: powertrainParams,
  brakes: brakeParams,
  speed_control: speedControlParams,
  steering_actuator: steeringActuatorGroup({ deadTime: 0, timeConstant: 0.05, maxVelocity: 1, maxPosition: 0.6 }),
  ...bodyParams,
  speed: param(0, 'm/s', 'initial speed straight ahead'),
  car_info: carInfoParams,
};

export type FourWheelParams = FieldValues<typeof fourWheelParams>;
