import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { publishedOvertaking, publishedSonarAvoidance } from './rosdrive-sonar-avoidance.ts';

const SONARS = ['left_far', 'left_middle', 'right_middle', 'right_far', 'side_left', 'side_right'] as const;
type Ranges = Partial<Record<(typeof SONARS)[number], number>>;

const listener = () => new BlockRunner(publishedSonarAvoidance);

/** What the rules answer to sonars of which those not given see nothing. */
function hear(runner: ReturnType<typeof listener>, ranges: Ranges) {
  for (const name of SONARS) {
    const most = name.startsWith('side') ? 2 : 15;
    runner.send(name, (range) =>
      Object.assign(range, { min_range: 0.2, max_range: most, range: ranges[name] ?? most }),
    );
  }
  runner.step();
  return runner.outputs.avoidance.value;
}

const degrees = (steer: number): number => (steer * 180) / Math.PI;

describe('the published rules', () => {
  const cases: [string, Ranges, number, number][] = [
    ['nothing', {}, 0, 0],
    ['both far sonars: always to the left', { left_far: 12, right_far: 12, left_middle: 3 }, 1, 15],
    ['both far sonars, one near', { left_far: 7, right_far: 12 }, 1, 30],
    ['left far before everything on the right but far', { left_far: 12, right_middle: 2, side_right: 1 }, 2, -15],
    ['left far, near', { left_far: 7.4 }, 2, -30],
    ['right far', { right_far: 14.9 }, 3, 15],
    ['left middle', { left_middle: 8, right_middle: 2 }, 4, -15],
    ['right middle, near', { right_middle: 2 }, 5, 30],
    ['side left', { side_left: 1.9, side_right: 0.5 }, 6, -7.5],
    ['side right', { side_right: 0.5 }, 7, 7.5],
  ];
  it.each(cases)('answer to %s', (_name, ranges, rule, command) => {
    const request = hear(listener(), ranges);
    expect(request.active).toBe(rule !== 0);
    expect(request.reason).toBe(rule);
    expect(degrees(request.steer)).toBeCloseTo(command, 9);
  });

  it('remember nothing', () => {
    const runner = listener();
    hear(runner, { left_middle: 3 });
    expect(hear(runner, {}).active).toBe(false);
  });
});

it('overtaking as published is avoidance, and passes the wanted speed on', () => {
  const runner = new BlockRunner(publishedOvertaking);
  runner.send('left_middle', (range) => Object.assign(range, { max_range: 20, range: 8 }));
  runner.step();
  expect(runner.outputs.steering.value).toMatchObject({ active: true, reason: 4 });
  expect(runner.outputs.steering.value.steer).toBeCloseTo((-30 * Math.PI) / 180, 12);
  expect(runner.outputs.setpoint.value.data).toBe(20);
});
