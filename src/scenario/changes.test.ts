import { checkScenario } from './check.ts';
import { describe, expect, it } from 'vitest';
import { catalog } from '../catalog.ts';
import { buildLoop } from '../core/build.ts';

/** A car whose actuators answer at once, told to drive at `vx`; the speed is then changed. */
const document = (changes: unknown[], more: Record<string, unknown> = {}) => ({
  name: 'changes',
  duration: 4,
  blocks: {
    driver: { type: 'control/twist-schedule', rateHz: 100, params: { segments: [{ until: 100, vx: 1 }] } },
    car: {
      type: 'vehicle/bicycle',
      inputs: { twist: 'driver.twist' },
      params: {
        driveActuator: { deadTime: 0, timeConstant: 0, maxVelocity: 0, maxAcceleration: 0 },
        steeringActuator: { deadTime: 0, timeConstant: 0, maxVelocity: 0 },
      },
    },
  },
  changes,
  ...more,
});

async function drive(changes: unknown[]) {
  const scenario = checkScenario(document(changes), catalog);
  const loop = await buildLoop(scenario);
  await loop.run(scenario.ticks);
  return { hash: loop.hash(), x: loop.ports.find(({ path }) => path === 'car.state')!.signal.value.x as number };
}

const faster = { at: 2, block: 'driver', params: { segments: [{ until: 100, vx: 3 }] } };
const refusal = (changes: unknown[], more?: Record<string, unknown>) => () =>
  checkScenario(document(changes, more), catalog);

describe('changes', () => {
  it('take effect at their tick', async () => {
    const plain = await drive([]);
    const changed = await drive([faster]);
    // two seconds at 1 m/s more 2 m/s, the same little delay in both
    expect(plain.x).toBeCloseTo(4, 1);
    expect(changed.x - plain.x).toBeCloseTo(4, 1);
    expect(changed.hash).not.toBe(plain.hash);
  });

  it('change nothing when they say what is so already', async () => {
    expect((await drive([{ ...faster, params: { segments: [{ until: 100, vx: 1 }] } }])).hash).toBe(
      (await drive([])).hash,
    );
  });

  it('lay themselves over what was said before, mapping by mapping', () => {
    const { changes } = checkScenario(
      document([
        { at: 1, block: 'car', params: { driveActuator: { maxVelocity: 5 } } },
        { at: 2, block: 'car', params: { driveActuator: { deadTime: 0.1 } } },
      ]),
      catalog,
    );
    expect(changes.map(({ tick, params }) => [tick, params.driveActuator])).toEqual([
      [1000, expect.objectContaining({ maxVelocity: 5, deadTime: 0, maxAcceleration: 0 })],
      [2000, expect.objectContaining({ maxVelocity: 5, deadTime: 0.1, maxAcceleration: 0 })],
    ]);
  });

  it('are part of a snapshot: restore and continue equals continue, before and after them', async () => {
    const scenario = checkScenario(document([faster]), catalog);
    const loop = await buildLoop(scenario);
    loop.runUntil(1500);
    const before = loop.save();
    loop.runUntil(3000);
    const after = loop.save();
    loop.runUntil(scenario.ticks);
    const { hash } = await drive([faster]);
    expect(loop.hash()).toBe(hash);
    for (const snapshot of [after, before]) {
      loop.restore(snapshot);
      loop.runUntil(scenario.ticks);
      expect(loop.hash()).toBe(hash);
    }
  });

  it('can be planned while the loop runs, and forgotten again', async () => {
    const loop = await buildLoop(checkScenario(document([]), catalog));
    loop.runUntil(2000);
    const there = loop.save();
    loop.setChanges(checkScenario(document([faster]), catalog).changes);
    loop.runUntil(4000);
    expect(loop.hash()).toBe((await drive([faster])).hash);
    loop.restore(there);
    loop.setChanges([]);
    loop.runUntil(4000);
    expect(loop.hash()).toBe((await drive([])).hash);
  });

  it('of the world reach every block that shares it', () => {
    const probe = { type: 'world/clearance', inputs: { bodies: 'traffic.bodies' }, params: { a: 'car' } };
    const traffic = {
      type: 'world/traffic',
      inputs: { vehicles: ['car.state'] },
      params: { bodies: [{ name: 'car' }] },
    };
    const { blocks } = document([]);
    const { changes } = checkScenario(
      document([{ at: 1, block: 'world', params: { solids: [{ x: 9, length: 1, width: 1, height: 1 }] } }], {
        blocks: { ...blocks, probe, traffic },
        world: {},
      }),
      catalog,
    );
    expect(changes.map(({ block }) => block)).toEqual(['probe', 'traffic']);
    expect(changes[0].params.world).toBe(changes[1].params.world);
    expect(changes[0].params.a).toBe('car');
  });

  it.each<[string, unknown[], string]>([
    [
      'a block that is not there',
      [{ at: 1, block: 'drivr', params: {} }],
      'changes[0].block: there is no block "drivr" (did you mean "driver"?)',
    ],
    [
      'a parameter that is not there',
      [{ at: 1, block: 'car', params: { wheelbase: 1 } }],
      'changes[0].params.wheelbase',
    ],
    [
      'a value out of bounds',
      [faster, { at: 3, block: 'car', params: { wheelBase: -1 } }],
      'changes[1].params.wheelBase: expected a number above 0 [m], got -1',
    ],
    [
      'a contradiction',
      [{ at: 1, block: 'car', params: { steeringActuator: { maxPosition: 0 } } }],
      'changes[0].params.steeringActuator.maxPosition',
    ],
    [
      'a fixed parameter',
      [{ at: 1, block: 'traffic', params: { bodies: [{ name: 'van' }] } }],
      'changes[0].params.bodies: is fixed: it is used only at the start and cannot change during a run',
    ],
    [
      'a block on a host that is not told',
      [{ at: 1, block: 'program', params: { x: 1 } }],
      'changes[0].block: program runs on a process host, which is not told of changes',
    ],
    ['an order that is none', [faster, { ...faster, at: 1 }], 'changes[1].at: expected at least 2 s'],
    ['no parameters', [{ at: 1, block: 'car', params: 3 }], 'changes[0].params: expected parameters by name, got 3'],
  ])('are refused with a sentence: %s', (_name, changes, sentence) => {
    const { blocks } = document([]);
    const traffic = {
      type: 'world/traffic',
      inputs: { vehicles: ['car.state'] },
      params: { bodies: [{ name: 'car' }] },
    };
    const ports = { outputs: { said: 'std_msgs/msg/String' } };
    const program = { type: 'external', period: 0.1, ports, host: { kind: 'process', command: 'true' } };
    expect(refusal(changes, { blocks: { ...blocks, traffic, program } })).toThrow(sentence);
  });

  it('may say again what a fixed parameter is', () => {
    const { blocks } = document([]);
    const params = { bodies: [{ name: 'car' }], contact: { friction: 0.5 } };
    const traffic = { type: 'world/traffic', inputs: { vehicles: ['car.state'] }, params };
    const change = { at: 1, block: 'traffic', params: { ...params, contact: { friction: 0.9 } } };
    expect(refusal([change], { blocks: { ...blocks, traffic } })).not.toThrow();
  });
});
