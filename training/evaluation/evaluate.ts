/** How good the networks are: the very blocks' functions, on pictures, per condition. */
import { parseFields } from '../../src/core/schema.ts';
import { readNetwork } from '../../src/inference/index.ts';
import { NetworkRunner } from '../../src/inference/index.ts';
import type { Footprint } from '../../src/msgs/index.ts';
import { PerMemory } from '../../src/pixels/per-memory.ts';
import { CornerSheet } from '../../src/vision/slots/corner-sheet.ts';
import { decodeThings } from '../../src/vision/slots/decode-things.ts';
import type { MarkingPointParams, PointNetworks } from '../../src/vision/slots/marking-points.ts';
import { markingPoints, pointsIn } from '../../src/vision/slots/marking-points.ts';
import { occupancyOf } from '../../src/vision/slots/occupancy.ts';
import type { SlotParams } from '../../src/vision/slots/slots.ts';
import { inferSlots, slots as slotsBlock } from '../../src/vision/slots/slots.ts';
import { vehicles } from '../../src/vision/slots/vehicles.ts';
import type { Labels } from '../pictures/picture.ts';
import { CENTRE, EXTENT, SIZE } from '../pictures/surround-rig.ts';
import { scorePoints } from './score-points.ts';
import { scoreSlots } from './score-slots.ts';
import { scoreThings } from './score-things.ts';
import { add, emptyTally, precision, recall, spread } from './tally.ts';

/** 6 cm, and the published 10 of 600 pixels of the side. */
const NARROW = 0.06;
const PUBLISHED = EXTENT / 60;
const VIEW = { extent: EXTENT, centre: CENTRE };
const WEIGHTS = { weights: 'surround.net' };
const POINTS = parseFields(markingPoints.params, WEIGHTS, 'points') as MarkingPointParams;
const THINGS = parseFields(vehicles.params, WEIGHTS, 'things') as { threshold: number; minCells: number };
const RULES = parseFields(slotsBlock.params, {}, 'slots') as SlotParams;
/** Points that count as found are those of which slots are made. */
export const threshold = RULES.minConfidence;

export interface Networks extends PointNetworks {
  readonly things: PerMemory<NetworkRunner>;
}

export function networksOf(surround: Uint8Array, corner: Uint8Array | undefined): Networks {
  const network = readNetwork(surround, 'surround.net');
  return {
    runners: new PerMemory((frames) => new NetworkRunner(network, ['points'], frames)),
    things: new PerMemory((frames) => new NetworkRunner(network, ['things'], frames)),
    corners: corner === undefined ? undefined : new CornerSheet(readNetwork(corner, 'corner.net')),
  };
}

/** What the blocks make of a view with their usual parameters. */
function perceive(networks: Networks, view: Uint8Array) {
  const image = { data: view, step: 3 * SIZE, width: SIZE };
  const all = pointsIn(networks, POINTS, image);
  const things = decodeThings(
    networks.things.for(view).run(view, 3 * SIZE)[0],
    VIEW,
    THINGS.threshold,
    THINGS.minCells,
  );
  const footprints = things.map((thing) => ({ ...thing, vx: 0, vy: 0 }) as unknown as Footprint);
  const slots = inferSlots(all, footprints, RULES).map((slot) => ({
    ...slot,
    occupancy: occupancyOf(slot, footprints, VIEW),
  }));
  const points = all.filter(({ confidence }) => confidence >= threshold);
  return { points, things, slots };
}

function emptyScore() {
  return {
    pictures: 0,
    points: { published: emptyTally(), narrow: emptyTally() },
    slots: { published: emptyTally(), narrow: emptyTally() },
    occupancy: { right: 0, wrong: 0, unknown: 0 },
    things: emptyTally(),
    errors: [] as number[],
    edges: [] as number[],
  };
}
type Score = ReturnType<typeof emptyScore>;

export function evaluate(networks: Networks, pictures: Iterable<{ view: Uint8Array; labels: Labels }>) {
  const scores = new Map<string, Score>();
  for (const { view, labels } of pictures) {
    const { points, things, slots } = perceive(networks, view);
    const one = emptyScore();
    one.pictures = 1;
    scorePoints(points, labels.marks, PUBLISHED, one.points.published, one.errors);
    scorePoints(points, labels.marks, NARROW, one.points.narrow);
    scoreSlots(slots, labels, PUBLISHED, one.slots.published, one.occupancy);
    scoreSlots(slots, labels, NARROW, one.slots.narrow);
    scoreThings(things, labels.things, one.things, one.edges);
    for (const group of ['all', labels.condition, labels.lens]) join(scores, group, one);
  }
  return [...scores].sort(([a], [b]) => (a < b ? -1 : 1)).map(([group, score]) => ({ group, ...summary(score) }));
}

function join(scores: Map<string, Score>, group: string, one: Score): void {
  let to = scores.get(group);
  if (to === undefined) scores.set(group, (to = emptyScore()));
  to.pictures += one.pictures;
  for (const what of ['points', 'slots'] as const)
    for (const how of ['published', 'narrow'] as const) add(to[what][how], one[what][how]);
  add(to.things, one.things);
  for (const key of ['right', 'wrong', 'unknown'] as const) to.occupancy[key] += one.occupancy[key];
  to.errors.push(...one.errors);
  to.edges.push(...one.edges);
}

function summary({ pictures, points, slots, occupancy, things, errors, edges }: Score) {
  const rates = (tally: Score['things']) => ({ precision: precision(tally), recall: recall(tally), ...tally });
  return {
    pictures,
    points: { published: rates(points.published), narrow: rates(points.narrow) },
    slots: { published: rates(slots.published), narrow: rates(slots.narrow) },
    occupancy: { accuracy: occupancy.right / Math.max(1, occupancy.right + occupancy.wrong), ...occupancy },
    things: rates(things),
    /** [m] */
    cornerError: spread(errors),
    edgeError: spread(edges),
  };
}
