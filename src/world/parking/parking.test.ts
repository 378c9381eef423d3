import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { Body } from '../../msgs/index.ts';
import { parkingProbe } from './parking-probe.ts';
import { slotTruth } from './slot-truth.ts';

/** Three slots of 2.5 m × 5 m on the north side of y = 3, a car in the first. */
const WORLD = { lots: [{ rows: [{ x: 0, y: 3, slots: 3 }], parked: { slots: [1], offset: 0, turn: 0 } }] };
const MIDDLE = (3.2677 - 0.5345) / 2;

interface Pose {
  readonly x: number;
  readonly y: number;
  readonly yaw?: number;
  readonly vx?: number;
}

const other = (x: number, y: number) =>
  Object.assign(Body.create(), { name: 'other', x, y, front: 1, rear: 1, half_width: 0.8, bottom: 0.1, top: 1.5 });

describe('the true slots around a car', () => {
  const see = (pose: Pose, params: object = {}, bodies: Body[] = []) => {
    const runner = new BlockRunner(slotTruth, { world: WORLD, ...params });
    runner.send('state', (state) => void Object.assign(state, pose));
    if (bodies.length > 0) runner.send('bodies', (value) => void value.bodies.push(...bodies));
    runner.step();
    return runner.outputs.slots.value.slots;
  };

  it('are in base_link, whichever way it stands', () => {
    const [first, second] = see({ x: 2.5, y: 0, yaw: Math.PI / 2 });
    // the row is straight ahead: left in the map's west is left of the car
    expect(first).toMatchObject({ id: 1, kind: 0, occupancy: 1, confidence: 1, depth: 5 });
    expect(first.left_x).toBeCloseTo(3, 12);
    expect(first.left_y).toBeCloseTo(2.5, 12);
    expect(second.left_y).toBeCloseTo(0, 12);
    expect(second.right_y).toBeCloseTo(-2.5, 12);
    expect(second.direction).toBeCloseTo(0, 12);
    expect(second.occupancy).toBe(0);
  });

  it('are those in range', () => {
    expect(see({ x: 1.25, y: 0 }, { range: 5.6 }).map(({ id }) => id)).toEqual([1]);
    expect(see({ x: 1.25, y: 0 }, { range: 6.1 }).map(({ id }) => id)).toEqual([1, 2]);
    expect(see({ x: 100, y: 0 })).toEqual([]);
  });

  it('are taken by bodies in them, by solids, and not by the car itself or what is low', () => {
    expect(see({ x: 3, y: 0 }, {}, [other(3.75, 5)])[1].occupancy).toBe(1);
    expect(see({ x: 3, y: 0 }, { ownBody: 'other' }, [other(3.75, 5)])[1].occupancy).toBe(0);
    // over the line by 0.2 m only
    expect(see({ x: 3, y: 0 }, {}, [other(3.75, 2.4)])[1].occupancy).toBe(0);
    const solid = (height: number) => ({ ...WORLD, solids: [{ x: 3.75, y: 6, length: 1, width: 1, height }] });
    expect(see({ x: 3, y: 0 }, { world: solid(1) })[1].occupancy).toBe(1);
    expect(see({ x: 3, y: 0 }, { world: solid(0.1) })[1].occupancy).toBe(0);
  });
});

describe('the referee of parking', () => {
  const judge = (poses: readonly Pose[], params: object = {}, bodies: Body[] = []) => {
    const runner = new BlockRunner(parkingProbe, { world: WORLD, slot: 2, ...params });
    if (bodies.length > 0) runner.send('bodies', (value) => void value.bodies.push(...bodies));
    poses.forEach((pose, i) => {
      runner.send('state', (state) => {
        Object.assign(state, { vx: 0, yaw: 0 }, pose);
        state.stamp.nanosec = i * 10_000_000;
      });
      runner.step();
    });
    return runner.outputs.error.value;
  };
  /** With its body in the middle of slot 2, nose in. */
  const parked: Pose = { x: 3.75, y: 5.5 - MIDDLE, yaw: Math.PI / 2 };

  it('finds no error in the middle of the slot, either way round', () => {
    for (const pose of [parked, { x: 3.75, y: 5.5 + MIDDLE, yaw: -Math.PI / 2 }]) {
      const error = judge([pose]);
      expect(error).toMatchObject({ slot: 2, inside: true });
      for (const key of ['longitudinal', 'lateral', 'heading'] as const) expect(error[key]).toBeCloseTo(0, 12);
    }
    expect(Math.abs(judge([parked], { nose: 'out' }).heading)).toBeCloseTo(Math.PI, 12);
  });

  it('measures along and across the wanted heading', () => {
    const error = judge([{ ...parked, x: 3.75 + 0.1, y: parked.y + 0.2 }]);
    expect(error.longitudinal).toBeCloseTo(0.2, 12);
    expect(error.lateral).toBeCloseTo(-0.1, 12);
    expect(judge([parked], { depthOffset: 0.3 }).longitudinal).toBeCloseTo(-0.3, 12);
    expect(judge([{ ...parked, yaw: Math.PI / 2 + 0.05 }]).heading).toBeCloseTo(0.05, 12);
  });

  it('has a car inside as long as no corner is on the paint', () => {
    // 2.5 m less the paint and the body: 0.203 m on either side
    const aside = (2.5 - 0.12 - 1.974) / 2;
    expect(judge([{ ...parked, x: 3.75 + aside - 1e-6 }]).inside).toBe(true);
    expect(judge([{ ...parked, x: 3.75 + aside + 1e-6 }]).inside).toBe(false);
    expect(judge([{ ...parked, y: parked.y - 0.55 }]).inside).toBe(false);
  });

  it('calls it parked when it has been at rest for half a second', () => {
    const rest = (steps: number) => Array.from({ length: steps }, () => parked);
    expect(judge(rest(51)).parked).toBe(true);
    expect(judge(rest(50)).parked).toBe(false);
    expect(judge([...rest(60), { ...parked, vx: 0.1 }]).parked).toBe(false);
  });

  it('counts changes of direction, not tremors', () => {
    const speeds = [0.5, 0.01, -0.01, 0.3, -0.5, -0.2, 0, 0.4];
    expect(judge(speeds.map((vx) => ({ ...parked, vx }))).gear_changes).toBe(2);
  });

  it('knows the distance to parked cars, to bodies, and none beyond its limit', () => {
    const shape = { parked: { slots: [1], offset: 0, turn: 0, shapes: ['small'] } };
    const world = { lots: [{ ...WORLD.lots[0], ...shape }] };
    // from one middle to the other, less half of 1.68 m and half of 1.974 m
    expect(judge([parked], { world }).clearance).toBeCloseTo(2.5 - 0.84 - 0.987, 9);
    expect(judge([parked], { world }, [other(7, 5)]).clearance).toBeCloseTo(2.5 - 0.84 - 0.987, 9);
    expect(judge([parked], { world }, [other(6, 5)]).clearance).toBeCloseTo(6 - 1 - 3.75 - 0.987, 9);
    expect(judge([{ x: 100, y: 0 }], { world, clearanceLimit: 7 }).clearance).toBe(7);
    expect(judge([{ x: 1.25, y: 5 }], { world }).clearance).toBe(0);
  });

  it('takes the slot nearest to the goal where none is named', () => {
    const runner = new BlockRunner(parkingProbe, { world: WORLD });
    runner.send('state', () => {});
    runner.step();
    expect(runner.outputs.error.value).toMatchObject({ slot: 0, inside: false, longitudinal: 0 });
    runner.send('goal', ({ pose: { position } }) => void Object.assign(position, { x: 6, y: 5 }));
    runner.step();
    expect(runner.outputs.error.value.slot).toBe(3);
  });

  it('refuses a slot that is not there', () => {
    expect(() => new BlockRunner(parkingProbe, { world: WORLD, slot: 4 })).toThrow(
      'there is no slot 4; the world has 3',
    );
  });
});
