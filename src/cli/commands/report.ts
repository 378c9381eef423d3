/** `skidpad report`: writes the CSV and the report of a run again, also of one that was killed. */
import { join } from 'node:path';
import { writeDocuments } from '../run-documents.ts';
import { RunFile } from '../run-recording.ts';

export async function report(directory: string): Promise<void> {
  await writeDocuments(directory);
  console.log(join(directory, RunFile.report));
}
