/** Random lots: what came of them, and every failure as a file. */
import { number as text } from '../study-numbers.ts';
import type { ApaStudy, Trials } from './apa.ts';
import { outcomeOf, positionError, summarise } from './outcomes.ts';
import type { ReportPart } from './report-part.ts';
import { failureFiles, failureNames } from './report-part.ts';
import { boxChart } from '../../../record/report/chart.ts';
import { KINDS } from './slot-row.ts';

/** 95 of 100 shall stand so near to the middle of their slots [m]. */
const P95 = 0.05;

export function lotsPart({ lots }: ApaStudy): ReportPart {
  const all = summarise(lots.runs, lots.trials[0].reach);
  const isGood = (i: number) => outcomeOf(lots.runs[i], lots.trials[i].reach) === 'success';
  const failed = lots.runs.filter((_, i) => !isGood(i)).length;
  const files = failureFiles(lots);
  return {
    findings: [
      {
        sentence: `Random lots: no contact in ${all.runs} (least distance ${text(all.clearance)} m)`,
        pass: all.clearance > 0,
      },
      {
        sentence: `Random lots: 95 of 100 stand within ${P95} m of the middle of their slots (${text(all.positionP95)} m; the worst ${text(all.worstPosition)} m)`,
        pass: all.positionP95 <= P95,
      },
      {
        sentence: `Random lots: all ${all.runs} park${failed > 0 ? ` (${failed} do not: ${failureNames(lots)})` : ''}`,
        pass: failed === 0,
      },
    ],
    section: {
      title: 'Random lots',
      text:
        'Perpendicular, parallel and angled rows on either side, slots 0.4 to 1.4 m wider than the car (parallel ones 1.2 to 2.2 m longer), aisles from 5, 3.5 and 4.5 m up to 2.5 m wider, ' +
        '20 to 100 % of the other slots taken, a wall or cars across the aisle, the car 4 to 10 m before its slot, up to 0.4 m beside the middle of the aisle and 3° askew. True perception.' +
        (files.length > 0
          ? `\n\nEvery failure is a scenario file beside this report, which replays it: ${files.map(([name]) => name).join(', ')}.`
          : '\n\nA failure would be a scenario file beside this report, which replays it; there is none.'),
      table: {
        caption: 'By kind of slot',
        titles: [
          'Kind',
          '#lots',
          '#parked',
          '#mean error [mm]',
          '#p95 [mm]',
          '#worst [mm]',
          '#mean time [s]',
          '#least clearance [m]',
        ],
        rows: [...KINDS.map((kind) => kindRow(kind, ofKind(lots, kind))), kindRow('all', lots)],
      },
      figures: [
        boxChart({
          title: 'Final position errors',
          y: 'from the middle of the slot [mm]',
          boxes: KINDS.map((kind) => ({
            name: kind,
            values: ofKind(lots, kind).runs.map((run) => 1e3 * positionError(run)),
          })),
          yRange: [0, Math.max(10, 2e3 * all.positionP95)],
        }),
      ],
    },
    files,
  };
}

function ofKind({ trials, runs }: Trials, kind: string): Trials {
  const has = (i: number) => trials[i].kind === kind;
  return { trials: trials.filter((_, i) => has(i)), runs: runs.filter((_, i) => has(i)) };
}

function kindRow(name: string, { trials, runs }: Trials): string[] {
  if (runs.length === 0) return [name, '0', '', '', '', '', '', ''];
  const parked = runs.filter((run, i) => outcomeOf(run, trials[i].reach) === 'success').length;
  const { position, positionP95, worstPosition, time, clearance } = summarise(runs, trials[0].reach);
  const lengths = [position, positionP95, worstPosition].map((value) => text(1e3 * value));
  return [name, String(runs.length), String(parked), ...lengths, text(time), text(clearance)];
}
