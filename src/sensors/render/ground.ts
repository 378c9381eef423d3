/** The painted ground as the camera sees it: areas, stripes above them, shadows over both. */
import type { Outline } from '../../world/ground-outline.ts';
import { outlineOf, stripeOutlines } from '../../world/ground-outline.ts';
import type { Ground, Stripe } from '../../world/scene.ts';
import type { Encoding } from '../../camera-model/encoding.ts';
import type { Paint } from './paint.ts';
import { paintOf, shadeOf } from './paint.ts';
import type { Tracer } from './tracer.ts';

/** Outlines that are painted together. */
export interface Layer {
  readonly outlines: readonly Outline[];
  readonly paint: Paint;
}

/** The layers of a ground, from below upwards. */
export const groundLayers = (ground: Ground, encoding: Encoding): Layer[] => [
  ...ground.areas.map(({ points, colour }) => ({ outlines: [outlineOf(points)], paint: paintOf(encoding, colour) })),
  ...sameColoured(ground.stripes).map((stripes) => ({
    outlines: stripes.flatMap(stripeOutlines),
    paint: paintOf(encoding, stripes[0].colour),
  })),
  ...ground.shadows.map(({ points, brightness }) => ({ outlines: [outlineOf(points)], paint: shadeOf(brightness) })),
];

/** Stripes that follow each other in the same colour are painted at once, so that their joints do not show. */
function sameColoured(stripes: readonly Stripe[]): Stripe[][] {
  const groups: Stripe[][] = [];
  stripes.forEach((stripe, i) => {
    const isSame = i > 0 && stripe.colour.every((channel, c) => channel === stripes[i - 1].colour[c]);
    if (isSame) groups[groups.length - 1].push(stripe);
    else groups.push([stripe]);
  });
  return groups;
}

/** Corners of the largest outline. */
export const mostCorners = (layers: readonly Layer[]): number =>
  layers.reduce(
    (most, { outlines }) => outlines.reduce((all, { points }) => Math.max(all, points.length / 2), most),
    0,
  );

export function paintLayers(tracer: Tracer, layers: readonly Layer[]): void {
  for (let i = 0; i < layers.length; i++) {
    const { outlines, paint } = layers[i];
    let isSeen = false;
    for (let j = 0; j < outlines.length; j++) {
      const outline = outlines[j];
      if (tracer.isOutOfSight(outline.x, outline.y, 0, outline.radius)) continue;
      tracer.addGround(outline.points);
      isSeen = true;
    }
    if (isSeen) tracer.canvas.paint(paint);
  }
}
