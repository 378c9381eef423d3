/** Whoever chooses a slot chooses it for good: while the car searches, while it waits, and when it is on its way to another. */
import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import type { Odometry, ParkingMap, ParkingSlot, PoseStamped } from '../../msgs/index.ts';
import { setTime } from '../../msgs/index.ts';
import { parking } from './parking.ts';
import { PHASE } from './parking-state.ts';

const slotAt = (id: number, x: number): ParkingSlot => ({
  ...{ id, kind: 0, left_x: x + 1.25, left_y: -3, right_x: x - 1.25, right_y: -3 },
  ...{ direction: -Math.PI / 2, depth: 5, occupancy: 0, confidence: 1, views: 20 },
});

/** A car that stands at the origin and knows these slots. */
function car(slots: readonly ParkingSlot[]) {
  const runner = new BlockRunner(parking, { choice: 'ask' });
  const step = () => {
    runner.sendTo('odom', (odom: Odometry) => (odom.header.frame_id = 'odom'));
    runner.sendTo('map', (map: ParkingMap) => {
      setTime(map.header.stamp, runner.time.nowNs);
      map.slots = [...slots];
    });
    runner.step();
    return { ...runner.outputs.status.value };
  };
  const choose = (x: number, y: number) =>
    runner.sendTo('goal', (goal: PoseStamped) => Object.assign(goal.pose.position, { x, y }));
  return { runner, step, choose };
}

describe('a choice', () => {
  it('of a slot that has not been seen yet lets the car drive on', () => {
    const { runner, step, choose } = car([]);
    expect(step().phase).toBe(PHASE.searching);
    const { length } = runner.outputs.trajectory.value.points;
    expect(length).toBeGreaterThan(100);
    choose(8, -5.5);
    expect(step().phase).toBe(PHASE.searching);
    expect(runner.outputs.trajectory.value.points).toHaveLength(length);
  });

  it('of a slot that is known is planned at once, and of another one anew', () => {
    const { runner, step, choose } = car([slotAt(1, 0), slotAt(2, 8)]);
    step();
    choose(0.3, -5);
    expect(step()).toMatchObject({ phase: PHASE.parking, slot: 1, plans: 1 });
    const { id } = runner.outputs.trajectory.value;
    choose(8, -6);
    expect(step()).toMatchObject({ phase: PHASE.parking, slot: 2, plans: 2 });
    expect(runner.outputs.trajectory.value).toMatchObject({ slot: 2 });
    expect(runner.outputs.trajectory.value.id).toBeGreaterThan(id);
  });
});
