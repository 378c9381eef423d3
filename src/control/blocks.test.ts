/** What all control blocks have in common. */
import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../test/fixtures/vehicle/block-runner.ts';
import type { AnyBlock } from '../core/block.ts';
import { controlBlocks } from './index.ts';

/** Parameters without which a block cannot be. */
const NEEDED: Record<string, object> = {
  'control/twist-schedule': { segments: [{ until: 9 }], stamped: true },
  'control/drive-schedule': { segments: [{ until: 9 }] },
  'control/waypoint-follower': { waypoints: [{ x: 3, y: 0 }] },
};
const runnerOf = (block: AnyBlock) => new BlockRunner<any, any, any, any>(block as any, NEEDED[block.type] ?? {});

/** Rates of what the blocks go with [Hz]: RosDrive's camera and its car_info, MonoSIM's camera, commands of ROS vehicles. */
const RATES: readonly [number, readonly string[]][] = [
  [
    30,
    [
      'cruise',
      'relay',
      'line-steering',
      'sonar-avoidance',
      'overtaking',
      'prius-mixer',
      'ackermann-to-prius',
      'published-cruise',
      'published-line-steering',
      'published-sonar-avoidance',
      'published-overtaking',
      'published-prius-mixer',
    ],
  ],
  [
    100,
    [
      'speed-schedule',
      'published-speed-schedule',
      'cruise-ecu',
      'parking-failsafe',
      'parking-uplink',
      'platoon',
      'platoon-leader',
      'platoon-pedals',
    ],
  ],
  [2, ['parking-schedule']],
  [10, ['lane-pid', 'lane-pid-released', 'lane-mpc', 'lane-mpc-released', 'pure-pursuit', 'stanley', 'platoon-beacon']],
  [
    50,
    [
      'twist-schedule',
      'drive-schedule',
      'waypoint-follower',
      'manual',
      'parking-tracker',
      'parking-ecu',
      'parking-guard',
      'drive-merge',
      'speed-and-steer',
      'published-platoon-bus',
      'published-platoon-follower',
    ],
  ],
];

describe('control blocks', () => {
  it('run at the rate of what they go with, unless told otherwise', () => {
    const rates = RATES.flatMap(([rate, names]) => names.map((name) => [`control/${name}`, rate]));
    const found = controlBlocks.map(({ type, defaultPeriod }) => [type, 1 / defaultPeriod!]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(rates));
  });

  // a fail-safe hands commands on with their stamps, a guard tells those of what it saw, and a beacon when its state was true
  const HANDS_ON = ['control/parking-failsafe', 'control/parking-guard', 'control/platoon-beacon'];
  it.each(controlBlocks.filter(({ type }) => !HANDS_ON.includes(type)).map((block) => [block.type, block] as const))(
    '%s puts the instant of its step on all that it publishes with a stamp',
    (_type, block) => {
      const runner = runnerOf(block);
      runner.time.nowNs = 3_250_000_000;
      runner.time.now = 3.25;
      for (const port of Object.keys(block.inputs)) runner.send(port, () => {});
      runner.step();
      for (const { value, publish } of Object.values(runner.outputs) as any[]) {
        const stamp = value.stamp ?? value.header?.stamp;
        if (publish && stamp !== undefined) expect(stamp).toEqual({ sec: 3, nanosec: 250_000_000 });
      }
    },
  );

  // an ECU counts its frames, and a tracker how long it has heard nothing
  const COUNTS = ['control/cruise-ecu', 'control/parking-ecu', 'control/parking-tracker'];
  it.each(controlBlocks.filter(({ type }) => !COUNTS.includes(type)).map((block) => [block.type, block] as const))(
    '%s says the same nothing twice while it hears nothing',
    (_type, block) => {
      const runner = runnerOf(block);
      const said = () =>
        JSON.stringify(
          Object.values(runner.outputs).map(({ publish, value }: any) => [publish, { ...value, stamp: 0, header: 0 }]),
        );
      runner.step();
      const first = said();
      runner.step();
      expect(said()).toBe(first);
    },
  );
});
