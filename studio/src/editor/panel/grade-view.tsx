/** The verdict: every criterion with its number and its bound, passed or not in words as well as in colour. */
import type { ExpectationResult } from '../../../../src/record/metrics/metrics.ts';
import { saveToDisk } from '../disk-files.ts';
import type { GradeReport } from '../grade-client.ts';
import type { GradedHere } from '../grade-run.ts';
import { Button, Icon, IconButton } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import { formatSignificant, withUnit } from '../../ui/format.ts';

/** As many digits as the command line prints. */
const DIGITS = 6;

interface Props {
  report: GradeReport;
  /** Whether the text is still the one that was graded. */
  current: boolean;
  goTo(line: number, column: number): void;
  close(): void;
}

export function GradeView({ report, current, goTo, close }: Props) {
  const criteria = report.scenarios.flatMap((scenario) => scenario.criteria);
  const met = criteria.filter(({ pass }) => pass).length;
  const isBroken = report.scenarios.some(({ problem }) => problem !== undefined);
  const verdict = `${report.passed ? 'Passed' : 'Not passed'}: ${isBroken ? 'a run broke off' : `${met} of ${criteria.length} criteria`}`;
  return (
    <div class="ed-grade" data-testid="grade-report">
      <div class={report.passed ? 'ed-verdict ed-pass' : 'ed-verdict ed-fail'} role="status">
        <Icon path={report.passed ? ICONS.check : ICONS.close} size={20} />
        <strong data-testid="grade-verdict">{verdict}</strong>
        {!current && <span class="ed-stale">of an earlier text</span>}
        <span class="ui-spacer" />
        <Button
          kind="quiet"
          icon={ICONS.download}
          onClick={() => void saveToDisk(`${report.lab}.json`, `${JSON.stringify(report, null, 2)}\n`)}
        >
          Save report
        </Button>
        <IconButton icon={ICONS.close} label="Close the verdict" onClick={close} />
      </div>
      {report.scenarios.map((scenario) => (
        <Scenario key={scenario.scenario} scenario={scenario} goTo={goTo} />
      ))}
    </div>
  );
}

function Scenario({
  scenario: { scenario, criteria, hash, problem, place },
  goTo,
}: {
  scenario: GradedHere;
  goTo: Props['goTo'];
}) {
  return (
    <section aria-label={scenario}>
      <h3 class="ed-scenario">
        {scenario}
        {hash !== undefined && (
          <span title="The same work gives the same sixteen digits on every machine">
            hash <code>{hash}</code>
          </span>
        )}
      </h3>
      {problem !== undefined ? (
        <p class="ed-broken" role="alert">
          <Icon path={ICONS.close} size={16} /> {problem}
          {place !== undefined && (
            <Button kind="quiet" onClick={() => goTo(place.line, place.column)}>
              Line {place.line}
            </Button>
          )}
        </p>
      ) : (
        <table class="ui-table">
          <thead>
            <tr>
              <th scope="col">Verdict</th>
              <th scope="col">Criterion</th>
              <th scope="col" class="ui-number">
                Value
              </th>
              <th scope="col" class="ui-number">
                Bound
              </th>
            </tr>
          </thead>
          <tbody>
            {criteria.map((criterion) => (
              <Criterion key={criterion.name} criterion={criterion} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Criterion({ criterion: { name, value, unit, min, max, pass, problem } }: { criterion: ExpectationResult }) {
  const number = (bound: number): string => withUnit(formatSignificant(bound, DIGITS), unit);
  const bounds = [min === undefined ? '' : `≥ ${number(min)}`, max === undefined ? '' : `≤ ${number(max)}`]
    .filter(Boolean)
    .join(' and ');
  return (
    <tr class={pass ? 'ed-pass' : 'ed-fail'} data-testid="criterion" data-pass={pass}>
      <td class="ed-mark">
        <span>
          <Icon path={pass ? ICONS.check : ICONS.close} size={16} />
          {pass ? 'pass' : 'fail'}
        </span>
      </td>
      <td title={problem}>
        {name}
        {value === null && <div>{problem}</div>}
      </td>
      <td class="ui-number">{value === null ? 'no value' : number(value)}</td>
      <td class="ui-number">{bounds}</td>
    </tr>
  );
}
