/**
 * What stands around, from a bird's-eye view, by a network: vehicles, people, pillars, each as a rectangle on the ground.
 *
 * On flat ground a view smears everything that stands away from the cameras; where it stands shows at its feet. The network knows this from
 * pictures, and completes what it cannot see (the far end of a parked car) by what is usual; walls and kerbs it leaves out. It reads the same
 * view as `vision/marking-points`, and the first layers are the same. How good it is is on its card (networks/README.md).
 */
import { defineBlock } from '../../core/block.ts';
import { asset, integer, param } from '../../core/schema.ts';
import { NetworkRunner } from '../../inference/index.ts';
import { copyTime, Footprint, Footprints, Image } from '../../msgs/index.ts';
import { PerMemory } from '../../pixels/per-memory.ts';
import { decodeThings, THING_CHANNELS } from './decode-things.ts';
import { networkWith } from './network-asset.ts';
import { checkView } from './view-image.ts';

export const vehicles = defineBlock({
  type: 'vision/vehicles',
  doc: "Finds what stands around in a bird's-eye view, by a network: where its feet are on the ground.",
  params: {
    weights: asset('the network, such as networks/surround.net'),
    threshold: param(0.3, '', 'least confidence of a cell; lower finds more, and more that is none', {
      min: 0.01,
      max: 1,
    }),
    minCells: integer(6, '', 'how many quarters of cells must agree on a vehicle', { min: 1, max: 100 }),
    extent: param(10, 'm', 'side of the square of ground that the view shows', { above: 0, max: 50 }),
    centre: param(1.25565, 'm', 'how far ahead of base_link the middle of the view is', { min: -25, max: 25 }),
  },
  defaultPeriod: 0.1,
  inputs: { image: Image },
  outputs: { footprints: Footprints },
  cost: () => 0.005,
  prepare({ weights }, assets) {
    const network = networkWith(weights, assets, 'things', THING_CHANNELS);
    return new PerMemory((frames) => new NetworkRunner(network, ['things'], frames));
  },
  init: () => ({}),
  step(params, _state, { image }, outputs, _time, runners) {
    if (image.sequence === 0) {
      outputs.footprints.publish = false;
      return;
    }
    checkView(image.value);
    const { header, footprints } = outputs.footprints.value;
    copyTime(header.stamp, image.value.header.stamp);
    header.frame_id = 'base_link';
    const { data, step, width } = image.value;
    const answer = runners.for(data, step === 3 * width).run(data, step)[0];
    const found = decodeThings(answer, params, params.threshold, params.minCells);
    footprints.length = Math.min(footprints.length, found.length);
    for (let i = 0; i < found.length; i++) {
      if (i === footprints.length) footprints.push(Footprint.create());
      const { kind, x, y, yaw, length, width: across, confidence } = found[i];
      Object.assign(footprints[i], { kind, x, y, yaw, length, width: across, vx: 0, vy: 0, confidence });
    }
  },
});
