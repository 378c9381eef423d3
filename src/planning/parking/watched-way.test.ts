import { describe, expect, it } from 'vitest';
import { Footprint, ParkingMap, ParkingSlot } from '../../msgs/index.ts';
import { searchPath } from './search-path.ts';
import { isWayFree, knownNow, nothingKnown, withDenied } from './watched-way.ts';

const car = { wheelBase: 2.5, front: 3.3, rear: 0.5, halfWidth: 1 };
const goal = { x: 10, y: 0, yaw: 0 };
/** Along x, for 10 m. */
const way = { points: searchPath({ x: 0, y: 0, yaw: 0 }, 10, 1), at: 0, ahead: 12, car, goal, slot: 0 };

const box = (x: number, y: number, more: Partial<Footprint> = {}): Footprint => ({
  ...Footprint.create(),
  ...{ x, y, length: 1, width: 1, confidence: 1, ...more },
});
const mapOf = (...obstacles: Footprint[]): ParkingMap => ({ ...ParkingMap.create(), obstacles });
const known = (...things: Footprint[]) => knownNow(mapOf(...things), undefined, goal, nothingKnown(goal));
/** Well beside the way. */
const others = [box(2, 4), box(5, 4), box(8, 4)];

describe('a way', () => {
  it('is free of what was known, however near it passes, and not of what is new there', () => {
    const near = box(6, 1.55);
    expect(isWayFree(way, mapOf(near), known(near))).toBe(true);
    expect(isWayFree(way, mapOf(near), known())).toBe(false);
    expect(isWayFree(way, mapOf(box(6, 1.65)), known())).toBe(true);
  });

  it('is not free of a known thing that has crept into it, where nothing else has moved', () => {
    const before = box(6, 1.55);
    const crept = box(6, 1.45);
    expect(isWayFree(way, mapOf(...others, crept), known(...others, before))).toBe(false);
  });

  it('is free of what seems to have moved into it by as little as everything else seems to have', () => {
    const seen = others.map((one) => ({ ...one, x: one.x + 0.06 }));
    const shifted = { ...way, goal: { ...goal, x: goal.x + 0.05 } };
    expect(isWayFree(shifted, mapOf(...seen, box(6, 1.45)), known(...others, box(6, 1.55)))).toBe(true);
    expect(isWayFree(shifted, mapOf(...seen, box(6, 1.3)), known(...others, box(6, 1.55)))).toBe(false);
  });

  it('is not free of what is put down beside a known thing, however near', () => {
    const pillar = box(6, 2.2, { length: 0.4, width: 0.4 });
    expect(isWayFree(way, mapOf(pillar, box(6.5, 1.4)), known(pillar))).toBe(false);
  });

  it('leads into a slot that is seen to be free past a vehicle that only seems to stand there, and not over a box', () => {
    const slot = { ...ParkingSlot.create(), id: 1, left_x: 8, left_y: 2, right_x: 8, right_y: -2, depth: 5 };
    const into = { ...way, slot: 1 };
    const map = (kind: number) => ({ ...mapOf(box(10, 0, { kind })), slots: [slot] });
    const far = { x: 0, y: 0, yaw: 0 };
    expect(isWayFree(into, map(1), withDenied(known(), map(1), slot, far))).toBe(true);
    expect(isWayFree(into, map(1), withDenied(known(), map(1), slot, { ...far, x: 7 }))).toBe(false);
    expect(isWayFree(into, map(0), withDenied(known(), map(0), slot, far))).toBe(false);
    expect(isWayFree(into, map(1), withDenied(known(), map(1), { ...slot, occupancy: 0.4 }, far))).toBe(false);
  });

  it('is free only 0.3 m from people, and where they are not about to walk', () => {
    const person = box(6, 1.4, { kind: 2, length: 0.5, width: 0.5 });
    expect(isWayFree(way, mapOf(person), known(person))).toBe(false);
    const further = { ...person, y: 2 };
    expect(isWayFree(way, mapOf(further), known(further))).toBe(true);
    const walking = { ...further, vy: -1.2 };
    expect(isWayFree(way, mapOf(walking), known(walking))).toBe(false);
  });
});
