/**
 * Quantities with units. Values are SI and plain numbers; a person may also write `30 deg`, `50 ms` or
 * `20 km/h`, and gets the SI number, or a sentence when the unit measures something else.
 */

interface Unit {
  readonly dimension: string;
  /** SI value of one such unit. */
  readonly factor: number;
}

const DEGREE = 3.141592653589793 / 180;

const UNITS: Readonly<Record<string, Unit>> = {
  m: { dimension: 'length', factor: 1 },
  cm: { dimension: 'length', factor: 0.01 },
  mm: { dimension: 'length', factor: 0.001 },
  km: { dimension: 'length', factor: 1000 },
  s: { dimension: 'time', factor: 1 },
  ms: { dimension: 'time', factor: 0.001 },
  us: { dimension: 'time', factor: 1e-6 },
  ns: { dimension: 'time', factor: 1e-9 },
  min: { dimension: 'time', factor: 60 },
  Hz: { dimension: 'frequency', factor: 1 },
  kHz: { dimension: 'frequency', factor: 1000 },
  '1/s': { dimension: 'frequency', factor: 1 },
  'bit/s': { dimension: 'bit rate', factor: 1 },
  'kbit/s': { dimension: 'bit rate', factor: 1e3 },
  'Mbit/s': { dimension: 'bit rate', factor: 1e6 },
  's/s': { dimension: 'rate of a clock', factor: 1 },
  ppm: { dimension: 'rate of a clock', factor: 1e-6 },
  ppb: { dimension: 'rate of a clock', factor: 1e-9 },
  rad: { dimension: 'angle', factor: 1 },
  deg: { dimension: 'angle', factor: DEGREE },
  'm/s': { dimension: 'speed', factor: 1 },
  'km/h': { dimension: 'speed', factor: 1 / 3.6 },
  mph: { dimension: 'speed', factor: 0.44704 },
  'rad/s': { dimension: 'angular velocity', factor: 1 },
  'deg/s': { dimension: 'angular velocity', factor: DEGREE },
  'm/s²': { dimension: 'acceleration', factor: 1 },
  'm/s^2': { dimension: 'acceleration', factor: 1 },
  'rad/s²': { dimension: 'angular acceleration', factor: 1 },
  kg: { dimension: 'mass', factor: 1 },
  g: { dimension: 'mass', factor: 0.001 },
  t: { dimension: 'mass', factor: 1000 },
  N: { dimension: 'force', factor: 1 },
  kN: { dimension: 'force', factor: 1000 },
  'N/rad': { dimension: 'cornering stiffness', factor: 1 },
  'kN/rad': { dimension: 'cornering stiffness', factor: 1000 },
  'N/deg': { dimension: 'cornering stiffness', factor: 1 / DEGREE },
  'N m': { dimension: 'torque', factor: 1 },
  Nm: { dimension: 'torque', factor: 1 },
  'kg m²': { dimension: 'moment of inertia', factor: 1 },
};

const QUANTITY = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(\S.*?)\s*$/;

/**
 * The SI value of a text such as `30 deg`, for a parameter whose own unit is `unit`.
 * Returns a sentence (what was expected) when the text is not a quantity of that dimension.
 */
export function parseQuantity(text: string, unit: string): number | string {
  const match = QUANTITY.exec(text);
  const expected = UNITS[unit];
  if (match === null) return `expected a number${unit === '' ? '' : ` [${unit}]`}, got ${JSON.stringify(text)}`;
  const given = Object.hasOwn(UNITS, match[2]) ? UNITS[match[2]] : undefined;
  if (given === undefined)
    return `unknown unit ${JSON.stringify(match[2])}, expected ${unit === '' ? 'a plain number' : unit}`;
  if (expected === undefined || given.dimension !== expected.dimension) {
    const wanted = unit === '' ? 'a plain number' : `a quantity in ${unit}`;
    return `expected ${wanted}, got ${JSON.stringify(text)}, which is ${/^a/.test(given.dimension) ? 'an' : 'a'} ${given.dimension}`;
  }
  return (Number(match[1]) * given.factor) / expected.factor;
}
