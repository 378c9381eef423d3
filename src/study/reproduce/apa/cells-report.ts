/** Every kind of slot, both sides: success and final error by the width of the slot and of the aisle, as a picture. */
import { heatChart } from '../../../record/report/chart.ts';
import { number as text } from '../study-numbers.ts';
import type { ApaStudy } from './apa.ts';
import type { ParkedRun } from './outcomes.ts';
import { outcomeOf, positionError, summarise } from './outcomes.ts';
import type { ReportPart } from './report-part.ts';
import { failureFiles, failureNames } from './report-part.ts';
import { SIDES } from './slot-cells.ts';
import type { Side, SlotKind } from './slot-row.ts';
import { KINDS } from './slot-row.ts';

/** An error of this is red [m]. */
const BAD = 0.05;

export function cellsPart({ cells, size }: ApaStudy): ReportPart {
  const { runs, trials } = cells;
  const isGood = (i: number) => outcomeOf(runs[i], trials[i].reach) === 'success';
  const good = runs.filter((_, i) => isGood(i));
  const worst = Math.max(...good.map(positionError));
  const clearance = Math.min(...runs.map((run) => run.clearance));
  const failed = runs.length - good.length;
  return {
    findings: [
      {
        sentence: `Slots: every kind on both sides parks, from ${Math.min(...size.extras)} m of room and aisles of ${Math.min(...size.aisles)} m on (${good.length} of ${runs.length} cells${failed > 0 ? `; not ${failureNames(cells)}` : ''})`,
        pass: failed === 0,
      },
      {
        sentence: `Slots: final errors at most ${BAD} m in every cell that parks (worst ${text(worst)} m), and nothing is touched (least distance ${text(clearance)} m)`,
        pass: worst <= BAD && clearance > 0,
      },
    ],
    section: {
      title: 'Every kind of slot, both sides',
      text:
        'True perception; all other slots taken, a wall across the aisle, the car comes along the middle of the aisle from 8 m before the slot. Room is what the slot is wider than the car with its mirrors, ' +
        'or longer where it is parallel. Where the aisle is too narrow to turn in, the car drives on past the row, turns there and comes back: the end of the row is open. In a cell: final position error in mm, time in s, changes of direction.',
      table: {
        caption: 'By kind and side',
        titles: [
          'Slots',
          '#cells',
          '#parked',
          '#mean error [mm]',
          '#worst [mm]',
          '#mean time [s]',
          '#most changes of direction',
          '#least clearance [m]',
        ],
        rows: KINDS.flatMap((kind) => SIDES.map((side) => tableRow(cells, kind, side))),
      },
      figures: KINDS.flatMap((kind) => SIDES.map((side) => picture(cells, size, kind, side))),
    },
    files: failureFiles(cells),
  };
}

function tableRow({ cells, runs, trials }: ApaStudy['cells'], kind: SlotKind, side: Side): string[] {
  const here = cells.flatMap((cell, i) => (cell.kind === kind && cell.side === side ? [i] : []));
  const good = here.filter((i) => outcomeOf(runs[i], trials[i].reach) === 'success').map((i) => runs[i]);
  const { position, worstPosition, time, clearance } = summarise(
    here.map((i) => runs[i]),
    trials[here[0]].reach,
  );
  const changes = Math.max(...good.map(({ gearChanges }) => gearChanges));
  return [
    `${kind}, ${side}`,
    String(here.length),
    String(good.length),
    text(1e3 * position),
    text(1e3 * worstPosition),
    text(time),
    String(changes),
    text(clearance),
  ];
}

function picture(
  { cells, runs, trials }: ApaStudy['cells'],
  size: ApaStudy['size'],
  kind: SlotKind,
  side: Side,
): string {
  const cellText = (run: ParkedRun, outcome: string) =>
    outcome === 'success'
      ? {
          text: `${text(1e3 * positionError(run), 2)} mm, ${text(run.time, 3)} s, ${run.gearChanges}`,
          good: Math.max(0, 1 - positionError(run) / BAD),
        }
      : { text: outcome, good: 0 };
  return heatChart({
    title: `${kind} slots on the ${side}`,
    doc: 'final position error, time, changes of direction',
    x: kind === 'parallel' ? 'longer than the car by [m]' : 'wider than the car by [m]',
    y: 'aisle [m]',
    columns: size.extras,
    rows: size.aisles,
    cells: size.aisles.map((aisle) =>
      size.extras.map((extra) => {
        const i = cells.findIndex(
          (cell) => cell.kind === kind && cell.side === side && cell.aisle === aisle && cell.extra === extra,
        );
        return cellText(runs[i], outcomeOf(runs[i], trials[i].reach));
      }),
    ),
  });
}
