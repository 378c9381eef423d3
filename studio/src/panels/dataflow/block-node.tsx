/** The box of a block: name, type, where and how often it runs, and its ports with the rates measured there. */
import type { ReadonlySignal } from '@preact/signals';
import type { Topic } from '../../players/player.ts';
import type { PlacedNode } from './layout.ts';
import { portOffset } from './node-size.ts';
import type { Traffic } from './traffic.ts';
import { hertzText, secondsText } from './traffic.ts';

export interface BlockNodeProps {
  readonly node: PlacedNode;
  readonly traffic: Traffic;
  readonly topics: ReadonlySignal<ReadonlyMap<string, Topic>>;
  readonly isRelated: boolean;
  readonly isSelected: boolean;
  onSelect(): void;
  onHover(isOver: boolean): void;
}

/** Which colour a block has, by its domain. */
function domainOf(type: string): 'control' | 'sensors' | 'vision' | 'vehicle' | 'world' {
  const [domain] = type.split('/');
  return domain === 'sensors' || domain === 'vision' || domain === 'vehicle' || domain === 'world' ? domain : 'control';
}

export function BlockNode({ node, traffic, topics, isRelated, isSelected, onSelect, onHover }: BlockNodeProps) {
  const { block, x, y, width, height } = node;
  const rates = traffic.rates.value;
  const rateOf = (port: string) => {
    const topic = topics.value.get(`${block.name}.${port}`);
    const hertz = topic === undefined ? undefined : rates.get(topic.id);
    return hertz === undefined ? '' : hertzText(hertz);
  };
  const cadence = `${hertzText(1 / block.period)}${block.latency > 0 ? ` · ${secondsText(block.latency)} latency` : ''}${block.host === 'local' ? '' : ` · ${block.host}`}`;
  return (
    <g
      class="dataflow-node"
      data-domain={domainOf(block.type)}
      data-on={isRelated}
      data-selected={isSelected}
      transform={`translate(${x} ${y})`}
      role="button"
      tabIndex={0}
      aria-pressed={isSelected}
      aria-label={`${block.name}, ${block.type}, ${cadence}`}
      data-testid={`dataflow-node-${block.name}`}
      onClick={onSelect}
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      onFocus={() => onHover(true)}
      onBlur={() => onHover(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        onSelect();
      }}
    >
      <title>{block.doc}</title>
      <rect class="dataflow-box" width={width} height={height} rx={6} />
      <rect class="dataflow-stripe" width={4} height={height - 12} x={0} y={6} rx={2} />
      <text class="dataflow-name" x={14} y={22}>
        {block.name}
      </text>
      <text class="dataflow-type" x={14} y={38}>
        {block.type}
      </text>
      <text class="dataflow-type" x={14} y={54}>
        {cadence}
      </text>
      {node.inputs.map((port, i) => (
        <text key={port} class="dataflow-port" x={14} y={portOffset(i) + 4}>
          {port}
        </text>
      ))}
      {node.outputs.map((port, i) => (
        <text key={port} class="dataflow-port" x={width - 12} y={portOffset(i) + 4} text-anchor="end">
          <tspan class="dataflow-rate">{rateOf(port)}</tspan>
          {`  ${port}`}
        </text>
      ))}
      {node.outputs.map((port, i) => (
        <circle key={port} class="dataflow-pin" cx={width} cy={portOffset(i)} r={3.5} />
      ))}
    </g>
  );
}
