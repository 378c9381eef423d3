import { describe, expect, it } from 'vitest';
import { worldFile } from '../../../test/fixtures/world/worlds.ts';
import { slotCorners } from './slot.ts';

describe('lots that come with the project', () => {
  it("have the paper's slots: two facing columns of 5 m × 3.2 m, half of them taken", () => {
    const { slots } = worldFile('parking-paper.yaml');
    expect(slots).toHaveLength(16);
    for (const { length, width } of slots) expect([length, width]).toEqual([5, expect.closeTo(3.2, 9)]);
    expect(slots.filter(({ taken }) => taken)).toHaveLength(8);
    expect(Math.cos(slots[0].direction)).toBeCloseTo(1, 9);
    expect(Math.cos(slots[8].direction)).toBeCloseTo(-1, 9);
  });

  it("have E2E-Parking's rows where they were published, its targets on either side of one aisle", () => {
    const { slots } = worldFile('parking-e2e.yaml');
    expect(slots).toHaveLength(64);
    [298.5, 290.9, 280.0, 272.5].forEach((x, row) => {
      for (let k = 0; k < 16; k++) {
        expect(slots[16 * row + k].x).toBeCloseTo(x, 9);
        expect(slots[16 * row + k].y).toBeCloseTo(3.1 * k, 9);
      }
    });
    // rows 2 and 3 are entered from the aisle between them, 5.9 m wide
    const [east, west] = [slots[16], slots[32]];
    expect(Math.cos(east.direction)).toBeCloseTo(1, 9);
    expect(Math.cos(west.direction)).toBeCloseTo(-1, 9);
    expect(east.leftX - west.leftX).toBeCloseTo(5.9, 9);
    expect(slots[22].taken).toBe(false);
  });

  it.each(['perpendicular', 'parallel', 'angled', 'garage', 'paper', 'e2e'])(
    'keep the slots of different rows apart (%s)',
    (name) => {
      const { slots } = worldFile(`parking-${name}.yaml`);
      for (const slot of slots) {
        const corners = slotCorners(slot);
        for (const other of slots) {
          if (other.id === slot.id) continue;
          for (let k = 0; k < corners.length; k += 2) {
            const [dx, dy] = [corners[k] - other.x, corners[k + 1] - other.y];
            // into the other slot, and beside its axis along its entrance
            const [c, s] = [Math.cos(other.direction), Math.sin(other.direction)];
            const [ex, ey] = [other.rightX - other.leftX, other.rightY - other.leftY];
            const determinant = c * ey - s * ex;
            const into = (dx * ey - dy * ex) / determinant;
            const aside = (c * dy - s * dx) / determinant;
            expect(Math.abs(into) > other.depth / 2 - 1e-6 || Math.abs(aside) > 0.5 - 1e-6).toBe(true);
          }
        }
      }
    },
  );
});
