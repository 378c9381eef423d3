/** From the world section of a scenario to the scene that sensors see and the track that referees measure by. */
import { InputError } from '../core/input-error.ts';
import { TAU } from '../math/angle.ts';
import { createStream, uniform, uniformBetween } from '../math/random.ts';
import { cos, sin } from '../math/trig.ts';
import type { LotThing } from './lots/furniture.ts';
import { lotsOf } from './lots/lot.ts';
import type { Slot } from './lots/slot.ts';
import type { Area, Colour, Scene, Shadow, Stripe } from './scene.ts';
import { solidOf } from './solid.ts';
import type { Track } from './track/track.ts';
import { createTrackPoint, metres, pointAt } from './track/track.ts';
import { lightingOf } from './lighting.ts';
import { missingPieces, roadAreas, trackStripes } from './track/lines.ts';
import { trackOf } from './track/source.ts';
import type { RandomShadowsDocument, WorldDocument } from './world-schema.ts';
import { colourOf, pointsOf } from './world-values.ts';

export interface World {
  readonly scene: Scene;
  readonly track?: Track;
  /** Parking slots of all lots, by their number: slot n is the one at n − 1. */
  readonly slots: readonly Slot[];
  /** Parked cars and all else that stands in the lots, one box each. */
  readonly things: readonly LotThing[];
}

/** Worlds by the very document they were made of, and the last one by its text: blocks of one scenario have equal copies. */
const made = new WeakMap<WorldDocument, World>();
const last = { text: '', world: undefined as World | undefined };

/** The world of a document; the same object for the same or an equal document. Throws InputError at `path`. */
export function worldOf(document: WorldDocument, path = 'world'): World {
  const known = made.get(document);
  if (known !== undefined) return known;
  const text = JSON.stringify(document);
  const world = text === last.text ? last.world! : createWorld(document, path);
  made.set(document, world);
  last.text = text;
  last.world = world;
  return world;
}

/** For the `check` of blocks with a `world` parameter: what is wrong with it, if anything. */
export function worldProblem(document: WorldDocument): readonly [path: string, problem: string] | undefined {
  try {
    worldOf(document);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return [error.path, error.problem];
    throw error;
  }
}

function createWorld(document: WorldDocument, path: string): World {
  const ground = colourOf(document.ground, `${path}.ground`);
  const track = document.track === undefined ? undefined : trackOf(document.track, `${path}.track`);
  const areas = document.areas.map(
    ({ points, colour }, i): Area => ({
      points: pointsOf(points, `${path}.areas[${i}].points`),
      colour: colourOf(colour, `${path}.areas[${i}].colour`),
    }),
  );
  const stripes = document.stripes.map(
    ({ points, colour, width, closed }, i): Stripe => ({
      points: pointsOf(points, `${path}.stripes[${i}].points`),
      colour: colourOf(colour, `${path}.stripes[${i}].colour`),
      width,
      closed,
    }),
  );
  const shadows = document.shadows.map(
    ({ points, brightness }, i): Shadow => ({ points: pointsOf(points, `${path}.shadows[${i}].points`), brightness }),
  );
  if (document.randomShadows !== undefined)
    shadows.push(...randomShadows(document.randomShadows, track, `${path}.randomShadows`));
  const lots = lotsOf(document.lots, ground, `${path}.lots`);
  shadows.push(...lots.shadows);
  const scene: Scene = {
    ground: {
      colour: ground,
      areas: [...roadOf(document, track, ground, path), ...lots.areas, ...areas],
      stripes: [...linesOf(document, track, path), ...lots.stripes, ...stripes],
      shadows,
    },
    sky: colourOf(document.sky, `${path}.sky`),
    solids: [...document.solids.map((solid, i) => solidOf(solid, `${path}.solids[${i}]`)), ...lots.solids],
    ...lightingOf(document, track, path),
  };
  const { slots, things } = lots;
  return track === undefined ? { scene, slots, things } : { scene, track, slots, things };
}

const MOST_MISSING_PIECES = 100_000;

function linesOf(document: WorldDocument, track: Track | undefined, path: string): Stripe[] {
  if (track === undefined || document.track === undefined) return [];
  const { lines } = document.track;
  const pieces = missingPieces(track.length, lines.wear);
  if (pieces > MOST_MISSING_PIECES) {
    throw new InputError(
      `${path}.track.lines.wear.length`,
      `expected at most ${MOST_MISSING_PIECES} missing pieces on ${metres(track.length)}, got ${pieces} of ${lines.wear.length} m`,
    );
  }
  return trackStripes(track, { ...lines, colour: colourOf(lines.colour, `${path}.track.lines.colour`) });
}

function roadOf(document: WorldDocument, track: Track | undefined, ground: Colour, path: string): Area[] {
  const road = document.track?.road;
  if (track === undefined || road === undefined) return [];
  const room = Math.min(track.clearance, 2 * tightestRadius(track));
  if (road.width >= room) {
    throw new InputError(
      `${path}.track.road.width`,
      `expected less than ${metres(room)}, where the road would cover itself, got ${road.width}`,
    );
  }
  return roadAreas(track, road.width, colourOf(road.colour, `${path}.track.road.colour`), ground);
}

function tightestRadius({ curvature }: Track): number {
  let largest = 0;
  for (const value of curvature) largest = Math.max(largest, Math.abs(value));
  return 1 / largest;
}

const SHADOW_CORNERS = 9;

/** Blots of random size and outline, their middles within one lane width of the centre line. */
function randomShadows(
  { count, brightness, size, seed }: RandomShadowsDocument,
  track: Track | undefined,
  path: string,
): Shadow[] {
  if (track === undefined) throw new InputError(path, 'expected a track to strew shadows on');
  const stream = createStream(seed, 'world/shadows');
  const point = createTrackPoint();
  return Array.from({ length: count }, () => {
    pointAt(track, track.length * uniform(stream), point);
    const offset = uniformBetween(stream, -track.laneWidth, track.laneWidth);
    const radius = (size / 2) * uniformBetween(stream, 0.5, 1.5);
    const points = new Float64Array(2 * SHADOW_CORNERS);
    for (let k = 0; k < SHADOW_CORNERS; k++) {
      const r = radius * uniformBetween(stream, 0.7, 1.3);
      points[2 * k] = point.x - offset * sin(point.heading) + r * cos((TAU * k) / SHADOW_CORNERS);
      points[2 * k + 1] = point.y + offset * cos(point.heading) + r * sin((TAU * k) / SHADOW_CORNERS);
    }
    return { points, brightness };
  });
}
