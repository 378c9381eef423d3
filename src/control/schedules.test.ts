import { checkScenario } from '../scenario/check.ts';
import { describe, expect, it } from 'vitest';
import { catalog } from '../catalog.ts';
import { buildLoop } from '../core/build.ts';

/** What a schedule alone publishes: [time of release in ms, value]. */
async function published(
  type: string,
  params: unknown,
  read: (value: any) => number,
  port: string,
  ticks = 100,
): Promise<[number, number][]> {
  const loop = await buildLoop(
    checkScenario({ name: 'test', duration: 1, blocks: { driver: { type, period: 0.01, params } } }, catalog),
  );
  const seen: [number, number][] = [];
  loop.ports
    .find((candidate) => candidate.name === port)!
    .listen(({ signal }, tick) => seen.push([tick - 1, read(signal.value)]));
  loop.runUntil(ticks);
  return seen;
}

const segments = [
  { until: 0.02, vx: 1 },
  { until: 0.05, vx: 2, yawRate: 0.5 },
];
const vx = (twist: any) => twist.linear.x;

describe('control/twist-schedule', () => {
  it('holds each command until its time, and commands zero after the last', async () => {
    expect(await published('control/twist-schedule', { segments }, vx, 'twist', 75)).toEqual([
      [0, 1],
      [10, 1],
      [20, 2],
      [30, 2],
      [40, 2],
      [50, 0],
      [60, 0],
      [70, 0],
    ]);
  });

  it('starts again when it repeats', async () => {
    const seen = await published('control/twist-schedule', { segments, repeat: true }, vx, 'twist', 125);
    expect(seen.map(([, value]) => value)).toEqual([1, 1, 2, 2, 2, 1, 1, 2, 2, 2, 1, 1, 2]);
  });

  it('commands on one output only, stamped or not', async () => {
    expect(await published('control/twist-schedule', { segments }, () => 0, 'twist_stamped')).toEqual([]);
    const stamped = await published(
      'control/twist-schedule',
      { segments, stamped: true },
      ({ header }) => header.stamp.nanosec,
      'twist_stamped',
      30,
    );
    expect(stamped).toEqual([
      [0, 0],
      [10, 10e6],
      [20, 20e6],
    ]);
  });

  it('refuses segments that are not in order of time', () => {
    const blocks = { driver: { type: 'control/twist-schedule', params: { segments: [{ until: 2 }, { until: 2 }] } } };
    expect(() => checkScenario({ name: 'test', duration: 1, blocks }, catalog)).toThrow(
      'blocks.driver.params.segments[1].until: expected more than 2 s',
    );
  });
});

describe('control/drive-schedule', () => {
  it('holds each command until its time, and stops after the last', async () => {
    const drives = [
      { until: 0.02, speed: 3, steering: 0.25 },
      { until: 0.04, speed: 4 },
    ];
    expect(
      await published(
        'control/drive-schedule',
        { segments: drives },
        ({ drive }) => drive.speed + drive.steering_angle,
        'drive',
        55,
      ),
    ).toEqual([
      [0, 3.25],
      [10, 3.25],
      [20, 4],
      [30, 4],
      [40, 0],
      [50, 0],
    ]);
  });
});
