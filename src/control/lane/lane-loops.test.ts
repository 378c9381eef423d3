/** All lane keepers on a lap of MonoSIM's track: 357 m, curvature up to 0.2 1/m, camera and control at 10 Hz. */
import { describe, expect, it } from 'vitest';
import type { LoopOptions } from '../../../test/fixtures/control/lane-loop.ts';
import { driveLane } from '../../../test/fixtures/control/lane-loop.ts';
import type { BlockDefinition } from '../../core/block.ts';
import { laneMpcReleased } from '../published/lane-mpc-released.ts';
import { laneMpc } from './lane-mpc.ts';
import { lanePidReleased } from '../published/lane-pid-released.ts';
import { lanePid } from './lane-pid.ts';
import { purePursuit } from './pure-pursuit.ts';
import { stanley } from './stanley.ts';

const LAP = 146;
const smooth: [string, BlockDefinition<any, any, any, any>][] = [
  ['PID', lanePid as any],
  ['MPC', laneMpc as any],
  ['pure pursuit', purePursuit as any],
];

describe.each(['kinematic', 'dynamic'] as const)('on a %s car at 2.5 m/s', (vehicle) => {
  const lap: LoopOptions = { duration: LAP, vehicle };

  it.each(smooth)(
    "%s keeps the rear axle within 4 cm, far below MonoSIM's 0.0136 m² and 0.000548 rad²",
    (_name, block) => {
      const { lateral, heading, worst, distance } = driveLane(block, {}, lap);
      expect(distance).toBeGreaterThan(356);
      expect(lateral).toBeLessThan(0.0001);
      expect(heading).toBeLessThan(0.00002);
      expect(worst).toBeLessThan(0.04);
    },
  );

  it('Stanley cuts bends by what the wheel base makes of them', () => {
    const { lateral, heading, worst } = driveLane(stanley, {}, lap);
    expect(lateral).toBeLessThan(0.002);
    expect(heading).toBeLessThan(0.0001);
    expect(worst).toBeLessThan(0.2);
  });

  it.each(smooth)('%s smooths noise of 2 cm on the lane', (_name, block) => {
    const { lateral, heading } = driveLane(block, {}, { ...lap, duration: 60, noise: 0.02 });
    expect(lateral).toBeLessThan(0.0002);
    expect(heading).toBeLessThan(0.0001);
  });
});

describe('the released controllers, which take the camera for the axle', () => {
  const lap: LoopOptions = { duration: LAP, frameAhead: 2, start: { speed: 2.5 } };

  it('deviate as a replica of MonoSIM did: PID 0.0062 m², MPC ten times that', () => {
    const pid = driveLane(lanePidReleased, {}, lap);
    expect(pid.lateral).toBeGreaterThan(0.005);
    expect(pid.lateral).toBeLessThan(0.009);
    const mpc = driveLane(laneMpcReleased, {}, lap);
    expect(mpc.lateral).toBeGreaterThan(0.04);
    expect(mpc.lateral).toBeLessThan(0.09);
    expect(mpc.worst).toBeGreaterThan(0.5);
  });
});

describe('speed and dead time', () => {
  it('at 5 m/s and 0.3 s the MPC holds the lane, the PID does not', () => {
    const options: LoopOptions = { duration: 80, deadTime: 0.3, vehicle: 'dynamic' };
    expect(driveLane(laneMpc, { speed: 5, deadTime: 0.3 }, options).worst).toBeLessThan(0.2);
    expect(driveLane(lanePid, { speed: 5, preview: 0.4 }, options).worst).toBeGreaterThan(0.5);
  });
});
