/**
 * How the tracker wants to pass a place of its run: how fast, and with which curvature.
 *
 *   v(s) = min( v_stop(r), min over d of √(u(s + d)² + 2 a d) )
 *   v_stop(r) = a τ (√(1 + 2 r/(a τ²)) − 1)        √(2 a r) far from the end, r/τ near it
 *   u(s)  = min( v_max, planned speed, 0.8 ω D/|Δδ| )      no faster than the steering can turn over the next D
 *
 * r  way to the end of the run [m]   a  deceleration [m/s²]   ω  rate of the steering [rad/s]   δ = atan(L κ)  road-wheel angle [rad]
 *
 * The curvature is that of the path averaged over a window of the width W, so that a jump from line to arc becomes a ramp around it:
 *
 *   κ(s) = d (ψ(s + W/2) − ψ(s − W/2))/W           headings of the path, d = ±1 its direction
 *
 * That keeps all headings, and leaves an offset of κ W²/24: 3 mm at 0.28 /m and 0.5 m, which the feedback takes out.
 * firmware/parking/profile.c is the same, operation by operation. Checked against: closed forms of braking and of the ramp.
 */
import { add, arctangent, clamp, div, magnitude, mul, root, sub, wrapped } from './float32.ts';
import type { Place, TrackedPath } from './tracked-path.ts';
import { curvatureAt, edgeAt, speedAt, yawAt } from './tracked-path.ts';

/** Distance between two places that are looked at [m], and how many are. */
const SPACING = Math.fround(0.1);
const SAMPLES = 32;
/** What a planned speed is at least, what the speed before a stop is at least [m/s], and the time constant of the end of a stop [s]. */
const CRAWL = Math.fround(0.1);
const FINAL_CRAWL = Math.fround(0.04);
const FINAL_TIME = Math.fround(0.3);
/** Part of the steering's rate that the plan uses; the rest is for feedback. */
const RATE_SHARE = Math.fround(0.8);
/** A window shorter than this has no mean [m]; a smaller turn costs no speed [rad]. */
const SHORTEST = Math.fround(0.02);
const NO_TURN = Math.fround(1e-4);

export interface ProfileGains {
  readonly wheelBase: number;
  readonly steeringRate: number;
  readonly maxSpeed: number;
  readonly deceleration: number;
  readonly transition: number;
}

/** Curvature to steer by, `at` so far along; `hint` is a point near it [1/m]. */
export function rampedCurvature(path: TrackedPath, width: number, at: number, hint: number): number {
  const half = mul(width, 0.5);
  const begin = path.along[path.first];
  const end = path.along[path.last];
  const from = clamp(sub(at, half), begin, end);
  const to = clamp(add(at, half), begin, end);
  const span = sub(to, from);
  if (span < SHORTEST) return curvatureAt(path, edgeAt(path, at, hint), at);
  const before = yawAt(path, edgeAt(path, from, hint), from);
  const after = yawAt(path, edgeAt(path, to, hint), to);
  return div(mul(wrapped(sub(after, before)), path.direction), span);
}

/** Speed from which a stop at `remaining` is possible [m/s]. */
function stoppingSpeed(deceleration: number, remaining: number): number {
  if (remaining <= 0) return 0;
  const scale = mul(deceleration, FINAL_TIME);
  const speed = mul(scale, sub(root(add(div(mul(2, remaining), mul(scale, FINAL_TIME)), 1)), 1));
  return speed > FINAL_CRAWL ? speed : FINAL_CRAWL;
}

/** Speed that is wanted at `place` [m/s]. */
export function profiledSpeed(gains: ProfileGains, path: TrackedPath, { along, edge }: Place): number {
  const end = path.along[path.last];
  let least = stoppingSpeed(gains.deceleration, sub(end, along));
  const most = mul(mul(gains.steeringRate, RATE_SHARE), SPACING);
  let hint = edge;
  let angle = arctangent(mul(gains.wheelBase, rampedCurvature(path, gains.transition, along, hint)));
  for (let n = 0; n < SAMPLES; n++) {
    const ahead = mul(n, SPACING);
    const at = add(along, ahead);
    if (n > 0 && at > end) break;
    hint = edgeAt(path, at, hint);
    const planned = speedAt(path, hint, at);
    let speed = clamp(planned, CRAWL, gains.maxSpeed);
    const next = add(at, SPACING);
    const nextAngle = arctangent(mul(gains.wheelBase, rampedCurvature(path, gains.transition, next, hint)));
    const turn = magnitude(sub(nextAngle, angle));
    if (turn > NO_TURN && mul(speed, turn) > most) speed = div(most, turn);
    angle = nextAngle;
    const allowed = root(add(mul(speed, speed), mul(mul(2, gains.deceleration), ahead)));
    if (allowed < least) least = allowed;
  }
  return least;
}
