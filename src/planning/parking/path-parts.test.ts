/** The small parts of automatic parking: goals in slots, progress along paths, bending them. */
import { describe, expect, it } from 'vitest';
import type { PathPoint } from '../../msgs/index.ts';
import { ParkingMap, ParkingSlot } from '../../msgs/index.ts';
import { mapObstacles } from './map-obstacles.ts';
import { bendPath } from './path-correction.ts';
import { advance, gearChanges, lengthFrom } from './path-progress.ts';
import { searchPath } from './search-path.ts';
import { fitsInto, isIn, slotGoal, slotWidth } from './slot-goal.ts';

const car = { wheelBase: 2.5, front: 3.2, rear: 0.6, halfWidth: 0.9 };
const slot = (more: Partial<ParkingSlot> = {}): ParkingSlot =>
  Object.assign(
    ParkingSlot.create(),
    { id: 1, left_x: 2.5, left_y: 0, right_x: 0, right_y: 0, direction: -Math.PI / 2, depth: 5, views: 9 },
    more,
  );

const bodyCentre = ({ x, y, yaw }: { x: number; y: number; yaw: number }) => [
  x + 1.3 * Math.cos(yaw),
  y + 1.3 * Math.sin(yaw),
];

describe('the goal in a slot', () => {
  it.each([
    ['out', Math.PI / 2],
    ['in', -Math.PI / 2],
  ] as const)('has the middle of the body in the middle of the slot, nose %s', (nose, yaw) => {
    const goal = slotGoal(slot(), car, nose, 0);
    expect(Math.cos(goal.yaw - yaw)).toBeCloseTo(1, 12);
    expect(bodyCentre(goal)).toEqual([expect.closeTo(1.25, 12), expect.closeTo(-2.5, 12)]);
  });

  it('stands along a parallel slot, the way the car looks', () => {
    const parallel = slot({ kind: 1, left_x: 6, depth: 2 });
    for (const heading of [0.3, 3]) {
      const goal = slotGoal(parallel, car, 'out', heading);
      expect(Math.abs(Math.sin(goal.yaw))).toBeCloseTo(0, 12);
      expect(Math.cos(goal.yaw - heading)).toBeGreaterThan(0.9);
      expect(bodyCentre(goal)).toEqual([expect.closeTo(3, 12), expect.closeTo(-1, 12)]);
    }
  });

  it('leans with an angled slot, whose clear width is less than its entrance', () => {
    const angled = slot({ kind: 2, direction: -Math.PI / 3 });
    expect(slotWidth(angled)).toBeCloseTo(2.5 * Math.sin(Math.PI / 3), 12);
    expect(fitsInto(angled, car, 0.15)).toBe(true);
    expect(fitsInto(angled, car, 0.2)).toBe(false);
  });

  it('contains its middle, what is just before it, and nothing of its neighbour', () => {
    expect([
      isIn(slot(), 1.25, -2.5),
      isIn(slot(), 1.25, 0.3),
      isIn(slot(), 2.6, -2.5),
      isIn(slot(), 1.25, -5.1),
    ]).toEqual([true, true, false, false]);
  });
});

describe('obstacles of a map', () => {
  it('are what stands, and taken slots in which nothing was made out', () => {
    const map = ParkingMap.create();
    map.slots = [
      slot({ occupancy: 0.9 }),
      slot({ id: 2, left_x: 5, right_x: 2.5, occupancy: 0.9 }),
      slot({ id: 3, left_x: 7.5, right_x: 5, occupancy: 0.1 }),
    ];
    // seen once only: perhaps none
    map.slots.push(slot({ id: 4, left_x: 10, right_x: 7.5, occupancy: 0.9, views: 1 }));
    map.obstacles = [{ kind: 1, x: 1.2, y: -2.4, yaw: 0, length: 2, width: 1, vx: 0, vy: 0, confidence: 1 }];
    const [standing, taken, ...more] = mapObstacles(map, 3);
    expect([...standing]).toEqual([0.2, -2.9, 2.2, -2.9, 2.2, -1.9, 0.2, -1.9].map((v) => expect.closeTo(v, 12)));
    // 2.5 m wide and 5 m deep, less a quarter of a metre all round
    const [xs, ys] = [taken.filter((_, i) => i % 2 === 0), taken.filter((_, i) => i % 2 === 1)];
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([expect.closeTo(2.75, 12), expect.closeTo(4.75, 12)]);
    expect([Math.min(...ys), Math.max(...ys)]).toEqual([expect.closeTo(-4.75, 12), expect.closeTo(-0.25, 12)]);
    expect(more).toEqual([]);
  });

  it('do not include what stands in the chosen slot', () => {
    const map = ParkingMap.create();
    map.slots = [slot({ occupancy: 0.4 })];
    map.obstacles = [{ kind: 1, x: 1.2, y: -2.4, yaw: 0, length: 2, width: 1, vx: 0, vy: 0, confidence: 1 }];
    expect(mapObstacles(map, 1)).toEqual([]);
  });
});

/** 2 m ahead and 2 m back over the same points. */
function thereAndBack(): PathPoint[] {
  const there = searchPath({ x: 0, y: 0, yaw: 0 }, 2, 1);
  return [...there, ...there.toReversed().map((point, i) => ({ ...point, speed: i === 0 || i === 20 ? 0 : -1 }))];
}

describe('progress along a path', () => {
  it('does not jump to the way back before the car has stood at the turn', () => {
    const path = thereAndBack();
    expect(gearChanges(path)).toBe(1);
    expect(lengthFrom(path, 0)).toBeCloseTo(4, 9);
    expect(advance(path, 0, 1.02, 0, false)).toBe(10);
    expect(advance(path, 10, 2, 0, false)).toBe(20);
    expect(advance(path, 20, 2, 0, true)).toBe(21);
    expect(advance(path, 21, 1, 0, false)).toBe(31);
  });
});

describe('bending a path', () => {
  it('moves the goal exactly and the place of the car not at all', () => {
    const path = searchPath({ x: 0, y: 0, yaw: 0 }, 6, 1);
    bendPath(path, 10, { x: 6, y: 0, yaw: 0 }, { x: 6.02, y: 0.05, yaw: 0.01 });
    const end = path[path.length - 1];
    expect([end.x, end.y, end.yaw]).toEqual([
      expect.closeTo(6.02, 12),
      expect.closeTo(0.05, 12),
      expect.closeTo(0.01, 12),
    ]);
    expect([path[10].x, path[10].y, path[10].yaw]).toEqual([expect.closeTo(1, 12), 0, 0]);
    expect(path[9].y).toBe(0);
  });
});
