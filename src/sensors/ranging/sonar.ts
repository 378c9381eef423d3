/**
 * Sonar: the distance to the nearest echo in a cone.
 *
 *   r = clamp(quantise(min over rays dᵢ + σ n, resolution), minRange, maxRange)          maxRange when there is no echo
 *
 * dᵢ  distance along ray i of a level fan [m]     n  standard normal     resolution 0 does not quantise
 *
 * The ground gives no echo: it is met at grazing incidence and reflects away.
 * Reference: gazebo_ros_range as used by RosDrive's Prius: the minimum over rays, and the greatest range when free.
 * Valid for bodies larger than the gap between rays; no side lobes, no cross-talk, no loss by slanted faces.
 * Checked against: closed forms of the cone before walls.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { FieldValues } from '../../core/schema.ts';
import { integer, param } from '../../core/schema.ts';
import { clamp, quantise } from '../../math/filters.ts';
import { gaussian } from '../../math/random.ts';
import { Bodies, Range, RangeConstants, VehicleState } from '../../msgs/index.ts';
import { castRays, createRayCaster } from '../../world/rays/ray-caster.ts';
import { planarFan } from '../../world/rays/fan.ts';
import { worldParams } from '../../world/world-schema.ts';
import { worldOf } from '../../world/world.ts';
import { mountParams } from '../../camera-model/mount.ts';
import { frameOf, frameParam, placeSensor, writeHeader } from '../mount.ts';
import { ownBodyParam, rangeParams, rangingProblem } from './range-params.ts';

const params = {
  world: worldParams,
  mount: mountParams,
  ownBody: ownBodyParam,
  frame: frameParam,
  rays: integer(10, '', 'rays in the cone; more find thinner things', { min: 1, max: 1000 }),
  angleMin: param(-0.13, 'rad', 'right edge of the cone, from where the sensor looks'),
  angleMax: param(0.13, 'rad', 'left edge of the cone'),
  ...rangeParams(0.2, 5),
  resolution: param(0, 'm', 'step of the reading; 0 for none', { min: 0 }),
  noise: param(0, 'm', 'standard deviation of an echo', { min: 0 }),
};

const casterOf = derivedFrom((own: FieldValues<typeof params>) =>
  createRayCaster(worldOf(own.world).scene, planarFan(own.rays, own.angleMin, own.angleMax), {
    range: own.maxRange,
    seesGround: false,
  }),
);

export const sonar = defineBlock({
  type: 'sensors/sonar',
  doc: 'Ultrasonic range finder: the nearest distance over a fan of rays.',
  defaultPeriod: 0.2,
  params,
  inputs: { state: VehicleState, bodies: optionalInput(Bodies) },
  outputs: { range: Range },
  check: rangingProblem,
  init: (_own, context) => ({
    name: context.name,
    noise: context.stream('noise'),
  }),

  step(own, state, inputs, { range }) {
    if (inputs.state.sequence === 0) {
      range.publish = false;
      return;
    }
    const vehicle = inputs.state.value;
    const caster = casterOf(own);
    placeSensor(caster.pose, vehicle, own.mount);
    castRays(caster, inputs.bodies.value, own.ownBody);

    // the nearest echo
    const { distances } = caster;
    let nearest = Infinity;
    for (let i = 0; i < distances.length; i++) if (distances[i] < nearest) nearest = distances[i];
    const noise = own.noise > 0 ? own.noise * gaussian(state.noise) : 0;
    const reading =
      nearest === Infinity
        ? own.maxRange
        : clamp(quantise(nearest + noise, own.resolution), own.minRange, own.maxRange);

    const { value } = range;
    writeHeader(value.header, vehicle, frameOf(own, state.name));
    value.radiation_type = RangeConstants.ULTRASOUND;
    value.field_of_view = own.angleMax - own.angleMin;
    value.min_range = own.minRange;
    value.max_range = own.maxRange;
    value.range = reading;
    value.variance = own.noise * own.noise;
  },
});
