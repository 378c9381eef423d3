/** One picture for the networks with what is to be found in it. */
import { Chance } from './chance.ts';
import type { LabelledMark, LabelledThing } from './labels.ts';
import { marksIn, thingsAlone, thingsIn } from './labels.ts';
import type { LabelledSlot } from './slot-labels.ts';
import { slotsIn } from './slot-labels.ts';
import type { Condition } from './random-lot.ts';
import { conditions, randomLot } from './random-lot.ts';
import type { Rig } from './surround-rig.ts';
import { makeRig, viewOf } from './surround-rig.ts';
import { addNoise } from './view-noise.ts';

export interface Labels {
  readonly condition: Condition;
  readonly lens: 'pinhole' | 'fisheye';
  readonly marks: readonly LabelledMark[];
  readonly things: readonly LabelledThing[];
  readonly slots: readonly LabelledSlot[];
}

/** Largest noise [grey levels of 255]; the cameras of the Mini have 1.8. */
const NOISE = 3;
/** How many pictures in turn are taken by the same cameras. */
const PER_RIG = 20;

/** Picture after picture, conditions in turn, half of them by fisheyes; the seed decides all. */
export function* pictures(count: number, seed: number): Generator<{ view: Uint8Array; labels: Labels }> {
  const chance = new Chance(seed, 'rigs');
  let rig: Rig | undefined;
  for (let i = 0; i < count; i++) {
    const lens = i % (2 * PER_RIG) < PER_RIG ? 'fisheye' : 'pinhole';
    if (i % PER_RIG === 0) rig = makeRig(lens, chance.one([640, 640, 640, 960, 1280]), 1, chance);
    const condition = conditions[i % conditions.length];
    const lot = randomLot(condition, seed * 1_000_000 + i);
    const view = viewOf(rig!, lot.scene, lot.sun);
    const mask = viewOf(rig!, thingsAlone(lot), lot.sun, false);
    const things = thingsIn(lot, mask);
    const labels: Labels = {
      condition,
      lens,
      marks: marksIn(lot, { view, mask }),
      things,
      slots: slotsIn(lot, things, mask),
    };
    addNoise(view, chance.between(0, NOISE), i);
    yield { view, labels };
  }
}
