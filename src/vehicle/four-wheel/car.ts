/**
 * A four-wheel car as its equations read it, made once from the parameters: a record of one shape, which is read much faster than a long list of
 * parameters.
 */
import { derivedFrom } from '../../core/derived.ts';
import type { FourWheelParams } from './params.ts';
import type { CombinedSlipTyre } from '../tyres/combined-slip.ts';
import type { LoadGeometry } from './wheel-loads.ts';

export interface FourWheelCar extends LoadGeometry {
  readonly yawInertia: number;
  /** Positions of the wheels from the centre of gravity [m]. */
  readonly wheelX: Float64Array;
  readonly wheelY: Float64Array;
  readonly wheelRadius: number;
  /** 1/R [1/m]. */
  readonly perRadius: number;
  readonly wheelInertia: number;
  readonly wheelDamping: number;
  readonly loadTransferTime: number;
  readonly isCoulomb: boolean;
  readonly frontTyre: CombinedSlipTyre;
  readonly rearTyre: CombinedSlipTyre;
  /** Of the four wheels in any direction. */
  readonly leastFriction: number;
  readonly slipFloor: number;
  /** ½ρ c_d A [N s²/m²]. */
  readonly drag: number;
  readonly rollingResistance: number;
  /** Mass and what the wheels' spin adds to it when rolling [kg]. */
  readonly rollingMass: number;
  /** Whether the steering follows its command at once. */
  readonly steersAtOnce: boolean;
  readonly rollCompliance: number;
  readonly pitchCompliance: number;
  readonly baseLinkOffset: number;
  readonly jointRateHz: number;
  /** Age from which a command counts as zero [s]. */
  readonly commandMaxAge: number;
  readonly steering: FourWheelParams['steering_actuator'];
  readonly powertrain: FourWheelParams['powertrain'];
  readonly brakes: FourWheelParams['brakes'];
  readonly speedControl: FourWheelParams['speed_control'];
  readonly carInfo: FourWheelParams['car_info'];
}

function makeTyre(params: FourWheelParams, axle: 'front' | 'rear'): CombinedSlipTyre {
  const tyre = axle === 'front' ? params.front_tyre : params.rear_tyre;
  const arm = axle === 'front' ? params.wheel_base - params.cg_to_front_axle : params.cg_to_front_axle;
  return {
    isBrush: params.tyre_model !== 'magic_formula',
    slipStiffness: tyre.slip_stiffness,
    corneringStiffness: tyre.cornering_stiffness,
    slideAlong: tyre.slip_stiffness / (3 * params.friction * tyre.grip * tyre.friction_ratio),
    slideAcross: tyre.cornering_stiffness / (3 * params.friction * tyre.grip),
    friction: params.friction * tyre.grip,
    loadSensitivity: tyre.load_sensitivity,
    staticLoad: (params.mass * params.gravity * arm) / params.wheel_base / 2,
    stiffness_factor: 3 / tyre.shape_factor,
    shape_factor: tyre.shape_factor,
    curvature_factor: tyre.curvature_factor,
  };
}

export const fourWheelCar = derivedFrom((params: FourWheelParams): FourWheelCar => {
  const {
    cg_to_front_axle: toFront,
    wheel_base: wheelBase,
    track_front: trackFront,
    track_rear: trackRear,
    wheel_radius: wheelRadius,
  } = params;
  const toRear = wheelBase - toFront;
  const frontTyre = makeTyre(params, 'front');
  const rearTyre = makeTyre(params, 'rear');
  const { dead_time, time_constant, max_velocity, natural_frequency, dead_zone, quantisation, backlash } =
    params.steering_actuator;
  return {
    mass: params.mass,
    gravity: params.gravity,
    wheelBase,
    toFront,
    toRear,
    height: params.cg_height,
    trackFront,
    trackRear,
    rollShareFront: params.roll_stiffness_front_share,
    yawInertia: params.yaw_inertia,
    wheelX: Float64Array.of(toFront, toFront, -toRear, -toRear),
    wheelY: Float64Array.of(trackFront / 2, -trackFront / 2, trackRear / 2, -trackRear / 2),
    wheelRadius,
    perRadius: 1 / wheelRadius,
    wheelInertia: params.wheel_inertia,
    wheelDamping: params.wheel_damping,
    loadTransferTime: params.load_transfer_time,
    isCoulomb: params.tyre_model === 'coulomb',
    frontTyre,
    rearTyre,
    leastFriction:
      Math.min(frontTyre.friction, rearTyre.friction) *
      Math.min(1, params.front_tyre.friction_ratio, params.rear_tyre.friction_ratio),
    slipFloor: params.slip_floor_speed,
    drag: 0.5 * params.air_density * params.drag_area,
    rollingResistance: params.rolling_resistance,
    rollingMass: params.mass + (4 * params.wheel_inertia) / (wheelRadius * wheelRadius),
    steersAtOnce:
      dead_time + time_constant + max_velocity + natural_frequency + dead_zone + quantisation + backlash === 0,
    rollCompliance: params.roll_compliance,
    pitchCompliance: params.pitch_compliance,
    baseLinkOffset: params.base_link_offset,
    jointRateHz: params.publish_rate_hz,
    commandMaxAge: params.twist_reference_max_oldness,
    steering: params.steering_actuator,
    powertrain: params.powertrain,
    brakes: params.brakes,
    speedControl: params.speed_control,
    carInfo: params.car_info,
  };
});
