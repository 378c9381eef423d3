import { describe, expect, it } from 'vitest';
import { expandSensors } from './scenario-parts.ts';
import { expandFragments } from './scenario-text.ts';

const files: Record<string, unknown> = {
  'vehicles/prius.yaml': {
    type: 'vehicle/four-wheel',
    params: { mass: 1 },
    sensors: { from: 'sensors/set.yaml', sonar: { params: { rays: 3 } } },
  },
  'vehicles/sensors/set.yaml': {
    sonar: { type: 'sensors/sonar', params: { rays: 10, maxRange: 15 }, topics: { range: 'front' } },
    encoder: { type: 'e', inputs: { joint_states: '.joint_states' } },
  },
};
const expand = (blocks: unknown) => (expandSensors(expandFragments({ blocks }, (file) => files[file])) as any).blocks;

describe('sensors of a vehicle file', () => {
  it('become blocks that read the vehicle and publish below its name', () => {
    expect(expand({ car1: { from: 'vehicles/prius.yaml' } })).toEqual({
      car1: { from: 'vehicles/prius.yaml', type: 'vehicle/four-wheel', params: { mass: 1 } },
      'car1-sonar': {
        type: 'sensors/sonar',
        params: { rays: 3, maxRange: 15 },
        inputs: { state: 'car1.state' },
        topics: { range: '/car1/front' },
      },
      'car1-encoder': { type: 'e', inputs: { joint_states: 'car1.joint_states' } },
    });
  });

  it('are removed, moved and added by the scenario', () => {
    const blocks = expand({
      car1: {
        from: 'vehicles/prius.yaml',
        sensors: { encoder: false, sonar: { params: { maxRange: 20 } }, imu: { type: 'sensors/imu' } },
      },
    });
    expect(Object.keys(blocks)).toEqual(['car1', 'car1-sonar', 'car1-imu']);
    expect(blocks['car1-sonar'].params).toEqual({ rays: 3, maxRange: 20 });
  });

  it('must be mappings, and names that do not clash', () => {
    expect(() => expand({ car1: { sensors: 3 } })).toThrow(
      'blocks.car1.sensors: expected a mapping of sensors by name, got 3',
    );
    expect(() => expand({ car1: { sensors: { sonar: 'loud' } } })).toThrow(
      'blocks.car1.sensors.sonar: expected a block entry or false, got "loud"',
    );
    expect(() => expand({ 'car1-sonar': {}, car1: { sensors: { sonar: {} } } })).toThrow(
      'blocks.car1-sonar: there are two blocks of this name',
    );
  });
});

describe('a scenario from another one', () => {
  const files: Record<string, unknown> = {
    'base/pid.yaml': {
      name: 'pid',
      duration: 10,
      world: { from: '../worlds/track.yaml' },
      expect: [1, 2],
      blocks: { car: { from: 'car.yaml', params: { x: 1, y: 2 } } },
    },
    'base/../worlds/track.yaml': { ground: 'black' },
    'base/car.yaml': { type: 'vehicle/bicycle', params: { wheelBase: 3 } },
    'loop.yaml': { from: 'loop.yaml' },
  };
  const expand = (document: unknown) => expandFragments(document, (file) => files[file] ?? `no ${file}`) as any;

  it('says only what is different, and finds the files of the other where that has them', () => {
    expect(
      expand({ from: 'base/pid.yaml', name: 'other', expect: [3], blocks: { car: { params: { y: 5 } } } }),
    ).toEqual({
      name: 'other',
      duration: 10,
      world: { ground: 'black' },
      expect: [3],
      blocks: { car: { from: 'base/car.yaml', type: 'vehicle/bicycle', params: { wheelBase: 3, x: 1, y: 5 } } },
    });
  });

  it('takes away what it sets to null', () => {
    expect(
      expand({ from: 'base/pid.yaml', world: { from: null, sky: 'blue' }, blocks: { car: { params: { x: null } } } }),
    ).toMatchObject({
      world: { sky: 'blue' },
      blocks: { car: { params: { wheelBase: 3, y: 2 } } },
    });
  });

  it('may not come from itself', () => {
    expect(() => expand({ from: 'loop.yaml' })).toThrow('from: expected at most 8 scenarios below each other');
  });
});
