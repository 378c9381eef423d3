/**
 * What a track looks like on the ground: lines beside or on the centre line, worn or whole, and the road below them.
 *
 * A line at a lateral offset d is c(s) + d n(s). Points are left out where the line stays within 2 mm of the chord: over a length ℓ in
 * which it turns by T altogether, it cannot be farther away than ℓ T / 4.
 */
import { wrapToPi } from '../../math/angle.ts';
import { createStream, uniformBetween } from '../../math/random.ts';
import { cos, sin } from '../../math/trig.ts';
import type { Area, Colour, Stripe } from '../scene.ts';
import type { Track } from './track.ts';
import { createTrackPoint, pointAt } from './track.ts';

/** How worn paint is. */
export interface Wear {
  /** Part of the paint that is missing, 0 to 1. */
  readonly fraction: number;
  /** Mean length of the missing pieces [m]. */
  readonly length: number;
  readonly seed: number;
}

export interface LineLook {
  readonly kind: 'edges' | 'centre' | 'none';
  /** [m] */
  readonly width: number;
  readonly colour: Colour;
  readonly wear: Wear;
}

/** From where to where along the track [m]. */
type Stretch = readonly [from: number, to: number];

const TOLERANCE = 2e-3;
/** A sample this near to an end of a stretch, in spacings, is that end. */
const ROUNDING = 1e-6;

/** x₀, y₀, x₁, y₁ … of the line at a lateral offset, over a stretch of the track or all of it. */
export function offsetLine(track: Track, offset: number, stretch?: Stretch): Float64Array {
  const [from, to] = stretch ?? [0, track.length];
  const isRing = track.closed && stretch === undefined;
  const point = createTrackPoint();
  const line: number[] = [];
  const add = (s: number) => {
    pointAt(track, s, point);
    line.push(point.x - offset * sin(point.heading), point.y + offset * cos(point.heading));
  };
  add(from);
  let kept = from;
  let turned = 0;
  // samples inside the stretch, each kept when leaving it out would show
  const first = Math.floor(from / track.spacing + ROUNDING) + 1;
  const end = Math.ceil(to / track.spacing - ROUNDING);
  for (let k = first; k < end; k++) {
    const s = k * track.spacing;
    turned += turn(track, k - 1) + turn(track, k);
    if (((s + track.spacing - kept) * turned) / 4 > TOLERANCE) {
      add(s);
      kept = s;
      turned = turn(track, k);
    } else turned -= turn(track, k);
  }
  if (!isRing) add(to);
  return Float64Array.from(line);
}

/** By how much the line turns between sample k and the next, round and round. */
function turn({ heading, closed }: Track, k: number): number {
  const n = heading.length;
  const i = closed ? k % n : Math.min(k, n - 1);
  const j = closed ? (k + 1) % n : Math.min(k + 1, n - 1);
  return Math.abs(wrapToPi(heading[j] - heading[i]));
}

/** The painted lines of a track. */
export function trackStripes(track: Track, look: LineLook): Stripe[] {
  const { width, colour, wear } = look;
  const lines = {
    none: [],
    centre: [['centre', 0]],
    edges: [
      ['left', track.laneWidth / 2],
      ['right', -track.laneWidth / 2],
    ],
  } as const;
  return lines[look.kind].flatMap(([name, offset]): Stripe[] => {
    if (wear.fraction === 0) return [{ points: offsetLine(track, offset), closed: track.closed, width, colour }];
    return paintLeft(track.length, wear, name).map((stretch) => ({
      points: offsetLine(track, offset, stretch),
      closed: false,
      width,
      colour,
    }));
  });
}

/** How many pieces of paint are missing along a line of this length. */
export const missingPieces = (length: number, wear: Wear): number =>
  Math.max(1, Math.round((wear.fraction * length) / wear.length));

/** Where paint is left: pieces and gaps of random length in turn, that add up to the fraction exactly. */
export function paintLeft(length: number, wear: Wear, name: string): Stretch[] {
  if (wear.fraction >= 1) return [];
  const count = missingPieces(length, wear);
  const stream = createStream(wear.seed, `world/wear/${name}`);
  const draws = Float64Array.from({ length: 2 * count }, () => uniformBetween(stream, 0.3, 1.7));
  let gaps = 0;
  let pieces = 0;
  for (let i = 0; i < count; i++) {
    gaps += draws[2 * i];
    pieces += draws[2 * i + 1];
  }
  const left: Stretch[] = [];
  let s = 0;
  for (let i = 0; i < count; i++) {
    s += (wear.fraction * length * draws[2 * i]) / gaps;
    const piece = ((1 - wear.fraction) * length * draws[2 * i + 1]) / pieces;
    left.push([s, Math.min(length, s + piece)]);
    s += piece;
  }
  return left;
}

/** The road below: on a closed track the outline in the road's colour, and what it encloses in that of the ground. */
export function roadAreas(track: Track, width: number, colour: Colour, ground: Colour): Area[] {
  const left = offsetLine(track, width / 2);
  const right = offsetLine(track, -width / 2);
  const sides = { left, right, closed: track.closed };
  if (!track.closed) return [{ points: joined(left, right), colour, sides }];
  const [inner, outer] = enclosed(left) < enclosed(right) ? [left, right] : [right, left];
  return [
    { points: outer, colour, sides },
    { points: inner, colour: ground, isEnclosed: true },
  ];
}

/** There along the first line and back along the second. */
export function joined(there: Float64Array, back: Float64Array): Float64Array {
  const points = new Float64Array(there.length + back.length);
  points.set(there);
  for (let i = 0; i < back.length; i += 2)
    points.set(back.subarray(back.length - i - 2, back.length - i), there.length + i);
  return points;
}

/** Area of a polygon, whichever way round [m²]. */
export const enclosed = (points: Float64Array): number => Math.abs(signedArea(points));

/** Positive when counter-clockwise [m²]. */
export function signedArea(points: Float64Array): number {
  let twice = 0;
  for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2)
    twice += points[j] * points[i + 1] - points[i] * points[j + 1];
  return twice / 2;
}
