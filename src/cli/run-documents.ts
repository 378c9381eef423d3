/** What people read of a run, made from its recording: the CSV and the report. */
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import uplotCss from 'asset:uplot.css';
import uplotJs from 'asset:uplot.js';
import { dataflow } from '../core/dataflow.ts';
import { writeCsv } from '../record/report/csv.ts';
import { judge, measure } from '../record/metrics/metrics.ts';
import { reportHtml } from '../record/report/report.ts';
import type { ReportOutcome } from '../record/report/tables.ts';
import type { Scenario } from '../core/scenario.ts';
import type { Backdrop } from '../record/report/xy-drawing.ts';
import type { WorldDocument } from '../world/index.ts';
import { worldOf } from '../world/index.ts';
import type { EarlierRun } from './open-run.ts';
import { openRun } from './open-run.ts';
import { RunFile } from './run-recording.ts';

export async function writeDocuments(directory: string): Promise<void> {
  const run = await openRun(directory);
  const {
    recording,
    scenario: { document },
  } = run;
  try {
    const file = openSync(join(directory, RunFile.csv), 'w');
    writeCsv(recording, (text) => writeSync(file, text), {
      rateHz: document.csv.rateHz,
      columns: document.csv.columns,
    });
    closeSync(file);
    const html = reportHtml({
      title: document.name,
      description: document.description,
      outcome: readOutcome(directory, run),
      dataflow: dataflow(run.scenario),
      recording,
      plots: document.plots,
      pictures: document.images,
      backdrop: groundLines(run.scenario),
      uplotJs,
      uplotCss,
    });
    writeFileSync(join(directory, RunFile.report), html);
  } finally {
    recording.close();
  }
}

/** What is painted on the ground, to be drawn under paths. */
function groundLines({ document }: Scenario): Backdrop {
  return document.world === undefined ? [] : worldOf(document.world as WorldDocument).scene.ground.stripes;
}

/** As the run itself wrote it, or for a run that never came so far, what its recording tells. */
function readOutcome(directory: string, { recording, scenario: { document, tickNs } }: EarlierRun): ReportOutcome {
  const file = join(directory, RunFile.metrics);
  if (recording.complete && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as ReportOutcome;
  const metrics = measure(document.metrics, recording);
  return {
    seed: document.seed,
    duration: recording.lastTimeNs / 1e9,
    ticks: Math.round(recording.lastTimeNs / tickNs),
    hash: 'unknown',
    clock: document.clock.kind,
    deadlineMisses: 0,
    metrics,
    expectations: judge(document.expect, metrics),
    interrupted: true,
  };
}
