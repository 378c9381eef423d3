/**
 * The words of Reeds and Shepp: every candidate for the shortest path of a car that drives both ways, unit turning radius.
 *
 * Eight formulas for words that begin with a left turn forwards give, by the symmetries below, all 48:
 *
 *   time flip   (x, y, φ) → (−x,  y, −φ)   all lengths change sign
 *   reflection  (x, y, φ) → ( x, −y, −φ)   left and right change places
 *   backwards   (x, y, φ) → (x cos φ + y sin φ, x sin φ − y cos φ, φ)   the word is read from its end
 *
 * Lengths are in units of the radius (on turns: radians), negative backwards.
 * Reference: Reeds, Shepp, Optimal paths for a car that goes both forwards and backwards, Pacific J. Math. 145, 1990, formulas
 * 8.1–8.11. Checked against: random paths of up to five pieces, none of which is ever shorter, and where each word ends.
 */
import { HALF_PI, PI, TAU } from '../../math/angle.ts';
import { acos, asin, atan2, cos, sin } from '../../math/trig.ts';

/** What a piece does: 1 left, 0 straight, −1 right. */
type Turn = -1 | 0 | 1;
/** Called with the turns of a word and its lengths; only the first `count` of each mean something. */
export type WordVisitor = (turns: Int8Array, lengths: Float64Array, count: number) => void;

const turns = new Int8Array(5);
const lengths = new Float64Array(5);
/** Words may be this much beyond their bounds by rounding [rad]. */
const SLACK = 1e-10;

/** In (−π, π]. */
function wrap(angle: number): number {
  const rest = angle % TAU;
  return rest > PI ? rest - TAU : rest <= -PI ? rest + TAU : rest;
}

/** One word in the frame of the symmetry at hand, turned into a word of the problem. */
interface Frame {
  flip: boolean;
  reflect: boolean;
  backwards: boolean;
  visit: WordVisitor;
}

function emit(frame: Frame, kinds: readonly Turn[], a: number, b: number, c: number, d = 0, e = 0): void {
  const count = kinds.length;
  const sign = frame.flip ? -1 : 1;
  const side = frame.reflect ? -1 : 1;
  scratch[0] = a;
  scratch[1] = b;
  scratch[2] = c;
  scratch[3] = d;
  scratch[4] = e;
  for (let i = 0; i < count; i++) {
    const from = frame.backwards ? count - 1 - i : i;
    turns[i] = side * kinds[from];
    lengths[i] = sign * scratch[from];
  }
  frame.visit(turns, lengths, count);
}
const scratch = new Float64Array(5);

const LSL = [1, 0, 1] as const;
const LSR = [1, 0, -1] as const;
const LRL = [1, -1, 1] as const;
const LRLR = [1, -1, 1, -1] as const;
const LRSL = [1, -1, 0, 1] as const;
const LRSR = [1, -1, 0, -1] as const;
const LRSLR = [1, -1, 0, 1, -1] as const;

/** Visits every word that leads from the origin to (x, y, φ). */
export function visitWords(x: number, y: number, phi: number, visit: WordVisitor): void {
  const s = sin(phi);
  const c = cos(phi);
  const frame: Frame = { flip: false, reflect: false, backwards: false, visit };
  for (let k = 0; k < 4; k++) {
    frame.flip = (k & 1) !== 0;
    frame.reflect = (k & 2) !== 0;
    const px = frame.flip ? -x : x;
    const py = frame.reflect ? -y : y;
    const ps = frame.flip !== frame.reflect ? -s : s;
    const pphi = frame.flip !== frame.reflect ? -phi : phi;
    frame.backwards = false;
    forwardWords(px, py, pphi, ps, c, frame);
    turningWords(px, py, pphi, ps, c, frame);
    frame.backwards = true;
    turningWords(px * c + py * ps, px * ps - py * c, pphi, ps, c, frame);
  }
}

/** Words that are their own kind when read backwards. */
function forwardWords(x: number, y: number, phi: number, s: number, c: number, frame: Frame): void {
  // L⁺S⁺L⁺ (8.1)
  let xi = x - s;
  let eta = y - 1 + c;
  let t = atan2(eta, xi);
  const u = Math.sqrt(xi * xi + eta * eta);
  let v = wrap(phi - t);
  if (t >= -SLACK && v >= -SLACK) emit(frame, LSL, t, u, v);
  // L⁺S⁺R⁺ (8.2)
  xi = x + s;
  eta = y - 1 - c;
  const square = xi * xi + eta * eta;
  if (square >= 4) {
    const straight = Math.sqrt(square - 4);
    t = wrap(atan2(eta, xi) + atan2(2, straight));
    v = wrap(t - phi);
    if (t >= -SLACK && v >= -SLACK) emit(frame, LSR, t, straight, v);
  }
  fourTurns(xi, eta, phi, frame);
  // L⁺R⁻S⁻L⁻R⁺ (8.11)
  if (square >= 4) {
    const straight = 4 - Math.sqrt(square - 4);
    if (straight <= SLACK) {
      t = wrap(atan2((4 - straight) * xi - 2 * eta, -2 * xi + (straight - 4) * eta));
      v = wrap(t - phi);
      if (t >= -SLACK && v >= -SLACK) emit(frame, LRSLR, t, -HALF_PI, straight, -HALF_PI, v);
    }
  }
}

/** L⁺R⁺L⁻R⁻ (8.7) and L⁺R⁻L⁻R⁺ (8.8), the middle turns equally long. */
function fourTurns(xi: number, eta: number, phi: number, frame: Frame): void {
  const square = xi * xi + eta * eta;
  const rho = 0.25 * (2 + Math.sqrt(square));
  if (rho <= 1) {
    const u = acos(rho);
    const t = outerTurn(u, -u, xi, eta);
    const v = wrap(t - 2 * u - phi);
    if (t >= -SLACK && v <= SLACK) emit(frame, LRLR, t, u, -u, v);
  }
  const ratio = (20 - square) / 16;
  if (ratio >= 0 && ratio <= 1) {
    const u = -acos(ratio);
    const t = outerTurn(u, u, xi, eta);
    const v = wrap(t - phi);
    if (u >= -HALF_PI && t >= -SLACK && v >= -SLACK) emit(frame, LRLR, t, u, u, v);
  }
}

/** τ of formulas 8.7 and 8.8. */
function outerTurn(u: number, v: number, xi: number, eta: number): number {
  const delta = wrap(u - v);
  const a = sin(u) - sin(delta);
  const b = cos(u) - cos(delta) - 1;
  const first = atan2(eta * a - xi * b, xi * a + eta * b);
  const second = 2 * (cos(delta) - cos(v) - cos(u)) + 3;
  return second < 0 ? wrap(first + PI) : wrap(first);
}

/** Words that read backwards are words of another kind. */
function turningWords(x: number, y: number, phi: number, s: number, c: number, frame: Frame): void {
  let xi = x - s;
  let eta = y - 1 + c;
  const rho = Math.sqrt(xi * xi + eta * eta);
  const theta = atan2(eta, xi);
  // L⁺R⁻L (8.3, 8.4)
  if (rho <= 4) {
    const u = -2 * asin(0.25 * rho);
    const t = wrap(theta + 0.5 * u + PI);
    const v = wrap(phi - t + u);
    if (t >= -SLACK && u <= SLACK) emit(frame, LRL, t, u, v);
  }
  // L⁺R⁻S⁻L⁻ (8.9)
  if (rho >= 2) {
    const r = Math.sqrt(rho * rho - 4);
    const u = 2 - r;
    const t = wrap(theta + atan2(r, -2));
    const v = wrap(phi - HALF_PI - t);
    if (t >= -SLACK && u <= SLACK && v <= SLACK) emit(frame, LRSL, t, -HALF_PI, u, v);
  }
  // L⁺R⁻S⁻R⁻ (8.10)
  xi = x + s;
  eta = y - 1 - c;
  const far = Math.sqrt(xi * xi + eta * eta);
  if (far >= 2) {
    const t = atan2(xi, -eta);
    const u = 2 - far;
    const v = wrap(t + HALF_PI - phi);
    if (t >= -SLACK && u <= SLACK && v <= SLACK) emit(frame, LRSR, t, -HALF_PI, u, v);
  }
}
