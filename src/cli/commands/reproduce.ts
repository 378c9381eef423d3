/** `skidpad reproduce`: runs a published study again and writes one report beside the published numbers. */
import { join } from 'node:path';
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import { OutputDirectory, reportDirectory } from '../../node/output-directory.ts';
import type { Study } from '../../study/study-report.ts';
import { studyHtml } from '../../study/study-report.ts';
import { onEndSignals } from '../end-signals.ts';
import { ExitCode } from '../exit-code.ts';

export interface ReproduceOptions {
  readonly out?: string;
  readonly force?: boolean;
  readonly quick?: boolean;
  readonly json?: boolean;
}

const STUDIES: Readonly<Record<string, (options: ReproduceOptions) => Promise<Study>>> = {
  async apa({ quick, json }) {
    const { FULL, QUICK, studyApa } = await import('../../study/reproduce/apa/apa.ts');
    const { apaReport } = await import('../../study/reproduce/apa/apa-report.ts');
    return apaReport(await studyApa(quick ? QUICK : FULL, json === true));
  },
  async monosim({ quick, json }) {
    const { FULL, QUICK, studyMonosim } = await import('../../study/reproduce/monosim.ts');
    const { monosimReport } = await import('../../study/reproduce/monosim-report.ts');
    return monosimReport(await studyMonosim(quick ? QUICK : FULL, json === true));
  },
  async platoon({ quick, json }) {
    const { FULL, QUICK, studyPlatoon } = await import('../../study/platoon/reproduce.ts');
    const { platoonReport } = await import('../../study/platoon/report.ts');
    return platoonReport(await studyPlatoon(quick ? QUICK : FULL, json === true));
  },
  async rosdrive({ quick, json }) {
    const { FULL, QUICK, studyRosdrive } = await import('../../study/reproduce/rosdrive.ts');
    const { rosdriveReport } = await import('../../study/reproduce/rosdrive-report.ts');
    return rosdriveReport(await studyRosdrive(quick ? QUICK : FULL, json === true));
  },
};

export async function reproduce(name: string, options: ReproduceOptions): Promise<void> {
  const run = Object.hasOwn(STUDIES, name) ? STUDIES[name] : undefined;
  const known = Object.keys(STUDIES);
  if (run === undefined)
    throw new InputError(
      'reproduce',
      `there is no study ${quote(name)}${suggestion(name, known)}; there are ${known.join(', ')}`,
    );
  const { out, force } = options;
  const usual = join('runs', `reproduce-${name}`);
  const directory = OutputDirectory.claim({ kind: reportDirectory, usual, out, force });
  const study = await studyFor(directory, () => run(options));
  const tables = study.sections.flatMap(({ title, table }) => (table === undefined ? [] : [{ title, ...table }]));
  const data = `${JSON.stringify({ findings: study.verdicts, tables }, null, 2)}\n`;
  directory.fill([['report.html', studyHtml(study)], ['tables.json', data], ...(study.files ?? [])]);

  if (options.json) console.log(JSON.stringify({ findings: study.verdicts, tables, out: directory.path }));
  else {
    const { formatTable } = await import('../table.ts');
    for (const { titles, rows, caption } of tables.slice(0, 1))
      console.log(
        `${caption}\n${formatTable(
          titles.map((title) => title.replace('#', '')),
          rows,
        )}\n`,
      );
    for (const { sentence, pass } of study.verdicts) console.log(`${pass ? '✓' : '✗'}  ${sentence}`);
    console.log(`\nReport  ${join(directory.path, 'report.html')}`);
  }
  process.exitCode = study.verdicts.every(({ pass }) => pass) ? ExitCode.success : ExitCode.failed;
}

/** A study takes minutes: one that is broken off leaves no directory behind. */
async function studyFor(directory: OutputDirectory, study: () => Promise<Study>): Promise<Study> {
  onEndSignals(() => {
    directory.discard();
    process.exit(ExitCode.interrupted);
  });
  try {
    return await study();
  } catch (error) {
    directory.discard();
    throw error;
  }
}
