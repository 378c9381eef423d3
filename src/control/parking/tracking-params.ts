/** Parameters of the tracker, wherever it runs, and the same rounded to float32. Defaults are for vehicles/mini.yaml. */
import { derivedFrom } from '../../core/derived.ts';
import type { FieldValues } from '../../core/schema.ts';
import { param } from '../../core/schema.ts';
import type { TrackingGains } from './tracking.ts';

/** In the order of the firmware's own list: a bench tells them by their place. */
export const trackingParams = {
  wheelBase: param(2.5113, 'm', 'distance between the axles', { above: 0 }),
  maxSteering: param(0.61, 'rad', 'largest road-wheel angle, at a steer of 1', { above: 0, max: 1.5 }),
  steeringRate: param(0.6, 'rad/s', 'how fast the road wheels turn; slower slows down where the curvature changes', {
    above: 0,
  }),
  steeringLag: param(0.05, 's', 'how late the road wheels follow', { min: 0 }),
  maxSpeed: param(1.5, 'm/s', 'largest speed', { min: 0.1 }),
  acceleration: param(1, 'm/s²', 'largest acceleration', { above: 0 }),
  deceleration: param(0.8, 'm/s²', 'deceleration before a stop; less brakes earlier', { min: 0.4 }),
  stopDeceleration: param(2.5, 'm/s²', 'deceleration when it is held or stops for safety', { above: 0 }),
  transition: param(0.5, 'm', 'way over which a jump of the curvature is spread; shorter is slower there', {
    min: 0.05,
  }),
  feedbackLength: param(0.7, 'm', 'way after which an error is down to 74 %; shorter corrects harder', { min: 0.1 }),
  kp: param(3, '1/s', 'acceleration per speed error', { min: 0 }),
  ki: param(1, '1/s²', 'acceleration per second and speed error', { min: 0 }),
  driveAcceleration: param(5.5, 'm/s²', 'what full throttle does', { above: 0 }),
  brakeDeceleration: param(9.7, 'm/s²', 'what full brake does', { above: 0 }),
  creepThrottle: param(0.06, '', 'throttle of the idling engine at rest', { min: 0, max: 1 }),
  creepSpeed: param(1.9, 'm/s', 'speed to which idling drives', { above: 0 }),
  holdBrake: param(0.5, '', 'brake at standstill', { above: 0, max: 1 }),
  shiftTime: param(0.3, 's', 'how long a change of gear takes', { min: 0, max: 60 }),
  latency: param(
    0,
    's',
    'from a command until it acts on the car, which is made up for; the age of odometry is known',
    {
      min: 0,
      max: 1,
    },
  ),
  timeout: param(0.2, 's', 'without odometry for so long, it stops', { above: 0, max: 60 }),
  offPath: param(0.5, 'm', 'further than this off its path, it stops', { above: 0 }),
};

type TrackingParams = FieldValues<typeof trackingParams>;

/** Rounded; `isPublished` for the published law. */
export const roundedGains = derivedFrom((own: TrackingParams & { readonly isPublished: boolean }): TrackingGains => {
  const rounded = Object.keys(trackingParams).map((name) => [name, Math.fround(own[name as keyof TrackingParams])]);
  return { ...Object.fromEntries(rounded), isPublished: own.isPublished } as TrackingGains;
});
