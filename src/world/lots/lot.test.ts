import { describe, expect, it } from 'vitest';
import { makeWorld } from '../../../test/fixtures/world/worlds.ts';
import { overlap } from '../contact/convex-separation.ts';
import { solidShape } from '../contact/convex-shape.ts';
import type { Stripe } from '../scene.ts';
import { slotShape } from '../parking/slot-occupancy.ts';
import { slotCorners } from './slot.ts';

const lot = (row: object, others: object = {}) => makeWorld({ lots: [{ rows: [{ slots: 4, ...row }], ...others }] });
const lengthOf = ({ points }: Stripe) => Math.hypot(points[2] - points[0], points[3] - points[1]);
const area = (p: Float64Array) => {
  let sum = 0;
  for (let i = 0, j = p.length - 2; i < p.length; j = i, i += 2) sum += p[j] * p[i + 1] - p[i] * p[j + 1];
  return sum / 2;
};

describe('slots of a row', () => {
  it('lie side by side from where the row begins, on its left', () => {
    const { slots } = lot({ x: 1, y: 2, pitch: 2.5, depth: 5 });
    expect(slots.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(slots[1]).toMatchObject({ kind: 'perpendicular', leftX: 3.5, leftY: 2, rightX: 6, rightY: 2, depth: 5 });
    expect(slots[1].direction).toBeCloseTo(Math.PI / 2, 12);
    expect([slots[1].x, slots[1].y]).toEqual([4.75, 4.5]);
    expect(slots[1]).toMatchObject({ length: 5, width: 2.5, taken: false });
  });

  it('on the right are mirrored, and so are the ends of their entrances', () => {
    for (const [kind, angle] of [
      ['perpendicular', undefined],
      ['parallel', undefined],
      ['angled', 0.8],
    ]) {
      const left = lot({ kind, angle, side: 'left' }).slots;
      const right = lot({ kind, angle, side: 'right' }).slots;
      left.forEach((slot, i) => {
        expect(right[i].leftX).toBeCloseTo(slot.rightX, 12);
        expect(right[i].leftY).toBeCloseTo(-slot.rightY, 12);
        expect(right[i].y).toBeCloseTo(-slot.y, 12);
        expect(right[i].direction).toBeCloseTo(-slot.direction, 12);
      });
    }
  });

  it('have the left hand at the left for somebody who looks in, whatever the heading of the row', () => {
    for (const heading of [0, 1, 2.5, -2]) {
      for (const side of ['left', 'right']) {
        for (const { leftX, leftY, rightX, rightY, direction } of lot({ heading, side }).slots) {
          const across = Math.cos(direction) * (rightY - leftY) - Math.sin(direction) * (rightX - leftX);
          // from left to right is a quarter turn clockwise of the direction in
          expect(across).toBeCloseTo(-2.5, 12);
        }
      }
    }
  });

  it('have the area of a parallelogram, and as much room across as their slant leaves', () => {
    const slots = lot({ kind: 'angled', angle: '60 deg', pitch: 3, depth: 5.5 }).slots;
    for (const slot of slots) {
      expect(area(slotCorners(slot))).toBeCloseTo(3 * 5.5 * Math.sin(Math.PI / 3), 10);
      expect(slot.width).toBeCloseTo(3 * Math.sin(Math.PI / 3), 12);
    }
  });

  it('go on counting from lot to lot', () => {
    const rows = [{ slots: 3 }, { y: 20, slots: 2 }];
    const world = makeWorld({ lots: [{ rows }, { rows: [{ y: 40, slots: 2 }], parked: { slots: [7] } }] });
    expect(world.slots.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(world.slots.filter(({ taken }) => taken).map(({ id }) => id)).toEqual([7]);
  });
});

describe('the paint of a row', () => {
  const paintOf = (lines: object) => lot({}, { lines }).scene.ground.stripes;

  it('separates slots, and joins the lines by a bar with square corners', () => {
    const stripes = paintOf({ width: 0.1 });
    expect(stripes).toHaveLength(6);
    expect(stripes.slice(0, 5).map(lengthOf)).toEqual([5, 5, 5, 5, 5]);
    expect([...stripes[5].points]).toEqual([-0.05, 0, 10.05, 0]);
    expect(paintOf({ entrance: 'none' })).toHaveLength(5);
    expect(paintOf({ entrance: 'none', back: 'bar' })[5].points[1]).toBeCloseTo(5, 12);
  });

  it('has ticks to both sides of a line, and to one side at the ends', () => {
    const ticks = paintOf({ entrance: 'ticks', tick: 0.4, width: 0.1 }).slice(5);
    expect(ticks.map(({ points: [from, , to] }) => [from, to])).toEqual([
      [-0.05, 0.4],
      [2.1, 2.9],
      [4.6, 5.4],
      [7.1, 7.9],
      [9.6, 10.05],
    ]);
  });

  it('misses the fraction that is worn, on every line, and not always the same end', () => {
    const whole = paintOf({});
    const worn = paintOf({ wear: { fraction: 0.3, length: 0.3 } });
    const total = (stripes: readonly Stripe[]) => stripes.reduce((sum, stripe) => sum + lengthOf(stripe), 0);
    expect(total(worn) / total(whole)).toBeCloseTo(0.7, 10);
    const missesEntrance = (seed: number) =>
      !lot({ slots: 1 }, { lines: { entrance: 'none', wear: { fraction: 0.5, length: 1, seed } } })
        .scene.ground.stripes.slice(0)
        .some(({ points }) => points[1] === 0);
    const missing = Array.from({ length: 60 }, (_, seed) => missesEntrance(seed)).filter(Boolean).length;
    expect(missing).toBeGreaterThan(5);
    expect(missing).toBeLessThan(40);
    expect(paintOf({ wear: { fraction: 1 } })).toEqual([]);
  });

  it('fades into the surface', () => {
    const { stripes } = lot(
      {},
      { surface: { colour: [100, 100, 100] }, lines: { colour: [200, 200, 200], fading: 0.25 } },
    ).scene.ground;
    expect(stripes[0].colour).toEqual([175, 175, 175]);
  });
});

describe('parked cars', () => {
  const filled = (parked: object, row: object = {}) => lot({ slots: 40, ...row }, { parked });

  it('stand in as many slots as they should, and leave the excepted ones', () => {
    const { slots, things } = filled({ fraction: 0.5, slots: [3], except: [4, 5] });
    expect(slots.filter(({ taken }) => taken)).toHaveLength(1 + Math.round(0.5 * 37));
    expect([slots[2].taken, slots[3].taken, slots[4].taken]).toEqual([true, false, false]);
    expect(things.map(({ kind }) => kind)).toEqual(things.map(() => 'vehicle'));
    expect(filled({ fraction: 1 }).things).toHaveLength(40);
  });

  it.each([
    ['perpendicular', {}],
    ['parallel', { kind: 'parallel' }],
    ['angled', { kind: 'angled', pitch: 3, angle: 0.9 }],
  ])('stay clear of the slots beside them (%s)', (_, row) => {
    const { slots, scene } = filled({ fraction: 0.5, turn: 0.02 }, row);
    const solids = scene.solids.map(solidShape);
    for (const slot of slots.filter(({ taken }) => !taken))
      for (const solid of solids) expect(overlap(slotShape(slot), solid, 1e-3)).toBe(false);
  });

  it('are made of few prisms that do not run into each other', () => {
    const { scene, things } = filled({ fraction: 1 });
    const names = new Set(things.map(({ name }) => name));
    expect(names.size).toBe(40);
    for (const name of names) {
      const prisms = scene.solids.filter((solid) => solid.name === name);
      expect(prisms.length).toBeLessThanOrEqual(8);
      prisms.forEach((a, i) => {
        for (const b of prisms.slice(i + 1))
          expect(a.top <= b.bottom || b.top <= a.bottom || !overlap(solidShape(a), solidShape(b), 1e-9)).toBe(true);
      });
    }
  });

  it('are the same again, and another car stays when one is taken away', () => {
    const first = filled({ fraction: 1 });
    expect(filled({ fraction: 1 }).things).toEqual(first.things);
    const fewer = filled({ slots: Array.from({ length: 39 }, (_, i) => i + 1) });
    expect(fewer.things).toEqual(first.things.slice(0, 39));
  });

  it('stand nose in or nose out', () => {
    const along = (nose: string) => filled({ fraction: 1, nose, turn: 0 }).things.map(({ yaw }) => Math.sin(yaw));
    for (const sine of along('in')) expect(sine).toBeCloseTo(1, 12);
    for (const sine of along('out')) expect(sine).toBeCloseTo(-1, 12);
    expect(new Set(along('either').map(Math.round)).size).toBe(2);
  });
});

describe('what else stands in a lot', () => {
  it('is where its row says', () => {
    const { things } = lot(
      { kerb: { gap: 0.1 }, wheelStops: {}, pillars: { every: 2, setback: 0.5 } },
      { walls: [{ from: [0, 8], to: [10, 8], thickness: 0.3 }] },
    );
    const of = (kind: string) => things.filter((thing) => thing.kind === kind);
    expect(of('kerb')).toMatchObject([{ x: 5, y: 5.175, length: 10, width: 0.15 }]);
    expect(of('wheel stop')).toHaveLength(4);
    of('wheel stop').forEach(({ x, y }, k) => {
      expect(x).toBeCloseTo(1.25 + 2.5 * k, 9);
      expect(y).toBeCloseTo(4.3, 9);
    });
    expect(of('pillar').map(({ x }) => Math.round(1e9 * x) / 1e9)).toEqual([0, 5, 10]);
    expect(of('wall')).toMatchObject([{ x: 5, y: 8, yaw: 0, length: 10, width: 0.3 }]);
  });

  it('throws shadows away from the sun, as long as the sun is low', () => {
    const { shadows } = lot(
      {},
      { walls: [{ from: [0, 8], to: [10, 8], height: 2 }], sun: { azimuth: '90 deg', elevation: '45 deg' } },
    ).scene.ground;
    expect(shadows).toHaveLength(1);
    // 10 m × (0.2 m + 2 m)
    expect(area(shadows[0].points)).toBeCloseTo(22, 6);
    expect(Math.min(...shadows[0].points.filter((_, k) => k % 2 === 1))).toBeCloseTo(5.9, 6);
  });
});

describe('a lot that cannot be', () => {
  it.each([
    [{ rows: [{ slots: 2 }], parked: { slots: [3] } }, 'there is no slot 3 in this lot; it has 1 to 2'],
    [{ rows: [{ slots: 2 }], parked: { slots: [1], except: [1] } }, 'slot 1 is listed as taken, too'],
    [{ rows: Array.from({ length: 5 }, () => ({ slots: 500 })) }, 'expected at most 2000 slots in all lots, got 2500'],
    [
      { rows: [{ slots: 400, depth: 50 }], lines: { wear: { fraction: 0.5, length: 0.02 } } },
      'expected at most 50000 pieces of paint in all lots',
    ],
    [{ rows: [{ slots: 2, kind: 'parallel', wheelStops: {} }] }, 'expected none in a parallel row'],
    [{ rows: [{ slots: 2, wheelStops: { length: 3 } }] }, 'expected less than the 2.5 m of a slot, got 3'],
    [{ rows: [{ slots: 2 }], walls: [{ from: [1, 1], to: [1, 1] }] }, 'expected another place'],
    [{ rows: [] }, 'expected a list of at least 1'],
  ])('is refused in one sentence', (document, sentence) => {
    expect(() => makeWorld({ lots: [document] })).toThrow(sentence);
  });
});
