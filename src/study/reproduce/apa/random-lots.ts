/** Random lots: kind and size of the slots, side, aisle, who else is there, where the car comes from. Number n is the same lot in every study. */
import { chance, createStream, integerBelow, uniformBetween } from '../../../math/random.ts';
import type { ParkingTrial } from './parking-trial.ts';
import { KINDS, rowTrial } from './slot-row.ts';

/** Least widths of aisles and least room, by kind: narrower ones are the business of the picture by cells [m]. */
const LEAST = {
  perpendicular: { aisle: 5, extra: 0.4 },
  parallel: { aisle: 3.5, extra: 1.2 },
  angled: { aisle: 4.5, extra: 0.4 },
} as const;

export function randomLot(number: number): ParkingTrial {
  const stream = createStream(number, 'study/apa/random-lot');
  const kind = KINDS[integerBelow(stream, KINDS.length)];
  const { aisle, extra } = LEAST[kind];
  return rowTrial(`random-lot-${number}`, {
    kind,
    side: chance(stream, 0.5) ? 'left' : 'right',
    extra: extra + uniformBetween(stream, 0, 1),
    aisle: aisle + uniformBetween(stream, 0, 2.5),
    taken: uniformBetween(stream, 0.2, 1),
    seed: number,
    across: chance(stream, 0.5) ? 'wall' : 'cars',
    before: uniformBetween(stream, 4, 10),
    beside: uniformBetween(stream, -0.4, 0.4),
    askew: uniformBetween(stream, -0.05, 0.05),
  });
}

export const randomLots = (count: number): ParkingTrial[] => Array.from({ length: count }, (_, i) => randomLot(i + 1));
