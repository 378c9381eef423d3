/**
 * Directional marking points in a bird's-eye view, by a network: corners of the paint of parking slots, T or L, and where they point.
 *
 *   view 256 × 256 → network → points (decode-points.ts) → suppression → closer look at each, twice (corner-sheet.ts) → suppression
 *
 * The network works in whole numbers and is the same to the bit everywhere. How good it is, on what, and what it cannot do is on its card
 * (networks/README.md). Without `corners` points are as the first network says.
 * Reference: the layout of outputs follows J. Huang, L. Zhang et al., "DMPR-PS", ICME 2019; network and training are our own.
 */
import { defineBlock } from '../../core/block.ts';
import type { FieldValues } from '../../core/schema.ts';
import { asset, integer, optional, param } from '../../core/schema.ts';
import { NetworkRunner } from '../../inference/index.ts';
import { copyTime, Image, MarkingPoint, MarkingPoints } from '../../msgs/index.ts';
import { PerMemory } from '../../pixels/per-memory.ts';
import { CORNER_CHANNELS, CornerSheet } from './corner-sheet.ts';
import type { DecodedPoint } from './decode-points.ts';
import { decodePoints, isWellInside, POINT_CHANNELS, suppressed } from './decode-points.ts';
import { networkWith } from './network-asset.ts';
import { checkView } from './view-image.ts';

const markingPointParams = {
  weights: asset('the network that finds points, such as networks/surround.net'),
  corners: optional(asset('the network that looks at each of them closely, such as networks/corner.net')),
  threshold: param(0.2, '', 'least confidence of a point; lower finds more, and more that are none', {
    min: 0.01,
    max: 1,
  }),
  looks: integer(2, '', 'how often each point is looked at closely, each time from where the last one put it', {
    min: 0,
    max: 4,
  }),
  suppression: param(0.15, 'm', 'of points nearer to each other than this only the surest is kept', { min: 0, max: 5 }),
  margin: param(0.04, '', 'points nearer than this to the edge of the view are left out, as a share of its side', {
    min: 0,
    max: 0.45,
  }),
  extent: param(10, 'm', 'side of the square of ground that the view shows', { above: 0, max: 50 }),
  centre: param(1.25565, 'm', 'how far ahead of base_link the middle of the view is', { min: -25, max: 25 }),
};
export type MarkingPointParams = FieldValues<typeof markingPointParams>;

/** Points that are less sure than this are not worth a closer look, as a share of the threshold. */
const WORTH_A_LOOK = 0.5;

export interface PointNetworks {
  readonly runners: PerMemory<NetworkRunner>;
  readonly corners: CornerSheet | undefined;
}

/** The points of a view. */
export function pointsIn(
  { runners, corners }: PointNetworks,
  params: Omit<MarkingPointParams, 'weights' | 'corners'>,
  image: Pick<Image, 'data' | 'step' | 'width'>,
): DecodedPoint[] {
  const { data, step, width } = image;
  const { threshold, suppression } = params;
  const answer = runners.for(data, step === 3 * width).run(data, step)[0];
  const looks = corners === undefined ? 0 : params.looks;
  let points = suppressed(decodePoints(answer, params, looks > 0 ? WORTH_A_LOOK * threshold : threshold), suppression);
  for (let look = 0; look < looks; look++) corners!.refine(points, params, data, step);
  if (looks > 0) {
    // what both networks think of a point
    for (const point of points) point.confidence = Math.sqrt(point.confidence * point.verdict);
    points = suppressed(
      points.sort((a, b) => b.confidence - a.confidence),
      suppression,
    );
  }
  return points.filter((point) => point.confidence >= threshold && isWellInside(point, params, params.margin));
}

export const markingPoints = defineBlock({
  type: 'vision/marking-points',
  doc: "Finds the corners of parking slots' paint in a bird's-eye view, by a network.",
  params: markingPointParams,
  defaultPeriod: 0.1,
  inputs: { image: Image },
  outputs: { points: MarkingPoints },
  cost: () => 0.008,
  prepare({ weights, corners }, assets): PointNetworks {
    const network = networkWith(weights, assets, 'points', POINT_CHANNELS);
    return {
      runners: new PerMemory((frames) => new NetworkRunner(network, ['points'], frames)),
      corners:
        corners === undefined ? undefined : new CornerSheet(networkWith(corners, assets, 'corner', CORNER_CHANNELS)),
    };
  },
  init: () => ({}),
  step(params, _state, { image }, outputs, _time, networks) {
    if (image.sequence === 0) {
      outputs.points.publish = false;
      return;
    }
    checkView(image.value);
    const { header, points } = outputs.points.value;
    copyTime(header.stamp, image.value.header.stamp);
    header.frame_id = 'base_link';
    const found = pointsIn(networks, params, image.value);
    points.length = Math.min(points.length, found.length);
    for (let i = 0; i < found.length; i++) {
      if (i === points.length) points.push(MarkingPoint.create());
      const { x, y, direction, shape, confidence } = found[i];
      Object.assign(points[i], { x, y, direction, shape, confidence });
    }
  },
});
