import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../test/fixtures/vehicle/block-runner.ts';
import type { AnyBlock } from '../core/block.ts';
import { bicycle } from './kinematic/bicycle.ts';
import { differential } from './kinematic/differential.ts';
import { omni } from './kinematic/omni.ts';
import { singleTrack } from './single-track/single-track.ts';

/** All vehicles have the same outputs. */
const urdfOf = (block: AnyBlock, params: object = {}): string => {
  const runner = new BlockRunner(block as typeof bicycle, params);
  runner.step();
  return runner.outputs.robot_description.value.data;
};

const variants: [string, string, string[]][] = [
  [
    'bicycle',
    urdfOf(bicycle),
    [
      'base_link',
      'body',
      'fixed_axle',
      'fixed_wheel_left',
      'fixed_wheel_right',
      'steered_wheel_left',
      'steered_wheel_right',
    ],
  ],
  [
    'bicycle with single wheels, reversed',
    urdfOf(bicycle, { reverse: true, visTrackFixed: 0, visTrackSteered: 0, baseLinkOffset: 0.3 }),
    ['base_link', 'body', 'fixed_axle', 'fixed_wheel', 'steered_wheel'],
  ],
  [
    'bicycle without end stops',
    urdfOf(bicycle, { driveOnSteeredWheel: true, steeringActuator: { maxPosition: 0, maxVelocity: 0 } }),
    [
      'base_link',
      'body',
      'fixed_axle',
      'fixed_wheel_left',
      'fixed_wheel_right',
      'steered_wheel_left',
      'steered_wheel_right',
    ],
  ],
  ['differential', urdfOf(differential), ['base_link', 'body', 'fixed_axle', 'fixed_wheel_left', 'fixed_wheel_right']],
  [
    'omni',
    urdfOf(omni, { baseLinkOffset: -0.2 }),
    ['base_link', 'body', 'wheel_front_left', 'wheel_front_right', 'wheel_rear_left', 'wheel_rear_right'],
  ],
  [
    'single track',
    urdfOf(singleTrack),
    [
      'base_link',
      'body',
      'fixed_axle',
      'fixed_wheel_left',
      'fixed_wheel_right',
      'steered_wheel_left',
      'steered_wheel_right',
    ],
  ],
];

const hasCheckUrdf = spawnSync('check_urdf', ['--help']).error === undefined;

describe('robot description', () => {
  it.skipIf(!hasCheckUrdf).each(variants)(
    'of the %s is read by urdfdom, with every link (skipped without check_urdf)',
    (_name, urdf, links) => {
      const folder = mkdtempSync(join(tmpdir(), 'urdf-'));
      try {
        const file = join(folder, 'robot.urdf');
        writeFileSync(file, urdf);
        const { status, stdout, stderr } = spawnSync('check_urdf', [file], { encoding: 'utf8' });
        expect(status, stderr).toBe(0);
        expect(stdout).toContain('Successfully Parsed XML');
        const found = [...stdout.matchAll(/(?:root Link: |child\(\d+\): +)(\w+)/g)].map((match) => match[1]);
        expect(found.sort()).toEqual([...links].sort());
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  it('places axle and wheels as the reference does', () => {
    const urdf = urdfOf(bicycle, { wheelBase: 2, baseLinkOffset: 0.3, reverse: true });
    expect(urdf).toContain(
      '<joint name="base_link__fixed_axle__joint" type="fixed"><parent link="base_link"/><child link="fixed_axle"/><origin xyz="-0.3 0 0.25"/>',
    );
    expect(urdf).toContain(
      '<joint name="steering_left" type="revolute"><parent link="fixed_axle"/><child link="steered_wheel_left"/><origin xyz="-2 0.7 0"/><axis xyz="0 0 1"/>',
    );
    expect(urdf).toContain('<cylinder length="0.125" radius="0.25"/>');
  });

  it('gives steering joints the range that their Ackermann angles can reach', () => {
    const runner = new BlockRunner(bicycle, { steeringActuator: { maxPosition: 0.7 } });
    runner.runUntil(3, () =>
      runner.send('twist', (value) => {
        value.linear.x = 1;
        value.angular.z = 3;
      }),
    );
    const upper = Number(/upper="([\d.]+)"/.exec(urdfOf(bicycle, { steeringActuator: { maxPosition: 0.7 } }))![1]);
    expect(runner.outputs.joint_states.value.position[0]).toBeCloseTo(upper, 6);
    expect(upper).toBeGreaterThan(0.7);
  });
});
