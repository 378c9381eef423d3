/**
 * A four-wheel car as its equations read it, made once from the parameters: a record of one shape, which is read much faster than a long list of
 * parameters.
 */
import { derivedFrom } from '../../core/derived.ts';
import type { FourWheelParams } from './params.ts';
import type { CombinedSlipTyre } from '../tyres/combined-slip.ts';
import type { FrictionCurve } from '../tyres/unity-friction.ts';
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
  /** Integration steps per release. */
  readonly substeps: number;
  readonly rollCompliance: number;
  readonly pitchCompliance: number;
  readonly baseLinkOffset: number;
  readonly jointRateHz: number;
  /** Age from which a command counts as zero [s]. */
  readonly commandMaxAge: number;
  readonly steering: FourWheelParams['steeringActuator'];
  readonly powertrain: FourWheelParams['powertrain'];
  readonly brakes: FourWheelParams['brakes'];
  readonly speedControl: FourWheelParams['speedControl'];
  readonly carInfo: FourWheelParams['carInfo'];
}

type Curve = FourWheelParams['unityTyre']['forward'];
const shapeOf = (curve: Curve): FrictionCurve => ({
  reach: curve.asymptoteSlip / curve.extremumSlip,
  rest: curve.asymptoteValue / curve.extremumValue,
});
/** Largest friction of a curve. */
const peakOf = ({ extremumValue, asymptoteValue, stiffness }: Curve): number =>
  stiffness * Math.max(extremumValue, asymptoteValue);

/** Stiffness and friction, as all tyres but Unity's are told them. */
function tyreLimits(params: FourWheelParams, axle: 'front' | 'rear') {
  const tyre = axle === 'front' ? params.frontTyre : params.rearTyre;
  const friction = params.friction * tyre.grip;
  if (params.tyreModel !== 'unity')
    return {
      along: tyre.slipStiffness,
      across: tyre.corneringStiffness,
      friction,
      slideAlong: tyre.slipStiffness / (3 * params.friction * tyre.grip * tyre.frictionRatio),
      slideAcross: tyre.corneringStiffness / (3 * params.friction * tyre.grip),
    };
  const { forward, sideways } = params.unityTyre;
  const most = friction * sideways.stiffness * sideways.extremumValue;
  const mostAlong = friction * forward.stiffness * forward.extremumValue;
  return {
    along: mostAlong / forward.extremumSlip,
    across: most / sideways.extremumSlip,
    friction: most,
    slideAlong: 1 / (3 * forward.extremumSlip),
    slideAcross: 1 / (3 * sideways.extremumSlip),
  };
}

function makeTyre(params: FourWheelParams, axle: 'front' | 'rear'): CombinedSlipTyre {
  const tyre = axle === 'front' ? params.frontTyre : params.rearTyre;
  const arm = axle === 'front' ? params.wheelBase - params.cgToFrontAxle : params.cgToFrontAxle;
  const { along, across, friction, slideAlong, slideAcross } = tyreLimits(params, axle);
  return {
    isBrush: params.tyreModel !== 'magic-formula' && params.tyreModel !== 'unity',
    isUnity: params.tyreModel === 'unity',
    forward: shapeOf(params.unityTyre.forward),
    sideways: shapeOf(params.unityTyre.sideways),
    slipStiffness: along,
    corneringStiffness: across,
    slideAlong,
    slideAcross,
    friction,
    loadSensitivity: tyre.loadSensitivity,
    staticLoad: (params.mass * params.gravity * arm) / params.wheelBase / 2,
    stiffnessFactor: 3 / tyre.shapeFactor,
    shapeFactor: tyre.shapeFactor,
    curvatureFactor: tyre.curvatureFactor,
  };
}

/** Friction that all four wheels have in any direction. */
function leastFriction(params: FourWheelParams, front: CombinedSlipTyre, rear: CombinedSlipTyre): number {
  const least = Math.min(front.friction, rear.friction);
  if (params.tyreModel !== 'unity')
    return least * Math.min(1, params.frontTyre.frictionRatio, params.rearTyre.frictionRatio);
  const { forward, sideways } = params.unityTyre;
  return least * Math.min(1, peakOf(forward) / peakOf(sideways));
}

export const fourWheelCar = derivedFrom((params: FourWheelParams): FourWheelCar => {
  const { cgToFrontAxle: toFront, wheelBase, trackFront, trackRear, wheelRadius } = params;
  const toRear = wheelBase - toFront;
  const frontTyre = makeTyre(params, 'front');
  const rearTyre = makeTyre(params, 'rear');
  const { deadTime, timeConstant, maxVelocity, naturalFrequency, deadZone, quantisation, backlash } =
    params.steeringActuator;
  return {
    mass: params.mass,
    gravity: params.gravity,
    wheelBase,
    toFront,
    toRear,
    height: params.cgHeight,
    trackFront,
    trackRear,
    rollShareFront: params.rollStiffnessFrontShare,
    yawInertia: params.yawInertia,
    wheelX: Float64Array.of(toFront, toFront, -toRear, -toRear),
    wheelY: Float64Array.of(trackFront / 2, -trackFront / 2, trackRear / 2, -trackRear / 2),
    wheelRadius,
    perRadius: 1 / wheelRadius,
    wheelInertia: params.wheelInertia,
    wheelDamping: params.wheelDamping,
    loadTransferTime: params.loadTransferTime,
    isCoulomb: params.tyreModel === 'coulomb',
    frontTyre,
    rearTyre,
    leastFriction: leastFriction(params, frontTyre, rearTyre),
    slipFloor: params.slipFloorSpeed,
    drag: 0.5 * params.airDensity * params.dragArea,
    rollingResistance: params.rollingResistance,
    rollingMass: params.mass + (4 * params.wheelInertia) / (wheelRadius * wheelRadius),
    steersAtOnce: deadTime + timeConstant + maxVelocity + naturalFrequency + deadZone + quantisation + backlash === 0,
    substeps: params.substeps,
    rollCompliance: params.rollCompliance,
    pitchCompliance: params.pitchCompliance,
    baseLinkOffset: params.baseLinkOffset,
    jointRateHz: params.publishRateHz,
    commandMaxAge: params.commandTimeout,
    steering: params.steeringActuator,
    powertrain: params.powertrain,
    brakes: params.brakes,
    speedControl: params.speedControl,
    carInfo: params.carInfo,
  };
});
