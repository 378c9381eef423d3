import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanLink } from '../../src/bus/can/can-link.ts';
import { openCanHost } from '../../src/hosts/can/can-host.ts';
import { atHome } from '../../src/hosts/fixtures/test-rig.ts';
import { skidpad } from '../support/command-line.ts';
import type { Point } from './parking-rig.ts';
import { mapBytes, odometryBytes, parkingNode, readStep, runParking, trajectoryBytes } from './parking-rig.ts';
import { hasCompiler, hasEmulator, openEmulator, openProgram } from './programs.ts';

const LINE: readonly Point[] = Array.from({ length: 41 }, (_, i) => [i * 0.1, 0, 0, 0, i === 40 || i === 0 ? 0 : 1]);
const start = (step: number, hold = false) =>
  odometryBytes({ x: 0, y: 0, yaw: 0, speed: 0, hostUs: step * 20_000, ageUs: 7000, hold });

async function run(steps: readonly (readonly Uint8Array[])[], params = {}) {
  const block = parkingNode(params);
  return (await runParking(await atHome(block), block, steps)).map(readStep);
}

describe('the parking microcontroller', () => {
  it('answers every cycle with its three frames, counted, and with both stamps of the odometry', async () => {
    const said = await run(Array.from({ length: 20 }, (_, i) => [start(i + 300_000)]));
    said.forEach(({ ids, counter, hostUs, ageUs }, i) => {
      expect(ids).toEqual(['t1808', 't1818', 't1828']);
      expect([counter, hostUs, ageUs]).toEqual([i % 16, (i + 300_000) * 20_000, 7000]);
    });
  });

  it('drives when it has a whole trajectory, and not before', async () => {
    const parts = trajectoryBytes(1, LINE);
    const whole = await run([[start(0), ...parts], ...Array.from({ length: 30 }, (_, i) => [start(i + 1)])]);
    expect(whole.at(-1)).toMatchObject({ phase: 2, gear: 2, brake: 0 });
    expect(whole.at(-1)!.throttle).toBeGreaterThan(0.1);
    const lacking = [parts[0], ...parts.slice(2)];
    const without = await run([[start(0), ...lacking], ...Array.from({ length: 30 }, (_, i) => [start(i + 1)])]);
    expect(without.at(-1)).toMatchObject({ phase: 0, throttle: 0, brake: 0.5 });
  });

  it('finds messages again after bytes that belong to none', async () => {
    const noise = Uint8Array.from([0x5a, 1, 0x5a, 0x5a, 2, 9, 0x5a]);
    const damaged = trajectoryBytes(9, LINE)[0].map((byte, i) => (i === 30 ? byte ^ 4 : byte));
    const steps = [[noise, damaged, noise, start(0), ...trajectoryBytes(1, LINE)]];
    // what looked like the head of a long message is waited for until it cannot be one
    const said = await run([
      ...steps,
      ...Array.from({ length: 40 }, (_, i) => [start(i + 1), ...trajectoryBytes(1, LINE)]),
    ]);
    expect(said.at(-1)!.phase).toBe(2);
  });

  it('brakes 200 ms after the last news with reason 5, holds, and goes on after a second of news', async () => {
    const moving = (i: number) => odometryBytes({ x: 1, y: 0, yaw: 0, speed: 0.8, hostUs: i * 20_000 });
    const standing = (i: number) => odometryBytes({ x: 1.3, y: 0, yaw: 0, speed: 0, hostUs: i * 20_000 });
    const begin = [[start(0), ...trajectoryBytes(1, LINE)], ...Array.from({ length: 30 }, (_, i) => [start(i + 1)])];
    const driving = Array.from({ length: 20 }, (_, i) => [moving(31 + i)]);
    const silent = Array.from({ length: 60 }, () => []);
    const back = Array.from({ length: 80 }, (_, i) => [standing(150 + i)]);
    const said = await run([...begin, ...driving, ...silent, ...back]);
    expect(said[50].phase).toBe(2);
    expect(said[60]).toMatchObject({ phase: 2 });
    expect(said[61]).toMatchObject({ phase: 6, reason: 5, throttle: 0 });
    expect(said[61].brake).toBeGreaterThan(0.2);
    expect(said[110]).toMatchObject({ phase: 6, reason: 5 });
    expect(said[111 + 45]).toMatchObject({ phase: 6, brake: 0.5 });
    expect(said.at(-1)).toMatchObject({ phase: 2, reason: 0 });
  });

  it('stops when it is asked to, when the map has no new pictures, and when it is off its path', async () => {
    const begin = [[start(0), mapBytes(0), ...trajectoryBytes(1, LINE)], [start(1)]];
    const held = await run([...begin, ...Array.from({ length: 30 }, (_, i) => [start(i + 2, true)])]);
    expect(held.at(-1)).toMatchObject({ phase: 4, reason: 2, brake: 0.5 });
    const blind = await run([...begin, ...Array.from({ length: 60 }, (_, i) => [start(i + 2)])]);
    expect(blind[40].phase).toBe(2);
    expect(blind.at(-1)).toMatchObject({ phase: 6, reason: 4 });
    const astray = (i: number) => odometryBytes({ x: 0.5, y: 0.6, yaw: 0, speed: 0.3, hostUs: i * 20_000 });
    const off = await run([...begin, ...Array.from({ length: 30 }, (_, i) => [i < 20 ? start(i + 2) : astray(i + 2)])]);
    expect(off.at(-1)).toMatchObject({ phase: 6, reason: 6 });
  });

  it('tells the stamps of the newest picture, and before the first one those of the odometry', async () => {
    const late = 5 * 2 ** 32;
    const seen = odometryBytes({ x: 0, y: 0, yaw: 0, speed: 0, hostUs: 40_000, ageUs: 11_000 });
    const said = await run([[seen], [seen, mapBytes(20_000, 97_000)], [mapBytes(late + 1, late + 76_002)]]);
    expect(said.map(({ hostUs, ageUs }) => [hostUs, ageUs])).toEqual([
      [40_000, 11_000],
      [97_000, 77_000],
      [late + 76_002, 76_001],
    ]);
  });
});

/** Odometry, trajectories and garbage. */
const f32 = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
const anyPoints = fc
  .array(fc.tuple(fc.double({ min: 0.02, max: 0.1, noNaN: true }), f32(0.3), f32(1.5)), { minLength: 0, maxLength: 60 })
  .chain((edges) =>
    fc.constantFrom(1, -1).map((direction) => {
      const points: Point[] = [[0, 0, 0, 0, 0]];
      for (const [length, curvature, speed] of edges) {
        const [x, y, yaw] = points.at(-1)!;
        const turn = curvature * length * direction;
        points.push([
          x + length * direction * Math.cos(yaw + turn / 2),
          y + length * direction * Math.sin(yaw + turn / 2),
          yaw + turn,
          curvature,
          speed,
        ]);
      }
      return points;
    }),
  );
const anyStep = fc.record({
  moved: fc.tuple(f32(0.03), f32(0.01), f32(0.02)),
  speed: f32(0.6),
  ageUs: fc.nat(400_000),
  silent: fc.integer({ min: 0, max: 9 }),
  hold: fc.integer({ min: 0, max: 30 }),
  garbage: fc.uint8Array({ maxLength: 3 }),
  picture: fc.tuple(fc.nat(9), fc.nat(2_000_000)),
});
const anyParams = fc.record({
  feedbackLength: fc.double({ min: 0.3, max: 2, noNaN: true }),
  transition: fc.double({ min: 0.05, max: 1, noNaN: true }),
  kp: fc.double({ min: 0, max: 6, noNaN: true }),
  latency: fc.double({ min: 0, max: 0.3, noNaN: true }),
  steeringRate: fc.double({ min: 0.2, max: 3, noNaN: true }),
  shiftTime: fc.double({ min: 0, max: 0.1, noNaN: true }),
  law: fc.nat(1),
});

async function compare(link: CanLink, runs: number): Promise<void> {
  const property = fc.asyncProperty(
    anyParams,
    anyPoints,
    fc.array(anyStep, { minLength: 30, maxLength: 90 }),
    async (params, points, walk) => {
      let [x, y, yaw] = [0, 0, 0];
      const steps = walk.map(({ moved, speed, ageUs, silent, hold, garbage, picture: [news, pictureAge] }, i) => {
        [x, y, yaw] = [x + moved[0], y + moved[1], yaw + moved[2]];
        const seen = odometryBytes({
          x,
          y,
          yaw,
          speed: i < 20 ? 0 : speed,
          hostUs: i * 20_000,
          ageUs,
          hold: hold === 0,
        });
        const map = news === 0 ? [mapBytes(Math.max(0, i * 20_000 - pictureAge), i * 20_000 + 777)] : [];
        const path = i === 2 || i === 60 ? trajectoryBytes(i, points) : [];
        return [garbage, ...(silent === 0 ? [] : [seen]), ...map, ...path];
      });
      const home = parkingNode(params);
      const expected = await runParking(await atHome(home), home, steps);
      const block = parkingNode(params);
      const host = await openCanHost(block, { link, linkName: 'ecu', timing: 'answered', timeLimit: 20 });
      try {
        expect(await runParking(host, block, steps)).toEqual(expected);
      } finally {
        await host.close();
      }
    },
  );
  try {
    await fc.assert(property, { numRuns: runs });
  } finally {
    await link.close();
  }
}

describe('random journeys give the same frames in TypeScript and', () => {
  it.skipIf(!hasCompiler)('in C, here', async () => compare(await openProgram('parking'), 60));
  it.skipIf(!hasEmulator)(
    'on the emulated microcontroller',
    async () => compare(await openEmulator('parking'), 4),
    120_000,
  );
});

async function hashOf(...args: readonly string[]): Promise<string> {
  const scenario = ['scenarios/apa/tracking.yaml', '--no-record', '--json', '--duration', '8'];
  const { stdout, stderr } = await skidpad(['run', ...scenario, ...args]);
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as { hash: string }).hash;
}

describe('the tracking scenario', () => {
  it.skipIf(!hasCompiler)('has one hash with the model and with C here', async () => {
    expect(await hashOf('--host', 'controller=can:program')).toBe(await hashOf());
  });
  it.skipIf(!hasEmulator)(
    'and with C on the emulated microcontroller',
    async () => {
      expect(await hashOf('--host', 'controller=can:ecu')).toBe(await hashOf());
    },
    120_000,
  );
});
