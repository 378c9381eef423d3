import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { sonars } from '../../../test/fixtures/course/prius-course.ts';
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

describe('what keeps clear of an edge', () => {
  const POSE = { x: 20, y: -7, yaw: 0.6 };
  /** The wheel for a wish of full lock towards an edge that is known, seen from a car at POSE that heads `heading` off the road. */
  function steerPast(side: number, begin: number, out: number, heading: number, speed: number, params: object = {}) {
    const { hear, runner } = listener(params);
    const road = POSE.yaw - side * heading;
    const [c, s] = [Math.cos(road), Math.sin(road)];
    Object.assign(runner.state.edges[3], {
      side,
      x: POSE.x + begin * c - side * out * s,
      y: POSE.y + begin * s + side * out * c,
      cosine: c,
      sine: s,
      length: 6,
      rule: 4,
      sinceNs: 0,
      seenNs: 0,
    });
    return { ...hear({}, { ...POSE, speed, wish: side }) };
  }
  /** κ ≤ 6 (e* − e)/X² − 4 ψ/X to the left, e the distance of the rear axle from the edge. */
  const wheel = (side: number, out: number, heading: number, length: number) =>
    (side * Math.atan(2.86 * ((6 * (out - 0.88 - 0.8)) / (length * length) - (4 * Math.sin(heading)) / length))) /
    0.6458;
  const free = { lateralAcceleration: 1000 };

  it.each([1, -1])('is the cubic to its margin, over the way that is left (side %d)', (side) => {
    for (const heading of [0, 0.1, -0.05]) {
      // X = x − f − r v + s along the car's own axis
      const ahead = 40 * Math.cos(heading) + 1 * Math.sin(heading);
      expect(steerPast(side, 40, 1, heading, 13, free).steer).toBeCloseTo(
        wheel(side, 1, heading, ahead - 3.7 - 1.3 + 4.5),
        6,
      );
      // beside it: half a second
      expect(steerPast(side, 2, 1, heading, 13, free).steer).toBeCloseTo(wheel(side, 1, heading, 6.5), 6);
    }
    // and never less than a metre
    expect(steerPast(side, 0.2, 1.68, 0, 0.4, { ...free, settling: 0 }).steer).toBeCloseTo(wheel(side, 1.68, 0, 1), 6);
    expect(steerPast(side, 0.2, 1.67, 0, 0.4, { ...free, settling: 0 }).steer).toBeCloseTo(wheel(side, 1.67, 0, 1), 6);
  });

  it.each([1, -1])('is no harder than its lateral acceleration and its lock (side %d)', (side) => {
    expect(steerPast(side, 10, -3, 0, 13).steer).toBeCloseTo((-side * Math.atan((2.86 * 6) / 169)) / 0.6458, 9);
    expect(steerPast(side, 4, 1, 0, 0.5, { lateralAcceleration: 0.1 }).steer).toBeCloseTo(
      (-side * Math.atan(2.86 * 0.1)) / 0.6458,
      9,
    );
    expect(steerPast(side, 10, -3, 0, 13, { ...free, maxSteering: 0.1 }).steer).toBe(-side);
  });

  it('is nothing for a wish that is clear, an edge that is passed, or a car that is not known', () => {
    expect(steerPast(1, 40, 300, 0, 13)).toMatchObject({ active: false, reason: 0, steer: 0 });
    expect(steerPast(1, -7.3, 1, 0, 13)).toMatchObject({ active: true, reason: 4 });
    expect(steerPast(1, -7.5, 1, 0, 13)).toMatchObject({ active: false, reason: 0 });
    const { runner } = listener({});
    runner.send('left_middle', (range) => Object.assign(range, { max_range: 15, range: 3 }));
    runner.step();
    expect(runner.outputs.avoidance.value).toMatchObject({ active: false, reason: 0, steer: 0 });
    expect(runner.state.edges.every(({ side }) => side === 0)).toBe(true);
  });

  it('is told by the sonar of the nearest edge of either side', () => {
    const { hear, runner } = listener(free);
    const edge = (side: number, x: number, rule: number) => ({
      side,
      x,
      y: side,
      cosine: 1,
      sine: 0,
      length: 6,
      rule,
      sinceNs: 0,
      seenNs: 0,
    });
    Object.assign(runner.state.edges[0], edge(1, 30, 2));
    Object.assign(runner.state.edges[1], edge(1, 20, 4));
    Object.assign(runner.state.edges[2], edge(1, 25, 6));
    expect(hear({}, { wish: 1 }).reason).toBe(4);
    const right = listener(free);
    Object.assign(right.runner.state.edges[0], edge(-1, 30, 3));
    Object.assign(right.runner.state.edges[1], edge(-1, 20, 5));
    Object.assign(right.runner.state.edges[2], edge(-1, 25, 7));
    expect(right.hear({}, { wish: -1 }).reason).toBe(5);
  });

  it('counts each reading once', () => {
    const { hear, runner } = listener({ memory: 100 });
    hear({ left_middle: 5 });
    const { seenNs } = runner.state.edges[0];
    runner.step();
    expect(runner.state.edges[0].seenNs).toBe(seenNs);
    expect(runner.state.edges[0].length).toBe(6);
  });
});

describe('something in the middle of the road', () => {
  const middle = { left_middle: 13, right_middle: 13 };

  it.each([1, -1])('is passed on the side of the wish, until the inner sonar there is free (side %d)', (side) => {
    const { hear, runner } = listener({});
    hear(middle, { wish: 0.05 * side });
    expect(runner.state.escape).toBe(side);
    // it reaches over to the side on which it is passed
    const edges = runner.state.edges.filter((edge) => edge.side !== 0);
    expect(edges).toHaveLength(1);
    expect(edges[0].side).toBe(-side);
    expect(edges[0].y).toBeCloseTo(side * (0.24 + 1), 6);
    hear({ left_middle: 12, right_middle: 12 }, { x: 1, wish: 0.05 * side });
    expect(runner.state.escape).toBe(side);
    expect(runner.outputs.avoidance.value.reason).toBe(1);
    hear(side > 0 ? { right_middle: 11 } : { left_middle: 11 }, { x: 2, wish: 0.05 * side });
    expect(runner.state.escape).toBe(0);
  });

  it('is passed on the left when nobody wishes anything, and away from where it was seen first', () => {
    const straight = listener({});
    straight.hear(middle, { wish: 0 });
    expect(straight.runner.state.escape).toBe(1);
    const [left, right] = [listener({}), listener({})];
    left.hear({ left_middle: 14 });
    left.hear(middle, { x: 1, wish: 0.05 });
    expect(left.runner.state.escape).toBe(-1);
    right.hear({ right_middle: 14 });
    right.hear(middle, { x: 1, wish: -0.05 });
    expect(right.runner.state.escape).toBe(1);
  });
});

it("has the cones of the sonars that RosDrive's Prius carries", () => {
  const { far, middle, beside } = new BlockRunner(sonarAvoidance).params;
  const all = sonars() as Record<string, { params: { mount: any; angleMin: number; angleMax: number } }>;
  const cone = (name: string, turn = 0) => {
    const { mount, angleMin, angleMax } = all[name].params;
    const [a, b] = [Math.abs(turn + angleMin), Math.abs(turn + angleMax)];
    return {
      x: mount.x,
      y: Math.abs(mount.y),
      inner: expect.closeTo(Math.min(a, b), 4),
      outer: expect.closeTo(Math.max(a, b), 4),
    };
  };
  for (const side of ['left', 'right']) {
    expect(far).toEqual(cone(`front_${side}_far_sonar`));
    expect(middle).toEqual(cone(`front_${side}_middle_sonar`));
    expect(beside).toEqual(cone(`side_${side}_front_sonar`, side === 'left' ? Math.PI / 2 : -Math.PI / 2));
  }
});
