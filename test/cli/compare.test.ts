import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';

const BICYCLE = 'scenarios/dynamics/bicycle.yaml';
const LAG = 'blocks.vehicle.params.driveActuator.timeConstant';

/** Runs a scenario once per set of changes into directories of these names. */
async function runs(
  scenario: string,
  changes: Record<string, readonly string[]>,
): Promise<{ folder: string; paths: string[] }> {
  const folder = temporaryFolder();
  const paths = Object.keys(changes).map((name) => join(folder, name));
  for (const [i, settings] of Object.values(changes).entries()) {
    const { stderr } = await skidpad([
      'run',
      scenario,
      '--out',
      paths[i],
      ...settings.flatMap((setting) => ['--set', setting]),
    ]);
    expect(stderr).toBe('');
  }
  return { folder, paths };
}

/** Two vehicles on a straight: the one behind is faster in some runs. */
const TWO_CARS = `
name: two-cars
duration: 10
blocks:
  driver1: { type: control/twist-schedule, rateHz: 50, params: { segments: [{ until: 100, vx: 15 }] } }
  driver2: { type: control/twist-schedule, rateHz: 50, params: { segments: [{ until: 100, vx: 10 }] } }
  car1: { type: vehicle/bicycle, period: 0.01, inputs: { twist: driver1.twist }, params: { wheelBase: 2.6, driveActuator: { deadTime: 0, timeConstant: 0, maxVelocity: 0, maxAcceleration: 0 } } }
  car2: { type: vehicle/bicycle, period: 0.01, inputs: { twist: driver2.twist }, params: { x: 20, wheelBase: 2.6, driveActuator: { deadTime: 0, timeConstant: 0, maxVelocity: 0, maxAcceleration: 0 } } }
`;

describe('skidpad compare', () => {
  it('puts runs side by side: metrics, expectations, what was changed and step responses', async () => {
    const { folder, paths } = await runs(BICYCLE, {
      quick: [],
      slow: [`${LAG}=0.5`, 'blocks.vehicle.params.driveActuator.maxAcceleration=0'],
    });
    const out = join(folder, 'comparison');
    const { code, stdout } = await skidpad(['compare', ...paths, '--out', out, '--json']);
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result.runs.map(({ label }: { label: string }) => label)).toEqual(['quick', 'slow']);
    expect(result.runs[0]).toMatchObject({
      scenario: 'bicycle',
      duration: 20,
      complete: true,
      expectations: { held: 4, failed: [] },
    });
    expect(result.runs[1].metrics.topSpeed).toEqual({ value: expect.any(Number), unit: 'm/s' });
    expect(result.changes).toEqual([
      { path: LAG, values: [0.2, 0.5] },
      { path: 'blocks.vehicle.params.driveActuator.maxAcceleration', values: [1, 0] },
    ]);
    // 0 → 1.5 → 1 → 1.8 → 0 m/s; without a limit of the acceleration it is a lag of 0.5 s behind 0.2 s of dead time
    const [speed] = result.steps;
    expect(speed.steps.map(({ from, to }: { from: number; to: number }) => [from, to])).toEqual([
      [0, 1.5],
      [1.5, 1],
      [1, 1.8],
      [1.8, 0],
    ]);
    for (const { responses } of speed.steps) {
      expect(responses[1].riseTime).toBeCloseTo(0.5 * Math.log(9), 2);
      expect(responses[1].settlingTime).toBeCloseTo(0.2 + 0.5 * Math.log(50), 2);
      expect(responses[1].overshoot).toBe(0);
    }
    expect(JSON.parse(readFileSync(join(out, 'tables.json'), 'utf8')).steps).toEqual(result.steps);
    const html = readFileSync(join(out, 'report.html'), 'utf8');
    for (const title of ['2 runs compared', 'What was changed', 'Step responses: speed', 'Path of vehicle.state'])
      expect(html).toContain(title);
  });

  it('compares other fields on request and notes the runs that lack them', async () => {
    const { folder, paths } = await runs(BICYCLE, {
      all: ['duration=2', 'expect=[]'],
      few: ['duration=1', 'expect=[]', 'plots=[]', 'record=[driver.twist,vehicle.state]'],
    });
    const out = join(folder, 'comparison');
    const { code, stdout } = await skidpad([
      'compare',
      ...paths,
      '--out',
      out,
      '--json',
      '--step',
      'vehicle.state.vx=1.5',
      '--box',
      'vehicle.state.vx',
      '--plot',
      'localisation.odom.pose.pose.position.x',
      '--path',
      'localisation.odom',
      '--zoom',
      '0,-1,2,1',
    ]);
    expect(code).toBe(0);
    const { steps, boxes, notes } = JSON.parse(stdout);
    expect(steps[0].steps[0]).toMatchObject({ from: 0, to: 1.5 });
    expect(boxes[0]).toMatchObject({
      field: 'vehicle.state.vx',
      unit: 'm/s',
      runs: [
        { run: 'all', samples: 1999, min: 0 },
        { run: 'few', samples: 999, min: 0 },
      ],
    });
    expect(notes).toContain('localisation.odom is not recorded in few.');
    const html = readFileSync(join(out, 'report.html'), 'utf8');
    expect(html).toContain('few (not recorded)');
    expect(html).toContain('x 0 … 2 m, y −1 … 1 m');
  });

  it('says when one vehicle passes the other, and where', async () => {
    const scenario = join(temporaryFolder(), 'two-cars.yaml');
    writeFileSync(scenario, TWO_CARS);
    const { folder, paths } = await runs(scenario, {
      passes: [],
      follows: ['blocks.driver1.params.segments[0].vx=11'],
    });
    const { stdout } = await skidpad(['compare', ...paths, '--out', join(folder, 'comparison'), '--json']);
    const [
      {
        vehicles,
        runs: [passes, follows],
      },
    ] = JSON.parse(stdout).crossings;
    expect(vehicles).toEqual(['car1.state', 'car2.state']);
    // 20 m at 5 m/s, at 60 m; 20 m at 1 m/s takes longer than the run
    expect(passes.crossings).toHaveLength(1);
    expect(passes.crossings[0].time).toBeCloseTo(4, 1);
    expect(passes.crossings[0].progress).toBeCloseTo(60, 0);
    expect(passes.crossings[0].rate).toBeCloseTo(5, 6);
    expect(follows.crossings).toEqual([]);
    expect(follows.finalLead).toBeCloseTo(-10, 0);
  });

  it('says of the same run twice that nothing differs', async () => {
    const {
      folder,
      paths: [path],
    } = await runs(BICYCLE, { one: ['duration=1', 'expect=[]'] });
    const { code, stdout } = await skidpad([
      'compare',
      path,
      join(path, 'recording.mcap'),
      '--out',
      join(folder, 'comparison'),
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('one (1) and one (2) are the same, bit for bit.');
    expect(readFileSync(join(folder, 'comparison', 'report.html'), 'utf8')).toContain(
      'Nothing: the scenarios are the same.',
    );
  });

  it('answers bad input with one sentence and 2, and writes nothing', async () => {
    const {
      folder,
      paths: [a, b],
    } = await runs(BICYCLE, { a: ['duration=1', 'expect=[]'], b: ['duration=1', 'expect=[]'] });
    const out = join(folder, 'comparison');
    const cases: [string[], RegExp][] = [
      [[], /^skidpad: expected at least two runs to compare, got none/],
      [[a], /^skidpad: expected at least two runs to compare, got one/],
      [[a, join(folder, 'nowhere')], /nowhere: there is no such run/],
      [[a, folder], /holds no recording\.mcap/],
      [[a, BICYCLE], /bicycle\.yaml: is not an MCAP recording/],
      [
        [a, b, '--plot', 'vehicle.stat.vx'],
        /^skidpad: --plot: "vehicle\.stat\.vx" is not in the recording \(did you mean "vehicle\.state"\?\)/,
      ],
      [[a, b, '--box', 'vehicle.state.vxx'], /^skidpad: --box: .*has no field vxx; the nearest are vx/],
      [
        [a, b, '--step', 'vehicle.state.vx'],
        /^skidpad: --step: expected FIELD=SETPOINT_FIELD or FIELD=NUMBER, got "vehicle\.state\.vx"/,
      ],
      [
        [a, b, '--path', 'driver.twist'],
        /^skidpad: --path: expected a signal with a place, but driver\.twist is a geometry_msgs\/msg\/Twist/,
      ],
      [[a, b, '--zoom', '1,2,3'], /^skidpad: --zoom: expected x0,y0,x1,y1 \[m\], got "1,2,3"/],
      [[a, b, '--curve', '0'], /^skidpad: --curve: expected the number of a bend, from 1, got "0"/],
      [[a, b, '--curve', '1'], /^skidpad: --curve: none of the runs has a track/],
      [[a, b, '--crossing', 'vehicle.state'], /^skidpad: --crossing: expected two signals/],
    ];
    for (const [args, sentence] of cases) {
      const { code, stderr } = await skidpad(['compare', ...args, '--out', out]);
      expect(stderr).toMatch(sentence);
      expect(code).toBe(2);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
    expect(existsSync(out)).toBe(false);
    const onRun = await skidpad(['compare', a, b, '--out', a]);
    expect(onRun.code).toBe(2);
    expect(onRun.stderr).toMatch(/--out: .* holds \S+, which is not of a report; choose another directory/);
  });
});
