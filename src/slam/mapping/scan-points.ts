/**
 * End points of a scan in the robot's frame.
 *
 *   pᵢ = s + rᵢ (cos αᵢ, sin αᵢ)          s, αᵢ: the scanner's place and the ray's direction in the robot's frame
 *
 * While a scanner turns, the robot moves. Deskewing expresses every point in the robot's frame at the instant of the last ray:
 *
 *   pᵢ′ = X(−τᵢ) pᵢ,   τᵢ = (n − 1 − i) Δt,   X(τ) the arc driven in τ at speed v and yaw rate ω:
 *   X(τ) = (v sin(ωτ)/ω,  v (1 − cos ωτ)/ω,  ωτ)
 *
 * Ranges outside [minRange, maxRange) and those that are no numbers are left out: the map takes hits only, as Hector's does.
 */
import { sinCos } from '../../math/trig.ts';

export interface ScanPoints {
  count: number;
  /** Scanner in the robot's frame [m]; rays begin here. */
  originX: number;
  originY: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export interface ScanGeometry {
  readonly angleMin: number;
  readonly angleIncrement: number;
  /** Time from ray to ray [s]; 0 for a scan of one instant. */
  readonly timeIncrement: number;
  readonly minRange: number;
  readonly maxRange: number;
  /** Scanner in the robot's frame [m, rad]. */
  readonly mount: { readonly x: number; readonly y: number; readonly heading: number };
}

/** Motion of the robot during a scan. */
export interface ScanMotion {
  readonly speed: number;
  readonly yawRate: number;
}

export const createScanPoints = (capacity: number): ScanPoints => ({
  count: 0,
  originX: 0,
  originY: 0,
  x: new Float64Array(capacity),
  y: new Float64Array(capacity),
});

const direction = new Float64Array(2);
/** sin and cos of the direction of each ray, for the last fan that was asked for. */
const fan = { angleMin: NaN, increment: NaN, count: 0, sine: new Float64Array(0), cosine: new Float64Array(0) };

function prepareFan(angleMin: number, increment: number, count: number): void {
  if (fan.angleMin === angleMin && fan.increment === increment && fan.count >= count) return;
  if (fan.sine.length < count) {
    fan.sine = new Float64Array(count);
    fan.cosine = new Float64Array(count);
  }
  for (let i = 0; i < count; i++) {
    sinCos(angleMin + i * increment, direction);
    fan.sine[i] = direction[0];
    fan.cosine[i] = direction[1];
  }
  fan.angleMin = angleMin;
  fan.increment = increment;
  fan.count = count;
}

/** out ← the points of a scan, seen from where the robot is at its last ray. */
export function scanPointsInto(
  ranges: ArrayLike<number>,
  geometry: ScanGeometry,
  motion: ScanMotion,
  out: ScanPoints,
): void {
  const { minRange, maxRange, mount, timeIncrement } = geometry;
  const count = Math.min(ranges.length, out.x.length);
  prepareFan(geometry.angleMin + mount.heading, geometry.angleIncrement, count);
  const moves = timeIncrement !== 0 && (motion.speed !== 0 || motion.yawRate !== 0);
  out.originX = mount.x;
  out.originY = mount.y;
  out.count = 0;
  for (let i = 0; i < count; i++) {
    const range = ranges[i];
    if (!(range >= minRange && range < maxRange)) continue;
    const x = mount.x + range * fan.cosine[i];
    const y = mount.y + range * fan.sine[i];
    const k = out.count++;
    out.x[k] = x;
    out.y[k] = y;
    if (moves) rewind(out, k, motion, (count - 1 - i) * timeIncrement);
  }
}

/** Moves point k from the robot's frame τ ago into that of now. */
function rewind(points: ScanPoints, k: number, { speed, yawRate }: ScanMotion, tau: number): void {
  const turn = yawRate * tau;
  sinCos(turn, direction);
  const s = direction[0];
  const c = direction[1];
  // sin(ωτ)/ω and (1 − cos ωτ)/ω, by their series where the turn is tiny
  const ahead = Math.abs(turn) < 1e-6 ? tau : s / yawRate;
  const aside = Math.abs(turn) < 1e-6 ? 0.5 * turn * tau : (1 - c) / yawRate;
  const dx = points.x[k] - speed * ahead;
  const dy = points.y[k] - speed * aside;
  points.x[k] = c * dx + s * dy;
  points.y[k] = c * dy - s * dx;
}
