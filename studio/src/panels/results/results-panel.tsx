/** The results panel: what was measured, what was expected of it, and what the run can be known by. */
import './results.css';
import type { PlayerStatus } from '../../players/player.ts';
import { Empty, Icon, IconButton } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import { formatNumber, formatSignificant, formatTime, formatUnit, withUnit } from '../../ui/format.ts';
import type { Overlay } from '../../players/overlay.ts';
import type { PanelDefinition, PanelProps, Studio } from '../panel.ts';
import { boundText, unitOfMetric, verdictOf } from './verdict.ts';

/** Outline of a list with ticks. */
const ICON = 'M4 6.5l1.5 1.5L8.5 5M4 12.5L5.5 14l3-3M4 18.5L5.5 20l3-3M12 7h8M12 13h8M12 19h8';

/** A run laid over may bring its own metrics. */

function ResultsPanel({ studio }: PanelProps) {
  const status = studio.player.value.status.value;
  const runs = studio.overlays.value.filter(({ metrics }) => metrics !== undefined && metrics.length > 0);
  return (
    <section class="results-panel" aria-label="Results" data-testid="results-panel">
      <VerdictHead status={status} />
      <div class="results-body">
        {status.metrics.length === 0 && status.expectations.length === 0 && (
          <Empty title="Nothing is measured" icon={ICON}>
            <p>
              Add <code>metrics</code> and <code>expect</code> to the scenario, and they are judged here while it runs.
            </p>
          </Empty>
        )}
        {status.expectations.length > 0 && <Expectations status={status} />}
        {status.metrics.length > 0 && <Metrics status={status} runs={runs} />}
      </div>
      <Identity status={status} studio={studio} />
    </section>
  );
}

const MARKS = { pass: ICONS.check, fail: ICONS.close, open: ICON };

function VerdictHead({ status }: { status: PlayerStatus }) {
  const { kind, isFinal, title, detail } = verdictOf(status);
  return (
    <header class="results-verdict" data-kind={kind} data-final={isFinal} data-testid="results-verdict">
      <span class="results-mark">
        <Icon path={isFinal || kind === 'pass' ? MARKS[kind] : ICON} size={22} />
      </span>
      <h2>
        <span role="status">{title}</span>
      </h2>
      <span class="ui-numbers">{detail}</span>
    </header>
  );
}

/** A number with its unit, or that there is none. */
const valueText = (value: number | null, unit: string): string =>
  value === null ? 'no value' : withUnit(formatSignificant(value), unit);

const Expectations = ({ status: { expectations, metrics, state } }: { status: PlayerStatus }) => (
  <table class="ui-table results-expectations" data-final={state === 'ended'} data-testid="results-expectations">
    <caption class="ui-hidden">Expectations</caption>
    <thead>
      <tr>
        <th scope="col" />
        <th scope="col">Expectation</th>
        <th scope="col" class="ui-number">
          Value
        </th>
        <th scope="col" class="ui-number">
          Bound
        </th>
      </tr>
    </thead>
    <tbody>
      {expectations.map((expectation, i) => {
        const unit = unitOfMetric(metrics, expectation.metric);
        const isFinal = state === 'ended';
        return (
          <tr key={i} data-pass={expectation.pass}>
            <td class="results-sign">
              <Icon path={expectation.pass ? ICONS.check : ICONS.close} size={18} />
              <span>{expectation.pass ? 'met' : isFinal ? 'not met' : 'not yet'}</span>
            </td>
            <td>
              <div class="results-doc">{expectation.doc || expectation.metric}</div>
              <code>{expectation.metric}</code>
              {isFinal && expectation.value === null && <div class="results-problem">{expectation.problem}</div>}
            </td>
            <td class="ui-number results-value">{valueText(expectation.value, unit)}</td>
            <td class="ui-number">{boundText(expectation, unit)}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);

const Metrics = ({ status: { metrics }, runs }: { status: PlayerStatus; runs: readonly Overlay[] }) => (
  <table class="ui-table results-metrics" data-testid="results-metrics">
    <caption class="ui-hidden">Metrics</caption>
    <thead>
      <tr>
        <th scope="col">Metric</th>
        <th scope="col" class="ui-number">
          {runs.length === 0 ? 'Value' : 'This run'}
        </th>
        {runs.map(({ id, title, colour }) => (
          <th key={id} scope="col" class="ui-number">
            <i class="results-run" style={{ borderColor: colour }} />
            {title}
          </th>
        ))}
        <th scope="col">Unit</th>
      </tr>
    </thead>
    <tbody>
      {metrics.map(({ name, doc, unit, value }) => (
        <tr key={name}>
          <td>
            <code>{name}</code>
            {doc !== '' && <div class="results-doc">{doc}</div>}
          </td>
          <td class="ui-number results-value">{formatSignificant(value)}</td>
          {runs.map((run) => (
            <td key={run.id} class="ui-number">
              {formatSignificant(run.metrics!.find((metric) => metric.name === name)?.value)}
            </td>
          ))}
          <td class="results-unit">{formatUnit(unit)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** By what the run can be repeated and compared. */
function Identity({ status, studio }: { status: PlayerStatus; studio: Studio }) {
  const { hash, seed, realTimeFactor, time, tick } = status;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(hash!);
      studio.notify('Hash copied');
    } catch {
      studio.notify('The browser does not allow copying here: select the hash and copy it', 'problem');
    }
  };
  return (
    <footer class="results-identity">
      <dl class="ui-numbers">
        {hash !== undefined && (
          <div>
            <dt title="Over everything published up to this instant">Hash</dt>
            <dd>
              <code data-testid="results-hash">{hash}</code>
              <IconButton icon={ICONS.copy} label="Copy the hash" onClick={copy} />
            </dd>
          </div>
        )}
        {seed !== undefined && (
          <div>
            <dt>Seed</dt>
            <dd>{seed}</dd>
          </div>
        )}
        <div>
          <dt>Time</dt>
          <dd>
            {formatTime(time)}
            {tick !== undefined && <small>tick {tick}</small>}
          </dd>
        </div>
        <div>
          <dt>Real-time factor</dt>
          <dd>
            {realTimeFactor > 0 ? `${formatNumber(realTimeFactor, realTimeFactor < 10 ? 2 : 0)} ×` : 'stands still'}
          </dd>
        </div>
      </dl>
    </footer>
  );
}

export const resultsPanel: PanelDefinition = {
  type: 'results',
  title: 'Results',
  doc: 'Metrics and expectations of the run, with its hash.',
  icon: ICON,
  component: ResultsPanel,
};
