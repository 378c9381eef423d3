import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import type { Body as BodyMessage } from '../../msgs/index.ts';
import { Body } from '../../msgs/index.ts';
import { clearance } from './clearance.ts';
import { overlappingBodies, spawnConflict } from './spawn.ts';
import { worldOf } from '../world.ts';
import { worldParams } from '../world-schema.ts';
import { parse } from '../../core/schema.ts';

const body = (name: string, x: number, given: Partial<BodyMessage> = {}): BodyMessage =>
  Object.assign(Body.create(), { name, x, front: 1, rear: 1, half_width: 0.5, bottom: 0.1, top: 1.5, ...given });

/** What the block says; undefined for nothing. */
function distance(params: Record<string, unknown>, bodies: BodyMessage[]): number | undefined {
  const runner = new BlockRunner(clearance, params);
  runner.send('bodies', (value) => (value.bodies = bodies));
  runner.step();
  return runner.outputs.distance.publish ? runner.outputs.distance.value.data : undefined;
}

const wall = {
  solids: [
    { name: 'wall', x: 0, y: 3, length: 20, width: 1, height: 1 },
    { name: 'bridge', x: 0, y: 0, length: 20, width: 20, height: 1, bottom: 4 },
  ],
};

describe('clearance', () => {
  const cars = [body('ego', 0), body('lead', 5), body('far', -20)];

  it('is the gap between two bodies, whoever else is there', () => {
    expect(distance({ a: 'ego', b: 'lead' }, cars)).toBeCloseTo(3, 12);
    expect(distance({ a: 'lead', b: 'far' }, cars)).toBeCloseTo(23, 12);
    expect(distance({ a: 'ego', b: 'lead' }, [body('ego', 0), body('lead', 1.5)])).toBe(0);
  });

  it('is to the nearest of everything else when no other is named, solids included', () => {
    expect(distance({ a: 'ego' }, cars)).toBeCloseTo(3, 12);
    expect(distance({ a: 'ego', world: wall }, cars)).toBeCloseTo(2, 12);
    expect(distance({ a: 'ego', b: 'wall', world: wall }, cars)).toBeCloseTo(2, 12);
    expect(distance({ a: 'far', b: 'wall', world: wall }, cars)).toBeCloseTo(Math.hypot(9, 2), 12);
  });

  it('is not said while one of the two is unknown', () => {
    expect(distance({ a: 'ego', b: 'nobody' }, cars)).toBeUndefined();
    expect(distance({ a: 'nobody' }, cars)).toBeUndefined();
    expect(distance({ a: 'ego' }, [cars[0]])).toBeUndefined();
  });
});

describe('bodies at the start', () => {
  const spawned = (name: string, x: number, y = 0) => ({
    name,
    x,
    y,
    yaw: 0,
    front: 3.6,
    rear: 0.9,
    halfWidth: 0.9,
    bottom: 0.15,
    top: 1.5,
  });
  const { scene } = worldOf(parse(worldParams, wall, 'world'));

  it('may stand beside each other, and below a bridge', () => {
    expect(spawnConflict([spawned('a', 0), spawned('b', 4.5), spawned('c', 0, -1.8)], scene)).toBeUndefined();
  });

  it('may not stand inside each other or in a wall', () => {
    expect(overlappingBodies([spawned('a', 0), spawned('b', 10), spawned('c', 14.4)])).toEqual(['b', 'c']);
    expect(spawnConflict([spawned('a', 0), spawned('b', 4.4)])).toBe(
      '"a" begins inside "b"; expected bodies that do not overlap at the start',
    );
    expect(spawnConflict([spawned('a', 0), spawned('b', 5, 2)], scene)).toBe(
      '"b" begins inside "wall"; expected bodies that do not overlap at the start',
    );
  });
});
