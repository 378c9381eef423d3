/**
 * A car that is asked for an acceleration: engine and brakes behind a dead time and a first-order lag, wheels that roll without slip.
 *
 *   τ ȧ = u(t − φ) − a          v̇ = a          ẋ = v cos ψ          ẏ = v sin ψ          ψ̇ = v tan δ / L
 *
 * u  wanted acceleration [m/s²], limited to what engine and brakes can give   φ  dead time [s]   τ  engine lag [s]
 * δ  steering angle, which follows its command at once [rad]                  L  wheelbase [m]
 *
 * The plant of platoon studies: G(s) = e^(−φs)/(s² (τs + 1)) from u to the position. u is held over a step, so a, v and the distance driven are exact.
 * A car that brakes stops and does not drive backwards. A command older than `commandTimeout` counts as full braking.
 *
 * Reference: Ploeg et al., Design and experimental evaluation of cooperative adaptive cruise control, ITSC 2011, (1): τ 0.1 s, φ 0.2 s; Plexe: τ 0.5 s.
 * Valid where tyres hardly slip. Checked against: the closed-form step response, the distance to stop, the frequency response.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { fixed, param } from '../../core/schema.ts';
import { exp } from '../../math/exponential.ts';
import { clamp } from '../../math/filters.ts';
import { tan } from '../../math/trig.ts';
import { AckermannDriveStamped, VehicleState } from '../../msgs/index.ts';
import { beginDeadTime, createRing, delayedCommand, enterCommand, setDeadTime } from '../actuators/dead-time.ts';
import { advancePose } from '../kinematic/planar-motion.ts';
import { beginStep, Body, bodyParams, createBody, updateVelocity, writeState } from '../vehicle-body.ts';

/** Indices into what the engine remembers; the first eight numbers are its dead time's. */
const enum Engine {
  /** Acceleration [m/s²]. */
  ACCELERATION = 8,
  SIZE,
}

export const longitudinal = defineBlock({
  type: 'vehicle/longitudinal',
  doc: 'Car that is asked for an acceleration: dead time, engine lag, limits; rolls without slip.',
  plant: true,
  defaultPeriod: 0.001,
  params: {
    engineLag: param(0.5, 's', 'time constant with which the acceleration follows what is asked for', { min: 0 }),
    deadTime: param(0, 's', 'between a command and its first effect', { min: 0 }),
    maxAcceleration: param(2.5, 'm/s²', 'most that the engine gives', { above: 0 }),
    maxDeceleration: param(9, 'm/s²', 'most that the brakes give', { above: 0 }),
    maxSpeed: param(0, 'm/s', 'speed at which the engine gives no more; 0 for none', { min: 0 }),
    wheelBase: param(2.7, 'm', 'distance between the axles', { above: 0 }),
    maxSteering: param(0.6, 'rad', 'end stop of the steering', { above: 0, max: 1.5 }),
    speed: fixed(param(0, 'm/s', 'initial speed', { min: 0 })),
    baseLinkOffset: bodyParams.baseLinkOffset,
    x: bodyParams.x,
    y: bodyParams.y,
    yaw: bodyParams.yaw,
    commandTimeout: param(1, 's', 'a command older than this counts as full braking', { min: 0 }),
  },
  inputs: { ackermann: optionalInput(AckermannDriveStamped) },
  outputs: { state: VehicleState },

  init(own, context) {
    const body = createBody(own);
    body[Body.VX] = body[Body.AXLE_VX] = own.speed;
    const numbers = new Float64Array(Engine.SIZE);
    beginDeadTime(numbers, own.deadTime);
    return { body, engine: { numbers, ring: createRing(own.deadTime, context.period) } };
  },

  step(own, { body, engine }, { ackermann }, { state }, time) {
    const { numbers } = engine;
    beginStep(body, time);
    const timeNs = body[Body.TIME_NS];

    // what is asked for, and what of it arrives
    const isHeard = ackermann.sequence > 0;
    const isOld = isHeard && (timeNs - ackermann.publishedNs) / 1e9 > own.commandTimeout;
    const { drive } = ackermann.value;
    const asked = isOld ? -own.maxDeceleration : isHeard ? drive.acceleration : 0;
    const most = own.maxSpeed > 0 && body[Body.AXLE_VX] >= own.maxSpeed ? 0 : own.maxAcceleration;
    setDeadTime(numbers, own.deadTime);
    enterCommand(engine, timeNs, asked);
    const wanted = clamp(delayedCommand(engine, timeNs), -own.maxDeceleration, most);
    const steering = isHeard ? clamp(drive.steering_angle, -own.maxSteering, own.maxSteering) : 0;

    // exact while the command is held; a car that has stopped stands
    const { dt } = time;
    const decay = own.engineLag > 0 ? exp(-dt / own.engineLag) : 0;
    const lead = numbers[Engine.ACCELERATION] - wanted;
    const speed = body[Body.AXLE_VX];
    const gained = wanted * dt + lead * own.engineLag * (1 - decay);
    const driven = speed * dt + 0.5 * wanted * dt * dt + lead * own.engineLag * (dt - own.engineLag * (1 - decay));
    const hasStopped = speed + gained <= 0;
    numbers[Engine.ACCELERATION] = hasStopped ? Math.max(0, wanted) : wanted + lead * decay;

    // the distance of the step at its mean speed, then the speed at its end
    body[Body.AXLE_VX] = hasStopped ? Math.max(0, driven / dt) : driven / dt;
    body[Body.YAW_RATE] = (body[Body.AXLE_VX] * tan(steering)) / own.wheelBase;
    advancePose(body, body, Body.AXLE_VX, dt);
    body[Body.STEERING] = steering;
    body[Body.AXLE_VX] = hasStopped ? 0 : speed + gained;
    updateVelocity(body, own.baseLinkOffset, false);
    body[Body.AX] = numbers[Engine.ACCELERATION] - body[Body.YAW_RATE] * body[Body.VY];
    body[Body.AY] = body[Body.YAW_RATE] * body[Body.VX];
    writeState(body, own.baseLinkOffset, state.value);
  },
});
