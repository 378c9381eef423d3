import { describe, expect, it } from 'vitest';
import type { StepTime } from '../../core/block.ts';
import { parse } from '../../core/schema.ts';
import { group } from '../../core/schema.ts';
import { Signal } from '../../core/signal.ts';
import { createStream, gaussian } from '../../math/random.ts';
import { Footprint, Footprints, Odometry, ParkingMap, ParkingSlot, ParkingSlots, setTime } from '../../msgs/index.ts';
import { parkingMap } from './parking-map.ts';

const time: StepTime = { now: 0, nowNs: 0, tick: 0, dt: 0.05, elapsed: 0.05, activation: 0 };
const MILLISECOND = 1e6;

/** A slot to the right of the aisle: its entrance along x from `x` on, 2.5 m wide, at y = −2. */
function slotAt(x: number, more: Partial<ParkingSlot> = {}): ParkingSlot {
  const slot = {
    left_x: x + 2.5,
    left_y: -2,
    right_x: x,
    right_y: -2,
    direction: -Math.PI / 2,
    depth: 5,
    occupancy: 0.1,
  };
  return Object.assign(ParkingSlot.create(), slot, { confidence: 1 }, more);
}

function mapper(given: object = {}) {
  const params = parse(group(parkingMap.params, ''), given, 'params');
  const state = parkingMap.init(params as never, undefined as never);
  const [odom, slots, obstacles] = [new Signal(Odometry), new Signal(ParkingSlots), new Signal(Footprints)];
  const map = { value: ParkingMap.create(), publish: false, frame: (size: number) => new Uint8Array(size) };
  const step = () => {
    map.publish = false;
    parkingMap.step(params as never, state, { odom, slots, obstacles }, { map }, time, undefined);
    return map;
  };
  return {
    map,
    step,
    drive(ms: number, x: number, y = 0, heading = 0) {
      setTime(odom.value.header.stamp, ms * MILLISECOND);
      odom.value.header.frame_id = 'odom';
      const { position, orientation } = odom.value.pose.pose;
      [position.x, position.y] = [x, y];
      [orientation.z, orientation.w] = [Math.sin(heading / 2), Math.cos(heading / 2)];
      odom.sequence++;
      return step();
    },
    see(ms: number, ...seen: ParkingSlot[]) {
      setTime(slots.value.header.stamp, ms * MILLISECOND);
      slots.value.slots = seen;
      slots.sequence++;
      return step();
    },
    stand(ms: number, ...seen: Footprint[]) {
      setTime(obstacles.value.header.stamp, ms * MILLISECOND);
      obstacles.value.footprints = seen;
      obstacles.sequence++;
      return step();
    },
  };
}

describe('the parking map', () => {
  it('puts what was seen where the car was when it was seen, between two poses of its odometry', () => {
    const { drive, see } = mapper();
    drive(0, 0);
    drive(100, 0.2);
    drive(200, 0.4);
    // captured at 150 ms, when the car was at 0.3 m, and told later
    const { publish, value } = see(150, slotAt(1));
    expect(publish).toBe(true);
    expect(value.header.frame_id).toBe('odom');
    expect(value.slots).toHaveLength(1);
    expect(value.slots[0].right_x).toBeCloseTo(1.3, 12);
    expect(value.slots[0].left_x).toBeCloseTo(3.8, 12);
    expect(value.slots[0].left_y).toBeCloseTo(-2, 12);
  });

  it('turns with the car', () => {
    const { drive, see } = mapper();
    drive(0, 10, 5, Math.PI / 2);
    const [slot] = see(0, slotAt(1)).value.slots;
    // ahead of the car is now y, and its right is x
    expect([slot.right_x, slot.right_y]).toEqual([expect.closeTo(12, 12), expect.closeTo(6, 12)]);
    expect(slot.direction).toBeCloseTo(0, 12);
  });

  it('gives the same slot the same number, and another one another', () => {
    const { drive, see } = mapper();
    drive(0, 0);
    see(0, slotAt(1), slotAt(3.5));
    drive(100, 0.5);
    const { slots } = see(100, slotAt(3.02), slotAt(0.5), slotAt(-2)).value;
    expect(slots.map(({ id, views }) => [id, views])).toEqual([
      [1, 2],
      [2, 2],
      [3, 1],
    ]);
  });

  it('averages independent views: after n of them the error is that of their mean', () => {
    const { drive, see } = mapper({ odometryDrift: 0 });
    drive(0, 0);
    const stream = createStream(7, 'views');
    const seen = Array.from({ length: 40 }, () => 0.02 * gaussian(stream));
    let x = 0;
    seen.forEach((error, i) => (x = see(10 * i, slotAt(1 + error)).value.slots[0].right_x));
    expect(x).toBeCloseTo(1 + seen.reduce((sum, error) => sum + error, 0) / 40, 3);
  });

  it('believes new views more, the further odometry may have drifted since', () => {
    const after = (metres: number) => {
      const { drive, see } = mapper({ odometryDrift: 1e-3 });
      drive(0, 0);
      for (let i = 0; i < 10; i++) see(10 * i, slotAt(1));
      for (let i = 1; i <= 10; i++) drive(1000 * i, (metres * i) / 10);
      drive(20_000, 0);
      return see(20_000, slotAt(1.2)).value.slots[0].right_x;
    };
    expect(after(0)).toBeLessThan(1.03);
    expect(after(10)).toBeGreaterThan(1.15);
  });

  it('changes its mind about occupancy within a few views, and never after one', () => {
    const { drive, see } = mapper();
    drive(0, 0);
    for (let i = 0; i < 20; i++) see(10 * i, slotAt(1, { occupancy: 0.05 }));
    expect(see(300, slotAt(1, { occupancy: 0.99 })).value.slots[0].occupancy).toBeLessThan(0.5);
    for (let i = 0; i < 7; i++) see(400 + i, slotAt(1, { occupancy: 0.99 }));
    expect(see(500, slotAt(1, { occupancy: 0.99 })).value.slots[0].occupancy).toBeGreaterThan(0.9);
  });

  it('forgets what should be seen and is not, and keeps what lies behind', () => {
    const { drive, see } = mapper({ forgetAfter: 3 });
    drive(0, 0);
    see(0, slotAt(0), slotAt(30));
    for (let i = 1; i <= 3; i++) see(100 * i);
    expect(see(500).value.slots.map(({ id }) => id)).toEqual([2]);
  });

  it('does not miss what its own body hides, and does not take itself for something in the way', () => {
    const { drive, see, stand } = mapper({ forgetAfter: 3 });
    drive(0, 0);
    see(0, slotAt(-1, { left_y: 0, right_y: 0 }));
    for (let i = 1; i <= 5; i++) see(100 * i);
    expect(see(700).value.slots).toHaveLength(1);
    const thing = (x: number) =>
      Object.assign(Footprint.create(), { kind: 1, x, y: 0.2, length: 4, width: 1.8, confidence: 1 });
    for (let i = 0; i < 3; i++) stand(800 + i, thing(1), thing(6));
    expect(stand(900, thing(1), thing(6)).value.obstacles.map(({ x }) => x)).toEqual([6]);
  });

  it('believes in an obstacle only when it is seen again, and in one of two that stand in each other', () => {
    const { drive, stand } = mapper({ believeAfter: 3 });
    drive(0, 0);
    const thing = (x: number) =>
      Object.assign(Footprint.create(), { kind: 1, x, y: 3, length: 4, width: 1.8, confidence: 1 });
    expect(stand(100, thing(4)).value.obstacles).toEqual([]);
    expect(stand(200, thing(4)).value.obstacles).toEqual([]);
    expect(stand(300, thing(4), thing(4.3), thing(-6)).value.obstacles).toHaveLength(1);
  });

  it('takes nothing for an obstacle that would stand in one that is well known', () => {
    const { drive, stand } = mapper();
    drive(0, 0);
    const thing = (x: number, y: number, yaw: number) =>
      Object.assign(Footprint.create(), { kind: 1, x, y, yaw, length: 4, width: 1.8, confidence: 1 });
    for (let i = 0; i < 12; i++) stand(100 * i, thing(4, 4, 1.57));
    for (let i = 12; i < 20; i++) stand(100 * i, thing(4, 4, 1.57), thing(4.2, 2.5, 0), thing(4.2, -4, 0));
    expect(stand(2000, thing(4, 4, 1.57)).value.obstacles.map(({ y }) => Math.round(y))).toEqual([4, -4]);
  });

  it('tells something that is put down beside a well known thing from it', () => {
    const { drive, stand } = mapper();
    drive(0, 0);
    const thing = (x: number, y: number, size: number) =>
      Object.assign(Footprint.create(), { kind: 1, x, y, length: 2 * size, width: size, confidence: 1 });
    for (let i = 0; i < 12; i++) stand(100 * i, thing(4, 4, 1));
    for (let i = 12; i < 20; i++) stand(100 * i, thing(4, 3.2, 0.4), thing(4, 4, 1));
    expect(stand(2000, thing(4, 3.2, 0.4), thing(4, 4, 1)).value.obstacles.map(({ y }) => y)).toEqual([4, 3.2]);
  });

  it('takes a view in once, and says nothing without one', () => {
    const { drive, see, step } = mapper();
    expect(see(0, slotAt(1)).publish).toBe(false);
    drive(0, 0);
    expect(see(50, slotAt(1)).publish).toBe(true);
    expect(step().publish).toBe(false);
    expect(see(50, slotAt(1)).publish).toBe(false);
  });

  it('knows how fast something moves', () => {
    const { drive, stand } = mapper();
    drive(0, 0);
    const walker = (x: number) =>
      Object.assign(Footprint.create(), { kind: 2, x, y: 1, length: 0.5, width: 0.5, confidence: 1 });
    for (let i = 0; i <= 20; i++) stand(100 * i, walker(-3 + 0.12 * i));
    const { obstacles } = stand(2100, walker(-3 + 0.12 * 21)).value;
    expect(obstacles).toHaveLength(1);
    expect(obstacles[0].vx).toBeCloseTo(1.2, 1);
    expect(obstacles[0].x).toBeCloseTo(-0.48, 6);
  });
});
