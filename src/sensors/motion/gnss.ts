/**
 * Satellite receiver: latitude, longitude and altitude of its antenna, with noise; the geodesy is in gnss-geodesy.ts.
 *
 *   (e, n) = R(yaw) (x, y)        of the antenna in map, about the datum        + σ_h n₁, σ_h n₂, σ_v n₃
 *
 * Errors are independent from fix to fix and along east, north and up, as the covariance says.
 * Reference: sensor_msgs/NavSatFix; altitude is above the ellipsoid. Differs from receivers: their errors wander over minutes.
 * Checked against: see gnss-geodesy.ts, and the variances of many fixes.
 */
import { defineBlock } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import type { ValueOf } from '../../core/schema.ts';
import { group, param } from '../../core/schema.ts';
import { DOUBLE } from '../../math/double.ts';
import { radiansToDegrees } from '../../math/angle.ts';
import { gaussian } from '../../math/random.ts';
import { cos, sin } from '../../math/trig.ts';
import { NavSatFix, NavSatFixConstants, NavSatStatusConstants, VehicleState } from '../../msgs/index.ts';
import { createDatum, geodeticFromLocalInto } from './gnss-geodesy.ts';
import { mountParams } from '../../camera-model/mount.ts';
import { frameOf, frameParam, placeSensor, POSE_NUMBERS, writeHeader } from '../mount.ts';

const STEEPEST = (89.9 * Math.PI) / 180;

const datumParams = group(
  {
    latitude: param(0, 'rad', 'north positive; write 48.26 deg for degrees', { min: -STEEPEST, max: STEEPEST }),
    longitude: param(0, 'rad', 'east positive', { min: -Math.PI, max: Math.PI }),
    altitude: param(0, 'm', 'height of the ground above the ellipsoid WGS-84', { min: -1000, max: 10000 }),
    yaw: param(0, 'rad', 'direction of the x axis of the map, counter-clockwise from east'),
  },
  'where on earth the origin of the map is',
);

const datumOf = derivedFrom((own: ValueOf<typeof datumParams>) => ({
  datum: createDatum(own),
  s: sin(own.yaw),
  c: cos(own.yaw),
}));

const pose = new Float64Array(POSE_NUMBERS);
const local = { east: DOUBLE, north: DOUBLE, up: DOUBLE };
const place = { latitude: DOUBLE, longitude: DOUBLE, altitude: DOUBLE };

export const gnss = defineBlock({
  type: 'sensors/gnss',
  doc: 'Satellite navigation: a fix of latitude, longitude and altitude.',
  defaultPeriod: 0.2,
  params: {
    datum: datumParams,
    mount: mountParams,
    frame: frameParam,
    horizontalNoise: param(0, 'm', 'standard deviation of a fix along east, and along north', { min: 0 }),
    verticalNoise: param(0, 'm', 'standard deviation of the altitude', { min: 0 }),
  },
  inputs: { state: VehicleState },
  outputs: { fix: NavSatFix },
  init: (_own, context) => ({
    name: context.name,
    noise: context.stream('noise'),
  }),

  step(own, state, inputs, { fix }) {
    if (inputs.state.sequence === 0) {
      fix.publish = false;
      return;
    }
    // the antenna east, north and up of the datum
    const vehicle = inputs.state.value;
    const { datum, s, c } = datumOf(own.datum);
    placeSensor(pose, vehicle, own.mount);
    local.east = c * pose[9] - s * pose[10] + own.horizontalNoise * gaussian(state.noise);
    local.north = s * pose[9] + c * pose[10] + own.horizontalNoise * gaussian(state.noise);
    local.up = pose[11] + own.verticalNoise * gaussian(state.noise);
    geodeticFromLocalInto(place, datum, local);

    const { value } = fix;
    writeHeader(value.header, vehicle, frameOf(own, state.name));
    value.status.status = NavSatStatusConstants.STATUS_FIX;
    value.status.service = NavSatStatusConstants.SERVICE_GPS;
    value.latitude = radiansToDegrees(place.latitude);
    value.longitude = radiansToDegrees(place.longitude);
    value.altitude = place.altitude;
    const covariance = value.position_covariance;
    covariance[0] = covariance[4] = own.horizontalNoise * own.horizontalNoise;
    covariance[8] = own.verticalNoise * own.verticalNoise;
    value.position_covariance_type = NavSatFixConstants.COVARIANCE_TYPE_DIAGONAL_KNOWN;
  },
});
