/** Planning problems of TPCAP's kinds. */
import { number as text } from '../study-numbers.ts';
import type { ApaStudy } from './apa.ts';
import { PUBLISHED_DURATIONS } from './planner-cases.ts';
import type { ReportPart } from './report-part.ts';

export function casesPart({ cases }: ApaStudy): ReportPart {
  const failed = cases.filter(({ faults }) => faults.length > 0);
  return {
    findings: [
      {
        sentence:
          `TPCAP's kinds: all ${cases.length} cases are solved, and an independent check finds no contact and nothing that a car cannot drive` +
          (failed.length > 0 ? ` (not ${failed.map(({ name, faults }) => `${name}: ${faults[0]}`).join('; ')})` : ''),
        pass: failed.length === 0,
      },
    ],
    section: {
      title: 'Planning, beside TPCAP',
      text:
        'Our own cases of the kinds that the benchmark of trajectory planning for automated parking (ITSC 2022) has, in cases/parking; its files are read by skidpad park. Published are times of one public ' +
        "repository's solutions of the benchmark's own cases 1, 2, 3, 6 and 9 that pass an independent check of collisions; its solutions of 4 and 5 touch obstacles. The cases differ, so the times beside each other say no more than of which size they are.",
      table: {
        caption: 'Solutions, checked by code that the planner does not share',
        titles: [
          'Case',
          '#time [s]',
          '#length [m]',
          '#changes of direction',
          '#clearance [m]',
          'Check',
          '#published, case of that number [s]',
        ],
        rows: cases.map(({ name, title, duration, length, gearChanges, clearance, faults }, i) => [
          title === '' ? name : `${name.slice(0, 2)} ${title}`,
          text(duration, 4),
          text(length, 4),
          text(gearChanges),
          text(clearance),
          faults.length === 0 ? 'free and drivable' : faults.join('; '),
          PUBLISHED_DURATIONS[i + 1] === undefined ? '' : text(PUBLISHED_DURATIONS[i + 1], 4),
        ]),
      },
    },
  };
}
