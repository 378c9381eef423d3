import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../core/input-error.ts';
import type { Tree } from '../core/tree.ts';
import type { Overrides, ScenarioSource } from './document.ts';
import { expandScenario, loadWorld } from './document.ts';
import { memoryFiles } from './files.ts';
import { locate } from './places.ts';

const FILES: Record<string, string> = {
  'scenarios/two.yaml': `
name: two
duration: 5
world: ../worlds/straight.yaml
blocks:
  car1:
    from: ../vehicles/car.yaml
    start: { progress: 10 }
  car2:
    from: ../vehicles/car.yaml
    start:
      progress: 40
      lateral: 1
    body: { colour: [1, 2, 3] }
    sensors:
      sonar: false
`,
  'scenarios/far.yaml': 'from: two.yaml\nblocks:\n  car2: { start: { progress: 90 } }\n',
  'worlds/straight.yaml': 'track:\n  segments: { elements: [{ straight: 100 }] }\n',
  'vehicles/car.yaml': `
type: vehicle/four-wheel
body: { front: 3, rear: 1, halfWidth: 0.9 }
params:
  mass: 1000
  yawInertia: 2 t
  wheelBase: 2.5
  cgToFrontAxle: 1
sensors:
  sonar:
    type: sensors/sonar
    params: { maxRange: 15 }
    topics: { range: front }
`,
};
const expand = (source: ScenarioSource = 'scenarios/two.yaml', overrides?: Overrides, more = {}): Promise<any> =>
  expandScenario(memoryFiles({ ...FILES, ...more }), source, overrides);

/** The sentence about a value of the expanded document. */
const sentence = async (path: string, overrides?: Overrides): Promise<string> =>
  locate(new InputError(path, 'is bad'), await expand('scenarios/two.yaml', overrides)).message;

const problem = async (source: ScenarioSource, overrides?: Overrides, more = {}): Promise<string> => {
  const error = await expand(source, overrides, more).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).message).not.toContain('\n');
  return (error as InputError).message;
};

describe('a scenario', () => {
  it('becomes plain blocks: sensors mounted, vehicles placed, traffic wired', async () => {
    const document = await expand();
    expect(Object.keys(document.blocks)).toEqual(['car1', 'car1-sonar', 'car2', 'traffic']);
    expect(document.blocks.car1).toEqual({
      type: 'vehicle/four-wheel',
      body: { front: 3, rear: 1, halfWidth: 0.9 },
      params: { mass: 1000, yawInertia: '2 t', wheelBase: 2.5, cgToFrontAxle: 1, x: 10, y: 0, yaw: 0 },
      inputs: { contact: 'traffic.contacts[0]' },
    });
    expect(document.blocks['car1-sonar']).toEqual({
      type: 'sensors/sonar',
      params: { maxRange: 15, ownBody: 'car1' },
      inputs: { state: 'car1.state', bodies: 'traffic.bodies' },
      topics: { range: '/car1/front' },
    });
    expect(document.blocks.traffic.params.bodies[1]).toEqual({
      name: 'car2',
      front: 3,
      rear: 1,
      halfWidth: 0.9,
      colour: [1, 2, 3],
      mass: 1000,
      comX: 1.5,
    });
  });

  it('is the same from a document as from its file', async () => {
    const document: Tree = { from: 'two.yaml', blocks: { car2: { start: { progress: 90 } } } };
    expect(await expand({ document, path: 'scenarios/any.yaml' })).toEqual(await expand('scenarios/far.yaml'));
  });

  it('is the same with something laid over it as from a scenario that says so', async () => {
    expect(await expand('scenarios/two.yaml', { over: { blocks: { car2: { start: { progress: 90 } } } } })).toEqual(
      await expand('scenarios/far.yaml'),
    );
  });

  it('can have a sensor taken off, and one of the blocks that sensors become changed', async () => {
    const without = await expand('scenarios/two.yaml', { set: ['blocks.car1.sensors.sonar=false'] });
    expect(Object.keys(without.blocks)).toEqual(['car1', 'car2', 'traffic']);
    const { blocks } = await expand('scenarios/two.yaml', {
      set: ['blocks.car1-sonar.inputs.state.delay=0.1', 'blocks.car1.sensors.sonar.params.maxRange=3'],
      host: ['car1-sonar=worker'],
    });
    expect(blocks['car1-sonar']).toMatchObject({
      inputs: { state: { from: 'car1.state', delay: 0.1 } },
      params: { maxRange: 3 },
      host: { kind: 'worker' },
    });
  });

  it('starts its vehicles on the track of the world that it is given', async () => {
    const more = { 'w.yaml': 'track: { segments: { start: { y: 7 }, elements: [{ straight: 100 }] } }' };
    const { blocks } = await expand('scenarios/two.yaml', { world: 'w.yaml' }, more);
    expect(blocks.car1.params).toMatchObject({ x: 10, y: 7 });
    expect(blocks.car2.params).toMatchObject({ x: 40, y: 8 });
  });
});

describe('a mistake is named as it was written', () => {
  it.each<[string, string, string]>([
    ['a scenario', 'duration', 'scenarios/two.yaml:3:1: duration'],
    ['a scenario as a whole', 'metrics.x', 'scenarios/two.yaml: metrics.x'],
    ['a key that is absent', 'blocks.car2.rateHz', 'scenarios/two.yaml:9:3: blocks.car2.rateHz'],
    ['a vehicle file', 'blocks.car1.params.mass', 'vehicles/car.yaml:5:3: params.mass'],
    ['a world file', 'world.track.segments', 'worlds/straight.yaml:2:3: track.segments'],
    ['a sensor', 'blocks.car1-sonar.params.maxRange', 'vehicles/car.yaml:12:15: sensors.sonar.params.maxRange'],
    ['a wire of a sensor', 'blocks.car1-sonar.inputs.state', 'vehicles/car.yaml:10:3: sensors.sonar.inputs.state'],
    ['a topic of a sensor', 'blocks.car1-sonar.topics.range', 'vehicles/car.yaml:13:15: sensors.sonar.topics.range'],
    ['a start', 'blocks.car2.params.x', 'scenarios/two.yaml:11:5: blocks.car2.start'],
    ['an outline', 'blocks.traffic.params.bodies[0].front', 'vehicles/car.yaml:3:9: body.front'],
    [
      'the outline of another',
      'blocks.traffic.params.bodies[1].colour',
      'scenarios/two.yaml:14:13: blocks.car2.body.colour',
    ],
    ['one colour', 'blocks.traffic.params.bodies[1].colour[2]', 'scenarios/two.yaml:14:28: blocks.car2.body.colour[2]'],
    ['an absent part of it', 'blocks.traffic.params.bodies[1].top', 'scenarios/two.yaml:14:5: blocks.car2.body.top'],
    ['mass', 'blocks.traffic.params.bodies[1].mass', 'vehicles/car.yaml:5:3: params.mass'],
    ['what the traffic reads', 'blocks.traffic.inputs.vehicles[1]', 'scenarios/two.yaml:14:5: blocks.car2.body'],
    ['what a vehicle reads of it', 'blocks.car1.inputs.contact', 'vehicles/car.yaml:3:1: body'],
    [
      'what a sensor reads of it',
      'blocks.car1-sonar.inputs.bodies',
      'vehicles/car.yaml:10:3: sensors.sonar.inputs.bodies',
    ],
  ])('in %s', async (_name, path, where) => {
    expect(await sentence(path)).toBe(`${where}: is bad`);
  });

  it('in an option', async () => {
    const overrides = { set: ['blocks.car1-sonar.params.maxRange=-1', 'blocks.car2.body.mass=-5'], seed: -1 };
    expect(await sentence('seed', { seed: -1 })).toBe('--seed: is bad');
    expect(await sentence('blocks.car1-sonar.params.maxRange', { set: [overrides.set[0]] })).toBe(
      '--set blocks.car1-sonar.params.maxRange: is bad',
    );
    expect(await problem('scenarios/two.yaml', overrides)).toBe(
      '--set blocks.car2.body.mass: expected a number above 0 [kg], got -5',
    );
  });

  it('in what was laid over a file, and around it', async () => {
    const over = { blocks: { car1: { rateHz: 3, sensors: { sonar: { params: { rays: 4 } } } } } };
    expect(await sentence('blocks.car1-sonar.params.rays', { over })).toBe(
      'blocks.car1.sensors.sonar.params.rays: is bad',
    );
    expect(await sentence('blocks.car1.rateHz', { over })).toBe('blocks.car1.rateHz: is bad');
    expect(await sentence('blocks.car1.period', { over })).toBe('scenarios/two.yaml:6:3: blocks.car1.period: is bad');
    expect(await sentence('name.x', { over })).toBe('scenarios/two.yaml:2:1: name.x: is bad');
    expect(await sentence('seed', { over })).toBe('scenarios/two.yaml: seed: is bad');
  });

  it('in a document that no file holds', async () => {
    const document = { blocks: { car: { type: 'x', sensors: { s: { type: 'y' } } } } };
    const expanded = await expand({ document, path: 'scenarios/made.yaml' });
    expect(locate(new InputError('blocks.car-s.params.k', 'is bad'), expanded).message).toBe(
      'blocks.car.sensors.s.params.k: is bad',
    );
  });
});

describe('a scenario that cannot be expanded gets one sentence', () => {
  it.each<[string, string, string]>([
    ['a list', '- 1', 'expected a scenario: a mapping with name, duration and blocks, got a list of 1'],
    ['nothing', '', 'expected a scenario: a mapping with name, duration and blocks, got null'],
    ['parameters of ROS', 'sim_node: {}', 'this is a ROS parameter file, not a scenario; run it with --params'],
    [
      'a start without a track',
      'blocks: { a: { start: {} } }',
      '1:16: blocks.a.start: expected a track in the world to start on, got none',
    ],
    [
      'a start with a wrong key',
      'world: worlds/straight.yaml\nblocks: { a: { start: { x: 3 } } }',
      '2:25: blocks.a.start.x: unknown key; known keys are progress, lateral, heading',
    ],
    [
      'parameters that are none',
      'world: worlds/straight.yaml\nblocks: { a: { start: {}, params: 3 } }',
      '2:27: blocks.a.params: expected parameters by name, got 3',
    ],
    [
      'a body that is none',
      'blocks: { a: { body: true } }',
      '1:16: blocks.a.body: expected the outline of a vehicle as a mapping, got true',
    ],
    [
      'a body with a wrong size',
      'blocks: { a: { body: { front: -1 } } }',
      '1:24: blocks.a.body.front: expected a number of at least 0 [m], got -1',
    ],
    [
      'a world that is none',
      'world: [1]\nblocks: { a: { body: {} } }',
      '1:1: world: expected a mapping, got a list of 1',
    ],
    [
      'a world that nobody reads',
      'world:\n  track: { polar: { radius: 50 }, road: { width: 200 } }',
      '2:43: world.track.road.width: expected less than 100 m, where the road would cover itself, got 200',
    ],
    [
      'a track that is none',
      'world: { track: { polar: { radius: 0 } } }\nblocks: { a: { body: {} } }',
      '1:28: world.track.polar.radius: expected a number above 0 [m], got 0',
    ],
    [
      'sensors that are none',
      'blocks: { a: { sensors: 3 } }',
      '1:16: blocks.a.sensors: expected a mapping of sensors by name, got 3',
    ],
    [
      'two vehicles in one place',
      'blocks:\n  a: { body: {} }\n  b: { body: {}, params: { x: 1 m, yaw: 90 deg } }',
      '2:3: blocks.a: "a" begins inside "b"; expected bodies that do not overlap at the start',
    ],
    [
      'traffic that is no block',
      'blocks: { a: { body: {} }, traffic: 3 }',
      '1:28: blocks.traffic: expected a mapping, got 3',
    ],
    [
      'inputs that are none',
      'blocks: { a: { type: sensors/sonar, body: {}, inputs: 3 }, traffic: {} }',
      '1:47: blocks.a.inputs: expected a mapping, got 3',
    ],
  ])('%s', async (_name, text, expected) => {
    const separator = /^\d/.test(expected) ? ':' : ': ';
    expect(await problem('x.yaml', {}, { 'x.yaml': text })).toBe(`x.yaml${separator}${expected}`);
  });

  it('a file that is not there, or in a world that is not there', async () => {
    expect(await problem('none.yaml')).toBe('none.yaml: there is no such file');
    expect(await problem('scenarios/two.yaml', { world: 'none.yaml' })).toBe('none.yaml: there is no such file');
    expect(await problem({ document: [] as unknown as Tree, path: '' })).toBe('expected a scenario, got a list of 0');
  });
});

describe('the world', () => {
  const files = memoryFiles({
    ...FILES,
    'scenarios/none.yaml': 'blocks: {}',
    'scenarios/odd.yaml': 'world: 3',
    'worlds/wide.yaml': 'from: straight.yaml\ntrack: { laneWidth: 9 }',
    'list.yaml': '[1]',
  });

  it('is read from a world file, and from a scenario, with what they are made of', async () => {
    const straight = { track: { segments: { elements: [{ straight: 100 }] } } };
    expect(await loadWorld(files, 'worlds/straight.yaml')).toEqual(straight);
    expect(await loadWorld(files, 'scenarios/two.yaml')).toEqual(straight);
    expect(await loadWorld(files, 'scenarios/far.yaml')).toEqual(straight);
    expect(await loadWorld(files, 'worlds/wide.yaml')).toEqual({ track: { ...straight.track, laneWidth: 9 } });
  });

  it('is missed in a sentence', async () => {
    await expect(loadWorld(files, 'scenarios/none.yaml')).rejects.toThrow(
      'scenarios/none.yaml: this scenario has no world',
    );
    await expect(loadWorld(files, 'list.yaml')).rejects.toThrow('list.yaml: expected a world, got a list of 1');
    await expect(loadWorld(files, 'scenarios/odd.yaml')).rejects.toThrow(
      'scenarios/odd.yaml:1:1: world: expected a mapping, got 3',
    );
  });
});

describe('garbage', () => {
  it('is never answered with anything but an InputError of one line, or left for whoever checks it', async () => {
    const key = fc.constantFrom(
      ...[
        'from',
        'world',
        'blocks',
        'a',
        'a-s',
        's',
        'traffic',
        'type',
        'start',
        'body',
        'sensors',
        'params',
        'inputs',
      ],
      ...['topics', 'host', 'clock', 'track', 'front', 'progress', 'mass', 'x', '__proto__', 'constructor', ''],
    );
    const leaf = fc.oneof(
      fc.constantFrom<unknown>(null, true, 3, -1, NaN, '', 'x', '2 m', 'a.state', 'two.yaml', '../vehicles/car.yaml'),
      fc.constantFrom('vehicle/four-wheel', 'sensors/sonar', '../worlds/straight.yaml', '.', '..', '/'),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 5 }),
      ),
    }));
    const assignment = fc
      .tuple(fc.array(key, { maxLength: 4 }), fc.string())
      .map(([keys, value]) => `${keys.join('.')}=${value}`);
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(key, tree),
        tree,
        fc.array(assignment, { maxLength: 2 }),
        async (document, entry, set) => {
          const whole = { ...document, blocks: { a: entry, ...(document.blocks as object) } } as Tree;
          try {
            await expand({ document: whole, path: 'scenarios/x.yaml' }, { set, host: ['a=worker'] });
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
            expect((error as InputError).message).not.toContain('\n');
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
