import { describe, expect, it } from 'vitest';
import { wrapToPi } from '../../math/angle.ts';
import type { Point } from './marking-point-pair.ts';
import { ANGLED, PARALLEL, PERPENDICULAR } from './marking-point-pair.ts';
import type { SlotSizes } from './slot-rules.ts';
import { findSlots } from './slot-rules.ts';

const DEGREE = Math.PI / 180;
const SIZES: SlotSizes = { width: [2, 3.9], parallel: [4.6, 7.6], depth: 5, parallelDepth: 2.3 };

interface RowSketch {
  readonly pitch: number;
  readonly alpha: number;
  readonly heading: number;
  readonly count: number;
  readonly depth?: number;
  readonly back?: boolean;
  readonly ends?: 'L' | 'T';
}

/** Marks of a row whose slots are left of its heading, the first entrance beginning at 0, 0; the vehicle is in the aisle. */
function marksOf({ pitch, alpha, heading, count, depth = 5, back = false, ends = 'L' }: RowSketch): Point[] {
  const [c, s] = [Math.cos(heading), Math.sin(heading)];
  const into = heading + alpha;
  const mark = (k: number, v: number, direction: number, shape: number): Point => ({
    x: k * pitch * c + v * Math.cos(into),
    y: k * pitch * s + v * Math.sin(into),
    direction: wrapToPi(direction),
    shape,
    confidence: 0.9,
  });
  return Array.from({ length: count + 1 }, (_, k) => {
    const [isFirst, isLast] = [k === 0 && ends === 'L', k === count && ends === 'L'];
    const front = mark(k, 0, isLast ? heading + Math.PI : into, isFirst || isLast ? 1 : 0);
    if (!back) return [front];
    const rear = isFirst ? heading : into + Math.PI;
    return [front, mark(k, depth, rear, isFirst || isLast ? 1 : 0)];
  }).flat();
}

/** Where a vehicle is that stands so far in front of the middle of the row. */
const inAisle = ({ pitch, heading, count }: RowSketch, away = 2.5) => ({
  x: 0.5 * count * pitch * Math.cos(heading) + away * Math.sin(heading),
  y: 0.5 * count * pitch * Math.sin(heading) - away * Math.cos(heading),
});

const HEADINGS = [0, 25, 90, 143, 180, -61].map((degrees) => degrees * DEGREE);

function expectAll(row: RowSketch, kind: number): void {
  const found = findSlots(marksOf(row), SIZES, inAisle(row));
  expect(found).toHaveLength(row.count);
  for (const slot of found) {
    expect(slot.kind).toBe(kind);
    expect(Math.cos(slot.direction - row.heading - row.alpha)).toBeCloseTo(1, 6);
    // the right end is ahead of the left one along the row
    const [dx, dy] = [slot.right.x - slot.left.x, slot.right.y - slot.left.y];
    expect(dx * Math.cos(row.heading) + dy * Math.sin(row.heading)).toBeCloseTo(row.pitch, 6);
  }
}

describe('slots from marking points', () => {
  for (const heading of HEADINGS)
    for (const ends of ['L', 'T'] as const)
      for (const back of [false, true]) {
        const name = `towards ${Math.round(heading / DEGREE)}°, with ${ends} at its ends${back ? ' and a line behind' : ''}`;
        it(`are all those of a perpendicular row of any width, ${name}`, () => {
          for (const pitch of [2.1, 2.4, 2.8, 3.2, 3.6, 3.8])
            expectAll({ pitch, alpha: Math.PI / 2, heading, count: 4, back, ends }, PERPENDICULAR);
        });
        it(`are all those of an angled row of any angle, ${name}`, () => {
          for (const degrees of [30, 45, 60, 70, 110, 120, 135, 150])
            for (const width of [2.2, 2.6, 3.2]) {
              const alpha = degrees * DEGREE;
              expectAll({ pitch: width / Math.sin(alpha), alpha, heading, count: 3, back, ends }, ANGLED);
            }
        });
        it(`are all those of a parallel row of any length, ${name}`, () => {
          for (const pitch of [5, 5.6, 6.2, 7, 7.4])
            expectAll({ pitch, alpha: Math.PI / 2, heading, count: 3, depth: 2.2, back, ends }, PARALLEL);
        });
      }

  it('have the depth of marks behind them, where there are any', () => {
    const row = { pitch: 2.5, alpha: Math.PI / 2, heading: 0, count: 3, depth: 4.7 };
    for (const { depth } of findSlots(marksOf({ ...row, back: true }), SIZES, inAisle(row)))
      expect(depth).toBeCloseTo(4.7, 9);
    for (const { depth } of findSlots(marksOf(row), SIZES, inAisle(row))) expect(depth).toBe(5);
  });

  it('are not entered through their backs', () => {
    const row = { pitch: 2.5, alpha: Math.PI / 2, heading: 0, count: 3, back: true };
    const backs = marksOf(row).filter((_, i) => i % 2 === 1);
    expect(findSlots(backs, SIZES, inAisle(row))).toEqual([]);
    // seen from the other side, they are a row
    expect(findSlots(backs, SIZES, { x: 3.75, y: 7.5 })).toHaveLength(3);
  });

  it('are found from within a slot, when both ends of the row are seen', () => {
    const row = { pitch: 2.5, alpha: Math.PI / 2, heading: 0, count: 3, back: true };
    const found = findSlots(marksOf(row), SIZES, { x: 3.75, y: 2 });
    expect(found).toHaveLength(3);
    for (const { left } of found) expect(left.y).toBeCloseTo(0, 9);
  });

  it('are not taken for parallel ones where a mark between was missed', () => {
    const row = { pitch: 2.6, alpha: Math.PI / 2, heading: 0.4, count: 4 };
    const marks = marksOf(row);
    const found = findSlots([...marks.slice(0, 2), ...marks.slice(3)], SIZES, inAisle(row));
    expect(found.map(({ kind }) => kind)).toEqual([PERPENDICULAR, PERPENDICULAR]);
  });

  it('are entered from the aisle and not through the sides of their boxes', () => {
    for (const heading of HEADINGS) {
      const row = { pitch: 6, alpha: Math.PI / 2, heading, count: 1, depth: 2.2, back: true };
      const aisle = {
        x: 5 * Math.cos(heading) + 2 * Math.sin(heading),
        y: 5 * Math.sin(heading) - 2 * Math.cos(heading),
      };
      // the last slots of a parallel row, seen from before its end
      const found = findSlots(marksOf({ ...row, count: 2 }), SIZES, { x: 2 * aisle.x, y: 2 * aisle.y });
      expect(found.map(({ kind }) => kind)).toEqual([PARALLEL, PARALLEL]);
      // a box alone: the nearest of its sides
      const alone = findSlots(marksOf(row), SIZES, inAisle(row));
      expect(alone.map(({ kind, direction }) => [kind, Math.cos(direction - heading - Math.PI / 2) > 0.99])).toEqual([
        [PARALLEL, true],
      ]);
    }
  });

  it('are not entered where a neighbour shuts them', () => {
    const box = (x: number) =>
      marksOf({ pitch: 2.5, alpha: Math.PI / 2, heading: 0, count: 1, back: true }).map((mark) => ({
        ...mark,
        x: mark.x + x,
      }));
    const found = findSlots([...box(0), ...box(2.9), ...box(5.8)], SIZES, { x: 4, y: -2 });
    expect(found).toHaveLength(3);
    for (const { kind, direction } of found) expect([kind, Math.sin(direction) > 0.99]).toEqual([PERPENDICULAR, true]);
  });

  it('need ends that fit: an L that belongs to the next slot is none, nor stems that lead apart', () => {
    const at = (x: number, degrees: number, shape: number): Point => ({
      x,
      y: 0,
      direction: degrees * DEGREE,
      shape,
      confidence: 1,
    });
    const aisle = { x: 1, y: -2 };
    expect(findSlots([at(0, 90, 0), at(2.5, 90, 0)], SIZES, aisle)).toHaveLength(1);
    expect(findSlots([at(0, 90, 1), at(2.5, 180, 1)], SIZES, aisle)).toHaveLength(1);
    // the end of one row and the beginning of the next
    expect(findSlots([at(0, 180, 1), at(2.5, 90, 1)], SIZES, aisle)).toEqual([]);
    expect(findSlots([at(0, 90, 0), at(2.5, -90, 0)], SIZES, aisle)).toEqual([]);
    expect(findSlots([at(0, 90, 0), at(2.5, 60, 0)], SIZES, aisle)).toEqual([]);
    expect(findSlots([at(0, 90, 0), at(1.5, 90, 0)], SIZES, aisle)).toEqual([]);
  });

  it('bear errors of 5 cm and 4°', () => {
    let sign = 1;
    for (const heading of HEADINGS)
      for (const degrees of [40, 90, 130]) {
        const alpha = degrees * DEGREE;
        const row = { pitch: 2.7 / Math.sin(alpha), alpha, heading, count: 4, back: true };
        const marks = marksOf(row).map((mark, i) => {
          sign = -sign;
          return {
            ...mark,
            x: mark.x + 0.05 * sign,
            y: mark.y - 0.05 * sign,
            direction: mark.direction + (i % 3 === 0 ? 4 : -4) * DEGREE,
          };
        });
        expect(findSlots(marks, SIZES, inAisle(row))).toHaveLength(4);
      }
  });
});

describe('how deep a slot is', () => {
  const row: RowSketch = { pitch: 6, alpha: 90 * DEGREE, heading: 0, count: 1, ends: 'T' };
  const behind = (direction: number, confidence: number): Point => ({ x: 0, y: 2.6, direction, shape: 0, confidence });
  const depthWith = (point: Point) => findSlots([...marksOf(row), point], SIZES, inAisle(row))[0].depth;

  it('is told by a sure mark that looks back, and by no other', () => {
    expect(depthWith(behind(-90 * DEGREE, 0.9))).toBeCloseTo(2.6, 9);
    expect(depthWith(behind(-90 * DEGREE, 0.5))).toBe(SIZES.parallelDepth);
    expect(depthWith(behind(90 * DEGREE, 0.9))).toBe(SIZES.parallelDepth);
  });
});

it('a parallel slot is not lost to a slanted one between marks of two rows that look alike', () => {
  const row: RowSketch = { pitch: 6, alpha: 90 * DEGREE, heading: 0, count: 1, ends: 'T' };
  // the back of the row on the other side of the aisle, whose stems lead the same way
  const other: Point = { x: 3.6, y: -3.4, direction: 90 * DEGREE, shape: 0, confidence: 0.95 };
  const found = findSlots([...marksOf(row), other], SIZES, inAisle(row));
  expect(found.map(({ kind }) => kind)).toEqual([PARALLEL]);
});
