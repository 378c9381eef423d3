/**
 * The runs of E2E-Parking on its lot: 16 target slots, 24 starts each.
 *
 * Published: the targets, starts within 7 m of the slot along the aisle and heading along it, random neighbours. Chosen here: both headings, twelve starts each, one in every
 * twelfth of the 14 m (of the middle of the body); up to 0.4 m beside the middle of the aisle and up to 3° askew; half of all slots taken, anew for every run.
 */
import type { Tree } from '../../../core/tree.ts';
import { createStream, uniformBetween } from '../../../math/random.ts';
import type { ParkingTrial } from './parking-trial.ts';
import { placed } from './parking-trial.ts';
import type { SlotReach } from './outcomes.ts';

const PITCH = 3.1;
const FIRST_LINE = -1.55;
const AISLE = 285.45;
/** Middles of the slots of rows 2 and 3, whose first slots are 17 and 33. */
const ROWS = [
  { first: 17, x: 290.9 },
  { first: 33, x: 280.0 },
];
export const E2E_REACH: SlotReach = { along: 2.5, across: PITCH / 2 };
const NEAREST_HALF = 7;
const STARTS_EACH_WAY = 12;
/** From base_link to the middle of the body [m]. */
const MIDDLE = 1.367;

interface Target {
  readonly slot: number;
  readonly x: number;
  readonly y: number;
}

const targets: readonly Target[] = ROWS.flatMap(({ first, x }) =>
  Array.from({ length: 8 }, (_, i) => ({ slot: first + 2 * i, x, y: FIRST_LINE + PITCH * (2 * i + 0.5) })),
);

/** All 384, or every nth start of each target, other starts for other targets. */
export const e2eTrials = (lot: Tree, every: number, scenario = 'scenarios/apa/e2e.yaml'): ParkingTrial[] =>
  targets.flatMap((target, t) =>
    Array.from({ length: 2 * STARTS_EACH_WAY }, (_, start) => start)
      .filter((start) => (start + 5 * t) % every === 0)
      .map((start) => e2eTrial(lot, target, start, scenario)),
  );

function e2eTrial(lot: Tree, target: Target, start: number, scenario: string): ParkingTrial {
  const { slot, x, y } = target;
  const stream = createStream(slot * 100 + start, 'study/apa/e2e');
  const isNorth = start < STARTS_EACH_WAY;
  const step = (2 * NEAREST_HALF) / STARTS_EACH_WAY;
  const along = -NEAREST_HALF + step * ((start % STARTS_EACH_WAY) + uniformBetween(stream, 0, 1));
  const yaw = (isNorth ? Math.PI / 2 : -Math.PI / 2) + uniformBetween(stream, -0.05, 0.05);
  const at = {
    x: AISLE + uniformBetween(stream, -0.4, 0.4),
    y: y + along - (isNorth ? MIDDLE : -MIDDLE),
    yaw,
  };
  const parked = { fraction: 0.5, seed: slot * 100 + start, except: [slot] };
  return {
    name: `e2e-slot-${slot}-start-${start + 1}`,
    scenario,
    over: placed({ lots: [{ ...(lot as object), parked }], start: at, slot, goal: { x, y }, nose: 'out' }),
    kind: 'perpendicular',
    reach: E2E_REACH,
  };
}
