/** Traffic in a loop with real cars: wires, latencies and tyres included. */
import { describe, expect, it } from 'vitest';
import { buildLoop } from '../../core/build.ts';
import type { Loop } from '../../core/loop.ts';
import { catalog as shipped } from '../../catalog.ts';
import type { Catalog } from '../../scenario/catalog.ts';
import { byType } from '../../scenario/catalog.ts';
import { checkScenario } from '../../scenario/check.ts';
import { fourWheel } from '../../vehicle/four-wheel/four-wheel.ts';
import { worldBlocks } from '../index.ts';

const catalog: Catalog = { ...shipped, blocks: byType([fourWheel, ...worldBlocks]) };

const car = (port: number, params: Record<string, unknown>) => ({
  type: 'vehicle/four-wheel',
  params,
  inputs: { contact: `traffic.contacts[${port}]` },
});
const build = (cars: Record<string, unknown>[], world: unknown = {}): Promise<Loop> =>
  buildLoop(
    checkScenario(
      {
        name: 'traffic',
        seed: 1,
        duration: 10,
        world,
        blocks: {
          ...Object.fromEntries(cars.map((params, i) => [`car${i}`, car(i, params)])),
          traffic: {
            type: 'world/traffic',
            inputs: { vehicles: cars.map((_, i) => `car${i}.state`) },
            params: { bodies: cars.map(() => ({})) },
          },
          gap: { type: 'world/clearance', inputs: { bodies: 'traffic.bodies' }, params: { a: 'vehicle_0' } },
        },
      },
      catalog,
    ),
  );
const valueOf = (loop: Loop, path: string) => loop.ports.find((port) => port.path === path)!.signal.value;

describe('cars in traffic', () => {
  it('are stopped by a wall', async () => {
    const loop = await build([{ speed: 15 }], { solids: [{ x: 20, length: 1, width: 10, height: 1 }] });
    loop.runUntil(6000);
    const { x, vx } = valueOf(loop, 'car0.state');
    expect(x + 3.6).toBeLessThan(19.5);
    expect(vx).toBeLessThanOrEqual(0);
    expect(valueOf(loop, 'traffic.event')).toMatchObject({ a: 'vehicle_0', b: 'solid_0', count: 1 });
    expect(valueOf(loop, 'traffic.event').closing_speed).toBeCloseTo(15, 0);
  });

  it('push the one they run into', async () => {
    const loop = await build([{ speed: 10 }, { x: 8 }]);
    loop.runUntil(400);
    expect(valueOf(loop, 'gap.distance').data).toBeLessThan(0.2);
    loop.runUntil(1000);
    const [first, second] = [valueOf(loop, 'car0.state'), valueOf(loop, 'car1.state')];
    expect(second.vx - first.vx).toBeGreaterThan(1);
    expect(second.vx + first.vx).toBeCloseTo(10, 0);
    expect(valueOf(loop, 'gap.distance').data).toBeGreaterThan(0.3);
  });

  it('do the same after a snapshot in the middle of a collision', async () => {
    const run = async () =>
      build([
        { speed: 12, y: 0.5 },
        { x: 8, yaw: 0.3 },
      ]);
    const [straight, restored] = [await run(), await run()];
    straight.runUntil(310);
    restored.restore(structuredClone(straight.save()));
    straight.runUntil(1500);
    restored.runUntil(1500);
    expect(restored.hash()).toBe(straight.hash());
    expect(valueOf(straight, 'traffic.event').count).toBe(1);
  });
});
