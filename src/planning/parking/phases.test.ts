import { describe, expect, it } from 'vitest';
import { parse, group } from '../../core/schema.ts';
import { Footprint, ParkingMap, ParkingSlot } from '../../msgs/index.ts';
import { ObstacleField } from '../geometry/obstacle-field.ts';
import { footprintPolygon, PERSON } from './map-obstacles.ts';
import { parkingParams } from './parking-params.ts';
import type { ParkingState, Sight } from './phases.ts';
import { createParkingState, PHASE, proceed, REASON } from './phases.ts';

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
