/** The hops of a way stacked over time, under the line of its budget. */
import type { HopSample } from './hop-history.ts';
import { milliseconds } from './budget-bars.tsx';

const [WIDTH, HEIGHT] = [600, 120];

export interface HopStackProps {
  /** Who adds to the age, from the first block on. */
  names: readonly string[];
  samples: readonly HopSample[];
  /** [s] */
  limit?: number;
}

export function HopStack({ names, samples, limit }: HopStackProps) {
  if (samples.length < 2) return null;
  const sums = samples.map(({ hops }) => hops.reduce<number[]>((all, hop) => [...all, (all.at(-1) ?? 0) + hop], []));
  const top = 1.1 * Math.max(limit ?? 0, ...sums.map((row) => row.at(-1)!));
  const [first, last] = [samples[0].time, samples[samples.length - 1].time];
  const at = (i: number, value: number) =>
    `${(((samples[i].time - first) / (last - first || 1)) * WIDTH).toFixed(1)} ${(HEIGHT * (1 - value / top)).toFixed(1)}`;
  const area = (layer: number) => {
    const upper = sums.map((row, i) => at(i, row[layer]));
    const lower = sums.map((row, i) => at(i, layer === 0 ? 0 : row[layer - 1])).reverse();
    return `M${[...upper, ...lower].join('L')}Z`;
  };
  const newest = samples[samples.length - 1].hops.reduce((sum, hop) => sum + hop, 0);
  return (
    <figure class="latency-stack" data-testid="latency-stack">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Age of the data over the last ${(last - first).toFixed(1)} s, now ${milliseconds(newest)} ms`}
      >
        {names.map((name, layer) => (
          <path key={name + layer} class="latency-layer" data-layer={layer % 8} d={area(layer)}>
            <title>{name}</title>
          </path>
        ))}
        {limit !== undefined && (
          <line
            class="latency-limit"
            x1={0}
            x2={WIDTH}
            y1={HEIGHT * (1 - limit / top)}
            y2={HEIGHT * (1 - limit / top)}
          />
        )}
      </svg>
      <figcaption>
        {names.map((name, layer) => (
          <span key={name + layer}>
            <i class="latency-layer" data-layer={layer % 8} /> {name}
          </span>
        ))}
        <span class="ui-numbers">
          last {(last - first).toFixed(1)} s, up to {milliseconds(top / 1.1)} ms
          {limit !== undefined && `, budget ${milliseconds(limit)} ms`}
        </span>
      </figcaption>
    </figure>
  );
}
