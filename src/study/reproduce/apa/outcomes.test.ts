import { describe, expect, it } from 'vitest';
import type { ParkedRun } from './outcomes.ts';
import { crossing, outcomeOf, positionError, summarise } from './outcomes.ts';

const parked: ParkedRun = {
  longitudinal: 0.3,
  lateral: -0.4,
  heading: 0.01,
  clearance: 0.2,
  gearChanges: 1,
  isParked: true,
  time: 12,
  forward: 3,
  backward: 2,
};
const reach = { along: 2.5, across: 1.55 };

describe('the outcome of a run', () => {
  it('is a success within 1.0 m along, 0.6 m across and 10°', () => {
    expect(outcomeOf(parked, reach)).toBe('success');
    expect(outcomeOf({ ...parked, longitudinal: -1, lateral: 0.6, heading: -0.1745 }, reach)).toBe('success');
  });

  it('is a target failure in the slot but out of one of these bounds', () => {
    expect(outcomeOf({ ...parked, longitudinal: 1.01 }, reach)).toBe('target');
    expect(outcomeOf({ ...parked, lateral: -0.61 }, reach)).toBe('target');
    expect(outcomeOf({ ...parked, heading: 0.18 }, reach)).toBe('target');
  });

  it('is elsewhere when the middle of the body is outside of the slot', () => {
    expect(outcomeOf({ ...parked, lateral: 3.1 }, reach)).toBe('elsewhere');
    expect(outcomeOf({ ...parked, longitudinal: 2.6 }, reach)).toBe('elsewhere');
  });

  it('is a time-out when it never parked, wherever it stands, and a collision before all', () => {
    expect(outcomeOf({ ...parked, isParked: false }, reach)).toBe('time-out');
    expect(outcomeOf({ ...parked, clearance: 0 }, reach)).toBe('collision');
    expect(outcomeOf({ ...parked, clearance: 0, isParked: false }, reach)).toBe('collision');
  });
});

describe('a summary', () => {
  const runs = [
    parked,
    { ...parked, longitudinal: 0, lateral: 0.1, heading: -0.03, time: 14, clearance: 0.1 },
    { ...parked, isParked: false, time: 30, backward: 2.5 },
    { ...parked, clearance: 0, time: 3, forward: 4 },
  ];
  const summary = summarise(runs, reach);

  it('counts shares of all runs', () => {
    expect(summary.shares).toEqual({ success: 50, target: 0, elsewhere: 0, collision: 25, 'time-out': 25 });
  });

  it('averages over the successes alone', () => {
    expect(positionError(parked)).toBeCloseTo(0.5, 12);
    expect(summary.position).toBeCloseTo(0.3, 12);
    expect(summary.worstPosition).toBeCloseTo(0.5, 12);
    expect(summary.positionP95).toBeCloseTo(0.48, 12);
    expect(summary.headingDeg).toBeCloseTo((0.02 * 180) / Math.PI, 12);
    expect(summary.time).toBe(13);
  });

  it('takes clearance and speeds of all runs', () => {
    expect(summary.clearance).toBe(0);
    expect(summary.forward).toBe(4);
    expect(summary.backward).toBe(2.5);
  });

  it('has no means without a success', () => {
    const none = summarise([runs[2]], reach);
    expect(none.position).toBeNaN();
    expect(none.positionP95).toBeNaN();
    expect(none.shares['time-out']).toBe(100);
  });
});

describe('the crossing of a limit', () => {
  it('lies on the line between the points around it', () => {
    expect(crossing([0, 100, 200], [1, 3, 7], 5)).toBeCloseTo(150, 12);
  });

  it('is the first x of a curve that begins above, and nothing where it stays below', () => {
    expect(crossing([10, 20], [6, 7], 5)).toBe(10);
    expect(crossing([10, 20], [1, 5], 5)).toBeNaN();
  });

  it('counts a run without an end as above', () => {
    expect(crossing([0, 10, 20], [1, 2, NaN], 5)).toBe(20);
  });
});
