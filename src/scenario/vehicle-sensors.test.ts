import { describe, expect, it } from 'vitest';
import type { Tree } from '../core/tree.ts';
import { memoryFiles } from './files.ts';
import { expandFragments } from './fragments.ts';
import { placeOf } from './places.ts';
import { expandSensors, isSensorBlock } from './vehicle-sensors.ts';
import { parseYaml } from './yaml.ts';

const files = memoryFiles({
  'vehicles/prius.yaml': [
    'type: vehicle/four-wheel',
    'params: { mass: 1 }',
    'sensors:',
    '  from: sensors/set.yaml',
    '  sonar: { params: { rays: 3 } }',
  ].join('\n'),
  'vehicles/sensors/set.yaml': [
    'sonar:',
    '  type: sensors/sonar',
    '  params: { rays: 10, maxRange: 15 }',
    '  topics: { range: front }',
    'encoder: { type: e, inputs: { joint_states: .joint_states } }',
  ].join('\n'),
});
const expanded = async (blocks: string): Promise<Tree> =>
  expandSensors(await expandFragments(files, parseYaml(blocks, 'main.yaml') as Tree, 'main.yaml'));
const expand = async (blocks: string): Promise<any> => (await expanded(blocks)).blocks;

describe('sensors of a vehicle file', () => {
  it('become blocks that read the vehicle and publish below its name', async () => {
    expect(await expand('blocks: { car1: { from: vehicles/prius.yaml } }')).toEqual({
      car1: { type: 'vehicle/four-wheel', params: { mass: 1 } },
      'car1-sonar': {
        type: 'sensors/sonar',
        params: { rays: 3, maxRange: 15 },
        inputs: { state: 'car1.state' },
        topics: { range: '/car1/front' },
      },
      'car1-encoder': { type: 'e', inputs: { joint_states: 'car1.joint_states' } },
    });
  });

  it('are removed, moved and added by the scenario', async () => {
    const blocks = await expand(`
blocks:
  car1:
    from: vehicles/prius.yaml
    sensors: { encoder: false, sonar: { params: { maxRange: 20 } }, imu: { type: sensors/imu } }`);
    expect(Object.keys(blocks)).toEqual(['car1', 'car1-sonar', 'car1-imu']);
    expect(blocks['car1-sonar'].params).toEqual({ rays: 3, maxRange: 20 });
  });

  it('keep the delay of a wire, and topics that begin with a slash', async () => {
    const blocks = await expand(
      'blocks: { a: { sensors: { s: { type: t, inputs: { in: { from: .out, delay: 1 } }, topics: { x: /x, y: y } } } } }',
    );
    expect(blocks['a-s']).toEqual({
      type: 't',
      inputs: { in: { from: 'a.out', delay: 1 } },
      topics: { x: '/x', y: '/a/y' },
    });
  });

  it('must be mappings, and names that do not clash', async () => {
    await expect(expand('blocks: { car1: { sensors: 3 } }')).rejects.toThrow(
      'blocks.car1.sensors: expected a mapping of sensors by name, got 3',
    );
    await expect(expand('blocks: { car1: { sensors: { sonar: loud } } }')).rejects.toThrow(
      'blocks.car1.sensors.sonar: expected a block entry or false, got "loud"',
    );
    await expect(expand('blocks: { car1-sonar: {}, car1: { sensors: { sonar: {} } } }')).rejects.toThrow(
      'blocks.car1-sonar: there are two blocks of this name',
    );
  });

  it('leave what is no mapping inside them for whoever checks it', async () => {
    expect((await expand('blocks: { a: { sensors: { s: { inputs: 3, topics: [x] } } } }'))['a-s']).toEqual({
      inputs: 3,
      topics: ['x'],
    });
  });

  it('know the name that the vehicle file gave them', async () => {
    const document = await expanded(
      'blocks:\n  car1: { from: vehicles/prius.yaml, sensors: { encoder: { rateHz: 5 } } }',
    );
    const at = (path: string) => placeOf(document, path);
    expect(at('blocks.car1-sonar.params.maxRange')).toMatchObject({
      file: 'vehicles/sensors/set.yaml',
      line: 3,
      path: 'sonar.params.maxRange',
    });
    expect(at('blocks.car1-sonar.params.rays')).toMatchObject({
      file: 'vehicles/prius.yaml',
      line: 5,
      path: 'sensors.sonar.params.rays',
    });
    expect(at('blocks.car1-encoder.rateHz')).toMatchObject({
      file: 'main.yaml',
      line: 2,
      path: 'blocks.car1.sensors.encoder.rateHz',
    });
    expect(at('blocks.car1-encoder.inputs.joint_states')).toMatchObject({ path: 'encoder.inputs.joint_states' });
    expect(at('blocks.car1-sonar.inputs.state')).toMatchObject({ path: 'sensors.sonar.inputs.state' });
  });

  it('are told from other blocks by name', () => {
    const document = { blocks: { car1: { sensors: { sonar: {}, camera: false } }, 'car1-x': {} } };
    expect(isSensorBlock(document, 'car1-sonar')).toBe(true);
    expect(isSensorBlock(document, 'car1-x')).toBe(false);
    expect(isSensorBlock(document, 'car1')).toBe(false);
  });
});
