import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksum, gga, pose, readFix, readPose, readSentence, rmc } from './nmea.ts';

const fields = (text: string) => readSentence(text.trimEnd())!;
const hasPynmea2 = spawnSync('/usr/bin/python3', ['-c', 'import pynmea2']).status === 0;

/** 18 November 2026, 12:35:19.25 UTC. */
const INSTANT = Date.UTC(2026, 10, 18, 12, 35, 19, 250) * 1e3;

describe('NMEA sentences', () => {
  it('have the checksum of a well-known one', () => {
    expect(checksum('GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,')).toBe('47');
  });

  it('tell a place, a speed in knots and a course clockwise from north', () => {
    const fix = { latitude: -33.5, longitude: -70.25, altitude: 545.4 };
    expect(gga(fix, INSTANT)).toMatch(
      /^\$GPGGA,123519\.250,3330\.000000,S,07015\.000000,W,1,10,1\.0,545\.400,M,0\.0,M,,\*..\r\n$/,
    );
    // 10 m/s are 19.438 knots
    expect(rmc(fix, 10, -Math.PI / 2, INSTANT)).toMatch(
      /^\$GPRMC,123519\.250,A,3330\.000000,S,07015\.000000,W,19\.438,270\.00,181126,,,A\*..\r\n$/,
    );
  });

  it('never say sixty minutes', () => {
    expect(gga({ latitude: 11.99999999999, longitude: 0, altitude: 0 }, 0)).toContain(',1200.000000,N,');
  });

  it.runIf(hasPynmea2)('are what pynmea2 reads', () => {
    const places = [
      { latitude: 48.1173, longitude: 11.516667, altitude: 12.5 },
      { latitude: -0.0001, longitude: -179.99999, altitude: -3 },
    ];
    const program =
      'import sys, json, pynmea2\n' +
      'for line in sys.stdin:\n' +
      '  m = pynmea2.parse(line.strip(), check=True)\n' +
      '  print(json.dumps([m.latitude, m.longitude, float(getattr(m, "altitude", 0)), float(getattr(m, "spd_over_grnd", 0) or 0), str(m.timestamp)[:8]]))';
    const input = places.flatMap((place) => [gga(place, INSTANT), rmc(place, 7, 1, INSTANT)]).join('');
    const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', program], { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    const read = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [number, number, number, number, string]);
    expect(read).toHaveLength(4);
    places.forEach(({ latitude, longitude, altitude }, i) => {
      for (const [lat, lon, , , time] of [read[2 * i], read[2 * i + 1]]) {
        // a millionth of a minute is 2 mm
        expect([lat, lon]).toEqual([expect.closeTo(latitude, 7), expect.closeTo(longitude, 7)]);
        expect(time).toBe('12:35:19');
      }
      expect(read[2 * i][2]).toBeCloseTo(altitude, 6);
      expect(read[2 * i + 1][3]).toBeCloseTo((7 * 3600) / 1852, 3);
    });
  });

  it('of a pose and of a place come back', () => {
    const number = fc.double({ min: -1e4, max: 1e4, noNaN: true });
    const stamp = fc.integer({ min: 0, max: 2 ** 50 });
    fc.assert(
      fc.property(number, number, number, stamp, stamp, (x, y, yaw, sensorUs, hostUs) => {
        const read = readPose(fields(pose({ x, y, yaw, vx: y, yawRate: x, sensorUs, hostUs })))!;
        expect(read).toMatchObject({ sensorUs, hostUs });
        expect([read.x, read.y]).toEqual([expect.closeTo(x, 3), expect.closeTo(y, 3)]);
        expect(read.yaw).toBeCloseTo(yaw, 5);
      }),
    );
    const place = { latitude: -12.3456789, longitude: 123.456789, altitude: 7.25 };
    const read = readFix(fields(gga(place, 0)))!;
    expect(read.latitude).toBeCloseTo(place.latitude, 7);
    expect(read.longitude).toBeCloseTo(place.longitude, 7);
    expect(read.altitude).toBe(7.25);
  });

  it('that are damaged are none, wherever a bit is turned', () => {
    const text = pose({ x: 1, y: 2, yaw: 3, vx: 4, yawRate: 5, sensorUs: 6, hostUs: 7 }).trimEnd();
    for (let i = 0; i < text.length; i++) {
      for (let bit = 0; bit < 7; bit++) {
        const letter = text.charCodeAt(i) ^ (1 << bit);
        const damaged = text.slice(0, i) + String.fromCharCode(letter) + text.slice(i + 1);
        // but for the case of a digit of the checksum
        if (damaged.toUpperCase() !== text.toUpperCase()) expect(readSentence(damaged)).toBeUndefined();
      }
    }
  });

  it('with fields that are no numbers are no poses', () => {
    for (const bad of ['1e9', 'x', '', '0x10', 'NaN', '1'.repeat(30)]) {
      expect(readPose(['PSKID', 'POSE', bad, '1', '1', '1', '1', '1', '1'])).toBeUndefined();
    }
    expect(readFix(['GPGGA', '', '4807.038', 'N', '01131.000', 'E', '0', '', '', '1'])).toBeUndefined();
    expect(readFix(['GPGGA', '', 'x', 'N', '01131.000', 'E', '1', '', '', '1'])).toBeUndefined();
  });
});
