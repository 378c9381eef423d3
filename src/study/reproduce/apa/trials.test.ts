import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../../scenario/yaml.ts';
import { e2eTrials } from './e2e-runs.ts';
import { trialFile } from './parking-trial.ts';
import { randomLot, randomLots } from './random-lots.ts';
import { cellTrial, slotCells } from './slot-cells.ts';
import type { ParkingTrial } from './parking-trial.ts';

interface Over {
  readonly world: {
    readonly lots: readonly { readonly parked: { readonly except: number[]; readonly seed: number } }[];
  };
  readonly blocks: {
    readonly car: { readonly params: { readonly x: number; readonly y: number; readonly yaw: number } };
    readonly parking: { readonly params: { readonly goal: { readonly x: number; readonly y: number } } };
    readonly referee: { readonly params: { readonly slot: number } };
  };
}
const overOf = ({ over }: ParkingTrial) => over as unknown as Over;

describe('the runs of E2E-Parking', () => {
  const trials = e2eTrials({ rows: [] }, 1);

  it('are 24 to each of the 16 published targets', () => {
    expect(trials).toHaveLength(384);
    const slots = trials.map((trial) => overOf(trial).blocks.referee.params.slot);
    const odd = Array.from({ length: 8 }, (_, i) => 2 * i);
    expect([...new Set(slots)]).toEqual([...odd.map((i) => 17 + i), ...odd.map((i) => 33 + i)]);
    expect(new Set(trials.map(({ name }) => name)).size).toBe(384);
  });

  it('start within 7 m of the slot along the aisle, along it, and leave the target free', () => {
    for (const trial of trials) {
      const { car, parking, referee } = overOf(trial).blocks;
      const { x, y, yaw } = car.params;
      const middle = y + 1.367 * Math.sign(Math.sin(yaw));
      expect(Math.abs(middle - parking.params.goal.y)).toBeLessThanOrEqual(7);
      expect(Math.abs(x - 285.45)).toBeLessThanOrEqual(0.4);
      expect(Math.abs(Math.abs(yaw) - Math.PI / 2)).toBeLessThanOrEqual(0.05);
      expect(overOf(trial).world.lots[0].parked.except).toEqual([referee.params.slot]);
    }
  });

  it('are thinned to other starts for other targets', () => {
    const few = e2eTrials({ rows: [] }, 24);
    expect(few).toHaveLength(16);
    expect(new Set(few.map(({ name }) => name.split('-start-')[1])).size).toBe(16);
  });
});

describe('the other lots', () => {
  it('are the same for the same number, and differ from each other', () => {
    expect(randomLot(7)).toEqual(randomLots(7)[6]);
    expect(randomLot(7).over).not.toEqual(randomLot(8).over);
  });

  it('have a cell for each kind, side, room and aisle', () => {
    const cells = slotCells([0.4, 0.8], [4, 5, 6]);
    expect(cells).toHaveLength(3 * 2 * 2 * 3);
    expect(new Set(cells.map((cell) => cellTrial(cell).name)).size).toBe(cells.length);
  });

  it('put the goal into the middle of the slot', () => {
    const { parking } = overOf(cellTrial({ kind: 'perpendicular', side: 'right', extra: 1.026, aisle: 6 })).blocks;
    expect(parking.params.goal.x).toBeCloseTo(10.5, 9);
    expect(parking.params.goal.y).toBeCloseTo(-5.5, 9);
  });

  it('become scenario files that say the same', () => {
    const trial = randomLot(3);
    const document = parseYaml(trialFile(trial), 'trial.yaml') as Record<string, unknown>;
    expect(document).toMatchObject({ name: 'random-lot-3', world: trial.over.world, blocks: trial.over.blocks });
    expect(document.from).toMatch(/scenarios\/apa\/planning\.yaml$/);
  });
});
