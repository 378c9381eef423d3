/** The report of a run: one HTML file that needs nothing else, with tables, plots and the dataflow. */
import { axisUnits } from './axis-units.ts';
import type { DataflowRow } from '../../scenario/dataflow.ts';
import type { ListedFault } from '../../scenario/fault-list.ts';
import type { ImageSpec, PlotSpec } from '../../scenario/schema.ts';
import { toBase64 } from '../../math/base64.ts';
import type { Plot, PlotData } from './plot-data.ts';
import { collectPlots } from './plot-data.ts';
import type { Recording } from '../mcap/recording-reader.ts';
import type { LatencyVerdict } from '../latency-verdict.ts';
import { imageFigures } from './images.ts';
import { latencyFigures } from './latency-figures.ts';
import { parkingRecord } from './parking-record.ts';
import type { PlanView } from './plan-drawing.ts';
import { drawPlan, planLegend } from './plan-drawing.ts';
import { reportScript } from './script.ts';
import { reportStyle } from './style.ts';
import type { Surroundings } from './surroundings.ts';
import type { ReportOutcome } from './tables.ts';
import {
  dataflowTable,
  durationText,
  expectationTable,
  faultTable,
  metricTable,
  stepTimeTable,
  summaryList,
} from './tables.ts';
import { xmlText } from './xml-text.ts';
import type { Backdrop, XyMap } from './xy-drawing.ts';
import { drawXy } from './xy-drawing.ts';

export interface ReportInput {
  readonly title: string;
  readonly description: string;
  readonly outcome: ReportOutcome;
  readonly dataflow: readonly DataflowRow[];
  /** Where the scenario has a latency budget: how every command stood against it. */
  readonly latencies?: readonly LatencyVerdict[];
  /** What the scenario lets go wrong. */
  readonly faults?: readonly ListedFault[];
  readonly recording: Recording;
  /** A sensible set is chosen when there are none. */
  readonly plots: readonly PlotSpec[];
  /** One of every recorded camera when there are none. */
  readonly images: readonly ImageSpec[];
  /** Lines on the ground, to be drawn beneath plots that ask for the track. */
  readonly backdrop: Backdrop;
  /** For plans and overlays: the world from above, the outlines of vehicles, and where views look. */
  readonly surroundings?: Surroundings;
  /** uPlot's minified script and style sheet, as text. */
  readonly uplotJs: string;
  readonly uplotCss: string;
}

export function reportHtml(input: ReportInput): string {
  const { title, outcome, recording, latencies = [], faults = [] } = input;
  const data = collectPlots(recording, input.plots);
  const views = data.plots.map((plot) => planView(plot, input));
  const drawings = data.plots.map((plot, i) => {
    if (!isXy(plot)) return undefined;
    const view = views[i];
    return view === undefined
      ? drawXy(plot, data.samples, plot.track ? input.backdrop : [])
      : drawPlan(plot, data.samples, view);
  });
  const pictures = imageFigures(recording, input.images, input.surroundings);
  const sections = [
    section('Summary', summaryList(outcome)),
    outcome.expectations.length === 0 ? '' : section('Expectations', expectationTable(outcome.expectations)),
    outcome.metrics.length === 0 ? '' : section('Metrics', metricTable(outcome.metrics)),
    faults.length === 0 ? '' : section('Faults', faultTable(faults)),
    data.plots.length === 0
      ? ''
      : section(
          'Plots',
          hint(data) + data.plots.map((plot, i) => figure(plot, i, drawings[i]?.svg, views[i])).join(''),
        ),
    pictures === '' ? '' : section('Pictures', pictures),
    latencies.length === 0 ? '' : section('Latency', latencies.map(latencyFigures).join('')),
    section('Dataflow', dataflowTable(input.dataflow)),
    (outcome.stepTimes ?? []).length === 0 ? '' : section('Computing time', stepTimeTable(outcome.stepTimes!)),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
<title>${xmlText(title)}</title>
<style>${input.uplotCss}${reportStyle}</style>
</head>
<body>
${header(input)}
<main>
${sections.filter((part) => part !== '').join('\n')}
</main>
<footer>Made by Skidpad from recording.mcap.</footer>
<script type="application/json" id="run-data">${inlineJson(
    chartData(
      data,
      drawings.map((drawing) => drawing?.map),
      faults,
    ),
  )}</script>
<script>${inlineScript(input.uplotJs)}</script>
<script>${reportScript}</script>
</body>
</html>
`;
}

function header({ title, description, outcome, recording }: ReportInput): string {
  const failed = outcome.expectations.filter(({ pass }) => !pass).length;
  const total = outcome.expectations.length;
  const verdict =
    total === 0
      ? ''
      : failed === 0
        ? `<p class="verdict pass">✓ ${total === 1 ? 'The expectation holds' : `All ${total} expectations hold`}</p>`
        : `<p class="verdict fail">✗ ${failed} of ${total} expectations ${failed === 1 ? 'fails' : 'fail'}</p>`;
  const notes = [
    outcome.interrupted ? 'The run was interrupted before its end.' : '',
    recording.complete ? '' : `The recording is incomplete: ${recording.problem}.`,
  ]
    .filter((note) => note !== '')
    .map((note) => `<p class="note">${xmlText(note)}</p>`);
  return `<header><h1>${xmlText(title)}</h1>${description === '' ? '' : `<p>${xmlText(description.trim())}</p>`}${verdict}${notes.join('')}</header>`;
}

const section = (title: string, content: string): string => `<section><h2>${title}</h2>${content}</section>`;

const isXy = (plot: Plot): boolean => plot.series[0]?.x !== undefined;

const hint = ({ grid }: PlotData): string =>
  `<p class="hint">Drag to zoom, double-click to see everything again; all plots follow. Sampled every ${durationText(grid.periodNs / 1e9)}; signals.csv and recording.mcap have the rest.</p>`;

/** What a plan shows beside its lines; undefined for other plots. */
function planView({ plan, body }: Plot, { recording, surroundings }: ReportInput): PlanView | undefined {
  if (!plan) return undefined;
  return {
    ground: surroundings?.ground,
    parking: parkingRecord(recording),
    body: body === undefined ? undefined : surroundings?.bodies.get(body),
  };
}

function figure(plot: Plot, index: number, svg: string | undefined, view: PlanView | undefined): string {
  const caption = `<figcaption>${xmlText(plot.title)}${plot.doc === '' ? '' : `<span>${xmlText(plot.doc)}</span>`}</figcaption>`;
  const names = plot.series.map(({ y }) => y.name).join(', ');
  const body =
    svg === undefined
      ? `<div class="chart" role="img" aria-label="${xmlText(`${plot.title}: ${names} over time`)}"></div><noscript><p class="hint">This plot needs JavaScript.</p></noscript>`
      : svg + legend(plot, view);
  return `<figure data-plot="${index}">${caption}${body}</figure>`;
}

/** Lines by their signals, or by their fields where one signal has several. */
function legend({ series }: Plot, view: PlanView | undefined): string {
  const bySignal = new Set(series.map(({ y }) => y.channel.signal)).size === series.length;
  const names = series.map(
    ({ y }, i) =>
      `<span><i style="border-color:var(--s${(i % 8) + 1})"></i>${xmlText(bySignal ? y.channel.signal : y.name)}</span>`,
  );
  return `<div class="legend${view === undefined ? '' : ' plan'}">${names.join('')}${view === undefined ? '' : planLegend(view)}<span class="quiet">○ start</span><span class="quiet">● end</span></div>`;
}

/** What the script needs: the grid, the samples in single precision, and which lines go where. */
const chartData = (data: PlotData, maps: readonly (XyMap | undefined)[], faults: readonly ListedFault[]) => ({
  faults: faults.map(({ at, for: duration, kind }) => ({
    from: at,
    to: at + (duration ?? 0),
    isOpen: duration === undefined && kind !== 'reset' && kind !== 'jump',
  })),
  start: data.grid.startNs / 1e9,
  period: data.grid.periodNs / 1e9,
  rows: data.grid.rows,
  columns: Object.fromEntries(
    [...data.samples].map(([name, values]) => [name, toBase64(new Uint8Array(Float32Array.from(values).buffer))]),
  ),
  plots: data.plots.map(({ series }, i) => {
    const units = axisUnits(series.map(({ y }) => y));
    return {
      map: maps[i],
      series: series.map(({ x, y, stepped }, k) => ({ name: y.name, unit: units[k], x: x?.name, stepped })),
    };
  }),
});

/** JSON that cannot end its script element. */
const inlineJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const inlineScript = (script: string): string => script.replaceAll('</script', '<\\/script');
