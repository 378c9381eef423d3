/**
 * Sentences of NMEA 0183: `$` talker and type, fields between commas, `*` and the exclusive or of all between as two hexadecimal digits.
 *
 *   $GPRMC  position, speed over ground, course and date       $GPGGA  position, quality and altitude
 *   $PSKID  one of our own: pose and motion of a vehicle, and the two stamps of a bench
 *
 *     $PSKID,POSE,x,y,yaw,vx,yawRate,sensorUs,hostUs*hh        [m, m, rad, m/s, rad/s, µs, µs]
 *
 * Reference: NMEA 0183, as published by gpsd ("NMEA Revealed"). Checked against: pynmea2.
 */
import { calendarDate } from '../../math/calendar-date.ts';

const KNOTS_PER_METRE_PER_SECOND = 3600 / 1852;
const DEGREES_PER_RADIAN = 180 / 3.141592653589793;
const US_PER_DAY = 86_400e6;

/** No sentence is longer [characters]; the standard's own limit is 82, which ours with two stamps exceeds. */
export const LONGEST_SENTENCE = 200;

export function checksum(body: string): string {
  let sum = 0;
  for (let i = 0; i < body.length; i++) sum ^= body.charCodeAt(i);
  return (sum & 0xff).toString(16).toUpperCase().padStart(2, '0');
}

const sentence = (...fields: (string | number)[]): string => {
  const body = fields.join(',');
  return `$${body}*${checksum(body)}\r\n`;
};

/** `ddmm.mmmmmm` and the hemisphere. */
function angleFields(degrees: number, digits: number, positive: string, negative: string): string {
  // in millionths of a minute, so that 59.9999999 does not become 60
  const minutes = Math.round(Math.abs(degrees) * 60e6);
  const whole = Math.floor(minutes / 60e6);
  const rest = (minutes - whole * 60e6) / 1e6;
  return `${String(whole).padStart(digits, '0')}${rest.toFixed(6).padStart(9, '0')},${degrees < 0 ? negative : positive}`;
}

/** `hhmmss.sss` of the day. */
function timeOfDay(us: number): string {
  const ms = Math.floor((us % US_PER_DAY) / 1e3);
  const part = (value: number, digits: number) => String(value).padStart(digits, '0');
  return `${part(Math.floor(ms / 3_600_000), 2)}${part(Math.floor(ms / 60_000) % 60, 2)}${part(Math.floor(ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
}

/** `ddmmyy` by the proleptic Gregorian calendar. */
function dateOf(us: number): string {
  const { year, month, day } = calendarDate(Math.floor(us / US_PER_DAY));
  const part = (value: number) => String(value).padStart(2, '0');
  return `${part(day)}${part(month)}${part(year % 100)}`;
}

export interface Fix {
  /** [deg] */
  readonly latitude: number;
  readonly longitude: number;
  /** [m] */
  readonly altitude: number;
}

/** `course` clockwise from north [rad]; `us` since 1970 [µs]. */
export function rmc(fix: Fix, speed: number, course: number, us: number): string {
  const degrees = (((course * DEGREES_PER_RADIAN) % 360) + 360) % 360;
  return sentence(
    ...['GPRMC', timeOfDay(us), 'A', angleFields(fix.latitude, 2, 'N', 'S'), angleFields(fix.longitude, 3, 'E', 'W')],
    ...[(Math.abs(speed) * KNOTS_PER_METRE_PER_SECOND).toFixed(3), degrees.toFixed(2), dateOf(us), '', '', 'A'],
  );
}

export const gga = (fix: Fix, us: number): string =>
  sentence(
    ...['GPGGA', timeOfDay(us), angleFields(fix.latitude, 2, 'N', 'S'), angleFields(fix.longitude, 3, 'E', 'W')],
    ...['1', '10', '1.0', fix.altitude.toFixed(3), 'M', '0.0', 'M', '', ''],
  );

/** Pose and motion of a vehicle with the stamp of the sensor and of the host [µs]. */
export interface PoseSentence {
  x: number;
  y: number;
  yaw: number;
  vx: number;
  yawRate: number;
  sensorUs: number;
  hostUs: number;
}

export const pose = ({ x, y, yaw, vx, yawRate, sensorUs, hostUs }: PoseSentence): string =>
  sentence(
    'PSKID',
    'POSE',
    x.toFixed(4),
    y.toFixed(4),
    yaw.toFixed(6),
    vx.toFixed(4),
    yawRate.toFixed(5),
    sensorUs,
    hostUs,
  );

/** The fields between `$` and `*`, or undefined where the sentence is damaged. */
export function readSentence(line: string): string[] | undefined {
  const match = /^\$([^*$]{1,200})\*([0-9A-Fa-f]{2})$/.exec(line);
  if (match === null || checksum(match[1]) !== match[2].toUpperCase()) return undefined;
  return match[1].split(',');
}

/** Undefined where it is none, or a field is no number. */
export function readPose([type, kind, ...fields]: readonly string[]): PoseSentence | undefined {
  if (type !== 'PSKID' || kind !== 'POSE' || fields.length !== 7) return undefined;
  if (!fields.every((field) => /^-?\d{1,16}(\.\d{1,9})?$/.test(field))) return undefined;
  const [x, y, yaw, vx, yawRate, sensorUs, hostUs] = fields.map(Number);
  return { x, y, yaw, vx, yawRate, sensorUs, hostUs };
}

/** Position of a GGA sentence; undefined where it is none or has no fix. */
export function readFix([type, , latitude, north, longitude, east, quality, , , altitude]: readonly string[]):
  | Fix
  | undefined {
  if (!/^G[A-Z]GGA$/.test(type) || quality === '0' || quality === '') return undefined;
  const angle = (text: string | undefined, digits: number, hemisphere: string | undefined) => {
    if (text === undefined || !/^\d{4,5}(\.\d{1,9})?$/.test(text)) return NaN;
    return (Number(text.slice(0, digits)) + Number(text.slice(digits)) / 60) * (/[SW]/.test(hemisphere ?? '') ? -1 : 1);
  };
  const fix = { latitude: angle(latitude, 2, north), longitude: angle(longitude, 3, east), altitude: Number(altitude) };
  return Object.values(fix).every(Number.isFinite) ? fix : undefined;
}
