import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spread } from '../../../test/fixtures/sensors-range/ranging-bench.ts';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import type { VehicleState } from '../../msgs/index.ts';
import { setTime } from '../../msgs/index.ts';
import { createDatum, geodeticFromLocalInto, localFromGeodeticInto } from './gnss-geodesy.ts';
import { gnss } from './gnss.ts';

const RADIANS = Math.PI / 180;
const geodetic = ([latitude, longitude, altitude]: readonly number[]) => ({
  latitude: latitude * RADIANS,
  longitude: longitude * RADIANS,
  altitude,
});

describe('geodesy', () => {
  it('agrees with a solution of 40 digits', () => {
    const cases = JSON.parse(
      readFileSync(new URL('../../../test/fixtures/sensors-range/gnss-reference.json', import.meta.url), 'utf8'),
    );
    expect(cases).toHaveLength(25);
    for (const {
      datumDeg,
      enu: [east, north, up],
      fixDeg,
    } of cases) {
      const place = geodetic([0, 0, 0]);
      geodeticFromLocalInto(place, createDatum(geodetic(datumDeg)), { east, north, up });
      // 1e-13 degrees are 11 nm; metres to 5 nm
      expect(Math.abs(place.latitude / RADIANS - fixDeg[0])).toBeLessThan(1e-13);
      expect(Math.abs(place.longitude / RADIANS - fixDeg[1])).toBeLessThan(1e-12);
      expect(Math.abs(place.altitude - fixDeg[2])).toBeLessThan(5e-9);
    }
  });

  it('comes back from where it went, to 10 nm', () => {
    const metres = (size: number) => fc.double({ min: -size, max: size, noNaN: true });
    fc.assert(
      fc.property(
        metres(85),
        metres(180),
        metres(50000),
        metres(50000),
        metres(500),
        (latitude, longitude, east, north, up) => {
          const datum = createDatum(geodetic([latitude, longitude, 100]));
          const place = geodetic([0, 0, 0]);
          const back = { east: 0, north: 0, up: 0 };
          geodeticFromLocalInto(place, datum, { east, north, up });
          localFromGeodeticInto(back, datum, place);
          expect(Math.hypot(back.east - east, back.north - north, back.up - up)).toBeLessThan(1e-8);
        },
      ),
    );
  });

  it('moves by the radii of curvature for small steps', () => {
    const [a, e2] = [6378137, 0.00669437999014];
    const s = Math.sin(48 * RADIANS);
    const primeVertical = a / Math.sqrt(1 - e2 * s * s);
    const meridian = (a * (1 - e2)) / (1 - e2 * s * s) ** 1.5;
    const place = geodetic([0, 0, 0]);
    geodeticFromLocalInto(place, createDatum(geodetic([48, 11, 0])), { east: 1, north: 1, up: 0 });
    expect((place.latitude - 48 * RADIANS) * meridian).toBeCloseTo(1, 6);
    expect((place.longitude - 11 * RADIANS) * primeVertical * Math.cos(48 * RADIANS)).toBeCloseTo(1, 6);
  });
});

function receiver(params: object, state: Partial<VehicleState>, seed = 1) {
  const runner = new BlockRunner(
    gnss,
    { datum: { latitude: '48 deg', longitude: '11 deg', altitude: 500 }, ...params },
    { seed },
  );
  runner.send('state', (value) => {
    setTime(value.stamp, 1_500_000_000);
    Object.assign(value, state);
  });
  runner.step();
  return runner;
}

/** A fix as metres east, north and up of the datum. */
function localOf({ latitude, longitude, altitude }: { latitude: number; longitude: number; altitude: number }) {
  const local = { east: 0, north: 0, up: 0 };
  localFromGeodeticInto(local, createDatum(geodetic([48, 11, 500])), geodetic([latitude, longitude, altitude]));
  return local;
}

describe('the satellite receiver', () => {
  it('fixes its antenna about the datum', () => {
    const { value } = receiver({ mount: { x: 1, z: 1.5 } }, { x: 100, y: -40, yaw: Math.PI / 2 }).outputs.fix;
    const { east, north, up } = localOf(value);
    expect(east).toBeCloseTo(100, 7);
    expect(north).toBeCloseTo(-39, 7);
    expect(up).toBeCloseTo(1.5, 7);
    expect(value.header).toEqual({ stamp: { sec: 1, nanosec: 500_000_000 }, frame_id: 'block' });
    expect(value.status).toEqual({ status: 0, service: 1 });
  });

  it('turns the map about the datum when its x axis is not east', () => {
    const { value } = receiver(
      { datum: { latitude: '48 deg', longitude: '11 deg', altitude: 500, yaw: '90 deg' }, mount: { z: 0 } },
      { x: 100 },
    ).outputs.fix;
    const { east, north } = localOf(value);
    expect(east).toBeCloseTo(0, 7);
    expect(north).toBeCloseTo(100, 7);
  });

  it('scatters as its covariance says', () => {
    const runner = receiver({ mount: { z: 0 }, horizontalNoise: 1.5, verticalNoise: 3 }, {});
    const { value } = runner.outputs.fix;
    expect([...value.position_covariance]).toEqual([2.25, 0, 0, 0, 2.25, 0, 0, 0, 9]);
    expect(value.position_covariance_type).toBe(2);
    for (const [axis, deviation] of [
      ['east', 1.5],
      ['north', 1.5],
      ['up', 3],
    ] as const) {
      const seen = spread(3000, () => {
        runner.step();
        return localOf(value)[axis];
      });
      expect(Math.abs(seen.mean)).toBeLessThan((4 * deviation) / Math.sqrt(3000));
      expect(seen.deviation / deviation).toBeCloseTo(1, 1);
    }
  });

  it('repeats itself with the same seed and differs with another', () => {
    const noisy = (seed: number) => receiver({ horizontalNoise: 1 }, {}, seed).outputs.fix.value.latitude;
    expect(noisy(1)).toBe(noisy(1));
    expect(noisy(1)).not.toBe(noisy(2));
  });

  it('takes degrees only where they are named, and says nothing before the first state', () => {
    expect(() => new BlockRunner(gnss, { datum: { latitude: 48 } })).toThrow('params.datum.latitude');
    const silent = new BlockRunner(gnss, {});
    silent.step();
    expect(silent.outputs.fix.publish).toBe(false);
  });
});
