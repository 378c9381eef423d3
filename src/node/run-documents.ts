/** What people read of a run, made from its recording: the CSV and the report. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import uplotCss from 'asset:uplot.css';
import uplotJs from 'asset:uplot.js';
import { dataflow } from '../scenario/dataflow.ts';
import { faultList } from '../scenario/fault-list.ts';
import { writeCsv } from '../record/report/csv.ts';
import { evaluateExpectations, measure } from '../record/metrics/metrics.ts';
import { openRecordingFile } from '../record/mcap/open-recording-file.ts';
import { commandLatencies } from '../record/latency.ts';
import { judgeLatencies } from '../record/latency-verdict.ts';
import { parseOutcome } from '../record/recorded-result.ts';
import { reportHtml } from '../record/report/report.ts';
import type { ReportOutcome } from '../record/report/tables.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { Backdrop } from '../record/report/xy-drawing.ts';
import type { WorldDocument } from '../world/index.ts';
import { worldOf } from '../world/index.ts';
import { readBytes } from './files.ts';
import { surroundingsOf } from './report-surroundings.ts';
import type { EarlierRun } from './open-run.ts';
import { openRun } from './open-run.ts';
import { RunFile } from './run-file.ts';
import { writeWholeFile } from './whole-file.ts';

/** Of a run that lies in a directory. */
export const writeDocuments = async (directory: string): Promise<void> => write(directory, await openRun(directory));

/** Of a run that has just ended there. */
export const writeDocumentsOf = async (directory: string, scenario: Scenario): Promise<void> =>
  write(directory, { scenario, recording: openRecordingFile(join(directory, RunFile.recording)) });

async function write(directory: string, run: Pick<EarlierRun, 'scenario' | 'recording'>): Promise<void> {
  const {
    recording,
    scenario: { document },
  } = run;
  try {
    const { rateHz, columns } = document.csv;
    writeWholeFile(join(directory, RunFile.csv), (write) => writeCsv(recording, write, { rateHz, columns }));
    const html = reportHtml({
      title: document.name,
      description: document.description,
      outcome: readOutcome(directory, run),
      dataflow: dataflow(run.scenario),
      latencies:
        document.budget === undefined
          ? []
          : judgeLatencies(commandLatencies(recording, run.scenario), document.budget).filter(
              // a way that only the first commands took says nothing
              ({ limit, command }) => limit !== undefined && command.samples > 1,
            ),
      faults: faultList(run.scenario),
      recording,
      plots: document.plots,
      images: document.images,
      backdrop: groundLines(run.scenario),
      surroundings: surroundingsOf(run.scenario),
      uplotJs,
      uplotCss,
    });
    writeWholeFile(join(directory, RunFile.report), html);
  } finally {
    recording.close();
  }
}

/** What is painted on the ground, to be drawn under paths. */
function groundLines({ document }: Scenario): Backdrop {
  return document.world === undefined ? [] : worldOf(document.world as WorldDocument).scene.ground.stripes;
}

/** As the run itself wrote it, or for a run that never came so far, what its recording tells. */
function readOutcome(
  directory: string,
  { recording, scenario: { document, tickNs } }: Pick<EarlierRun, 'scenario' | 'recording'>,
): ReportOutcome {
  const file = join(directory, RunFile.metrics);
  if (recording.complete && existsSync(file)) return parseOutcome(readBytes(file).toString('utf8'), file);
  const metrics = measure(document.metrics, recording);
  return {
    seed: document.seed,
    duration: recording.lastTimeNs / 1e9,
    ticks: Math.round(recording.lastTimeNs / tickNs),
    hash: 'unknown',
    clock: document.clock.kind,
    deadlineMisses: 0,
    metrics,
    expectations: evaluateExpectations(document.expect, metrics),
    interrupted: true,
  };
}
