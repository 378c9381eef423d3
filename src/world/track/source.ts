/** From what a scenario says about its track to the track itself. */
import { InputError } from '../../core/input-error.ts';
import type { StartPose, Track, TrackSamples } from './track.ts';
import { createTrack } from './track.ts';
import { samplePoints } from './points.ts';
import { samplePolar, startAt } from './polar.ts';
import { randomShape } from './random.ts';
import { placeSegments, sampleSegments } from './segments.ts';
import type { TrackDocument } from '../world-schema.ts';
import { pointOf } from '../world-values.ts';

const SOURCES = ['polar', 'random', 'segments', 'points'] as const;
const ELEMENTS = ['straight', 'arc', 'lineTo', 'arcTo'] as const;

export function trackOf(document: TrackDocument, path = 'track'): Track {
  const source = onlyOne(document, SOURCES, path);
  return createTrack(samplesOf(document, `${path}.${source}`), document.laneWidth, `${path}.${source}`);
}

function samplesOf({ polar, random, segments, points, spacing, laneWidth }: TrackDocument, path: string): TrackSamples {
  if (polar !== undefined) return placed(samplePolar(polar, spacing, path), polar.start);
  if (random !== undefined)
    return placed(samplePolar(randomShape(random, laneWidth, path), spacing, path), random.start);
  if (segments !== undefined) {
    segments.elements.forEach((element, i) => {
      const at = `${path}.elements[${i}]`;
      onlyOne(element, ELEMENTS, at);
      if (element.lineTo !== undefined) pointOf(element.lineTo, `${at}.lineTo`);
      if (element.arcTo !== undefined) pointOf(element.arcTo.point, `${at}.arcTo.point`);
    });
    return sampleSegments(
      placeSegments(segments.start, segments.elements, `${path}.elements`),
      segments.closed,
      spacing,
      path,
    );
  }
  points!.through.forEach((point, i) => pointOf(point, `${path}.through[${i}]`));
  return samplePoints(points!, spacing, path);
}

const placed = (samples: TrackSamples, start: StartPose | undefined): TrackSamples =>
  start === undefined ? samples : startAt(samples, start);

/** The one key that is there. */
function onlyOne<K extends string>(document: { readonly [key in K]?: unknown }, keys: readonly K[], path: string): K {
  const given = keys.filter((key) => document[key] !== undefined);
  if (given.length === 1) return given[0];
  throw new InputError(
    path,
    `expected exactly one of ${keys.join(', ')}, got ${given.length === 0 ? 'none' : given.join(' and ')}`,
  );
}
