/** The table of E2E-Parking, published rows beside ours. */
import { number as text } from '../study-numbers.ts';
import type { ApaStudy, Trials } from './apa.ts';
import { E2E_REACH } from './e2e-runs.ts';
import type { Summary } from './outcomes.ts';
import { OUTCOMES, summarise } from './outcomes.ts';
import type { ReportPart } from './report-part.ts';
import { failureFiles, failureNames } from './report-part.ts';

/** Success, target failure, non-target failure, collision, time-out [%], position [m], heading [°], time [s]; NaN where nothing is said. */
const PUBLISHED: readonly (readonly [name: string, ...values: number[]])[] = [
  ['E2E-Parking, published', 91.41, 2.08, 3.39, 2.08, 1.04, 0.3, 0.87, 15.72],
  ['expert driver, published', 100, NaN, NaN, NaN, NaN, 0.23, 0.48, 14.96],
  ['rookie driver, published', 75, NaN, NaN, NaN, NaN, 0.35, 4, 20.13],
  ['E2E-Parking trained again by others', 85.16, NaN, NaN, NaN, NaN, NaN, NaN, NaN],
  ['the same, with correction by rules', 97.66, NaN, NaN, NaN, NaN, NaN, NaN, NaN],
];
const GOAL = { position: 0.05, headingDeg: 0.5, time: 15 } as const;
/** 12 km/h ahead, 10 km/h backwards [m/s]. */
const FASTEST = { forward: 12 / 3.6, backward: 10 / 3.6 } as const;

export function e2ePart({ e2e, e2eSeen, e2eFisheye }: ApaStudy): ReportPart {
  const ours = [
    ['true perception', e2e],
    ['four cameras of 640 × 480 and networks', e2eSeen],
    ['the same with fisheye lenses of 190°', e2eFisheye],
  ] as const;
  const driven = ours.filter(([, { runs }]) => runs.length > 0);
  return {
    findings: driven.flatMap(([name, trials]) => findingsOf(name, trials)),
    section: {
      title: "E2E-Parking's table",
      text:
        'Its lot of 64 slots, 16 targets, 24 starts each within 7 m along the aisle in both directions, half of the slots taken anew for every run; 30 s. A success stands within 1.0 m along, ' +
        '0.6 m across and 10° of its slot. Errors and times are means over the successes; time is from standstill until the function says that it has parked.' +
        (driven.length < ours.length
          ? '\n\nOnly true perception was driven: the runs through cameras need the networks, and are left out of the quick study.'
          : ''),
      table: {
        caption: 'Shares in %, mean errors and times',
        titles: [
          'Driver',
          '#runs',
          '#success',
          '#target failure',
          '#non-target',
          '#collision',
          '#time-out',
          '#position [m]',
          '#heading [°]',
          '#time [s]',
          '#least clearance [m]',
        ],
        rows: [
          ...PUBLISHED.map(publishedRow),
          ...driven.map(([name, { runs }]) => row(name, summarise(runs, E2E_REACH))),
        ],
      },
    },
    files: driven.flatMap(([, trials]) => failureFiles(trials)),
  };
}

const publishedRow = ([name, ...values]: readonly [string, ...number[]]): string[] => [
  name,
  '384',
  ...values.map((value) => text(value, 4)),
  '–',
];

const row = (name: string, summary: Summary): string[] => [
  `ours, ${name}`,
  String(summary.runs),
  ...OUTCOMES.map((outcome) => text(summary.shares[outcome], 4)),
  text(summary.position),
  text(summary.headingDeg),
  text(summary.time, 4),
  text(summary.clearance),
];

function findingsOf(name: string, trials: Trials): ReportPart['findings'] {
  const summary = summarise(trials.runs, E2E_REACH);
  const { shares, position, headingDeg, time, clearance, forward, backward } = summary;
  const failed = shares.success < 100 ? `; not ${failureNames(trials)}` : '';
  return [
    {
      sentence: `E2E-Parking, ${name}: all of ${summary.runs} runs park in their slot within 30 s (${text(shares.success, 4)} %${failed})`,
      pass: shares.success === 100,
    },
    {
      sentence: `E2E-Parking, ${name}: nothing is touched (least distance ${text(clearance)} m), at most 12 km/h ahead and 10 km/h backwards (${text(3.6 * forward)} and ${text(3.6 * backward)} km/h)`,
      pass: clearance > 0 && forward <= FASTEST.forward && backward <= FASTEST.backward,
    },
    {
      sentence: `E2E-Parking, ${name}: mean errors at most ${GOAL.position} m and ${GOAL.headingDeg}° in at most ${GOAL.time} s (${text(position)} m, ${text(headingDeg)}°, ${text(time, 4)} s)`,
      pass: position <= GOAL.position && headingDeg <= GOAL.headingDeg && time <= GOAL.time,
    },
  ];
}
