/**
 * A way through waypoints as pieces of constant speed and turn rate, so that where somebody is at any time has a closed form.
 *
 *   straight   p(τ) = p₀ + v τ (cos ψ, sin ψ)
 *   arc        ψ(τ) = ψ₀ + ω τ,   p(τ) = p₀ + (v/ω) (sin ψ(τ) − sin ψ₀, cos ψ₀ − cos ψ(τ))
 *   fillet     tangent length ℓ = min(r tan ½φ, half of either leg),  radius ℓ / tan ½φ              φ  angle of the corner
 *
 * v is along the heading, negative where a leg is driven backwards. Corners are rounded where nobody waits and the direction of travel stays.
 * Checked against: lengths and times by hand, continuity of the pose, small steps of the differential equation.
 */
import { PI, wrapToPi } from '../../math/angle.ts';
import { atan2, cos, sin, tan } from '../../math/trig.ts';

export interface Waypoint {
  readonly x: number;
  readonly y: number;
  /** Of the leg that leads here [m/s]. */
  readonly speed: number;
  /** How long one stays here [s]. */
  readonly wait: number;
  /** Whether the leg that leads here is taken backwards. */
  readonly reverse: boolean;
}

/** A piece of the way, from `start` on [s]. */
export interface Piece {
  readonly start: number;
  readonly duration: number;
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  /** Along the heading [m/s], and the turn rate [rad/s]. */
  readonly speed: number;
  readonly yawRate: number;
}

/** A leg between two corners: where it begins and ends, its direction and length. */
interface Leg {
  readonly fromX: number;
  readonly fromY: number;
  readonly direction: number;
  readonly length: number;
  readonly to: Waypoint;
}

/** Corners that turn by less than this [rad] are none. */
const STRAIGHT = 1e-9;

/** The way from a place through all waypoints; the last piece stands still for ever. */
export function walkPieces(x: number, y: number, yaw: number, waypoints: readonly Waypoint[], radius: number): Piece[] {
  const legs = legsOf(x, y, waypoints);
  const pieces: Piece[] = [];
  let at = { x, y, yaw, time: 0 };
  const add = (duration: number, speed: number, yawRate: number): void => {
    const piece = { start: at.time, duration, x: at.x, y: at.y, yaw: at.yaw, speed, yawRate };
    if (duration > 0) pieces.push(piece);
    at = { ...poseOn(piece, duration), time: at.time + duration };
  };
  let cut = 0;
  legs.forEach((leg, i) => {
    const { speed, wait, reverse } = leg.to;
    const way = reverse ? -1 : 1;
    // exactly along the leg, so that errors do not add up
    at.yaw = wrapToPi(leg.direction + (reverse ? PI : 0));
    const corner = cornerAfter(legs, i, radius);
    add((leg.length - cut - corner.cut) / speed, way * speed, 0);
    if (corner.cut > 0) {
      const duration = (corner.radius * Math.abs(corner.turn)) / speed;
      add(duration, way * speed, corner.turn / duration);
    }
    cut = corner.cut;
    if (wait > 0) add(wait, 0, 0);
  });
  pieces.push({ start: at.time, duration: Infinity, x: at.x, y: at.y, yaw: at.yaw, speed: 0, yawRate: 0 });
  return pieces;
}

function legsOf(x: number, y: number, waypoints: readonly Waypoint[]): Leg[] {
  return waypoints.map((to, i) => {
    const from = i === 0 ? { x, y } : waypoints[i - 1];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    return { fromX: from.x, fromY: from.y, direction: atan2(dy, dx), length: Math.sqrt(dx * dx + dy * dy), to };
  });
}

/** How much of both legs the rounding of the corner after leg i takes, with which radius, and by what it turns. */
function cornerAfter(legs: readonly Leg[], i: number, radius: number): { cut: number; radius: number; turn: number } {
  const none = { cut: 0, radius: 0, turn: 0 };
  const [leg, next] = [legs[i], legs[i + 1]];
  if (next === undefined || leg.to.wait > 0 || leg.to.reverse !== next.to.reverse || radius === 0) return none;
  const turn = wrapToPi(next.direction - leg.direction);
  const half = tan(Math.abs(turn) / 2);
  if (Math.abs(turn) < STRAIGHT || Math.abs(turn) > PI - 1e-3) return none;
  const cut = Math.min(radius * half, leg.length / 2, next.length / 2);
  return { cut, radius: cut / half, turn };
}

/** Where one is on a piece, this long after its start. */
export function poseOn({ x, y, yaw, speed, yawRate }: Piece, since: number): { x: number; y: number; yaw: number } {
  if (speed === 0) return { x, y, yaw };
  if (yawRate === 0) return { x: x + speed * since * cos(yaw), y: y + speed * since * sin(yaw), yaw };
  const turned = yaw + yawRate * since;
  const radius = speed / yawRate;
  return {
    x: x + radius * (sin(turned) - sin(yaw)),
    y: y + radius * (cos(yaw) - cos(turned)),
    yaw: wrapToPi(turned),
  };
}
