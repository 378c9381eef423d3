import { describe, expect, it } from 'vitest';
import { portOf } from '../../test/support/small-blocks.ts';
import { catalog } from '../catalog.ts';
import { buildLoop } from '../core/build.ts';
import { parseFields } from '../core/schema.ts';
import { trafficParams } from '../world/traffic/params.ts';
import { memoryFiles } from './files.ts';
import { loadScenario } from './load.ts';
import { wireTraffic } from './traffic.ts';

const car = (params = {}, body: unknown = { front: 3 }) => ({ type: 'vehicle/four-wheel', body, params });
const WALL = { solids: [{ name: 'wall', x: 50, y: 0, length: 1, width: 1, height: 1 }] };
const wired = (blocks: object, world: unknown = {}): any => wireTraffic({ world, blocks }).blocks;

describe('vehicles with a body', () => {
  it('meet where there are two of them', () => {
    const { a, b, traffic } = wired({ a: car(), b: car({ x: 20 }) });
    expect(a).toEqual({ ...car(), inputs: { contact: 'traffic.contacts[0]' } });
    expect(b.inputs).toEqual({ contact: 'traffic.contacts[1]' });
    expect(traffic).toMatchObject({ type: 'world/traffic', inputs: { vehicles: ['a.state', 'b.state'] } });
  });

  it('are alone on empty ground', () => {
    expect(wired({ a: car() })).toEqual({ a: car() });
  });

  it('meet what stands in the world, and whatever a scenario with traffic of its own has in store', () => {
    expect(Object.keys(wired({ a: car() }, WALL))).toEqual(['a', 'traffic']);
    const { traffic } = wired({ a: car(), traffic: { period: 0.01, params: { contact: { friction: 1 } } } });
    expect(traffic).toMatchObject({
      period: 0.01,
      params: { contact: { friction: 1 }, bodies: [{ name: 'a' }] },
      inputs: { vehicles: ['a.state'] },
    });
  });

  it('are as heavy as their parameters say, in whatever unit, unless the body says otherwise', () => {
    const params = { mass: '1.5 t', yawInertia: 2000, wheelBase: '300 cm', cgToFrontAxle: 1 };
    const bodies = wired({ a: car(params), b: car({ ...params, x: 20 }, { mass: 7 }) }).traffic.params.bodies;
    const parsed: any = parseFields(trafficParams, { bodies }, '').bodies;
    expect(parsed[0]).toMatchObject({ mass: 1500, inertia: 2000, comX: 2 });
    expect(parsed[1]).toMatchObject({ mass: 7, inertia: 2000 });
  });

  it('are seen by the sensors of others, and not by their own', () => {
    const sonar = { type: 'sensors/sonar', inputs: { state: 'a.state' } };
    const { s, t } = wired({
      a: car(),
      b: car({ x: 20 }),
      s: sonar,
      t: {
        ...sonar,
        inputs: { state: { from: 'b.state', delay: 1 }, bodies: 'mine.bodies' },
        params: { ownBody: 'me' },
      },
    });
    expect(s).toMatchObject({ inputs: { bodies: 'traffic.bodies' }, params: { ownBody: 'a' } });
    expect(t).toMatchObject({ inputs: { bodies: 'mine.bodies' }, params: { ownBody: 'me' } });
  });

  it('may be read by blocks that somebody else wrote', () => {
    const own = { ...catalog.blocks.get('sensors/sonar')!, type: './own.ts' };
    const document = { blocks: { a: car(), b: car({ x: 20 }), s: { type: './own.ts', inputs: { state: 'a.state' } } } };
    const find = (type: string) => (type === './own.ts' ? own : catalog.blocks.get(type));
    expect((wireTraffic(document, undefined, find).blocks as any).s.inputs.bodies).toBe('traffic.bodies');
  });

  it('begin beside each other, by the outline that the traffic block takes where none is given', () => {
    // 3.6 m ahead of one and 0.9 m behind the other
    const at = (x: number | string, yaw: number | string = 0) => wired({ a: car({}, {}), b: car({ x, yaw }, {}) });
    expect(() => at(4.4)).toThrow('blocks.a: "a" begins inside "b"');
    expect(() => at(4.6)).not.toThrow();
    expect(() => at('450.1 cm', '0 deg')).not.toThrow();
    expect(() => at(4.6, '180 deg')).toThrow('begins inside');
    expect(() => wired({ a: car({ x: 49 }) }, WALL)).toThrow('blocks.a: "a" begins inside "wall"');
  });

  it('may be twenty', async () => {
    const blocks = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`car${i}`, car({ x: 10 * i })]));
    const document = { name: 'many', duration: 1, blocks };
    const scenario = await loadScenario(memoryFiles({}), { document, path: 'many.yaml' });
    const traffic = scenario.blocks.find(({ name }) => name === 'traffic')!;
    expect(traffic.inputs['vehicles[19]']).toMatchObject({ block: 'car19', port: 'state' });
    expect(traffic.topics['contacts[19]']).toBe('/traffic/contacts_19');
    expect(scenario.blocks.find(({ name }) => name === 'car19')!.inputs.contact).toMatchObject({
      port: 'contacts[19]',
    });
    const loop = await buildLoop(scenario);
    loop.runUntil(100);
    expect(portOf(loop, 'traffic.bodies').signal.value.bodies).toHaveLength(20);
  });

  it('are the same in the saved scenario', async () => {
    const files = memoryFiles({});
    const params = { mass: 900, yawInertia: 1100 };
    const document = {
      name: 'saved',
      duration: 1,
      blocks: { a: car(params), b: car({ x: 20 }), c: car({ x: 40 }, { mass: 7 }) },
    };
    const first = await loadScenario(files, { document, path: 'a.yaml' });
    const second = await loadScenario(files, { document: { ...first.document }, path: 'a.yaml' });
    expect(second.document).toEqual(first.document);
  });
});
