import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { skidpad, temporaryFolder } from '../support/command-line.ts';

const SPEEDS = [0.5, 0.9, 0.4, 1, 0.6, 0.8, 0.3, 0.7];
const segments = (of: (speed: number, i: number) => string) =>
  SPEEDS.map((speed, i) => `        - { until: ${3 * i + 3}, ${of(speed, i)} }`).join('\n');

/** Two robots without limits, whose actuators are stepped at 1 ms; the one that steers moves at a steady pace. */
const ROBOTS = `
name: robots
duration: 24
blocks:
  pedals:
    type: control/twist-schedule
    rateHz: 50
    params:
      segments:
${segments((speed) => `vx: ${speed}`)}
  wheels:
    type: vehicle/bicycle
    params: { driveActuator: { deadTime: 0.12, timeConstant: 0.3, maxVelocity: 0, maxAcceleration: 0 } }
    inputs: { twist: pedals.twist }
  helm:
    type: control/drive-schedule
    rateHz: 50
    params:
      segments:
${segments((speed, i) => `speed: 1, steering: ${((i % 2 === 0 ? 1 : -1) * speed) / 5}`)}
  car:
    type: vehicle/single-track
    params: { wheelBase: 2.7, steeringActuator: { deadTime: 0.08, timeConstant: 0.1, maxVelocity: 0, maxPosition: 0.7 } }
    inputs: { ackermann: helm.drive }
  localisation: { type: vehicle/localisation, rateHz: 50, inputs: { state: car.state } }
record: [pedals.twist, helm.drive, { signal: wheels.state, rateHz: 50 }, { signal: car.state, rateHz: 50 }, localisation.odom]
`;
const DRIVE = 'pedals.twist.linear.x:wheels.state';
const HELM = 'helm.drive.drive.steering_angle';

describe('skidpad identify', () => {
  it('finds dead times and lags of drive and steering, from angles or from how the robot turns', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'robots.yaml'), ROBOTS);
    const run = join(folder, 'run');
    expect((await skidpad(['run', join(folder, 'robots.yaml'), '--out', run])).stderr).toBe('');
    const out = join(folder, 'identified');
    const identified = async (...args: string[]) =>
      JSON.parse((await skidpad(['identify', run, ...args, '--json'])).stdout);

    const { drive, steering } = await identified('--drive', DRIVE, '--steering', `${HELM}:car.state`, '--out', out);
    expect(drive.gain.value).toBeCloseTo(1, 2);
    expect(drive.deadTime.value).toBeCloseTo(0.12, 2);
    expect(drive.timeConstant.value).toBeCloseTo(0.3, 2);
    expect(steering.gain.value).toBeCloseTo(1, 2);
    expect(steering.deadTime.value).toBeCloseTo(0.08, 2);
    expect(steering.timeConstant.value).toBeCloseTo(0.1, 2);
    expect(parse(readFileSync(join(out, 'actuators.yaml'), 'utf8')).drive.gain).toBe(drive.gain.value);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('<svg');

    const turning = await identified(
      '--steering',
      `${HELM}:localisation.odom`,
      '--wheel-base',
      '2.7',
      '--out',
      join(folder, 'b'),
    );
    expect(Math.abs(turning.steering.gain.value - 1)).toBeLessThan(0.02);
    expect(Math.abs(turning.steering.deadTime.value - 0.08)).toBeLessThan(0.03);
  });

  it('says in one sentence what it lacks', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'robots.yaml'), ROBOTS);
    const run = join(folder, 'run');
    await skidpad(['run', join(folder, 'robots.yaml'), '--out', run]);
    const problem = async (...args: string[]) => (await skidpad(['identify', run, ...args])).stderr;
    expect(await problem()).toMatch(/expected --drive or --steering/);
    expect(await problem('--drive', 'pedals.twist.linear.x')).toMatch(/--drive: expected COMMAND:SIGNAL/);
    expect(await problem('--drive', 'pedals.twist.linear.x:wheel.state')).toMatch(
      /no signal "wheel.state"; it has pedals.twist/,
    );
    expect(await problem('--drive', 'pedals.twist.linear.y:wheels.state')).toMatch(/does not change/);
    expect(await problem('--steering', `${HELM}:localisation.odom`)).toMatch(/--wheel-base: expected a length/);
  });
});
