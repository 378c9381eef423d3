/** What automatic parking has to know of the car, and what it may do. */
import { choice, fixed, group, integer, optional, param } from '../../core/schema.ts';
import type { FieldValues } from '../../core/schema.ts';

export const parkingParams = {
  car: group(
    {
      wheelBase: param(2.5113, 'm', 'distance between the axles', { above: 0 }),
      front: param(3.268, 'm', 'nose ahead of the rear axle', { above: 0 }),
      rear: param(0.534, 'm', 'tail behind the rear axle', { min: 0 }),
      halfWidth: param(0.987, 'm', 'from the middle to a side, mirrors included', { above: 0 }),
    },
    'the car from above',
  ),
  limits: group(
    {
      steering: param(
        0.55,
        'rad',
        'largest road-wheel angle that is planned; less than the car can leaves room to correct',
        {
          above: 0,
          max: 1.5,
        },
      ),
      steeringRate: param(0.5, 'rad/s', 'how fast the road wheels turn', { above: 0 }),
      forwardSpeed: param(1.5, 'm/s', 'fastest ahead', { above: 0 }),
      backwardSpeed: param(1.5, 'm/s', 'fastest backwards', { above: 0 }),
      acceleration: param(0.8, 'm/s²', 'hardest planned acceleration and braking', { above: 0 }),
    },
    'how it may be driven',
  ),
  margin: param(0.25, 'm', 'distance that the body keeps from everything, where there is room', { min: 0 }),
  search: group(
    {
      speed: fixed(param(1.5, 'm/s', 'speed while it looks for a slot', { above: 0 })),
      distance: fixed(param(30, 'm', 'how far it drives straight on to find one', { min: 0 })),
    },
    'driving past the slots',
  ),
  choice: choice(
    'first',
    ['first', 'goal', 'ask'],
    'the first free slot, the one at `goal`, or the one that the input `goal` names',
  ),
  goal: optional(
    group({ x: param(undefined, 'm', 'in odom'), y: param(undefined, 'm', 'in odom') }, 'a point in the wanted slot'),
  ),
  nose: choice('out', ['out', 'in'], 'backed into the slot, or driven into it; parallel slots leave no choice'),
  room: param(0.15, 'm', 'a slot must be wider than the car by twice this', { min: 0 }),
  depthOffset: param(0, 'm', 'further into the slot than its middle'),
  minViews: integer(5, '', 'views of a slot before it is believed', { min: 1 }),
  freeBelow: param(0.3, '', 'a slot is free where its occupancy is below this', { min: 0, max: 1 }),
  mapTimeout: param(0.5, 's', 'without news of the map for this long it stops', { above: 0 }),
  patience: param(4, 's', 'how long it waits for something in the way before it looks for another path', { min: 0 }),
  lateralTolerance: param(0.03, 'm', 'a final position further beside is corrected', { above: 0 }),
  headingTolerance: param(0.01, 'rad', 'a final heading further off is corrected', { above: 0 }),
  corrections: integer(2, '', 'how often it tries', { min: 0 }),
};
export type ParkingParams = FieldValues<typeof parkingParams>;

/** A sentence where parameters contradict each other. */
export function checkParkingParams(params: ParkingParams): readonly [string, string] | undefined {
  if (params.choice === 'goal' && params.goal === undefined)
    return ['goal', 'expected a point in the slot that is to be chosen'];
  return undefined;
}
