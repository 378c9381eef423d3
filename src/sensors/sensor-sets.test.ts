import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { mounted, solid } from '../../test/fixtures/sensors-range/ranging-bench.ts';
import { BlockRunner } from '../../test/fixtures/vehicle/block-runner.ts';
import type { AnyBlock } from '../core/block.ts';
import { parseFields } from '../core/schema.ts';
import { VehicleState } from '../msgs/index.ts';
import { camera } from './camera/camera.ts';
import { mountPoseOf, placeSensor, POSE_NUMBERS } from './mount.ts';
import { gnss, imu, lidar, lidar3d, sensorBlocks } from './index.ts';
import { sonar } from './ranging/sonar.ts';

interface Entry {
  type: string;
  rateHz: number;
  params: Record<string, unknown>;
  topics: Record<string, string>;
}
const folder = new URL('../../vehicles/sensors/', import.meta.url);
const read = (file: string): Record<string, Entry> => parseYaml(readFileSync(new URL(file, folder), 'utf8'));
const blocks: readonly AnyBlock[] = [...sensorBlocks, camera];

type Matrix = number[][];
const multiply = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));
const aboutX = (a: number): Matrix => [
  [1, 0, 0],
  [0, Math.cos(a), -Math.sin(a)],
  [0, Math.sin(a), Math.cos(a)],
];
const aboutY = (a: number): Matrix => [
  [Math.cos(a), 0, Math.sin(a)],
  [0, 1, 0],
  [-Math.sin(a), 0, Math.cos(a)],
];
const aboutZ = (a: number): Matrix => [
  [Math.cos(a), -Math.sin(a), 0],
  [Math.sin(a), Math.cos(a), 0],
  [0, 0, 1],
];
const rotation = ({ roll, pitch, yaw }: { roll: number; pitch: number; yaw: number }) =>
  multiply(aboutZ(yaw), multiply(aboutY(pitch), aboutX(roll)));

describe('a mount', () => {
  it('is where the rotation matrices of vehicle and sensor put it', () => {
    const mount = { x: 1.2, y: -0.4, z: 0.9, roll: 0.3, pitch: -0.2, yaw: 2.1 };
    const vehicle = { ...VehicleState.create(), x: 10, y: -5, yaw: 0.8, roll: 0.1, pitch: -0.07 };
    const pose = new Float64Array(POSE_NUMBERS);
    placeSensor(pose, vehicle, mount);
    const turned = multiply(rotation(vehicle), rotation(mount)).flat();
    const moved = multiply(rotation(vehicle), [[mount.x], [mount.y], [mount.z]]).flat();
    [...turned, 10 + moved[0], -5 + moved[1], moved[2]].forEach((value, i) => expect(pose[i]).toBeCloseTo(value, 12));
    expect([...mountPoseOf(mount).subarray(9)]).toEqual([1.2, -0.4, 0.9]);
  });
});

describe('sensor files', () => {
  it.each(readdirSync(folder))(
    '%s holds entries of known sensors, with topics below the vehicle for their outputs',
    (file) => {
      for (const [name, { type, rateHz, params, topics, ...rest }] of Object.entries(read(file))) {
        const block = blocks.find((candidate) => candidate.type === type)!;
        expect(block, name).toBeDefined();
        expect(rest).toEqual({});
        expect(rateHz).toBeGreaterThan(0);
        expect(block.check?.(parseFields(block.params, params, `${name}.params`))).toBeUndefined();
        expect(Object.keys(topics)).toEqual(Object.keys(block.outputs));
        expect(Object.values(topics).filter((topic) => topic.startsWith('/'))).toEqual([]);
      }
    },
  );

  it('have no topic twice', () => {
    for (const file of readdirSync(folder)) {
      const topics = Object.values(read(file)).flatMap((entry) => Object.values(entry.topics));
      expect(new Set(topics).size).toBe(topics.length);
    }
  });

  it("have RosDrive's sonars see what stands ahead, beside and behind", () => {
    const sensors = read('prius-rosdrive.yaml');
    // a car 2.4 m to the left of the lane and 12 m ahead, a wall to the right and one behind
    const things = [solid(14, 2.4, 4, 1.8), solid(3, -2.4, 20, 1), solid(-5.45, 0, 1, 40)];
    const expected = {
      // the innermost ray; and the seventh of ten, the first that meets the car's near corner
      front_left_far_sonar: 8.45 / Math.cos(0.14835),
      front_left_middle_sonar: 8.25 / Math.cos((6 * 0.2618) / 9),
      // the outermost rays meet the wall
      front_right_middle_sonar: 1.66 / Math.sin(0.2618),
      front_right_far_sonar: 1.2 / Math.sin(0.2618),
      side_left_front_sonar: 2,
      side_right_front_sonar: 1,
      back_left_far_sonar: 4,
      back_left_middle_sonar: 4,
      back_right_middle_sonar: 4,
      back_right_far_sonar: 4,
    };
    for (const [name, distance] of Object.entries(expected)) {
      const runner = mounted(sonar, things, { params: sensors[name].params });
      runner.step();
      expect(runner.outputs.range.value.range, name).toBeCloseTo(distance, 9);
    }
  });
});

describe.each([sonar, lidar, lidar3d, imu, gnss])('$type', (block) => {
  it('is in another frame as soon as it is given one', () => {
    const runner = new BlockRunner<any, any, any, any>(block);
    const frames = ['first', 'second', ''].map((frame) => {
      runner.turn({ frame });
      runner.sendTo('state', (state) => (state.stamp.sec += 1));
      runner.step();
      return (Object.values(runner.outputs)[0] as any).value.header.frame_id;
    });
    expect(frames).toEqual(['first', 'second', 'block']);
  });
});
