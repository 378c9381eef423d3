/** A latency and its budget in a report: what is declared and measured side by side, and the hops stacked over time. */
import type { HopStatistics } from '../latency.ts';
import type { LatencyVerdict } from '../latency-verdict.ts';
import { stackChart } from './stack-chart.ts';
import { durationText, table } from './tables.ts';
import { xmlText } from './xml-text.ts';

export function latencyFigures({ command, limit, over, shares, pass }: LatencyVerdict): string {
  const { path, samples, hops, age, times, stack } = command;
  const verdict = pass
    ? `✓ all ${samples} commands within ${durationText(limit!)}`
    : over > 0
      ? `✗ ${over} of ${samples} commands over ${durationText(limit!)}`
      : '✗ a block took more than its share';
  const rows = [...hops, age].map((hop, i) => [
    `<th scope="row">${xmlText(hop.hop)}</th>`,
    number(hop.declared),
    ...figures(hop).map((value) => number(value)),
    i === hops.length ? `<td class="number">${durationText(limit!)}</td>` : shareCell(hop, i, hops, shares),
  ]);
  return (
    `<h3><code>${xmlText(path)}</code></h3><p class="${pass ? 'pass' : 'fail'}">${verdict}</p>` +
    table(
      'Declared is the most that periods, phases, wires and latencies allow; measured is from the stamps of every command',
      ['Hop', '#Declared', '#Least', '#Median', '#p99', '#Most', '#Budget'],
      rows,
    ) +
    stackChart({
      title: 'Where the time goes, command by command',
      x: 'time [s]',
      y: 'age of the data [ms]',
      names: hops.map(({ hop }) => hop),
      times,
      layers: stack.map((row) => row.map((seconds) => seconds * 1e3)),
      limit: limit! * 1e3,
    })
  );
}

const figures = ({ min, median, p99, max }: HopStatistics): number[] => [min, median, p99, max];

const number = (seconds: number | undefined): string =>
  `<td class="number">${seconds === undefined ? '–' : durationText(seconds)}</td>`;

/** In the last row of each block. */
function shareCell(
  { block }: HopStatistics,
  index: number,
  hops: readonly HopStatistics[],
  shares: LatencyVerdict['shares'],
): string {
  const share = shares.find((candidate) => candidate.block === block);
  const isLast = hops.findLastIndex((hop) => hop.block === block) === index;
  if (!isLast || share?.allowed === undefined) return '<td></td>';
  return `<td class="number ${share.pass ? '' : 'fail'}">${durationText(share.most)} of ${durationText(share.allowed)}</td>`;
}
