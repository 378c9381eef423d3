/** What a person wants to know first about a run, as text. */
import { oneLine } from '../core/one-line.ts';
import type { RunResult } from '../run/result.ts';
import { formatDuration, formatNumber, formatTable } from './table.ts';

export function summary(outcome: RunResult): string {
  const { lateness } = outcome;
  const head = [
    `${oneLine(outcome.scenario)}${outcome.interrupted ? ' (interrupted)' : ''}: ${formatNumber(outcome.duration)} s simulated in ${formatDuration(outcome.wall)}, ${outcome.realTimeFactor.toPrecision(3)} × real time`,
    `seed ${outcome.seed}, clock ${outcome.clock}, ${outcome.ticks} ticks, hash ${outcome.hash}`,
  ];
  if (lateness !== undefined) {
    head.push(
      `ticks started late by ${formatDuration(lateness.median)} (median), ${formatDuration(lateness.p99)} (p99), ${formatDuration(lateness.max)} (max)`,
    );
  }
  if (outcome.deadlineMisses > 0) head.push(`${outcome.deadlineMisses} deadline misses`);
  for (const { block, from, to } of outcome.lost) {
    head.push(`${block} was lost from ${formatNumber(from)} s ${to === undefined ? 'on' : `to ${formatNumber(to)} s`}`);
  }
  return [head.join('\n'), metricTable(outcome), expectationTable(outcome)].filter((part) => part !== '').join('\n\n');
}

function metricTable({ metrics }: RunResult): string {
  if (metrics.length === 0) return '';
  return formatTable(
    ['metric', 'value', 'unit', ''],
    metrics.map(({ name, value, unit, doc }) => [name, value === null ? '–' : formatNumber(value), unit, doc]),
  );
}

function expectationTable({ expectations }: RunResult): string {
  if (expectations.length === 0) return '';
  const bound = (min: number | undefined, max: number | undefined) =>
    [min === undefined ? '' : `≥ ${formatNumber(min)}`, max === undefined ? '' : `≤ ${formatNumber(max)}`]
      .filter(Boolean)
      .join(' and ');
  const rows = expectations.map(({ metric, value, min, max, pass, name, problem }) => [
    pass ? '✓' : '✗',
    name,
    value === null ? 'no value' : formatNumber(value),
    bound(min, max),
    pass ? '' : value === null ? problem! : metric,
  ]);
  const failed = expectations.filter(({ pass }) => !pass).length;
  return `${formatTable(['', 'expectation', 'value', 'bound', ''], rows)}\n${failed === 0 ? `all ${expectations.length} expectations hold` : `${failed} of ${expectations.length} expectations failed`}`;
}
