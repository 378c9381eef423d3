/** What there is to know about one block: what it does, when it runs, and its ports, each of which leads to its topic. */
import type { ReadonlySignal } from '@preact/signals';
import { wireLabel } from '../../../../src/scenario/dataflow.ts';
import type { BlockView, Topic } from '../../players/player.ts';
import { Button, IconButton } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import type { Traffic } from './traffic.ts';
import { hertzText, secondsText } from './traffic.ts';

export interface BlockDetailsProps {
  readonly block: BlockView;
  readonly traffic: Traffic;
  readonly topics: ReadonlySignal<ReadonlyMap<string, Topic>>;
  openSignal(signal: string): void;
  openParameters(): void;
  close(): void;
}

export function BlockDetails({ block, traffic, topics, openSignal, openParameters, close }: BlockDetailsProps) {
  const rates = traffic.rates.value;
  const rateOf = (signal: string | undefined) => {
    const hertz = signal === undefined ? undefined : rates.get(topics.value.get(signal)?.id ?? '');
    return hertz === undefined ? '' : hertzText(hertz);
  };
  return (
    <aside class="dataflow-details" aria-label={`Block ${block.name}`} data-testid="dataflow-details">
      <header>
        <div>
          <h2>{block.name}</h2>
          <p class="dataflow-muted">{block.type}</p>
        </div>
        <IconButton icon={ICONS.close} label="Close" onClick={close} />
      </header>
      <p>{block.doc}</p>
      <dl>
        <dt>Runs</dt>
        <dd>
          every {secondsText(block.period)} ({hertzText(1 / block.period)})
          {block.publishEvery > 1 ? `, publishes every ${block.publishEvery} steps` : ''}
        </dd>
        <dt>Latency</dt>
        <dd>{block.latency > 0 ? secondsText(block.latency) : 'none'}</dd>
        <dt>Host</dt>
        <dd>
          {block.host}
          {block.plant ? ', a plant' : ''}
        </dd>
      </dl>
      {block.parameters.length > 0 && (
        <Button onClick={openParameters} data-testid="dataflow-parameters">
          Parameters ({block.parameters.length})
        </Button>
      )}
      <Ports
        title="Inputs"
        ports={block.inputs.map(({ port, from, type, wire }) => ({
          port,
          type,
          signal: from,
          detail: from === undefined ? 'not wired' : `from ${from}${wire === undefined ? '' : wireLabel(wire)}`,
          rate: rateOf(from),
        }))}
        openSignal={openSignal}
      />
      <Ports
        title="Outputs"
        ports={block.outputs.map(({ port, topic, type }) => ({
          port,
          type,
          signal: `${block.name}.${port}`,
          detail: topic,
          rate: rateOf(`${block.name}.${port}`),
        }))}
        openSignal={openSignal}
      />
    </aside>
  );
}

interface Port {
  readonly port: string;
  readonly type: string;
  /** Undefined for an input without a wire. */
  readonly signal: string | undefined;
  readonly detail: string;
  readonly rate: string;
}

function Ports({
  title,
  ports,
  openSignal,
}: {
  title: string;
  ports: readonly Port[];
  openSignal(signal: string): void;
}) {
  if (ports.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {ports.map(({ port, type, signal, detail, rate }) => (
          <li key={port}>
            <button
              type="button"
              disabled={signal === undefined}
              title={`${type}; opens the topic`}
              onClick={() => openSignal(signal!)}
            >
              <span class="dataflow-port-name">
                {port}
                <span class="ui-numbers">{rate}</span>
              </span>
              <span class="dataflow-muted">{type}</span>
              <span class="dataflow-muted">{detail}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
