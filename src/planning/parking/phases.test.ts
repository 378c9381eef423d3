import { describe, expect, it } from 'vitest';
import { parse, group } from '../../core/schema.ts';
import { Footprint, ParkingMap, ParkingSlot } from '../../msgs/index.ts';
import { ObstacleField } from '../geometry/obstacle-field.ts';
import { footprintPolygon, PERSON } from './map-obstacles.ts';
import { parkingParams } from './parking-params.ts';
import type { ParkingState, Sight } from './parking-state.ts';
import { createParkingState, PHASE, REASON } from './parking-state.ts';
import { proceed } from './phases.ts';

const params = parse(group(parkingParams, ''), { choice: 'goal', goal: { x: 8.75, y: -5.5 } }, '');

/** South of an aisle of 6 m along y = 0. */
const slot: ParkingSlot = {
  ...ParkingSlot.create(),
  id: 1,
  left_x: 10,
  left_y: -3,
  right_x: 7.5,
  right_y: -3,
  direction: -Math.PI / 2,
  depth: 5,
  views: 20,
};
const carAt = (x: number): Footprint => ({
  ...Footprint.create(),
  kind: 1,
  x,
  y: -5.3,
  yaw: Math.PI / 2,
  length: 4.6,
  width: 1.8,
  confidence: 1,
});
const sight = (now: number, x: number, obstacles: Footprint[], slots = [slot]): Sight => ({
  now,
  pose: { x, y: 0, yaw: 0 },
  speed: 1.5,
  map: { ...ParkingMap.create(), slots, obstacles },
  isFresh: true,
});
const clearance = (state: ParkingState, obstacles: Footprint[]): number => {
  const field = new ObstacleField(obstacles.map(footprintPolygon), params.car);
  return Math.min(...state.points.slice(state.at).map((point) => field.clearance(point)));
};

describe('automatic parking', () => {
  it('plans anew, on the way, where something that comes into view stands too near to its path', () => {
    const state = createParkingState();
    proceed(params, state, sight(2, 2, []));
    expect(state.phase).toBe(PHASE.parking);
    const neighbour = carAt(11.2);
    expect(clearance(state, [neighbour])).toBeLessThan(0.1);
    proceed(params, state, sight(3.5, 4, [neighbour]));
    expect(state.plans).toBe(2);
    expect(state.phase).toBe(PHASE.parking);
    expect(clearance(state, [neighbour])).toBeGreaterThan(0.15);
  });

  it('keeps its path where what comes into view stands well aside', () => {
    const state = createParkingState();
    proceed(params, state, sight(2, 2, []));
    proceed(params, state, sight(3.5, 4, [carAt(20)]));
    expect(state.plans).toBe(1);
  });

  it('looks once, then drives backwards, for a slot that is known to lie behind', () => {
    const state = createParkingState();
    const standing = { speed: 0 };
    proceed(params, state, { ...sight(0.1, 15, [], []), ...standing });
    expect(state.points).toHaveLength(0);
    proceed(params, state, { ...sight(1, 15, [], []), ...standing });
    expect(state.points[0].speed).toBe(-params.search.speed);
    expect(state.points[state.points.length - 1].x).toBeCloseTo(8.75, 9);
  });

  const boxAt = (x: number, y: number, more: Partial<Footprint> = {}): Footprint => ({
    ...Footprint.create(),
    ...{ x, y, length: 0.6, width: 0.6, confidence: 1, ...more },
  });

  it('stops for what stands before it while it searches, and goes on when that is gone', () => {
    const state = createParkingState();
    proceed(params, state, sight(2, 0, [], []));
    expect(state.phase).toBe(PHASE.searching);
    proceed(params, state, sight(2.1, 0.2, [boxAt(6.5, 0.5)], []));
    expect(state.phase).toBe(PHASE.held);
    proceed(params, state, { ...sight(3, 1, [boxAt(6.5, 0.5)], []), speed: 0 });
    expect(state.phase).toBe(PHASE.held);
    const { id } = state;
    proceed(params, state, { ...sight(3.1, 1, [], []), speed: 0 });
    expect(state.phase).toBe(PHASE.searching);
    expect(state.id).toBeGreaterThan(id);
  });

  it('does not stop for what stands beside its way', () => {
    const state = createParkingState();
    proceed(params, state, sight(2, 0, [], []));
    proceed(params, state, sight(2.1, 0.2, [boxAt(6.5, 1.5)], []));
    expect(state.phase).toBe(PHASE.searching);
  });

  it('stops for somebody who is about to walk into its way', () => {
    const state = createParkingState();
    const walker = boxAt(5, 2.6, { kind: 2, vy: -1.2 });
    proceed(params, state, sight(2, 0, [], []));
    proceed(params, state, sight(2.1, 0.2, [{ ...walker, vy: 0 }], []));
    expect(state.phase).toBe(PHASE.searching);
    proceed(params, state, sight(2.2, 0.3, [walker], []));
    expect(state.phase).toBe(PHASE.held);
  });

  it('drives around what stays in the way of its search, and is back on it beyond', () => {
    const state = createParkingState();
    const box = boxAt(6.5, 0.8);
    proceed(params, state, sight(2, 0, [], []));
    proceed(params, state, sight(2.1, 0.2, [box], []));
    expect(state.phase).toBe(PHASE.held);
    const standing = { ...sight(2.2 + params.patience, 1, [box], []), speed: 0 };
    proceed(params, state, standing);
    expect(state.phase).toBe(PHASE.searching);
    expect(clearance(state, [box])).toBeGreaterThan(0.2);
    const end = state.points[state.points.length - 1];
    expect([end.y, end.yaw]).toEqual([expect.closeTo(0, 6), expect.closeTo(0, 6)]);
    proceed(params, state, { ...standing, now: standing.now + 0.1 });
    expect(state.phase).toBe(PHASE.searching);
  });

  const taken = { ...slot, occupancy: 0.9 };
  const standing = (now: number, things: Footprint[], slots: ParkingSlot[]) => ({
    ...sight(now, 6, things, slots),
    speed: 0,
  });
  /** On its way into the first slot. */
  const underWay = (choice: 'first' | 'goal'): [typeof params, ParkingState] => {
    const own = { ...params, choice };
    const state = createParkingState();
    proceed(own, state, sight(2, 2, []));
    expect(state).toMatchObject({ phase: PHASE.parking, slot: 1 });
    return [own, state];
  };

  it('gives up a slot that somebody else has taken, where that one was wanted', () => {
    const [own, state] = underWay('goal');
    proceed(own, state, sight(3, 4, [carAt(8.75)], [taken]));
    expect(state).toMatchObject({ phase: PHASE.givenUp, reason: REASON.occupied, points: [] });
  });

  it('takes another one, from standstill, where any will do', () => {
    const [own, state] = underWay('first');
    const other = { ...slot, id: 2, left_x: 15, right_x: 12.5 };
    proceed(own, state, sight(3, 4, [carAt(8.75)], [taken, other]));
    expect(state).toMatchObject({ phase: PHASE.waiting, reason: REASON.occupied, points: [] });
    proceed(own, state, sight(3.1, 4.1, [carAt(8.75)], [taken, other]));
    expect(state.phase).toBe(PHASE.waiting);
    proceed(own, state, standing(4, [carAt(8.75)], [taken, other]));
    expect(state).toMatchObject({ phase: PHASE.parking, slot: 2 });
  });

  it('gives up where it knows no other one', () => {
    const [own, state] = underWay('first');
    proceed(own, state, sight(3, 4, [carAt(8.75)], [taken]));
    proceed(own, state, standing(4, [carAt(8.75)], [taken]));
    expect(state).toMatchObject({ phase: PHASE.givenUp, reason: REASON.occupied });
  });

  it('waits for somebody who stands in its slot, and does not take them for a parked car', () => {
    const [own, state] = underWay('goal');
    const person = { ...carAt(8.75), kind: PERSON, y: -3.4, length: 0.5, width: 0.5 };
    proceed(own, state, sight(3, 4, [person], [taken]));
    expect(state.phase).not.toBe(PHASE.givenUp);
    expect(state.slot).toBe(1);
    proceed(own, state, sight(3, 4, [person, carAt(8.75)], [taken]));
    expect(state.phase).toBe(PHASE.givenUp);
  });
});
