/** The latency panel: how old the data behind every command can be, where the time goes, and what the running loop shows of it. */
import './latency.css';
import { effect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { BudgetPath, CommandBudget } from '../../../../src/scenario/latency-budget.ts';
import { latencyBudget } from '../../../../src/scenario/latency-budget.ts';
import type { Player, ScenarioView, Topic } from '../../players/player.ts';
import { Empty } from '../../ui/controls.tsx';
import type { PanelDefinition, PanelProps } from '../panel.ts';
import { useSampled } from '../../ui/use-sampled.ts';
import type { AgeStatistics } from './age-window.ts';
import { AgeWindow } from './age-window.ts';
import { BudgetBars, hopText, milliseconds } from './budget-bars.tsx';
import { HopHistory } from './hop-history.ts';
import { HopStack } from './hop-stack.tsx';

/** Outline of stacked bars beside a clock's hand. */
const ICON = 'M4 6h9v4H4zM4 14h13v4H4zM16 8h4M13 8h3M20 5v6';

/** Statistics move slowly [ms]. */
const PERIOD = 500;

function LatencyPanel({ studio }: PanelProps) {
  const player = studio.player.value;
  const scenario = player.scenario.value;
  const topics = player.topics.value;
  const panel = useRef<HTMLElement>(null);
  // turning a knob makes a new scenario with the same times in it
  const timing =
    scenario === undefined
      ? ''
      : JSON.stringify([
          scenario.document?.tick,
          scenario.blocks.map(({ name, period, latency, publishEvery, inputs }) => [
            name,
            period,
            latency,
            publishEvery,
            inputs,
          ]),
        ]);
  const commands = useMemo(() => (scenario === undefined ? [] : budgetOf(scenario)), [timing]);
  const measured = useMeasuredAges(player, commands, topics);
  const plants = new Set(scenario?.blocks.filter(({ plant }) => plant).map(({ name }) => name));
  const histories = useHopHistories(player, commands, topics, plants);
  const budget = scenario?.document?.budget as Budget | undefined;
  const limitOf = ({ input }: CommandBudget) =>
    budget !== undefined && (budget.to === undefined || budget.to === input) ? budget.limit : undefined;
  useSampled(player.frame, PERIOD, panel);
  const most = Math.max(
    0,
    ...commands.flatMap(({ paths }) => paths.map(({ max }) => max)),
    ...commands.flatMap(({ signal }) => [...measured(signal).values()].map(({ max }) => max)),
  );
  const ticks = axisTicks(most);
  return (
    <section ref={panel} class="latency-panel" aria-label="Latency" data-testid="latency-panel">
      {commands.length === 0 ? (
        <Empty title="No commands to trace" icon={ICON}>
          <p>
            {scenario === undefined
              ? 'This data has no scenario, so its dataflow is not known. Open a run of Skidpad.'
              : 'No vehicle of this scenario reads a command from another block.'}
          </p>
        </Empty>
      ) : (
        <>
          <Legend isLossy={commands.some(({ paths }) => paths.some(({ isLossy }) => isLossy))} />
          {commands.map((command) => (
            <article key={command.input} class="latency-command">
              <h2>
                {command.input} <small>reads {command.signal}</small>
              </h2>
              <Verdict limit={limitOf(command)} from={budget?.from} measured={measured(command.signal)} />
              <BudgetBars command={command} ticks={ticks} measured={measured(command.signal)} />
              {stackedPaths(command, plants).map((path) => (
                <HopStack
                  key={path.blocks.join(' ')}
                  names={path.blocks.slice(path.signals.length - hopCount(path), -1)}
                  samples={histories.get(path)?.all ?? []}
                  limit={limitOf(command)}
                />
              ))}
              <MeasuredTable measured={measured(command.signal)} />
              {command.paths.map((path) => (
                <HopTable key={path.blocks.join(' ')} path={path} />
              ))}
            </article>
          ))}
        </>
      )}
    </section>
  );
}

/** What of a scenario's budget is judged here; the share of each block is in the report. */
interface Budget {
  /** [s] */
  readonly limit: number;
  readonly to?: string;
  readonly from?: string;
}

/** Whether what was measured is within the budget, by where the data began. */
const Verdict = (props: { limit?: number; from?: string; measured: ReadonlyMap<string, AgeStatistics> }) => {
  const { limit, from, measured } = props;
  const judged = [...measured].filter(([origin]) => from === undefined || origin === from);
  if (limit === undefined || judged.length === 0) return null;
  return (
    <ul class="latency-verdict" data-testid="latency-verdict">
      {judged.map(([origin, { max }]) => (
        <li key={origin} data-pass={max <= limit}>
          <b>{max <= limit ? '✓ within' : '✗ over'}</b> the budget of {milliseconds(limit)} ms: data of {origin} at most{' '}
          {milliseconds(max)} ms old
        </li>
      ))}
    </ul>
  );
};

const budgetOf = ({ blocks, document }: ScenarioView): CommandBudget[] =>
  latencyBudget(
    blocks.map((block) => ({ ...block, offset: document?.blocks?.[block.name]?.offset ?? 0 })),
    document?.tick ?? 0.001,
  );

/** Follows the stamps of the commands in every frame; the answer is by signal. */
function useMeasuredAges(
  player: Player,
  commands: readonly CommandBudget[],
  topics: readonly Topic[],
): (signal: string) => Map<string, AgeStatistics> {
  const ids = useMemo(
    () =>
      new Map(
        topics
          .filter(({ signal }) => commands.some((command) => command.signal === signal))
          .map(({ id, signal }) => [signal!, id]),
      ),
    [topics, commands],
  );
  const window = useMemo(() => new AgeWindow([...ids.values()]), [player, ids]);
  useEffect(() => effect(() => window.observe(player.frame.value)), [window]);
  return (signal) => window.statistics(ids.get(signal) ?? '');
}

/** Signals of a way that are said by somebody who adds to the age: all but the origin's own where that is a plant. */
const hopCount = ({ hops }: BudgetPath): number => hops.filter(({ kind }) => kind === 'compute').length;

/** The way that is stacked over time: the longest from a plant, where there is one, as plans may be of any age. */
const stackedPaths = ({ paths }: CommandBudget, plants: ReadonlySet<string>): readonly BudgetPath[] => {
  const sensed = paths.filter(({ origin }) => plants.has(origin));
  return (sensed.length > 0 ? sensed : paths).slice(0, 1);
};

/** The longest way to every command, hop by hop over time. */
function useHopHistories(
  player: Player,
  commands: readonly CommandBudget[],
  topics: readonly Topic[],
  plants: ReadonlySet<string>,
): ReadonlyMap<BudgetPath, HopHistory> {
  const histories = useMemo(() => {
    const ids = new Map(topics.map(({ id, signal }) => [signal, id]));
    return new Map(
      commands.flatMap((command) =>
        stackedPaths(command, plants).map((path): [BudgetPath, HopHistory] => [
          path,
          new HopHistory(
            path.origin,
            path.signals.slice(path.signals.length - hopCount(path)).map((signal) => ids.get(signal) ?? ''),
          ),
        ]),
      ),
    );
  }, [player, commands, topics]);
  useEffect(
    () =>
      effect(() => {
        for (const history of histories.values()) history.observe(player.frame.value);
      }),
    [histories],
  );
  return histories;
}

const Legend = ({ isLossy }: { isLossy: boolean }) => (
  <header class="latency-legend">
    <p>Age of the data behind a command when the vehicle reads it: the most that the dataflow allows.</p>
    <ul>
      <li>
        <i class="latency-hop" data-kind="wait" /> waits for its release
      </li>
      <li>
        <i class="latency-hop" data-kind="compute" /> computes
      </li>
      <li>
        <i class="latency-hop" data-kind="wire" /> on the wire
      </li>
      {isLossy && <li>* longer where messages are lost</li>}
    </ul>
  </header>
);

const MeasuredTable = ({ measured }: { measured: ReadonlyMap<string, AgeStatistics> }) =>
  measured.size === 0 ? null : (
    <table class="ui-table latency-table" data-testid="latency-statistics">
      <thead>
        <tr>
          <th scope="col">Measured when published</th>
          {['Least', 'Median', '99 %', 'Most'].map((name) => (
            <th key={name} scope="col" class="ui-number">
              {name} [ms]
            </th>
          ))}
          <th scope="col" class="ui-number">
            Seen
          </th>
        </tr>
      </thead>
      <tbody>
        {[...measured].map(([origin, { min, median, p99, max, samples }]) => (
          <tr key={origin}>
            <td>data of {origin}</td>
            {[min, median, p99, max].map((value, i) => (
              <td key={i} class="ui-number">
                {milliseconds(value)}
              </td>
            ))}
            <td class="ui-number">{samples}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );

const HopTable = ({ path }: { path: BudgetPath }) => (
  <details class="latency-details">
    <summary>Hops of {path.blocks.join(' → ')}</summary>
    <table class="ui-table latency-table">
      <thead>
        <tr>
          <th scope="col">Hop</th>
          <th scope="col" class="ui-number">
            Least [ms]
          </th>
          <th scope="col" class="ui-number">
            Most [ms]
          </th>
          <th
            scope="col"
            class="ui-number"
            title="When the phases of the blocks are not kept, as on hardware with clocks of its own"
          >
            Most, phases drifting [ms]
          </th>
        </tr>
      </thead>
      <tbody>
        {path.hops.map((hop, i) => (
          <tr key={i}>
            <td>{hopText(hop)}</td>
            <td class="ui-number">{milliseconds(hop.min)}</td>
            <td class="ui-number">{milliseconds(hop.max)}</td>
            <td class="ui-number">{milliseconds(hop.drift)}</td>
          </tr>
        ))}
        <tr class="latency-sum">
          <td>Age when the command is read</td>
          <td class="ui-number">{milliseconds(path.min)}</td>
          <td class="ui-number">{milliseconds(path.max)}</td>
          <td class="ui-number">{milliseconds(path.drift)}</td>
        </tr>
      </tbody>
    </table>
  </details>
);

export const latencyPanel: PanelDefinition = {
  type: 'latency',
  title: 'Latency',
  doc: 'How old the data behind every command is, and where the time goes.',
  icon: ICON,
  component: LatencyPanel,
};

/** From 0 to at least `most`, about five steps of 1, 2 or 5 times a power of ten. */
export function axisTicks(most: number): number[] {
  if (!(most > 0)) return [0];
  const rough = most / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough * (1 - 1e-9))!;
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}
