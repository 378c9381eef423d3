/** What is wrong, a line each; choosing one leads there. */
import { Icon } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';

export interface ListedProblem {
  readonly what: string;
  readonly line?: number;
  readonly column?: number;
  /** A failure stopped something; an error would; a warning does not. */
  readonly severity: 'failure' | 'error' | 'warning';
}

const WORDS = { failure: 'Stopped', error: 'Error', warning: 'Warning' } as const;
const WARNING_ICON = 'M12 4L2.5 20h19zM12 10v5M12 17.5v.01';

export function ProblemList({
  problems,
  goTo,
}: {
  problems: readonly ListedProblem[];
  goTo(line: number, column: number): void;
}) {
  return (
    <ul class="ed-problems" aria-label="Problems" data-testid="problems">
      {problems.map((problem, i) => (
        <li key={i} class={problem.severity === 'warning' ? 'ed-warning' : 'ed-error'}>
          <button
            type="button"
            disabled={problem.line === undefined}
            onClick={() => goTo(problem.line!, problem.column ?? 1)}
            title={problem.line === undefined ? undefined : `Go to line ${problem.line}`}
          >
            <Icon path={problem.severity === 'warning' ? WARNING_ICON : ICONS.close} size={16} />
            <span class="ed-problem-kind">{WORDS[problem.severity]}</span>
            <span class="ed-problem-text">{problem.what}</span>
            {problem.line !== undefined && <span class="ed-problem-place">line {problem.line}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
