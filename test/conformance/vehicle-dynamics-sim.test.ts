/**
 * vehicle_dynamics_sim's own tests, restated: its unit tests of delay, actuators and robot descriptions with their numbers, its smoke
 * test and its eighteen velocity-tracking launch tests, run in simulated time. (Its tests of poses and angles are with src/math.)
 */
import { checkScenario } from '../../src/scenario/check.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { catalog } from '../../src/catalog.ts';
import { buildLoop } from '../../src/core/build.ts';
import type { Loop } from '../../src/core/loop.ts';
import { parse } from '../../src/core/schema.ts';
import type { Twist, TwistStamped } from '../../src/msgs/index.ts';
import { createDeadTime, delayedCommand, enterCommand } from '../../src/vehicle/actuators/dead-time.ts';
import { createDriveActuator, driveActuatorParams, driveVelocity } from '../../src/vehicle/actuators/drive-actuator.ts';
import { scenarioFromParamsFile } from '../../src/vehicle/params-file.ts';
import {
  createSteeringActuator,
  steeringActuatorParams,
  steeringAngle,
} from '../../src/vehicle/actuators/steering-actuator.ts';

const MS = 1e6;

/** gtest's EXPECT_DOUBLE_EQ: within four units in the last place. */
function expectWithinFourUlp(actual: number, expected: number): void {
  const bits = (value: number) => new BigInt64Array(Float64Array.of(value).buffer)[0];
  const distance = bits(actual) - bits(expected);
  expect(distance < 0n ? -distance : distance, `${actual} against ${expected}`).toBeLessThanOrEqual(4n);
}

describe('dead time delay', () => {
  it('passes a command at once without delay', () => {
    const delay = createDeadTime(0, 0.001);
    enterCommand(delay, 0, 1);
    expect(delayedCommand(delay, 0)).toBe(1);
  });

  it.each([
    [99, 0],
    [101, 1],
  ])('of 0.1 s gives after %d ms: %d', (ms, value) => {
    const delay = createDeadTime(0.1, 0.001);
    enterCommand(delay, 0, 1);
    expect(delayedCommand(delay, ms * MS)).toBe(value);
  });
});

function driveWith(given: object) {
  const params = parse(driveActuatorParams, { deadTime: 0, ...given }, '');
  const state = createDriveActuator(params, 0.01);
  return (ms: number, command: number) => driveVelocity(params, state, ms * MS, command);
}

function steeringWith(given: object) {
  const params = parse(steeringActuatorParams, { deadTime: 0, ...given }, '');
  const state = createSteeringActuator(params, 0.01);
  return (ms: number, command: number) => steeringAngle(params, state, ms * MS, command);
}

describe('drive actuator', () => {
  it('keeps its acceleration and velocity limits', () => {
    const drive = driveWith({ maxVelocity: 2, timeConstant: 0, maxAcceleration: 1 });
    drive(0, 0);
    expect(drive(0, 5)).toBe(0);
    expectWithinFourUlp(drive(200, 5), 0.2);
    expect(drive(2200, 5)).toBe(2);
  });

  it('is an exact low pass', () => {
    const drive = driveWith({ maxVelocity: 0, timeConstant: 0.5, maxAcceleration: 0 });
    drive(0, 0);
    expect(drive(0, 3)).toBe(0);
    for (let ms = 0; ms < 500; ms += 10) drive(ms, 3);
    expect(Math.abs(drive(500, 3) - 1.896361676485673)).toBeLessThan(1e-9);
    expect(Math.abs(drive(1000, 3) - 2.593994150290162)).toBeLessThan(1e-9);
  });
});

describe('steering actuator', () => {
  it('keeps its slew rate and end stops', () => {
    const steer = steeringWith({ maxPosition: 1, timeConstant: 0, maxVelocity: 2 });
    steer(0, 0);
    expect(steer(0, 1.5)).toBe(0);
    expectWithinFourUlp(steer(100, 1.5), 0.2);
    expect(steer(600, 1.5)).toBe(1);
  });

  it('is an exact low pass', () => {
    const steer = steeringWith({ maxPosition: 0, timeConstant: 0.5, maxVelocity: 0 });
    steer(0, 0);
    expect(steer(0, 2)).toBe(0);
    expectWithinFourUlp(steer(500, 2), 1.264241117657115);
    expectWithinFourUlp(steer(1000, 2), 1.729329433526775);
  });
});

/** A vehicle under a constant command at 10 Hz, with its localisation. */
async function build(
  type: string,
  params: object,
  command: { vx?: number; vy?: number; yawRate?: number },
): Promise<Loop> {
  return buildLoop(
    checkScenario(
      {
        name: 'velocity-tracking',
        duration: 10,
        blocks: {
          driver: { type: 'control/twist-schedule', period: 0.1, params: { segments: [{ until: 1000, ...command }] } },
          vehicle: { type, params, inputs: { twist: 'driver.twist' } },
          localisation: { type: 'vehicle/localisation', inputs: { state: 'vehicle.state' } },
        },
      },
      catalog,
    ),
  );
}

const portOf = (loop: Loop, block: string, name: string) =>
  loop.ports.find((port) => port.block === block && port.name === name)!;

const hasCheckUrdf = spawnSync('check_urdf', ['--help']).error === undefined;

describe('robot description', () => {
  it.skipIf(!hasCheckUrdf).each(['bicycle', 'differential', 'omni'])(
    'of the default %s is read by a URDF parser (skipped without check_urdf)',
    async (model) => {
      const loop = await build(`vehicle/${model}`, {}, {});
      await loop.run(3);
      const folder = mkdtempSync(join(tmpdir(), 'urdf-'));
      try {
        writeFileSync(join(folder, 'robot.urdf'), portOf(loop, 'vehicle', 'robot_description').signal.value.data);
        expect(spawnSync('check_urdf', [join(folder, 'robot.urdf')]).status).toBe(0);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

describe('smoke test', () => {
  it('publishes on every topic, static ones once, with the frames connected', async () => {
    const loop = await buildLoop(
      checkScenario(
        scenarioFromParamsFile(
          parseYaml(readFileSync(new URL('../fixtures/vehicle/all-vehicles.yaml', import.meta.url), 'utf8')),
        ),
        catalog,
      ),
    );
    await loop.run(5000);
    const counts = Object.fromEntries(loop.ports.map((port) => [port.topic, port.signal.sequence]));
    for (const topic of ['/tf', '/joint_states', '/twist_actual', '/odom'])
      expect(counts[topic], topic).toBeGreaterThan(200);
    for (const topic of ['/tf_static', '/robot_description']) expect(counts[topic], topic).toBe(1);
    const links = ['/tf_static', '/tf']
      .flatMap((topic) => loop.ports.find((port) => port.topic === topic)!.signal.value.transforms)
      .map((transform: any) => `${transform.header.frame_id} → ${transform.child_frame_id}`);
    expect(links).toEqual(['map → odom', 'odom → base_link']);
  });
});

const bicycleParams = (reverse: boolean, steeredDrive: boolean) => ({
  reverse,
  driveOnSteeredWheel: steeredDrive,
  driveActuator: { maxAcceleration: 2, maxVelocity: 2 },
  steeringActuator: { maxVelocity: 1, maxPosition: steeredDrive ? 0 : 0.8 },
});
const FAST = { maxAcceleration: 2, maxVelocity: 2 };

const vehicles: [name: string, type: string, params: object][] = [
  ['bicycle, front steer, rear drive', 'vehicle/bicycle', bicycleParams(false, false)],
  ['bicycle, front steer, front drive', 'vehicle/bicycle', bicycleParams(false, true)],
  ['bicycle, rear steer, rear drive', 'vehicle/bicycle', bicycleParams(true, false)],
  ['bicycle, rear steer, front drive', 'vehicle/bicycle', bicycleParams(true, true)],
  ['differential', 'vehicle/differential', { track: 1.4, driveActuators: FAST }],
  ['omni', 'vehicle/omni', { wheelBase: 1.4, track: 1.2, driveActuators: FAST }],
];

const motions: [name: string, command: [number, number, number], can: (vehicle: string) => boolean][] = [
  ['forward', [1, 0, 0], () => true],
  ['in a curve', [1, 0, 0.25], () => true],
  [
    'in place',
    [0, 0, 0.5],
    (vehicle) => !['bicycle, front steer, rear drive', 'bicycle, rear steer, rear drive'].includes(vehicle),
  ],
  ['sideways', [0, 1, 0], (vehicle) => vehicle === 'omni'],
  ['in all directions at once', [0.5, 0.5, 0.2], (vehicle) => vehicle === 'omni'],
];

const checks = vehicles.flatMap(([vehicle, type, params]) =>
  motions.filter(([, , can]) => can(vehicle)).map(([motion, command]) => ({ vehicle, motion, type, params, command })),
);

describe('velocity tracking', () => {
  let seconds = 0;

  it('has the eighteen checks of the reference', () => {
    expect(checks).toHaveLength(18);
  });

  it.each(checks)('$vehicle moves $motion as commanded', async ({ type, params, command: [vx, vy, yawRate] }) => {
    const start = performance.now();
    const loop = await build(type, params, { vx, vy, yawRate });
    // settle, then average for a second
    await loop.run(4000);
    const messages: [number, number, number][] = [];
    portOf(loop, 'localisation', 'twist_actual').listen((port) => {
      const { linear, angular }: Twist = (port.signal.value as TwistStamped).twist;
      messages.push([linear.x, linear.y, angular.z]);
    });
    await loop.run(5000);
    seconds += (performance.now() - start) / 1000;

    expect(messages.length).toBeGreaterThan(10);
    [vx, vy, yawRate].forEach((commanded, i) => {
      const mean = messages.reduce((sum, message) => sum + message[i], 0) / messages.length;
      if (Math.abs(commanded) > 0.01) expect(Math.abs(mean - commanded)).toBeLessThan(0.05 * Math.abs(commanded));
      else expect(Math.abs(mean)).toBeLessThan(0.05);
    });
  });

  afterAll(() => {
    console.info(`eighteen velocity-tracking checks, 90 s of simulated time, took ${seconds.toFixed(2)} s`);
  });
});
