/** The tables of a comparison, as text for reports and terminals and as plain data for programs. */
import { boundText } from '../../record/metrics/metrics.ts';
import type { StudyTable } from '../study-report.ts';
import type { ComparedRun } from './compared-run.ts';
import type { BoxComparison, Comparison, CrossingComparison, StepComparison } from './comparison.ts';
import { numberText, unitText, valueText } from './comparison-text.ts';

type Runs = readonly ComparedRun[];

/** More columns of metrics than this are turned into rows. */
const MOST_COLUMNS = 6;
const MOST_CHANGES = 80;

export function runTable(runs: Runs): StudyTable {
  return {
    caption: 'One row per run',
    titles: ['Run', 'Scenario', '#Seed', '#Simulated [s]', 'Expectations', 'Hash'],
    rows: runs.map((run) => [
      run.label,
      run.scenario.document.name,
      String(run.scenario.document.seed),
      numberText(run.duration),
      expectationText(run),
      run.hash ?? 'unknown',
    ]),
  };
}

function expectationText({ expectations }: ComparedRun): string {
  const failed = expectations.filter(({ pass }) => !pass).length;
  if (expectations.length === 0) return '–';
  if (failed > 0) return `✗ ${failed} of ${expectations.length} failed`;
  return `✓ ${expectations.length === 1 ? 'holds' : `all ${expectations.length} hold`}`;
}

/** What did not hold, and what was measured instead. */
export function failureTable(runs: Runs): StudyTable | undefined {
  const rows = runs.flatMap(({ label, expectations }) =>
    expectations
      .filter(({ pass }) => !pass)
      .map(({ name, value, unit, min, max }) => [
        label,
        name,
        unitText(numberText(value), unit, ''),
        boundText(min, max).replaceAll('-', '−'),
      ]),
  );
  return rows.length === 0
    ? undefined
    : { caption: 'What was expected and did not hold', titles: ['Run', 'Expectation', '#Value', '#Bound'], rows };
}

/** Every metric that some run has: a row per run, or a row per metric where there are many. */
export function metricTable(runs: Runs): StudyTable | undefined {
  const metrics = [...new Map(runs.flatMap((run) => run.metrics).map((metric) => [metric.name, metric])).values()];
  if (metrics.length === 0) return undefined;
  const cell = (run: ComparedRun, name: string) =>
    numberText(run.metrics.find((metric) => metric.name === name)?.value);
  if (metrics.length <= MOST_COLUMNS) {
    return {
      caption: metrics
        .filter(({ doc }) => doc !== '')
        .map(({ name, doc }) => `${name}: ${doc}`)
        .join('; '),
      titles: ['Run', ...metrics.map(({ name, unit }) => `#${unitText(name, unit)}`)],
      rows: runs.map((run) => [run.label, ...metrics.map(({ name }) => cell(run, name))]),
    };
  }
  return {
    caption: 'One column per run',
    titles: ['Metric', ...runs.map(({ label }) => `#${label}`), ''],
    rows: metrics.map(({ name, unit, doc }) => [unitText(name, unit), ...runs.map((run) => cell(run, name)), doc]),
  };
}

export function changeTable({ runs, changes }: Pick<Comparison, 'runs' | 'changes'>): StudyTable {
  const rest = changes.length - MOST_CHANGES;
  return {
    caption: `Values of the scenarios that differ; of blocks of different types only what all have${rest > 0 ? `. The first ${MOST_CHANGES} of ${changes.length}` : ''}`,
    titles: ['Value', ...runs.map(({ label }) => `#${label}`)],
    rows: changes.slice(0, MOST_CHANGES).map(({ path, values }) => [path, ...values.map(valueText)]),
  };
}

export function stepTable(runs: Runs, { groups, unit }: StepComparison): StudyTable {
  return {
    caption: 'By step and run',
    titles: [
      'Step',
      'Run',
      '#At [s]',
      '#Rise time [s]',
      '#Overshoot [%]',
      '#Settling time, 2 % [s]',
      `#${unitText('Steady-state error', unit)}`,
    ],
    rows: groups.flatMap(({ from, to, responses }) =>
      responses.flatMap((response, i) =>
        response === undefined
          ? []
          : [
              [
                `${numberText(from)} → ${unitText(numberText(to), unit, '')}`,
                runs[i].label,
                numberText(response.at),
                numberText(response.riseTime),
                numberText(100 * response.overshoot),
                numberText(response.settlingTime2),
                numberText(visible(response.steadyError, to - from)),
              ],
            ],
      ),
    ),
  };
}

/** An error that nobody could see beside the step is none. */
const visible = (error: number, step: number): number => (Math.abs(error) < 1e-6 * Math.abs(step) ? 0 : error);

export function spreadTable(runs: Runs, { unit, spreads }: BoxComparison): StudyTable {
  return {
    caption: unitText('Over all recorded samples', unit),
    titles: [
      'Run',
      '#Lowest',
      '#First quartile',
      '#Median',
      '#Third quartile',
      '#Highest',
      '#Mean',
      '#RMS',
      '#Samples',
    ],
    rows: spreads.flatMap((spread, i) =>
      spread === undefined
        ? []
        : [
            [
              runs[i].label,
              ...[spread.min, spread.q1, spread.median, spread.q3, spread.max, spread.mean, spread.rms].map(numberText),
              String(spread.samples),
            ],
          ],
    ),
  };
}

export function crossingTable(runs: Runs, { names, pursuits }: CrossingComparison): StudyTable {
  return {
    caption: `Crossings of ${names[0]} and ${names[1]}`,
    titles: ['Run', '#Time [s]', '#Progress [m]', '#Speed difference [m/s]', 'Then ahead', '#Lead at the end [m]'],
    rows: pursuits.flatMap((pursuit, i) => {
      if (pursuit === undefined) return [];
      const { crossings, difference } = pursuit;
      const lead = numberText(difference.at(-1));
      if (crossings.length === 0) return [[runs[i].label, '–', '–', '–', 'never level', lead]];
      return crossings.map(({ time, progress, rate }) => [
        runs[i].label,
        numberText(time),
        numberText(progress),
        numberText(rate),
        names[rate > 0 ? 0 : 1],
        lead,
      ]);
    }),
  };
}

/** The same as plain data: numbers unrounded, null where there is none. */
export function comparisonData({ runs, changes, steps, boxes, crossings, notes }: Comparison) {
  const label = (i: number) => runs[i].label;
  return {
    runs: runs.map(({ label: name, path, scenario, duration, hash, recording, metrics, expectations }) => ({
      label: name,
      path,
      scenario: scenario.document.name,
      seed: scenario.document.seed,
      duration,
      hash: hash ?? null,
      complete: recording.complete,
      metrics: Object.fromEntries(metrics.map((metric) => [metric.name, { value: metric.value, unit: metric.unit }])),
      expectations: {
        held: expectations.filter(({ pass }) => pass).length,
        failed: expectations.filter(({ pass }) => !pass).map((expectation) => expectation.name),
      },
    })),
    changes: changes.map(({ path, values }) => ({ path, values: values.map((value) => value ?? null) })),
    steps: steps.map(({ title, unit, groups }) => ({
      field: title,
      unit,
      steps: groups.map(({ from, to, responses }) => ({
        from,
        to,
        responses: responses.flatMap((response, i) =>
          response === undefined
            ? []
            : [
                {
                  run: label(i),
                  at: response.at,
                  until: response.until,
                  from: response.from,
                  riseTime: response.riseTime,
                  overshoot: response.overshoot,
                  peakTime: response.peakTime,
                  settlingTime: response.settlingTime2,
                  steadyError: response.steadyError,
                  ripple: response.ripple,
                },
              ],
        ),
      })),
    })),
    boxes: boxes.map(({ title, unit, spreads }) => ({
      field: title,
      unit,
      runs: spreads.flatMap((spread, i) => (spread === undefined ? [] : [{ run: label(i), ...spread }])),
    })),
    crossings: crossings.map(({ names, pursuits }) => ({
      vehicles: names,
      runs: pursuits.flatMap((pursuit, i) =>
        pursuit === undefined
          ? []
          : [{ run: label(i), crossings: pursuit.crossings, finalLead: pursuit.difference.at(-1) ?? null }],
      ),
    })),
    notes,
  };
}
