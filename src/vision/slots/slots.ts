/**
 * Parking slots from marking points: which two of them are the ends of an entrance, and whether something stands behind it.
 *
 * `rules: published` infers slots as DMPR-PS does (published-rules.ts); the default takes slots of every width and angle and knows what only looks
 * like one (slot-rules.ts). `footprints`, when wired, tells which slots are taken; without it nobody knows.
 * Checked against: the published combinations, rows of every kind, and pictures drawn by our own cameras (docs/networks.md).
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { choice, group, param } from '../../core/schema.ts';
import type { Footprint } from '../../msgs/index.ts';
import { copyTime, Footprints, MarkingPoints, ParkingSlot, ParkingSlots } from '../../msgs/index.ts';
import type { FoundSlot, Point } from './marking-point-pair.ts';
import { occupancyOf, UNKNOWN } from './occupancy.ts';
import { mayBeTwo } from './parted-slots.ts';
import { publishedSlots } from './published-rules.ts';
import { findSlots } from './slot-rules.ts';

const slotParams = {
  rules: choice(
    'corrected',
    ['corrected', 'published'],
    'corrected: slots of every width and angle; published: those of DMPR-PS, at two distances and square to their entrances',
  ),
  extent: param(10, 'm', 'side of the square of ground in which marks are looked for', { above: 0, max: 50 }),
  centre: param(1.25565, 'm', 'how far ahead of base_link the middle of that square is', { min: -25, max: 25 }),
  minWidth: param(1.7, 'm', 'narrowest slot, across its side lines; corrected rules', { above: 0 }),
  maxWidth: param(3.9, 'm', 'widest slot, across its side lines; corrected rules', { above: 0 }),
  minParallel: param(4.3, 'm', 'shortest entrance of a parallel slot; corrected rules', { above: 0 }),
  maxParallel: param(7.6, 'm', 'longest entrance of a parallel slot; corrected rules', { above: 0 }),
  depth: param(5, 'm', 'depth of a slot across the row where no mark behind it tells; corrected rules', { above: 0 }),
  parallelDepth: param(2.3, 'm', 'the same of a slot along the row; corrected rules', { above: 0 }),
  outline: group(
    {
      front: param(3.2673, 'm', 'how far it reaches ahead of base_link'),
      rear: param(0.534, 'm', 'how far it reaches behind base_link'),
      halfWidth: param(0.987, 'm', 'how far it reaches to either side', { min: 0 }),
    },
    'the own vehicle, which may hide a mark between two others; corrected rules',
  ),
  minConfidence: param(
    0.4,
    '',
    'points below this are no ends of slots; with the corrected rules they still lie between other ends',
    { min: 0, max: 1 },
  ),
};
export type SlotParams = FieldValues<typeof slotParams>;

export const slots = defineBlock({
  type: 'vision/slots',
  doc: 'Infers parking slots, and whether they are taken, from marking points and footprints.',
  params: slotParams,
  defaultPeriod: 0.1,
  inputs: { points: MarkingPoints, footprints: optionalInput(Footprints) },
  outputs: { slots: ParkingSlots },
  check: ({ minWidth, maxWidth, minParallel, maxParallel }) =>
    minWidth > maxWidth
      ? ['maxWidth', `expected at least minWidth (${minWidth}), got ${maxWidth}`]
      : minParallel > maxParallel
        ? ['maxParallel', `expected at least minParallel (${minParallel}), got ${maxParallel}`]
        : undefined,
  init: () => ({}),
  step(params, _state, { points, footprints }, outputs) {
    if (points.sequence === 0) {
      outputs.slots.publish = false;
      return;
    }
    const { header, slots: list } = outputs.slots.value;
    copyTime(header.stamp, points.value.header.stamp);
    header.frame_id = points.value.header.frame_id;
    const things = footprints.sequence === 0 ? NOTHING : footprints.value.footprints;
    const found = inferSlots(points.value.points, things, params);
    list.length = Math.min(list.length, found.length);
    for (let i = 0; i < found.length; i++) {
      if (i === list.length) list.push(ParkingSlot.create());
      writeSlot(list[i], found[i]);
      list[i].occupancy =
        footprints.sequence === 0 ? UNKNOWN : occupancyOf(found[i], footprints.value.footprints, params);
    }
  },
});

const NOTHING: readonly Footprint[] = [];

/** The slots that these points are the corners of. */
export function inferSlots(points: readonly Point[], things: readonly Footprint[], params: SlotParams): FoundSlot[] {
  const { minConfidence } = params;
  if (params.rules === 'published')
    return publishedSlots(
      points.filter(({ confidence }) => confidence >= minConfidence),
      params.extent,
    );
  const { minWidth, maxWidth, minParallel, maxParallel, depth, parallelDepth, centre } = params;
  const sizes = { width: [minWidth, maxWidth], parallel: [minParallel, maxParallel], depth, parallelDepth } as const;
  const found = findSlots(points, sizes, { x: centre, y: 0 }, minConfidence);
  return found.filter((slot) => !mayBeTwo(slot, things, params.outline));
}

function writeSlot(out: ParkingSlot, { kind, left, right, direction, depth, confidence }: FoundSlot): void {
  out.id = 0;
  out.kind = kind;
  out.left_x = left.x;
  out.left_y = left.y;
  out.right_x = right.x;
  out.right_y = right.y;
  out.direction = direction;
  out.depth = depth;
  out.confidence = confidence;
  out.views = 1;
}
