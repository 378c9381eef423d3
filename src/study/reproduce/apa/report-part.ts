/** A part of the report: what was found, and what shows it. */
import type { Study, StudySection } from '../../study-report.ts';
import type { Trials } from './apa.ts';
import { outcomeOf } from './outcomes.ts';
import { trialFile } from './parking-trial.ts';

export interface ReportPart {
  readonly findings: Study['verdicts'];
  readonly section: StudySection;
  readonly files?: Study['files'];
}

/** Every run that was no success, as a scenario file that replays it. */
export const failureFiles = ({ trials, runs }: Trials): NonNullable<Study['files']> =>
  trials
    .filter(({ reach }, i) => outcomeOf(runs[i], reach) !== 'success')
    .map((trial) => [`failure-${trial.name}.yaml`, trialFile(trial)] as const);

/** What failed and how, for a sentence; at most five by name. */
export function failureNames({ trials, runs }: Trials): string {
  const failed = trials.flatMap(({ name, reach }, i) => {
    const outcome = outcomeOf(runs[i], reach);
    return outcome === 'success' ? [] : [`${name} (${outcome})`];
  });
  const more = failed.length > 5 ? ` and ${failed.length - 5} more` : '';
  return failed.slice(0, 5).join(', ') + more;
}
