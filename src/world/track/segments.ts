/**
 * A track as a list of straights and arcs, each beginning where the one before ends.
 *
 *   straight, arc      lengths and angles: go on in the direction reached, so the line has no corners
 *   lineTo, arcTo      end points: what a survey or a drawing gives; directions may break where elements meet
 *
 *   on an arc of curvature κ:  θ = θ₀ + κ s,  x = x₀ + (sin θ − sin θ₀)/κ,  y = y₀ − (cos θ − cos θ₀)/κ
 *
 * A closed track may miss its start by up to 5 cm, as a survey does; the gap is spread evenly over its length.
 */
import { InputError } from '../../core/input-error.ts';
import { wrapToPi } from '../../math/angle.ts';
import { asin, atan2, cos, sin } from '../../math/trig.ts';
import type { StartPose, TrackSamples } from './track.ts';
import { metres } from './track.ts';
import { sampleCount } from './curve.ts';

/** Exactly one of these. */
export interface SegmentElement {
  /** Length [m]. */
  readonly straight?: number;
  /** Radius [m] and angle, left positive [rad]. */
  readonly arc?: { readonly radius: number; readonly angle: number };
  /** End point x, y [m]. */
  readonly lineTo?: readonly number[];
  /** End point and radius [m]; the shorter way round. */
  readonly arcTo?: { readonly point: readonly number[]; readonly radius: number; readonly turn: 'left' | 'right' };
}

/** An element with everything known about it. */
export interface Segment {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  readonly curvature: number;
  readonly length: number;
  /** Distance of its beginning from the start of the track [m]. */
  readonly from: number;
}

const LARGEST_GAP = 0.05;

export function placeSegments(start: StartPose, elements: readonly SegmentElement[], path: string): Segment[] {
  const segments: Segment[] = [];
  let { x, y, heading } = start;
  let from = 0;
  for (const [i, element] of elements.entries()) {
    const segment = { x, y, from, ...shapeOf(element, x, y, heading, `${path}[${i}]`) };
    if (!(segment.length > 0)) throw new InputError(`${path}[${i}]`, 'expected an element with a length above 0');
    segments.push(segment);
    ({ x, y, heading } = endOf(segment, segment.length));
    from += segment.length;
  }
  return segments;
}

/** Direction at the beginning, curvature and length of an element that begins at (x, y). */
function shapeOf(
  element: SegmentElement,
  x: number,
  y: number,
  heading: number,
  path: string,
): Pick<Segment, 'heading' | 'curvature' | 'length'> {
  const { straight, arc, lineTo, arcTo } = element;
  if (straight !== undefined) return { heading, curvature: 0, length: straight };
  if (arc !== undefined)
    return { heading, curvature: Math.sign(arc.angle) / arc.radius, length: arc.radius * Math.abs(arc.angle) };
  const [endX, endY] = lineTo ?? arcTo!.point;
  const chord = Math.sqrt((endX - x) * (endX - x) + (endY - y) * (endY - y));
  const chordHeading = atan2(endY - y, endX - x);
  if (lineTo !== undefined) return { heading: chordHeading, curvature: 0, length: chord };
  const { radius, turn } = arcTo!;
  if (chord > 2 * radius)
    throw new InputError(
      path,
      `the arc ends ${metres(chord)} from where it begins, farther than its diameter of ${metres(2 * radius)}`,
    );
  const half = asin(chord / (2 * radius));
  const way = turn === 'left' ? 1 : -1;
  return { heading: chordHeading - way * half, curvature: way / radius, length: 2 * radius * half };
}

/** The pose a distance after the beginning of a segment. */
function endOf({ x, y, heading, curvature }: Segment, s: number): StartPose {
  const angle = heading + curvature * s;
  if (curvature === 0) return { x: x + s * cos(heading), y: y + s * sin(heading), heading };
  return {
    x: x + (sin(angle) - sin(heading)) / curvature,
    y: y - (cos(angle) - cos(heading)) / curvature,
    heading: angle,
  };
}

export function sampleSegments(
  segments: readonly Segment[],
  closed: boolean,
  spacing: number,
  path: string,
): TrackSamples {
  const last = segments[segments.length - 1];
  const length = last.from + last.length;
  const end = endOf(last, last.length);
  const gapX = closed ? segments[0].x - end.x : 0;
  const gapY = closed ? segments[0].y - end.y : 0;
  const gap = Math.sqrt(gapX * gapX + gapY * gapY);
  if (gap > LARGEST_GAP)
    throw new InputError(
      path,
      `the track is closed, but ends ${metres(gap)} from its start, at (${metres(end.x)}, ${metres(end.y)})`,
    );

  const n = sampleCount(length, spacing, closed, path);
  const step = length / (closed ? n : n - 1);
  const samples = {
    x: new Float64Array(n),
    y: new Float64Array(n),
    heading: new Float64Array(n),
    curvature: new Float64Array(n),
    length,
    closed,
  };
  let k = 0;
  for (let i = 0; i < n; i++) {
    const s = i * step;
    while (k < segments.length - 1 && segments[k + 1].from <= s) k++;
    const pose = endOf(segments[k], s - segments[k].from);
    samples.x[i] = pose.x + (gapX * s) / length;
    samples.y[i] = pose.y + (gapY * s) / length;
    samples.heading[i] =
      i === 0 ? pose.heading : samples.heading[i - 1] + wrapToPi(pose.heading - samples.heading[i - 1]);
    samples.curvature[i] = segments[k].curvature;
  }
  return samples;
}
