/** What can be set in a line detector and in the view of it, and RosDrive's detector as a set of such values. */
import { choice, flag, group, integer, param } from '../../core/schema.ts';
import type { FieldValues } from '../../core/schema.ts';

export const lineParams = {
  swapRedAndBlue: flag(false, 'takes red for blue and blue for red, in colours and in grey, as RosDrive does'),
  colour: group(
    {
      hueMin: integer(22, '', 'least hue, in units of 2°: 0 red, 30 yellow, 60 green, 120 blue', { min: 0, max: 179 }),
      hueMax: integer(38, '', 'largest hue; wider admits paint under coloured light, and grass', { min: 0, max: 179 }),
      saturationMin: integer(90, '', 'least saturation, of 255; lower admits worn paint and dusty roads', {
        min: 0,
        max: 255,
      }),
      saturationMax: integer(255, '', 'largest saturation', { min: 0, max: 255 }),
      valueMin: integer(
        40,
        '',
        'least value (the largest channel); lower admits paint in shadow, whose colour is noise',
        { min: 0, max: 255 },
      ),
      valueMax: integer(255, '', 'largest value', { min: 0, max: 255 }),
    },
    'the colour of the line, bounds included',
  ),
  edges: group(
    {
      low: integer(100, '', 'gradient |gx| + |gy| above which an edge is followed', { min: 0, max: 2040 }),
      high: integer(150, '', 'gradient above which an edge begins; higher drops faint lines', { min: 0, max: 2040 }),
    },
    'Canny edge detector',
  ),
  region: group(
    {
      top: integer(424, 'px', 'first row in which lines are looked for; smaller looks farther ahead', {
        min: 0,
        max: 8191,
      }),
      bottom: integer(500, 'px', 'last row; larger looks nearer', { min: 0, max: 8191 }),
      crop: flag(
        true,
        'whether nothing else is looked at, which is faster; otherwise edges are found in the whole picture, then dropped',
      ),
    },
    'where lines are looked for',
  ),
  segments: group(
    {
      distanceStep: param(1, 'px', 'width of a line when points are counted; more tolerates curved lines', {
        min: 0.5,
        max: 16,
      }),
      angles: integer(180, '', 'how many directions are tried; more is sharper and slower', { min: 4, max: 720 }),
      threshold: integer(12, '', 'points on a line that make it one; fewer finds shorter pieces and noise', {
        min: 1,
        max: 8192,
      }),
      minLength: integer(8, 'px', 'pieces that extend less than this across and down are dropped', {
        min: 0,
        max: 8192,
      }),
      maxGap: integer(8, 'px', 'holes up to this are bridged; much more joins what does not belong together', {
        min: 0,
        max: 8192,
      }),
    },
    'probabilistic Hough transform',
  ),
  merge: choice(
    'robust',
    ['robust', 'mean'],
    'robust: the ends of the longest group of segments, the far end second; mean: the mean of all end points, the left end first',
  ),
  linkDistance: param(
    30,
    'px',
    'robust: segments that come this close belong to one line, the others are dropped; at least the width of the line',
    { above: 0 },
  ),
} as const;

export type LineParams = FieldValues<typeof lineParams>;

/** A sentence when parameters contradict each other. */
export function checkLineParams({
  colour,
  edges,
  region,
}: LineParams): readonly [path: string, problem: string] | undefined {
  if (colour.hueMin > colour.hueMax)
    return ['colour.hueMax', `expected at least ${colour.hueMin}, the least hue, got ${colour.hueMax}`];
  if (colour.saturationMin > colour.saturationMax)
    return [
      'colour.saturationMax',
      `expected at least ${colour.saturationMin}, the least saturation, got ${colour.saturationMax}`,
    ];
  if (colour.valueMin > colour.valueMax)
    return ['colour.valueMax', `expected at least ${colour.valueMin}, the least value, got ${colour.valueMax}`];
  if (edges.low > edges.high)
    return ['edges.high', `expected at least ${edges.low}, the low threshold, got ${edges.high}`];
  if (region.top > region.bottom)
    return ['region.bottom', `expected at least ${region.top}, the top, got ${region.bottom}`];
  return undefined;
}
