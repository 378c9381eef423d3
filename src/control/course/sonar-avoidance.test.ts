import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { sonarAvoidance } from './sonar-avoidance.ts';

const SONARS = ['left_far', 'left_middle', 'right_middle', 'right_far', 'side_left', 'side_right'] as const;
type Ranges = Partial<Record<(typeof SONARS)[number], number>>;

/** A car whose sonars say what they are told; ranges that are not given are free. */
function listener(params: object) {
  const runner = new BlockRunner(sonarAvoidance, params);
  return {
    runner,
    hear(ranges: Ranges, car: { x?: number; y?: number; yaw?: number; speed?: number; wish?: number } = {}) {
      const { x = 0, y = 0, yaw = 0, speed = 13, wish = 0 } = car;
      for (const name of SONARS) {
        const most = name.startsWith('side') ? 2 : 15;
        runner.send(name, (range) =>
          Object.assign(range, { min_range: 0.2, max_range: most, range: ranges[name] ?? most }),
        );
      }
      runner.send('car_info', (info) =>
        Object.assign(info, {
          latitude: x + 1.45 * Math.cos(yaw),
          longitude: y + 1.45 * Math.sin(yaw),
          heading: yaw + 1.57,
          speed,
        }),
      );
      runner.send('wish', (request) => (request.steer = wish));
      runner.step();
      return runner.outputs.avoidance.value;
    },
  };
}

describe('avoidance', () => {
  it('is left and right the same', () => {
    const [left, right] = [listener({}), listener({})];
    for (const range of [14, 11.4, 8.8, 6.2, 3.6]) {
      const x = 14 - range;
      const a = { ...left.hear({ left_middle: range, left_far: range + 0.3 }, { x }) };
      const b = { ...right.hear({ right_middle: range, right_far: range + 0.3 }, { x }) };
      expect(a.steer).toBeCloseTo(-b.steer, 3);
    }
  });

  it('steers a little at first and more when it has to', () => {
    const far = listener({}).hear({ left_middle: 14 });
    const near = listener({}).hear({ left_middle: 7 });
    expect(far.steer).toBeLessThan(0);
    expect(near.steer).toBeLessThan(far.steer);
    // but never beyond its lateral acceleration
    const most = Math.atan((2.86 * 6) / 169) / 0.6458;
    expect(listener({}).hear({ left_middle: 0.5 }).steer).toBeCloseTo(-most, 9);
    expect(listener({}).hear({ left_middle: 0.5 }, { speed: 20 }).steer).toBeGreaterThan(-most);
  });

  it('leaves a wish alone that leads away from the obstacle', () => {
    expect(listener({}).hear({ left_middle: 14 }, { wish: -0.3 }).active).toBe(false);
    expect(listener({}).hear({ left_middle: 14 }, { wish: 0.1 }).active).toBe(true);
  });

  it('remembers an obstacle that no sonar sees any more, until it is behind', () => {
    const { hear } = listener({});
    hear({ left_far: 2 }, { x: 0, y: -0.4 });
    // beside it, blind: the wish to turn back is refused
    expect(hear({}, { x: 3, y: -0.4, wish: 0.3 })).toMatchObject({ active: true, reason: 2 });
    expect(hear({}, { x: 14, y: -0.4, wish: 0.3 }).active).toBe(false);
  });

  it('forgets an obstacle it cannot see again', () => {
    const { hear, runner } = listener({ memory: 0.5 });
    hear({ left_middle: 5 });
    expect(runner.state.edges.filter(({ side }) => side !== 0)).toHaveLength(1);
    for (let k = 0; k < 20; k++) hear({});
    expect(runner.state.edges.filter(({ side }) => side !== 0)).toHaveLength(0);
  });

  it('moves the edge out when the cone in which it was is free', () => {
    const { hear, runner } = listener({});
    hear({ left_middle: 14 });
    const [edge] = runner.state.edges;
    expect(edge.y).toBeCloseTo(0.24, 9);
    hear({}, { x: 6 });
    expect(edge.y).toBeGreaterThan(2);
  });

  it("takes the side sonar's word for where the edge is", () => {
    const { hear, runner } = listener({});
    hear({ left_middle: 3 });
    hear({ side_left: 1.2 }, { x: 4 });
    const [edge] = runner.state.edges;
    expect(edge.y).toBeCloseTo(0.9 + 1.2 * Math.sin(Math.PI / 3), 4);
    expect(edge.rule).toBe(6);
  });

  it('passes something in the middle where the line is, or away from where it was seen first', () => {
    const middle = { left_middle: 13, right_middle: 13 };
    expect(listener({}).hear(middle, { wish: -0.05 })).toMatchObject({ active: true, reason: 1 });
    expect(listener({}).hear(middle, { wish: -0.05 }).steer).toBeLessThan(0);
    expect(listener({}).hear(middle, { wish: 0.05 }).steer).toBeGreaterThan(0);
    const seenRightFirst = listener({});
    seenRightFirst.hear({ right_middle: 14 });
    expect(seenRightFirst.hear(middle, { x: 1, wish: -0.05 }).steer).toBeGreaterThan(0);
  });
});
