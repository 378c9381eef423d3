/** No judge lets a car pass that stands still, sees nothing, or goes astray: every scenario and lab with expectations, with its own controllers. */
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../src/run/result.ts';
import { run } from '../../src/run/run.ts';
import { astray, blind, still } from './bad-cars.ts';
import { deaf, uncorrected } from './bad-computers.ts';
import { CertainFailure } from './certain-failure.ts';
import { heedless, unguarded, unseeing } from './heedless-cars.ts';
import type { Change } from './judged-scenarios.ts';
import { judged } from './judged-scenarios.ts';

/** Driven by a timetable or by hand: nobody looks at anything, so that there is nothing to be blind to. */
const OPEN_LOOP = [
  'scenarios/dynamics/bicycle.yaml',
  'scenarios/dynamics/differential.yaml',
  'scenarios/dynamics/forklift.yaml',
  'scenarios/dynamics/omni.yaml',
  'scenarios/dynamics/step-steer.yaml',
  'scenarios/manual/bicycle.yaml',
  'scenarios/manual/prius.yaml',
];

/** Nothing drives here: computers agree on the time. */
const COMPUTERS = ['scenarios/hil/gptp.yaml'];

const files = Object.keys(judged).filter((file) => !COMPUTERS.includes(file));

async function drive(file: string, change: Change): Promise<RunResult> {
  const scenario = await judged[file](change);
  const failure = new CertainFailure();
  return run({ scenario, timesSteps: false, signal: failure }, failure);
}

/** Metrics whose expectations failed. */
const failed = ({ expectations }: RunResult): string[] =>
  expectations.filter(({ pass }) => !pass).map(({ metric }) => metric);

describe('a car that stands still', () => {
  it.each(files)('fails in %s', async (file) => expect(failed(await drive(file, still))).not.toEqual([]));

  it('fails on its own account among four', async () =>
    expect(failed(await drive('scenarios/rosdrive/four-cars.yaml', still))).toEqual(
      [1, 2, 3, 4].map((car) => `distance${car}`),
    ));
});

describe('a blind car', () => {
  it.each(files.filter((file) => !OPEN_LOOP.includes(file)))('fails in %s', async (file) =>
    expect(failed(await drive(file, (document) => blind(document)!))).not.toEqual([]),
  );

  it.each(OPEN_LOOP)('is like any other in %s', async (file) => {
    const blinded: unknown[] = [];
    await judged[file]((document) => {
      blinded.push(blind(document));
      return document;
    });
    expect(blinded).toEqual([undefined]);
  });

  it('has no error of its detector, rather than none', async () => {
    const { expectations } = await drive('scenarios/monosim/pid.yaml', (document) => blind(document)!);
    expect(expectations.find(({ metric }) => metric === 'detectorMedian')).toMatchObject({
      value: null,
      pass: false,
      problem: 'detectorMedian has no value: its signal did not publish in the window',
    });
  });
});

describe('a car that goes astray', () => {
  it.each(files)('fails in %s', async (file) => expect(failed(await drive(file, astray))).not.toEqual([]));
});

describe('a car that does not mind what happens', () => {
  it.each(Object.entries(heedless))('fails in %s', async (file, change) =>
    expect(failed(await drive(file, change))).not.toEqual([]),
  );

  it.each([
    ['eyes alone', unguarded],
    ['ultrasonic sensors alone', unseeing],
  ])('does where %s mind a person behind it', async (_who, change) =>
    expect(failed(await drive('scenarios/apa/person-behind.yaml', change))).toEqual([]),
  );
});

describe('computers that do not agree', () => {
  const nodes = ['mcu', 'soc', 'host'];
  it.each([nodes, ...nodes.map((name) => [name])])('fail where %s, … hear nothing', async (...deafOnes) => {
    expect(failed(await drive(COMPUTERS[0], deaf(deafOnes)))).not.toEqual([]);
  });

  it('fail where nobody corrects a clock', async () => {
    const wrong = failed(await drive(COMPUTERS[0], uncorrected));
    for (const metric of ['socError', 'afterJump', 'back']) expect(wrong).toContain(metric);
  });

  it('fail in the published parking bench where nobody corrects a clock', async () => {
    const wrong = failed(await drive('scenarios/apa/paper.yaml', (document) => still(uncorrected(document))));
    for (const metric of ['socClock', 'hostClock']) expect(wrong).toContain(metric);
  });
});
