/**
 * Lidar with many beams: a cloud of points in the sensor's frame.
 *
 *   p = (d + σ n) u        u  direction of the ray      d  distance along it [m]
 *
 * Each point is x, y, z [m] and intensity, four float32 in a row. The intensity is the cosine of the angle of incidence: what a matt surface
 * of even brightness sends back, with distance corrected for. Points are in rows of one beam each, the highest first.
 *
 * Unorganised clouds hold only the returns. Organised ones hold a point for every ray, height = beams and width = columns, NaN where nothing
 * came back. All rays are cast at one instant.
 * Checked against: closed forms on flat ground and before walls, and decoding by hand.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { FieldValues } from '../../core/schema.ts';
import { flag, integer, param } from '../../core/schema.ts';
import type { RandomStream } from '../../math/random.ts';
import { chance, gaussian } from '../../math/random.ts';
import { Bodies, PointCloud2, VehicleState } from '../../msgs/index.ts';
import type { RayCaster } from '../../world/rays/ray-caster.ts';
import { castRays, createRayCaster } from '../../world/rays/ray-caster.ts';
import { spatialFan } from '../../world/rays/fan.ts';
import { worldParams } from '../../world/world-schema.ts';
import { worldOf } from '../../world/world.ts';
import type { PointBuffer } from './lidar-points.ts';
import { addNoReturn, addPoint, createPointBuffer, describeCloud, POINT_BYTES } from './lidar-points.ts';
import { mountParams } from '../../camera-model/mount.ts';
import { frameOf, frameParam, placeSensor, writeHeader } from '../mount.ts';
import { ownBodyParam, rangeParams, rangingProblem } from './range-params.ts';

const params = {
  world: worldParams,
  mount: mountParams,
  ownBody: ownBodyParam,
  frame: frameParam,
  columns: integer(512, '', 'rays of a beam in one turn; more resolve finer', { min: 1, max: 10000 }),
  beams: integer(16, '', 'beams above one another', { min: 1, max: 256 }),
  angleMin: param(-3.14, 'rad', 'azimuth of the first column, left positive'),
  angleMax: param(3.14, 'rad', 'azimuth of the last column'),
  elevationMin: param(-0.35, 'rad', 'elevation of the lowest beam, up positive', {
    min: -Math.PI / 2,
    max: Math.PI / 2,
  }),
  elevationMax: param(-0.1, 'rad', 'elevation of the highest beam', { min: -Math.PI / 2, max: Math.PI / 2 }),
  ...rangeParams(0.2, 30),
  noise: param(0, 'm', 'standard deviation of a distance', { min: 0 }),
  dropout: param(0, '', 'probability that a return is lost', { min: 0, max: 1 }),
  organised: flag(false, 'whether every ray has its place in the cloud, NaN where nothing came back'),
};
type Lidar3dParams = FieldValues<typeof params>;

const derivedOf = derivedFrom((own: Lidar3dParams) => ({
  caster: createRayCaster(worldOf(own.world).scene, spatialFan(own), { range: own.maxRange, seesGround: true }),
  points: createPointBuffer(own.columns * own.beams),
}));

/** Turns the distances of the latest cast into points. */
function collectPoints(
  own: Lidar3dParams,
  { directions, distances, cosines }: RayCaster,
  points: PointBuffer,
  noise: RandomStream,
): void {
  points.count = 0;
  for (let i = 0; i < distances.length; i++) {
    let distance = distances[i];
    if (distance !== Infinity && own.noise > 0) distance += own.noise * gaussian(noise);
    const isReturn =
      distance >= own.minRange && distance <= own.maxRange && !(own.dropout > 0 && chance(noise, own.dropout));
    if (isReturn) addPoint(points, directions, 3 * i, distance, cosines[i]);
    else if (own.organised) addNoReturn(points);
  }
}

const SECONDS_PER_RAY = 1.5e-7;

export const lidar3d = defineBlock({
  type: 'sensors/lidar-3d',
  doc: 'Laser scanner with many beams: a point cloud.',
  defaultPeriod: 0.1,
  params,
  inputs: { state: VehicleState, bodies: optionalInput(Bodies) },
  outputs: { points: PointCloud2 },
  cost: ({ columns, beams }) => SECONDS_PER_RAY * columns * beams,
  check(own) {
    if (own.elevationMax < own.elevationMin)
      return ['elevationMax', `expected at least elevationMin, ${own.elevationMin} rad, got ${own.elevationMax}`];
    return rangingProblem(own);
  },
  init: (_own, context) => ({
    name: context.name,
    noise: context.stream('noise'),
  }),

  step(own, state, inputs, outputs) {
    if (inputs.state.sequence === 0) {
      outputs.points.publish = false;
      return;
    }
    const vehicle = inputs.state.value;
    const { caster, points } = derivedOf(own);
    placeSensor(caster.pose, vehicle, own.mount);
    castRays(caster, inputs.bodies.value, own.ownBody);
    collectPoints(own, caster, points, state.noise);

    // frames are asked for in full size, so that a ring of them never grows
    const { value } = outputs.points;
    const frame = outputs.points.frame(POINT_BYTES * own.columns * own.beams);
    const size = POINT_BYTES * points.count;
    value.data = size === frame.length ? frame : frame.subarray(0, size);
    value.data.set(size === points.bytes.length ? points.bytes : points.bytes.subarray(0, size));
    writeHeader(value.header, vehicle, frameOf(own, state.name));
    describeCloud(value, own.organised ? own.columns : points.count, own.organised ? own.beams : 1, !own.organised);
  },
});
