import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { traffic } from './traffic.ts';

type Runner = BlockRunner<typeof traffic.params, typeof traffic.inputs, typeof traffic.outputs, any>;

const start = (params: Record<string, unknown> = {}): Runner => new BlockRunner(traffic, params) as Runner;

/** Says where a vehicle is. */
function put(
  runner: Runner,
  i: number,
  pose: Partial<Record<'x' | 'y' | 'yaw' | 'vx' | 'vy' | 'yaw_rate', number>>,
): void {
  runner.sendTo(`vehicles[${i}]`, (state) => void Object.assign(state, pose));
}

const box = { front: 1, rear: 1, halfWidth: 1 };

describe('bodies', () => {
  it('are all vehicles that are known, with their names, sizes and colours', () => {
    const runner = start({
      bodies: [{ name: 'bus', front: 9, rear: 3, halfWidth: 1.25, top: 3.2, colour: [250, 200, 0] }, {}, {}],
    });
    put(runner, 0, { x: 3, y: 4, yaw: 1 });
    put(runner, 2, { x: 30, vx: 2 });
    runner.step();
    const { bodies } = runner.outputs.bodies.value;
    expect(bodies.map(({ name }) => name)).toEqual(['bus', 'vehicle_2']);
    expect(bodies[0]).toMatchObject({
      x: 3,
      y: 4,
      yaw: 1,
      front: 9,
      rear: 3,
      half_width: 1.25,
      top: 3.2,
      red: 250,
      green: 200,
      blue: 0,
    });
    expect(bodies[1]).toMatchObject({ vx: 2, front: 3.6, rear: 0.9, half_width: 0.9 });
  });

  it('are not published before there is one', () => {
    const runner = start({ bodies: [{}, {}] });
    runner.step();
    expect(runner.outputs.bodies.publish).toBe(false);
    put(runner, 1, {});
    runner.step();
    expect(runner.outputs.bodies.publish).toBe(true);
  });

  it('are where they are at the end of the step, on a circle as on a line', () => {
    const runner = start({ bodies: [{}] });
    const at = (t: number) => ({ x: 50 * Math.sin(0.4 * t), y: 50 * (1 - Math.cos(0.4 * t)), yaw: 0.4 * t });
    for (let k = 0; k < 5; k++) {
      put(runner, 0, { ...at(k * 1e-3), vx: 20, yaw_rate: 0.4 });
      runner.step();
      const {
        stamp,
        bodies: [body],
      } = runner.outputs.bodies.value;
      const expected = at((k + 1) * 1e-3);
      expect(stamp.nanosec).toBe((k + 1) * 1_000_000);
      expect(Math.hypot(body.x - expected.x, body.y - expected.y)).toBeLessThan(1e-9);
      expect(body.yaw).toBeCloseTo(expected.yaw, 15);
    }
  });

  it('drive on while their vehicle is silent, for a fifth of a second', () => {
    const runner = start({ bodies: [{}] });
    put(runner, 0, { vx: 10 });
    runner.runUntil(0.05);
    expect(runner.outputs.bodies.value.bodies[0].x).toBeCloseTo(0.5, 9);
    runner.runUntil(3);
    expect(runner.outputs.bodies.value.bodies[0].x).toBeCloseTo(2, 9);
  });

  it('cannot share a name, nor be without length or height', () => {
    expect(() => start({ bodies: [{ name: 'a' }, { name: 'a' }] })).toThrow(
      'bodies[1].name: expected another name, "a" is taken',
    );
    expect(() => start({ bodies: [{ name: 'vehicle_1' }, {}] })).toThrow('bodies[1].name');
    expect(() => start({ bodies: [{ front: 0, rear: 0 }] })).toThrow('bodies[0].front: expected a body with a length');
    expect(() => start({ bodies: [{ bottom: 2 }] })).toThrow('bodies[0].top: expected more than bottom, which is 2');
    expect(() => start({ world: { solids: [{ height: 1 }] } })).toThrow('world.solids[0]: expected length and width');
  });
});

describe('contact', () => {
  const touching = (): Runner => {
    const runner = start({
      bodies: [
        { ...box, name: 'a' },
        { ...box, name: 'b' },
        { ...box, name: 'unseen' },
      ],
    });
    put(runner, 0, {});
    put(runner, 1, { x: 1.99, vx: -1 });
    return runner;
  };

  it('pushes both with the same force, in map axes, along the line between them', () => {
    const runner = touching();
    runner.step();
    const [a, b] = [runner.outputs.contacts[0].value, runner.outputs.contacts[1].value];
    expect(a.force.x).toBeLessThan(-1000);
    expect(b.force.x).toBe(-a.force.x);
    expect(a.force.y).toBeCloseTo(0, 9);
    expect(runner.outputs.contacts[2].publish).toBe(false);
  });

  it('is published while it lasts and once when it ceases', () => {
    const runner = touching();
    const published = () => [runner.outputs.contacts[0].publish, runner.outputs.contacts[0].value.force.x !== 0];
    runner.step();
    expect(published()).toEqual([true, true]);
    runner.step();
    expect(published()).toEqual([true, true]);
    put(runner, 1, { x: 2.5 });
    runner.step();
    expect(published()).toEqual([true, false]);
    runner.step();
    expect(published()).toEqual([false, false]);
  });

  it('tells when it begins, who, where and how fast, and does not tell again while they stay within two centimetres', () => {
    const runner = touching();
    const events: any[] = [];
    const step = (x: number) => {
      put(runner, 1, { x, vx: 0 });
      runner.step();
      if (runner.outputs.event.publish) events.push(structuredClone(runner.outputs.event.value));
    };
    runner.step();
    expect(runner.outputs.event.publish).toBe(true);
    expect(runner.outputs.event.value).toMatchObject({
      a: 'a',
      b: 'b',
      closing_speed: 1,
      count: 1,
      stamp: { sec: 0, nanosec: 1_000_000 },
    });
    expect(runner.outputs.event.value.x).toBeCloseTo(0.9945, 9);
    expect(runner.outputs.event.value.y).toBeCloseTo(0, 9);
    for (const x of [1.99, 2.01, 1.99, 2.005, 1.98]) step(x);
    expect(events).toEqual([]);
    for (const x of [2.03, 1.99]) step(x);
    expect(events.map(({ count }) => count)).toEqual([2]);
  });

  it('of several that begin at once is told one by one, with the stamp of all', () => {
    const runner = start({ bodies: [box, box, box] });
    [0, 1.9, 3.8].forEach((x, i) => put(runner, i, { x }));
    const told: unknown[] = [];
    for (let k = 0; k < 4; k++) {
      runner.step();
      const { publish, value } = runner.outputs.event;
      if (publish) told.push([value.a, value.b, value.count, value.stamp.nanosec]);
    }
    expect(told).toEqual([
      ['vehicle_0', 'vehicle_1', 1, 1_000_000],
      ['vehicle_1', 'vehicle_2', 2, 1_000_000],
    ]);
  });

  it('is found among twenty as among two', () => {
    const runner = start({ bodies: Array.from({ length: 20 }, () => box) });
    for (let i = 0; i < 20; i++) put(runner, i, { x: i === 19 ? 10 * 18 + 1.9 : 10 * i });
    runner.step();
    expect(runner.outputs.event.value).toMatchObject({ a: 'vehicle_18', b: 'vehicle_19' });
    expect(runner.outputs.contacts.map(({ publish }) => publish)).toEqual(
      Array.from({ length: 20 }, (_, i) => i >= 18),
    );
  });

  it('needs a common height: a car passes below a bridge and over a mark', () => {
    const solid = { x: 1.4, length: 1, width: 1 };
    const hits = (own: Record<string, unknown>) => {
      const runner = start({ bodies: [box], world: { solids: [{ ...solid, ...own }] } });
      put(runner, 0, {});
      runner.step();
      return runner.outputs.event.publish;
    };
    expect(hits({ height: 1 })).toBe(true);
    expect(hits({ bottom: 2.5, height: 1 })).toBe(false);
    expect(hits({ height: 0.05 })).toBe(false);
  });

  it('acts on the centre of mass: a push at the front turns a car', () => {
    const runner = start({
      bodies: [{ front: 3, rear: 1, halfWidth: 1, comX: 1 }],
      world: { solids: [{ x: 2.5, y: 1.49, length: 1, width: 1, height: 1 }] },
    });
    put(runner, 0, {});
    runner.step();
    const { force, torque } = runner.outputs.contacts[0].value;
    expect(force.y).toBeLessThan(0);
    // the middle of the shared side is 1.5 m ahead of the centre of mass
    expect(torque.z).toBeCloseTo(1.5 * force.y, 6);
  });

  it('goes on from a copy of its state as if nothing had happened', () => {
    const [straight, copied] = [touching(), touching()];
    straight.step();
    Object.assign(copied.state as object, structuredClone(straight.state));
    Object.assign(copied.time, straight.time);
    for (const runner of [straight, copied]) {
      put(runner, 1, { x: 1.985, vx: 0.1 });
      runner.step();
    }
    expect(copied.outputs.contacts[0].value).toEqual(straight.outputs.contacts[0].value);
    expect(copied.outputs.event.publish).toBe(false);
  });
});

describe('a push from outside', () => {
  it('is its impulse, once, whatever the step', () => {
    for (const period of [0.001, 0.005, 0.008]) {
      const runner = new BlockRunner(
        traffic,
        { bodies: [{ name: 'car' }], pushes: [{ at: 0.0123, body: 'car', x: 300, y: -60 }] },
        { period },
      ) as Runner;
      put(runner, 0, {});
      let [x, y, last] = [0, 0, [NaN, NaN]];
      runner.runUntil(0.1, () => {
        const {
          publish,
          value: { force },
        } = runner.outputs.contacts[0];
        if (!publish) return;
        // a force holds until the next one is published: a step
        x += force.x * period;
        y += force.y * period;
        last = [force.x, force.y];
      });
      expect([x, y]).toEqual([expect.closeTo(300, 9), expect.closeTo(-60, 9)]);
      expect(last).toEqual([0, 0]);
    }
  });

  it('needs a body that is there', () => {
    expect(() => start({ bodies: [{ name: 'car' }], pushes: [{ at: 1, body: 'bus' }] })).toThrow(
      'pushes[0].body: there is no body "bus"; there are car',
    );
  });
});
