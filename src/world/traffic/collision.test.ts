/** Collisions of free bodies, with forces that come one tick late as they do in a loop. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FreeBody } from '../../../test/fixtures/traffic/free-bodies.ts';
import { FreeBodies, freeCar, kineticEnergy, momentum } from '../../../test/fixtures/traffic/free-bodies.ts';
import type { ConvexShape } from '../contact/convex-shape.ts';
import { createBoxShape, placeBox } from '../contact/convex-shape.ts';
import { createSeparation, separate } from '../contact/convex-separation.ts';
import { spawnConflict } from '../index.ts';

const HALF_LENGTH = 2.25;
const WALL = { solids: [{ name: 'wall', x: 10, length: 0.2, width: 40, height: 1 }] };

interface ImpulseCase {
  name: string;
  a: FreeBody;
  b: FreeBody | null;
  p: [number, number];
  n: [number, number];
  restitution: number;
  friction: number;
  after: { a: number[]; b: number[] };
}
const impulses: ImpulseCase[] = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/traffic/impulse-reference.json', import.meta.url), 'utf8'),
);

const boxOf = (body: FreeBody) => ({
  ...body,
  x: body.x - body.comX * Math.cos(body.yaw),
  y: body.y - body.comX * Math.sin(body.yaw),
});
function shapeOf(body: FreeBody): ConvexShape {
  const shape = createBoxShape();
  placeBox(shape, { ...boxOf(body), half_width: body.halfWidth });
  return shape;
}
const found = createSeparation();
function depthOf(a: FreeBody, b: FreeBody): number {
  separate(shapeOf(a), shapeOf(b), 0, found);
  return -found.distance;
}

/** Kinetic energy but for that of the common motion. */
function innerEnergy(bodies: readonly FreeBody[]): number {
  const [x, y] = momentum(bodies);
  return kineticEnergy(bodies) - (x * x + y * y) / (2 * bodies.reduce((sum, { mass }) => sum + mass, 0));
}

/** Evenly spread, which fc.double is not. */
const number = (min: number, max: number) =>
  fc.integer({ min: 0, max: 1_000_000 }).map((part) => min + (part / 1_000_000) * (max - min));
const anyCar = fc
  .record({
    mass: number(800, 2000),
    yaw: number(0, 6.3),
    yawRate: number(-2, 2),
    length: number(3.5, 5.5),
    halfWidth: number(0.75, 1),
    spread: number(1.3, 2.2),
  })
  .map(({ mass, yaw, yawRate, length, halfWidth, spread }) =>
    freeCar({
      mass,
      yaw,
      yawRate,
      halfWidth,
      inertia: spread * mass,
      front: length - 0.8,
      rear: 0.8,
      comX: length / 2 - 0.6,
    }),
  );
const contact = fc.record({ friction: number(0, 1), restitution: number(0.1, 0.5) });

describe('cars that run into each other', () => {
  it.each([
    [800, 2000, 5],
    [1500, 1500, 20],
    [2000, 800, 30],
    [1200, 900, 0.5],
  ])('part with the stated restitution (%s kg into %s kg at %s m/s)', (massA, massB, speed) => {
    const cars = [freeCar({ mass: massA, vx: speed }), freeCar({ mass: massB, x: 2 * HALF_LENGTH + 0.2 })];
    const world = new FreeBodies(cars);
    world.run(0.2 / speed + 0.2);
    // closed form of a collision along one line
    const common = (massA * speed) / (massA + massB);
    expect(cars[0].vx).toBeCloseTo(common - (0.2 * speed * massB) / (massA + massB), 1);
    expect((cars[1].vx - cars[0].vx) / speed).toBeCloseTo(0.2, 2);
    expect(cars[0].yawRate).toBe(0);
  });

  it('overlap as little as the closed form says, 0.17 m at 20 m/s', () => {
    const cars = [freeCar({ vx: 20 }), freeCar({ x: 2 * HALF_LENGTH + 0.2 })];
    const world = new FreeBodies(cars);
    let deepest = 0;
    for (let k = 0; k < 100; k++) {
      world.step();
      deepest = Math.max(deepest, depthOf(cars[0], cars[1]));
    }
    expect(Math.abs(deepest / ((0.5095 * 20) / 60) - 1)).toBeLessThan(0.05);
  });

  it.each(impulses.map((each) => [each.name, each] as const))(
    'turn and slide as rigid bodies do: %s',
    (_name, { a, b, p, n, restitution, friction, after }) => {
      const back = (body: FreeBody) => freeCar({ ...body, x: body.x - 0.01 * n[0] });
      const cars = [back(freeCar(a)), ...(b === null ? [] : [freeCar(b)])];
      // begin apart by 1 cm, along the normal
      cars[0].y = a.y - 0.01 * n[1];
      const wall = { x: p[0] + 0.5, y: p[1], length: 1, width: 20, height: 1 };
      const world = new FreeBodies(cars, {
        world: { solids: b === null ? [wall] : [] },
        contact: { restitution, friction, slipSpeed: 0.001 },
      });
      const before = cars.map((car) => ({ ...car }));
      while (world.events.length === 0) world.step();
      while (world.forces[0].some((value) => value !== 0)) world.step();
      // what changed, to within a fortieth of the largest change
      const changes = cars.map((car, i) => [
        car.vx - before[i].vx,
        car.vy - before[i].vy,
        2 * (car.yawRate - before[i].yawRate),
      ]);
      const expected = [after.a, after.b]
        .slice(0, cars.length)
        .map(([vx, vy, yawRate], i) => [vx - before[i].vx, vy - before[i].vy, 2 * (yawRate - before[i].yawRate)]);
      const largest = Math.max(...expected.flat().map(Math.abs));
      expected.flat().forEach((value, k) => expect(Math.abs(changes.flat()[k] - value) / largest).toBeLessThan(0.025));
    },
  );

  it('keep their momentum and its moment, and never gain energy', () => {
    let collisions = 0;
    fc.assert(
      fc.property(
        anyCar,
        anyCar,
        contact,
        number(0, 6.28),
        number(-0.3, 0.3),
        fc.oneof(number(0.2, 1), number(1, 30)),
        (a, b, law, direction, aside, speed) => {
          const cars = [a, b].map((car) => ({ ...car }));
          Object.assign(cars[1], { x: 6 * Math.cos(direction), y: 6 * Math.sin(direction), vx: 3, vy: -2 });
          Object.assign(cars[0], {
            vx: 3 + speed * Math.cos(direction + aside),
            vy: -2 + speed * Math.sin(direction + aside),
          });
          fc.pre(spawnConflict(cars.map((car) => ({ ...boxOf(car), name: '', bottom: 0, top: 1 }))) === undefined);
          const world = new FreeBodies(cars, { contact: law });
          const [energy, [x, y, moment]] = [innerEnergy(cars), momentum(cars)];
          let [most, deepest] = [0, 0];
          for (let k = 0; k < 1000 * Math.min(3, 6 / speed + 0.3); k++) {
            world.step();
            most = Math.max(most, innerEnergy(cars));
            deepest = Math.max(deepest, depthOf(cars[0], cars[1]));
          }
          const after = momentum(cars);
          expect(most).toBeLessThanOrEqual(energy * (1 + 1e-9));
          if (world.events.length > 0) {
            collisions++;
            expect(innerEnergy(cars)).toBeLessThan(energy);
          }
          expect(deepest).toBeLessThan(0.4);
          expect(Math.hypot(after[0] - x, after[1] - y)).toBeLessThan(1e-6);
          expect(Math.abs(after[2] - moment)).toBeLessThan(0.01 * 4000 * Math.max(1, speed));
        },
      ),
      { numRuns: 60, seed: 5 },
    );
    expect(collisions).toBeGreaterThan(30);
  });

  it('pile up between walls and come to less and less motion', () => {
    const cars = Array.from({ length: 12 }, (_, k) => {
      const [column, row] = [k % 4, Math.floor(k / 4)];
      return freeCar({
        mass: 800 + 100 * k,
        x: 5.6 * column,
        y: 5.6 * row,
        yaw: k,
        vx: -7 * (column - 1.5),
        vy: -6 * (row - 1),
        yawRate: Math.sin(k),
      });
    });
    const walls = [
      [-4, 5.6, 0.5, 30],
      [21, 5.6, 0.5, 30],
      [8.4, -4, 30, 0.5],
      [8.4, 15.2, 30, 0.5],
    ].map(([x, y, length, width]) => ({ x, y, length, width, height: 1 }));
    const world = new FreeBodies(cars, { world: { solids: walls } });
    const energy = kineticEnergy(cars);
    let most = 0;
    for (let k = 0; k < 4000; k++) {
      world.step();
      most = Math.max(most, kineticEnergy(cars));
    }
    expect(most).toBeLessThanOrEqual(energy);
    expect(kineticEnergy(cars)).toBeLessThan(0.1 * energy);
    cars.forEach(({ x, y }) => expect(x > -4 && x < 21 && y > -4 && y < 15.2).toBe(true));
  });

  it('do in a mirror what the mirror shows', () => {
    const run = (sign: number) => {
      const cars = [
        freeCar({ vx: 12, y: sign * 0.7, yaw: sign * 0.2, yawRate: sign * 0.1 }),
        freeCar({ x: 6, y: sign * -0.2, yaw: sign * 1.2, vy: sign * 3 }),
      ];
      new FreeBodies(cars).run(0.6);
      return cars;
    };
    const [left, right] = [run(1), run(-1)];
    left.forEach((car, i) => {
      expect(right[i].x).toBeCloseTo(car.x, 9);
      expect(right[i].y).toBeCloseTo(-car.y, 9);
      expect(right[i].yawRate).toBeCloseTo(-car.yawRate, 9);
    });
    expect(left[0].yawRate).not.toBeCloseTo(0.1, 2);
  });

  it('do the same to the last bit when they do it again', () => {
    const run = () => {
      const cars = [freeCar({ vx: 15, yaw: 0.1 }), freeCar({ x: 6, y: 1, yaw: 2 }), freeCar({ x: 12, y: -1, yaw: 4 })];
      new FreeBodies(cars, { world: WALL }).run(2);
      return cars;
    };
    expect(run()).toEqual(run());
  });

  it.each([0.002, 0.005, 0.01])('gain no energy in longer steps either (%s s)', (dt) => {
    const cars = [
      freeCar({ x: -3, vx: 12, y: 0.6, yaw: 0.1 }),
      freeCar({ x: 3, yaw: 0.4 }),
      freeCar({ x: 8, y: 0.5, yaw: 1.6, mass: 800 }),
    ];
    const world = new FreeBodies(cars, { world: WALL }, dt);
    const energy = kineticEnergy(cars);
    let most = 0;
    for (let k = 0; k < 3 / dt; k++) {
      world.step();
      most = Math.max(most, kineticEnergy(cars));
    }
    expect(most).toBeLessThanOrEqual(energy * (1 + 1e-9));
    expect(kineticEnergy(cars)).toBeLessThan(0.6 * energy);
  });

  it('lose energy and keep momentum as robots of a kilogram, too', () => {
    const robot = { mass: 1, inertia: 0.005, comX: 0, front: 0.1, rear: 0.1, halfWidth: 0.08 };
    const cars = [freeCar({ ...robot, vx: 0.5 }), freeCar({ ...robot, x: 0.25, y: 0.05, yaw: 0.5 })];
    const world = new FreeBodies(cars);
    const energy = kineticEnergy(cars);
    world.run(1.5);
    expect(world.events.length).toBe(1);
    expect(kineticEnergy(cars)).toBeLessThan(energy);
    expect(momentum(cars)[0]).toBeCloseTo(0.5, 9);
  });
});

describe('a wall', () => {
  it.each([5, 20, 30])('stops a car at %s m/s and sends it back slowly', (speed) => {
    const [car] = [freeCar({ vx: speed })];
    const world = new FreeBodies([car], { world: WALL });
    let furthest = 0;
    for (let k = 0; k < 1000 * (8 / speed + 0.2); k++) {
      world.step();
      furthest = Math.max(furthest, car.x + HALF_LENGTH);
    }
    expect(furthest - 9.9).toBeLessThan((0.53 * speed) / 60);
    expect(car.vx).toBeCloseTo(-0.2 * speed, 1);
    expect(world.events.map(({ a, b }) => [a, b])).toEqual([['vehicle_0', 'wall']]);
    expect(world.events[0].closing_speed).toBeCloseTo(speed, 9);
  });

  it('holds a car that pushes against it, without trembling', () => {
    const car = freeCar({ vx: 0.5, x: 7.6 });
    const world = new FreeBodies([car], { world: WALL });
    world.run(3, () => [5000, 0, 0]);
    const place = car.x;
    for (let k = 0; k < 1000; k++) {
      world.step(() => [5000, 0, 0]);
      expect(Math.abs(car.vx)).toBeLessThan(1e-6);
      expect(world.forces[0][0]).toBeCloseTo(-5000, 1);
    }
    // where the spring holds the push: m κ δ = 5 kN
    expect(place + HALF_LENGTH - 9.9).toBeCloseTo(5000 / (1500 * 3600), 6);
    expect(world.events.length).toBe(1);
  });

  it('rubs a car that slides along it with μ times the force on it', () => {
    const car = freeCar({ x: 0, y: 0, yaw: Math.PI / 2, vy: 15 });
    const wall = { solids: [{ x: 1.4, y: 0, length: 1, width: 400, height: 1 }] };
    const world = new FreeBodies([car], { world: wall, contact: { friction: 0.3 } });
    const press = () => [4000, 0, 0] as const;
    world.run(0.5, press);
    const before = car.vy;
    world.run(1, press);
    expect(before - car.vy).toBeCloseTo((0.3 * 4000) / 1500, 3);
    expect(car.yaw).toBeCloseTo(Math.PI / 2, 2);
    expect(world.events.length).toBe(1);
  });

  it('is a post, too, that a bumper bends round on neither side', () => {
    const corners = Array.from({ length: 8 }, (_, k) => [
      0.15 * Math.cos((k * Math.PI) / 4),
      0.15 * Math.sin((k * Math.PI) / 4),
    ]);
    const car = freeCar({ vx: 20 });
    const world = new FreeBodies([car], { world: { solids: [{ x: 6, y: 0.1, footprint: corners, height: 1 }] } });
    let furthest = 0;
    for (let k = 0; k < 1000; k++) {
      world.step();
      furthest = Math.max(furthest, car.x + HALF_LENGTH);
    }
    expect(furthest - 5.85).toBeLessThan(0.3);
    expect(car.vx).toBeLessThan(0);
  });
});
