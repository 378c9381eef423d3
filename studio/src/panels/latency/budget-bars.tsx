/** The budget of one command as stacked bars on a common axis: one per way the data takes, and what was measured below. */
import type { BudgetHop, BudgetPath, CommandBudget } from '../../../../src/scenario/latency-budget.ts';
import { formatNumber } from '../../ui/format.ts';
import type { AgeStatistics } from './age-window.ts';

export interface BudgetBarsProps {
  command: CommandBudget;
  /** Ticks of the axis [s]; the last is its end. */
  ticks: readonly number[];
  measured: ReadonlyMap<string, AgeStatistics>;
}

/** Milliseconds with the decimals that matter. */
export const milliseconds = (seconds: number): string => formatNumber(seconds * 1e3, seconds < 0.01 ? 2 : 1);

export function BudgetBars({ command, ticks, measured }: BudgetBarsProps) {
  const end = ticks[ticks.length - 1] || 1e-3;
  const share = (seconds: number) => `${Math.min(100, (seconds / end) * 100)}%`;
  return (
    <div class="latency-bars">
      {command.paths.map((path) => (
        <div key={path.blocks.join(' ')} class="latency-way">
          <div class="latency-label">
            <span title={[path.blocks, ...path.alike].map((chain) => chain.join(' → ')).join('\n')}>
              {path.blocks.slice(0, -1).join(' → ')}
              {path.alike.length > 0 && <b> and {path.alike.length} alike</b>}
            </span>
            <b class="ui-numbers">
              ≤ {milliseconds(path.max)} ms{path.isLossy ? ' *' : ''}
            </b>
          </div>
          <div class="latency-track" role="img" aria-label={barText(path)} data-testid="latency-bar">
            {path.hops.map(
              (hop, i) =>
                hop.max > 0 && (
                  <span
                    key={i}
                    class="latency-hop"
                    data-kind={hop.kind}
                    style={{ width: share(hop.max) }}
                    title={`${hopText(hop)}: at most ${milliseconds(hop.max)} ms`}
                  >
                    <span>{shortText(hop)}</span>
                  </span>
                ),
            )}
          </div>
        </div>
      ))}
      {[...measured].map(([origin, { min, median, p99, max }]) => (
        <div key={origin} class="latency-way">
          <div class="latency-label">
            <span>measured, data of {origin} when published</span>
            <b class="ui-numbers">{milliseconds(median)} ms median</b>
          </div>
          <div
            class="latency-track latency-measured"
            role="img"
            data-testid="latency-measured"
            aria-label={`Measured: least ${milliseconds(min)}, median ${milliseconds(median)}, 99th percentile ${milliseconds(p99)}, most ${milliseconds(max)} ms`}
          >
            <i class="latency-range" style={{ left: share(min), width: share(max - min) }} />
            <i
              class="latency-mark"
              data-mark="median"
              style={{ left: share(median) }}
              title={`median ${milliseconds(median)} ms`}
            />
            <i
              class="latency-mark"
              data-mark="p99"
              style={{ left: share(p99) }}
              title={`99 % below ${milliseconds(p99)} ms`}
            />
          </div>
        </div>
      ))}
      <div class="latency-axis ui-numbers" aria-hidden="true">
        {ticks.map((tick, i) => (
          <span key={tick} style={{ left: share(tick) }}>
            {Number((tick * 1e3).toPrecision(6))}
            {i === ticks.length - 1 ? ' ms' : ''}
          </span>
        ))}
      </div>
    </div>
  );
}

const DEEDS = { wait: 'waits for its release', compute: 'computes', wire: 'is sent to over the wire' };

export const hopText = ({ kind, block }: BudgetHop): string => `${block} ${DEEDS[kind]}`;

/** What fits into a bar. */
const shortText = ({ kind, block }: BudgetHop): string =>
  kind === 'wire' ? `wire to ${block}` : kind === 'wait' ? `${block} waits` : block;

const barText = ({ blocks, max, hops }: BudgetPath): string =>
  `${blocks.join(' to ')}: at most ${milliseconds(max)} ms. ${hops
    .filter((hop) => hop.max > 0)
    .map((hop) => `${hopText(hop)} ${milliseconds(hop.max)} ms`)
    .join(', ')}.`;
