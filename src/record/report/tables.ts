/** The tables of a report, as HTML. */
import type { DataflowRow } from '../../scenario/dataflow.ts';
import type { ListedFault } from '../../scenario/fault-list.ts';
import type { ExpectationResult, MetricResult } from '../metrics/metrics.ts';
import { boundText } from '../metrics/metrics.ts';
import { xmlText } from './xml-text.ts';

export interface ReportOutcome {
  readonly seed: number;
  readonly ticks: number;
  /** Simulated time [s]. */
  readonly duration: number;
  /** Wall time [s] and simulated seconds per second of it; unknown of a run that never finished. */
  readonly wall?: number;
  readonly realTimeFactor?: number;
  readonly hash: string;
  readonly clock: string;
  readonly metrics: readonly MetricResult[];
  readonly expectations: readonly ExpectationResult[];
  readonly deadlineMisses: number;
  /** How late ticks started [s]. */
  readonly lateness?: { readonly median: number; readonly p99: number; readonly max: number };
  /** Wall time of the steps of a block [s], and its share of the run. */
  readonly stepTimes?: readonly {
    readonly block: string;
    readonly steps: number;
    readonly median: number;
    readonly p99: number;
    readonly max: number;
    readonly share: number;
  }[];
  readonly interrupted?: boolean;
}

export function summaryList(outcome: ReportOutcome): string {
  const { lateness } = outcome;
  const entries: [string, string][] = [
    ['Simulated time', `${numberText(outcome.duration)} s`],
    ['Wall time', outcome.wall === undefined ? 'unknown' : durationText(outcome.wall)],
    [
      'Speed',
      outcome.realTimeFactor === undefined ? 'unknown' : `${Number(outcome.realTimeFactor.toPrecision(3))} × real time`,
    ],
    ['Clock', outcome.clock],
    ['Ticks', String(outcome.ticks)],
    ['Seed', String(outcome.seed)],
    ['Deadline misses', String(outcome.deadlineMisses)],
  ];
  if (lateness !== undefined) {
    entries.push([
      'Ticks late: median, p99, max',
      [lateness.median, lateness.p99, lateness.max].map(durationText).join(', '),
    ]);
  }
  const rows = entries.map(([name, value]) => `<div><dt>${name}</dt><dd>${xmlText(value)}</dd></div>`);
  return `<dl>${rows.join('')}<div><dt>Hash of all signals</dt><dd><code>${xmlText(outcome.hash)}</code></dd></div></dl>`;
}

export function expectationTable(expectations: readonly ExpectationResult[]): string {
  const rows = expectations.map(({ name, metric, value, unit, min, max, pass, problem }) => [
    pass ? '<td class="pass">✓ holds</td>' : '<td class="fail">✗ fails</td>',
    `<th scope="row">${xmlText(name)}${problem === undefined || value !== null ? '' : `<div class="fail">${xmlText(problem)}</div>`}</th>`,
    `<td><code>${xmlText(metric)}</code></td>`,
    `<td class="number">${value === null ? '–' : numberText(value)}</td>`,
    `<td class="number">${xmlText(boundText(min, max).replaceAll('-', '−'))}</td>`,
    `<td class="quiet">${xmlText(unit)}</td>`,
  ]);
  return table(
    'What a good run of this scenario looks like',
    ['', 'Expectation', 'Metric', '#Value', '#Bound', 'Unit'],
    rows,
  );
}

export function metricTable(metrics: readonly MetricResult[]): string {
  const rows = metrics.map(({ name, value, unit, samples, doc }) => [
    `<th scope="row"><code>${xmlText(name)}</code></th>`,
    `<td class="number">${value === null ? '–' : numberText(value)}</td>`,
    `<td class="quiet">${xmlText(unit)}</td>`,
    `<td class="number quiet">${samples}</td>`,
    `<td>${xmlText(doc)}</td>`,
  ]);
  return table('Numbers measured over the run', ['Metric', '#Value', 'Unit', '#Samples', 'Meaning'], rows);
}

export function dataflowTable(dataflow: readonly DataflowRow[]): string {
  const list = (items: readonly string[]) =>
    `<td><ul>${items.map((item) => `<li><code>${xmlText(item)}</code></li>`).join('')}</ul></td>`;
  const rows = dataflow.map(({ block, type, host, period, publishEvery, latency, inputs, outputs }) => [
    `<th scope="row">${xmlText(block)}<div class="quiet"><code>${xmlText(type)}</code></div></th>`,
    `<td>${xmlText(host)}</td>`,
    `<td class="number">${durationText(period)}${publishEvery === 1 ? '' : `<div class="quiet">publishes every ${durationText(period * publishEvery)}</div>`}</td>`,
    `<td class="number">${durationText(latency)}</td>`,
    list(inputs),
    list(outputs),
  ]);
  return table(
    'Every block reads its inputs at its release, and its outputs appear after its latency',
    ['Block', 'Host', '#Period', '#Latency', 'Inputs', 'Outputs'],
    rows,
  );
}

export function stepTimeTable(times: NonNullable<ReportOutcome['stepTimes']>): string {
  const rows = times.map(({ block, steps, median, p99, max, share }) => [
    `<th scope="row">${xmlText(block)}</th>`,
    `<td class="number quiet">${steps}</td>`,
    ...[median, p99, max].map((seconds) => `<td class="number">${durationText(seconds)}</td>`),
    `<td class="number">${(100 * share).toFixed(1)} %</td>`,
  ]);
  return table(
    'Wall time of each step on the machine of this run; it cannot change the result',
    ['Block', '#Steps', '#Median', '#p99', '#Max', '#Share of the run'],
    rows,
  );
}

export function faultTable(faults: readonly ListedFault[]): string {
  const rows = faults.map(({ at, for: duration, whom, kind, details }) => [
    `<td class="number">${numberText(at)} s</td>`,
    `<td class="number">${duration === undefined ? '–' : `${numberText(duration)} s`}</td>`,
    `<th scope="row"><code>${xmlText(whom)}</code></th>`,
    `<td>${xmlText(kind)}</td>`,
    `<td class="quiet">${xmlText(details)}</td>`,
  ]);
  return table('What the scenario lets go wrong; shaded in the plots', ['#From', '#For', 'Whom', 'What', 'With'], rows);
}

/** A column whose title begins with # holds numbers. */
export function table(caption: string, titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = titles.map((title) =>
    title.startsWith('#')
      ? `<th scope="col" class="number">${title.slice(1)}</th>`
      : `<th scope="col">${title || '<span aria-label="Result"></span>'}</th>`,
  );
  return `<div class="scroll"><table><caption>${caption}</caption><thead><tr>${head.join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${row.join('')}</tr>`).join('')}</tbody></table></div>`;
}

/** Six significant digits. */
function numberText(value: number): string {
  const isPlain = value === 0 || !Number.isFinite(value) || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e7);
  return (isPlain ? String(Number(value.toPrecision(6))) : value.toExponential(3)).replaceAll('-', '−');
}

/** Seconds in the unit people would use. */
export function durationText(seconds: number): string {
  if (seconds < 1e-3) return `${Number((seconds * 1e6).toPrecision(4))} µs`;
  return seconds < 1 ? `${Number((seconds * 1e3).toPrecision(4))} ms` : `${Number(seconds.toPrecision(4))} s`;
}
