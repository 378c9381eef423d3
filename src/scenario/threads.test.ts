import { describe, expect, it } from 'vitest';
import { catalog } from '../catalog.ts';
import { checkScenario } from './check.ts';
import type { Scenario } from './scenario.ts';
import { assignThreads, placeOnThreads, threadsWorth } from './threads.ts';

const CAMERA = {
  type: 'sensors/camera',
  rateHz: 30,
  params: { width: 800, height: 800 },
  inputs: { state: 'car.state' },
};
const DETECTOR = { type: 'vision/line-detector', rateHz: 30, inputs: { image: 'a.image' } };

const scenarioOf = (blocks: Record<string, unknown>, duration = 1): Scenario =>
  checkScenario({ name: 'threads', duration, blocks: { car: { type: 'vehicle/bicycle' }, ...blocks } }, catalog);

/** The thread of every block that could be moved. */
const placed = (threads: number, blocks: Record<string, unknown>) =>
  Object.fromEntries(assignThreads(scenarioOf(blocks).blocks, threads));

describe('the work of several threads', () => {
  it('is halved where cameras see at the same instant, and home takes its half', () => {
    expect(placed(2, { a: CAMERA, b: CAMERA })).toEqual({ a: 0, b: 1 });
    const four = Object.values(placed(2, { a: CAMERA, b: CAMERA, c: CAMERA, d: CAMERA }));
    expect(four.filter((thread) => thread === 1)).toHaveLength(2);
    expect(new Set(Object.values(placed(4, { a: CAMERA, b: CAMERA, c: CAMERA, d: CAMERA })))).toEqual(
      new Set([0, 1, 2, 3]),
    );
  });

  it('goes by cost and rate: one large camera against four small ones', () => {
    const small = { ...CAMERA, params: { width: 400, height: 400 } };
    const { large, ...others } = placed(2, { s1: small, s2: small, large: CAMERA, s3: small, s4: small });
    expect(new Set(Object.values(others))).toEqual(new Set([1 - large]));
    const slow = { ...CAMERA, rateHz: 10 };
    expect(placed(2, { s1: slow, s2: slow, fast: CAMERA, s3: slow })).toEqual({ fast: 0, s1: 1, s2: 1, s3: 1 });
  });

  it('leaves a camera at home for which the loop would only wait, and moves it when it has time', () => {
    expect(placed(2, { a: CAMERA })).toEqual({ a: 0 });
    expect(placed(2, { a: CAMERA, b: { ...CAMERA, offset: 0.005 } })).toEqual({ a: 0, b: 0 });
    expect(placed(2, { a: { ...CAMERA, latency: 0.02 } })).toEqual({ a: 1 });
    expect(placed(2, { a: CAMERA, detector: { ...DETECTOR, offset: 0.001, latency: 0.01 } })).toEqual({
      a: 0,
      detector: 1,
    });
  });

  it('uses no more threads than it was given, and no more than there is work for', () => {
    const cameras = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`camera${i}`, CAMERA]));
    const counts = new Map<number, number>();
    for (const thread of Object.values(placed(3, cameras))) counts.set(thread, (counts.get(thread) ?? 0) + 1);
    expect([...counts].sort()).toEqual([
      [0, 4],
      [1, 4],
      [2, 4],
    ]);
    expect(Math.max(...Object.values(placed(64, { a: CAMERA, b: CAMERA })))).toBeLessThanOrEqual(1);
  });

  it('leaves plants, light blocks and blocks with a host of their own where they are', () => {
    const few = { type: 'sensors/lidar', params: { rays: 10 }, inputs: { state: 'car.state' } };
    const many = { ...few, params: { rays: 2000 }, latency: 0.05 };
    expect(placed(2, { few, many, here: { ...many, host: 'local' }, own: { ...many, host: 'worker' } })).toEqual({
      many: 1,
    });
  });

  it('is said in the hosts of the placed scenario and nowhere else', () => {
    const scenario = scenarioOf({ a: CAMERA, b: CAMERA, own: { ...CAMERA, host: { kind: 'worker', timeLimit: 3 } } });
    const after = placeOnThreads(scenario, 2);
    expect(after.blocks.map(({ name, host }) => [name, host.kind.kind, host.params, host.timeLimit])).toEqual([
      ['car', 'local', {}, 10],
      ['a', 'local', {}, 10],
      ['b', 'worker', { thread: 1 }, 10],
      ['own', 'worker', {}, 3],
    ]);
    expect(after.document).toBe(scenario.document);
    expect(placeOnThreads(scenario, 1)).toBe(scenario);
  });

  it('stays in one thread where no kind of host has threads', () => {
    const scenario = scenarioOf({ a: CAMERA, b: CAMERA });
    const local = { ...scenario, catalog: { ...catalog, hosts: new Map([['local', catalog.hosts.get('local')!]]) } };
    expect(placeOnThreads(local, 4)).toBe(local);
  });

  it('is begun only where the run is long enough to win back what each thread costs', () => {
    const cameras = Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`camera${i}`, CAMERA]));
    const worth = (duration: number) => threadsWorth(scenarioOf(cameras, duration), 4);
    expect([1, 10, 15, 60].map(worth)).toEqual([1, 2, 4, 4]);
    expect(threadsWorth(scenarioOf({ a: CAMERA }, 1), 2)).toBe(2);
    expect(threadsWorth(scenarioOf(cameras, 60), 1)).toBe(1);
  });

  it.each([0, -1, 1.5, 65, NaN])('cannot be shared by %s threads', (threads) => {
    expect(() => placeOnThreads(scenarioOf({ a: CAMERA }), threads)).toThrow(
      /^threads: expected a whole number from 1 to 64, got/,
    );
  });
});
