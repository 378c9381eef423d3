/** `skidpad identify`: dead time, lag, gain and backlash of a robot's drive and steering, from a recording of it. */
import { join } from 'node:path';
import { OutputDirectory, reportDirectory } from '../../node/output-directory.ts';
import { openRun } from '../../node/open-run.ts';
import { lineChart } from '../../record/report/chart.ts';
import { formatYaml } from '../../scenario/yaml.ts';
import type { FittedValue } from '../../study/identify/fit-actuator.ts';
import type { IdentifiedActuator } from '../../study/identify/identify.ts';
import { identify as identifyIn } from '../../study/identify/identify.ts';
import { studyHtml } from '../../study/study-report.ts';
import { numberOption } from '../number-option.ts';
import { formatNumber, formatTable } from '../table.ts';

export interface IdentifyOptions {
  readonly drive?: string;
  readonly steering?: string;
  readonly wheelBase?: string;
  readonly maxDeadTime?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export async function identify(path: string, options: IdentifyOptions): Promise<void> {
  const { drive, steering, out, force } = options;
  const { recording } = await openRun(path);
  const found = identifyIn(recording, {
    drive,
    steering,
    wheelBase: numberOption('--wheel-base', options.wheelBase),
    maxDeadTime: numberOption('--max-dead-time', options.maxDeadTime),
  });
  recording.close();
  const data = Object.fromEntries(found.map(({ name, fit: { fitted: _fitted, ...fit } }) => [name, fit]));
  const directory = OutputDirectory.claim({ kind: reportDirectory, usual: join('runs', 'identified'), out, force });
  directory.fill([
    ['report.html', studyHtml(reportOf(found))],
    [
      'actuators.yaml',
      formatYaml(Object.fromEntries(found.map((actuator) => [actuator.name, parametersOf(actuator)]))),
    ],
  ]);
  if (options.json) return void console.log(JSON.stringify({ ...data, out: directory.path }));
  console.log(
    formatTable(
      TITLES.map((title) => title.replace('#', '')),
      found.map(rowOf),
    ),
  );
  console.log(
    `\nReport      ${join(directory.path, 'report.html')}\nParameters  ${join(directory.path, 'actuators.yaml')}`,
  );
}

const TITLES = ['', '#gain', '#offset', '#dead time [ms]', '#lag [ms]', '#backlash', '#left over', '#explained'];

const uncertain = ({ value, plusMinus }: FittedValue, scale = 1): string =>
  `${formatNumber(scale * value)} ± ${Number.isFinite(plusMinus) ? (scale * plusMinus).toPrecision(2) : '∞'}`;

function rowOf({ name, unit, fit }: IdentifiedActuator): string[] {
  return [
    name,
    uncertain(fit.gain),
    uncertain(fit.offset),
    uncertain(fit.deadTime, 1e3),
    uncertain(fit.timeConstant, 1e3),
    fit.backlash.value > 0 ? uncertain(fit.backlash) : 'none',
    `${fit.residual.toPrecision(2)} ${unit}`,
    `${(100 * fit.explained).toFixed(2)} %`,
  ];
}

/** As a model of the robot takes them. */
const parametersOf = ({ fit }: IdentifiedActuator) => ({
  gain: fit.gain.value,
  offset: fit.offset.value,
  deadTime: fit.deadTime.value,
  timeConstant: fit.timeConstant.value,
  backlash: fit.backlash.value,
});

const reportOf = (found: readonly IdentifiedActuator[]) => ({
  title: 'A robot, identified',
  description:
    'Gain, offset, dead time, lag of first order and backlash that explain best how speed and steering followed their commands. Intervals hold the truth in 95 of 100 logs, as far as the model does.',
  verdicts: [],
  sections: [
    {
      title: 'Actuators',
      table: { caption: 'Drive and steering', titles: TITLES, rows: found.map(rowOf) },
      figures: found.map(({ name, unit, measured, times, values, fit }) =>
        lineChart({
          title: name,
          x: 'time [s]',
          y: `${measured} [${unit}]`,
          lines: [
            { name: 'measured', x: times, y: values },
            { name: 'model', x: times, y: fit.fitted, dashed: true },
          ],
        }),
      ),
    },
  ],
});
