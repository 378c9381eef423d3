/** The published bench: its latency by hops, and positioning against latency. */
import { lineChart } from '../../../record/report/chart.ts';
import { number as text } from '../study-numbers.ts';
import type { ApaStudy } from './apa.ts';
import type { SweptLaw } from './latency-sweep.ts';
import { limitOf, PAPER_ERROR, PAPER_LATENCY, SWEPT_LAWS } from './latency-sweep.ts';
import type { MeasuredLatency, PaperBench } from './paper-bench.ts';
import { positionError } from './outcomes.ts';
import type { ReportPart } from './report-part.ts';

const NAMES: Readonly<Record<SweptLaw, string>> = {
  published: 'published: feed-forward steering, PI speed',
  slow: 'the same at 0.4 m/s',
  unaware: 'corrected, latency unknown to it',
  predicting: 'corrected, predicts over the latency',
};
/** Published for the two computers [s]; the rest of 83 ms is transport. */
const COMPUTERS = 0.053;
const NEAR = 0.001;

export const paperPart = (study: ApaStudy): ReportPart[] => [hopsPart(study), sweepPart(study)];

const ms = (seconds: number): string => text(1e3 * seconds);

function hopsPart({ bench, paperRun, paperLatency }: ApaStudy): ReportPart {
  if (bench === undefined)
    return {
      findings: [],
      section: {
        title: 'The paper: 83 ms by hops',
        text: 'The published bench sees with networks, which are not there: its hops are left out.',
      },
    };
  const { path, transport } = bench;
  const computers = path.min - transport;
  const error = paperRun === undefined ? NaN : positionError(paperRun);
  return {
    findings: [
      {
        sentence: `Paper: ${ms(PAPER_LATENCY)} ms from a picture to the car (${ms(path.min)} ms), of which ${ms(COMPUTERS)} ms on the two computers (${ms(computers)} ms)`,
        pass: Math.abs(path.min - PAPER_LATENCY) <= NEAR && Math.abs(computers - COMPUTERS) <= NEAR,
      },
      ...(paperLatency === undefined ? [] : [measuredFinding(paperLatency, transport)]),
      ...(paperRun === undefined
        ? []
        : [
            {
              sentence: `Paper: through cameras, networks, SPI and CAN the car stands within ${100 * PAPER_ERROR} cm (${text(100 * error)} cm)`,
              pass: paperRun.isParked && error <= PAPER_ERROR,
            },
          ]),
    ],
    section: {
      title: 'The paper: 83 ms by hops',
      text:
        'The way of a picture into a command in scenarios/apa/paper.yaml, with the stages it declares: least, for news that nothing makes wait, and most, as periods are sampled out of step. ' +
        'The paper prints 83 ms end to end and 53 ms for its two computers; its own stages are not published, so ours are chosen to add up. ' +
        'Measured is what the bench itself finds: stamps of the pictures come back over CAN, and the host compares them with its clock, which follows the microcontroller by gPTP; without the declared transport it is what the two computers take.',
      table: {
        caption: path.signals.join(' → '),
        titles: ['Hop', '#least [ms]', '#most [ms]'],
        rows: hopRows(bench, paperLatency),
      },
    },
  };
}

function measuredFinding({ least, median, most, clockError }: MeasuredLatency, transport: number) {
  const range = (less: number) => `${ms(least - less)} to ${ms(most - less)} ms, median ${ms(median - less)} ms`;
  return {
    sentence: `Paper: measured from stamps over CAN ${range(0)}, without transport ${range(transport)}; the host's clock is wrong by ${text(1e9 * clockError)} ns at most`,
    pass: [least, median, most].every((seconds) => Math.abs(seconds - PAPER_LATENCY) <= NEAR),
  };
}

const measuredRows = ({ least, most }: MeasuredLatency, transport: number): string[][] => [
  ['end to end, measured', ms(least), ms(most)],
  ['two computers, measured', ms(least - transport), ms(most - transport)],
];

const hopRows = ({ path, transport }: PaperBench, measured: MeasuredLatency | undefined): string[][] => [
  ...path.hops
    .filter(({ max }) => max > 0)
    .map(({ kind, block, min, max }) => [
      kind === 'compute' ? `${block} computes` : kind === 'wire' ? `on the wire to ${block}` : `${block} waits`,
      ms(min),
      ms(max),
    ]),
  ['end to end', ms(path.min), ms(path.max)],
  ...(measured === undefined ? [] : measuredRows(measured, transport)),
];

function sweepPart({ latency }: ApaStudy): ReportPart {
  const { latencies, errors, clearances } = latency;
  const at = (law: SweptLaw, seconds: number) => errors[law][latencies.indexOf(seconds)];
  const limit = (law: SweptLaw) => {
    const crossed = limitOf(latency, law);
    return Number.isNaN(crossed) ? `beyond ${ms(latencies[latencies.length - 1])} ms` : `at ${ms(crossed)} ms`;
  };
  const isBetter = latencies.every((_, i) => errors.predicting[i] <= errors.published[i]);
  return {
    findings: [
      {
        sentence: `Paper: at ${ms(PAPER_LATENCY)} ms the predicting tracker stands within ${100 * PAPER_ERROR} cm (${text(100 * at('predicting', PAPER_LATENCY))} cm; the published law ${text(100 * at('published', PAPER_LATENCY))} cm)`,
        pass: at('predicting', PAPER_LATENCY) <= PAPER_ERROR,
      },
      {
        sentence: `Paper: prediction stays within ${100 * PAPER_ERROR} cm up to ${ms(latencies[latencies.length - 1])} ms of latency (published law crosses ${limit('published')}, the corrected one that is not told ${limit('unaware')}, the predicting one ${limit('predicting')})`,
        pass: Number.isNaN(limitOf(latency, 'predicting')),
      },
      { sentence: 'Paper: prediction is better than the published law at every latency', pass: isBetter },
    ],
    section: {
      title: 'The paper: positioning against latency',
      text:
        'A delay between command and car, in the lot of the paper with true perception; the worst of two starts. The function makes no correcting move, so that the law alone decides. ' +
        'The published law steers by the curvature of the path and feeds no error back: whatever it is late by stays, and it brakes at the end of its path rather than before.',
      table: {
        caption: 'Final position error [cm], and least clearance on the way [m]',
        titles: ['Latency [ms]', ...SWEPT_LAWS.flatMap((law) => [`#${law} [cm]`, '#clearance [m]'])],
        rows: latencies.map((seconds, i) => [
          ms(seconds),
          ...SWEPT_LAWS.flatMap((law) => [text(100 * errors[law][i]), text(clearances[law][i])]),
        ]),
      },
      figures: [
        lineChart({
          title: 'Final position error against latency',
          x: 'latency between command and car [ms]',
          y: 'error [cm]',
          lines: [
            ...SWEPT_LAWS.map((law) => ({
              name: NAMES[law],
              x: latencies.map((seconds) => 1e3 * seconds),
              y: errors[law].map((error) => 100 * error),
            })),
            { name: '5 cm', x: [0, 1e3 * latencies[latencies.length - 1]], y: [5, 5], dashed: true },
          ],
          yRange: [0, 60],
        }),
      ],
    },
  };
}
