/** Light other than that of a dry day: from the world section of a scenario to lamps and water. */
import { InputError } from '../core/input-error.ts';
import { cos, sin } from '../math/trig.ts';
import type { Lamp, Lighting } from './scene.ts';
import type { Track } from './track/track.ts';
import { createTrackPoint, metres, pointAt } from './track/track.ts';
import type { StreetLampsDocument, WorldDocument } from './world-schema.ts';
import { colourOf } from './world-values.ts';

const MOST_LAMPS = 10_000;

/** Nothing on a dry day without lamps. */
export function lightingOf(
  document: WorldDocument,
  track: Track | undefined,
  path: string,
): { readonly lighting?: Lighting } {
  const { daylight, wet, streetLamps } = document;
  const lamps = document.lamps.map(
    (lamp, i): Lamp => ({ ...lamp, colour: colourOf(lamp.colour, `${path}.lamps[${i}].colour`) }),
  );
  if (streetLamps !== undefined) lamps.push(...lampsAlong(streetLamps, track, `${path}.streetLamps`));
  if (daylight === 1 && lamps.length === 0 && wet === undefined) return {};
  return { lighting: { daylight, lamps, wet } };
}

/** As many as fit at about this spacing, the first where the track starts. */
function lampsAlong(document: StreetLampsDocument, track: Track | undefined, path: string): Lamp[] {
  if (track === undefined) throw new InputError(path, 'expected a track to light');
  const { spacing, offset, height, intensity } = document;
  const count = Math.max(1, Math.round(track.length / spacing));
  if (count > MOST_LAMPS)
    throw new InputError(
      `${path}.spacing`,
      `expected at most ${MOST_LAMPS} lamps on ${metres(track.length)}, got ${count}`,
    );
  const colour = colourOf(document.colour, `${path}.colour`);
  const point = createTrackPoint();
  return Array.from({ length: count }, (_, i): Lamp => {
    pointAt(track, (track.length * i) / count, point);
    return {
      x: point.x - offset * sin(point.heading),
      y: point.y + offset * cos(point.heading),
      height,
      intensity,
      colour,
    };
  });
}
