/** `skidpad compare`: several runs in one report: metrics, changes, step responses, trajectories, spreads and overtaking. */
import { join } from 'node:path';
import { OutputDirectory, reportDirectory } from '../../node/output-directory.ts';
import type { StudyTable } from '../../study/study-report.ts';
import { studyHtml } from '../../study/study-report.ts';
import { closeRuns, openRuns } from '../../study/compare/compared-run.ts';
import type { Comparison } from '../../study/compare/comparison.ts';
import { compareAll } from '../../study/compare/comparison.ts';
import type { CompareRequest } from '../../study/compare/comparison-plan.ts';
import { planComparison } from '../../study/compare/comparison-plan.ts';
import { comparisonReport } from '../../study/compare/comparison-report.ts';
import {
  changeTable,
  comparisonData,
  crossingTable,
  failureTable,
  metricTable,
  runTable,
  stepTable,
} from '../../study/compare/comparison-tables.ts';
import { formatTable } from '../table.ts';

export interface CompareOptions extends Partial<CompareRequest> {
  readonly out?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

const NOTHING: CompareRequest = { step: [], path: [], zoom: [], curve: [], box: [], plot: [], crossing: [] };

export async function compare(paths: readonly string[], options: CompareOptions): Promise<void> {
  const runs = await openRuns(paths);
  try {
    const plan = planComparison(runs, { ...NOTHING, ...options });
    const comparison = compareAll(runs, plan);
    const html = studyHtml(comparisonReport(comparison, plan));
    const data = comparisonData(comparison);
    const { out, force } = options;
    const directory = OutputDirectory.claim({ kind: reportDirectory, usual: join('runs', 'comparison'), out, force });
    directory.fill([
      ['report.html', html],
      ['tables.json', `${JSON.stringify(data, null, 2)}\n`],
    ]);
    const { path } = directory;
    if (options.json) console.log(JSON.stringify({ ...data, out: path }));
    else console.log(`${summary(comparison)}\n\nReport  ${join(path, 'report.html')}`);
  } finally {
    closeRuns(runs);
  }
}

/** The tables a person wants to see at once. */
function summary(comparison: Comparison): string {
  const { runs, changes, steps, crossings, notes } = comparison;
  const tables = [
    runTable(runs),
    failureTable(runs),
    metricTable(runs),
    changes.length === 0 ? undefined : changeTable(comparison),
    ...steps.filter(({ groups }) => groups.length > 0).map((step) => stepTable(runs, step)),
    ...crossings.map((crossing) => crossingTable(runs, crossing)),
  ];
  const texts = tables.flatMap((table) => (table === undefined ? [] : [tableText(table)]));
  return [...texts, ...(notes.length === 0 ? [] : [notes.join('\n')])].join('\n\n');
}

/** With the minus signs and empty cells that terminals align. */
const tableText = ({ titles, rows }: StudyTable): string =>
  formatTable(
    titles.map((title) => title.replace(/^#/, '')),
    rows.map((row) => row.map((cell) => (cell === '–' ? '' : cell.replaceAll('−', '-')))),
  );
