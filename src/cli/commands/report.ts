/** `skidpad report`: writes the CSV and the report of a run again, also of one that was killed. */
import { writeDocuments } from '../../node/run-documents.ts';
import { RunFile } from '../../node/run-file.ts';
import { join } from 'node:path';

export async function report(directory: string, options: { rosdrive?: string } = {}): Promise<void> {
  await writeDocuments(directory);
  console.log(join(directory, RunFile.report));
  if (options.rosdrive !== undefined)
    console.log(await (await import('../../study/rosdrive-csv.ts')).writeRosdriveCsv(directory, options.rosdrive));
}
