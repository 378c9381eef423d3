/**
 * Planar lidar: one scan of distances in a fan.
 *
 *   rᵢ = dᵢ + σ nᵢ        along ray i, at angleMin + i (angleMax − angleMin)/(rays − 1)
 *
 * REP-117: +∞ where nothing is hit within the range or the return is lost (with probability `dropout`), −∞ where it is nearer than minRange.
 * All rays are cast at one instant. A scanner that is tilted, by its mount or by the body, also meets the ground.
 * Checked against: closed forms, and the spread and share of many readings.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { FieldValues } from '../../core/schema.ts';
import { integer, param } from '../../core/schema.ts';
import { chance, gaussian } from '../../math/random.ts';
import { Bodies, LaserScan, VehicleState } from '../../msgs/index.ts';
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
  rays: integer(640, '', 'rays in a scan; more resolve finer', { min: 1, max: 100000 }),
  angleMin: param(-Math.PI, 'rad', 'direction of the first ray, left positive'),
  angleMax: param(Math.PI, 'rad', 'direction of the last ray'),
  ...rangeParams(0.2, 30),
  noise: param(0, 'm', 'standard deviation of a distance', { min: 0 }),
  dropout: param(0, '', 'probability that a return is lost', { min: 0, max: 1 }),
};

const casterOf = derivedFrom((own: FieldValues<typeof params>) =>
  createRayCaster(worldOf(own.world).scene, planarFan(own.rays, own.angleMin, own.angleMax), {
    range: own.maxRange,
    seesGround: true,
  }),
);

const SECONDS_PER_RAY = 3e-7;

export const lidar = defineBlock({
  type: 'sensors/lidar',
  doc: 'Planar laser scanner.',
  defaultPeriod: 0.1,
  params,
  inputs: { state: VehicleState, bodies: optionalInput(Bodies) },
  outputs: { scan: LaserScan },
  cost: ({ rays }) => SECONDS_PER_RAY * rays,
  check: rangingProblem,
  init: (_own, context) => ({
    name: context.name,
    period: context.period,
    noise: context.stream('noise'),
  }),

  step(own, state, inputs, { scan }) {
    if (inputs.state.sequence === 0) {
      scan.publish = false;
      return;
    }
    const vehicle = inputs.state.value;
    const caster = casterOf(own);
    placeSensor(caster.pose, vehicle, own.mount);
    castRays(caster, inputs.bodies.value, own.ownBody);

    const { value } = scan;
    writeHeader(value.header, vehicle, frameOf(own, state.name));
    value.angle_min = own.angleMin;
    value.angle_max = own.angleMax;
    value.angle_increment = own.rays > 1 ? (own.angleMax - own.angleMin) / (own.rays - 1) : 0;
    value.scan_time = state.period;
    value.range_min = own.minRange;
    value.range_max = own.maxRange;
    if (value.ranges.length !== own.rays) value.ranges = new Float32Array(own.rays);

    const { distances } = caster;
    const { ranges } = value;
    for (let i = 0; i < ranges.length; i++) {
      let range = distances[i];
      if (range !== Infinity) {
        if (own.noise > 0) range += own.noise * gaussian(state.noise);
        if (range > own.maxRange || (own.dropout > 0 && chance(state.noise, own.dropout))) range = Infinity;
        else if (range < own.minRange) range = -Infinity;
      }
      ranges[i] = range;
    }
  },
});
