/** What people read of a run, made from its recording alone: the CSV and the report. */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { writeCsv } from '../record/csv.ts';
import { openRun } from './open-run.ts';
import { RunFile } from './run-recording.ts';

export async function writeDocuments(directory: string): Promise<void> {
  const { recording, scenario } = openRun(directory);
  const { csv } = scenario.document;
  const file = openSync(join(directory, RunFile.csv), 'w');
  writeCsv(recording, (text) => writeSync(file, text), { rateHz: csv.rateHz, columns: csv.columns });
  closeSync(file);
  recording.close();
}
