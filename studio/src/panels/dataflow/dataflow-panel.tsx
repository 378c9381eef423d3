/** The dataflow of a scenario as a graph: blocks, wires, and what flows through them now. */
import './dataflow-panel.css';
import { useComputed, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { BlockView, Player } from '../../players/player.ts';
import { Empty } from '../../ui/controls.tsx';
import { useVisible } from '../../ui/drawing-surface.ts';
import { instanceKey } from '../../ui/instance-key.ts';
import type { PanelDefinition, PanelProps } from '../panel.ts';
import { BlockDetails } from './block-details.tsx';
import { graphOf, topicsBySignal } from './graph.ts';
import { GraphView } from './graph-view.tsx';
import { layoutGraph } from './layout.ts';
import { TopicList } from './topic-list.tsx';
import { useTraffic } from './traffic.ts';

const ICON = 'M4 5h6v5H4zM14 14h6v5h-6zM14 3.5h6v5h-6zM10 7h4M10 8.5l4 7';

function DataflowPanel({ studio }: PanelProps) {
  const player = studio.player.value;
  const scenario = player.scenario.value;
  const root = useRef<HTMLDivElement>(null);
  const visible = useVisible(root);
  const openTopic = (topic: string) => studio.openPanel('topics', { topic });
  return (
    <div class="dataflow-panel" ref={root} data-testid="dataflow-panel">
      {scenario !== undefined && scenario.blocks.length > 0 ? (
        <Flow
          key={instanceKey(player)}
          player={player}
          blocks={scenario.blocks}
          visible={visible}
          openTopic={openTopic}
          openParameters={(block) => studio.openPanel('parameters', { block })}
        />
      ) : player.topics.value.length > 0 ? (
        <TopicList key={instanceKey(player)} player={player} visible={visible} openTopic={openTopic} />
      ) : (
        <Empty title="No dataflow yet" icon={ICON}>
          <p>Open a scenario, a recording or a connection, and its blocks and topics appear here.</p>
        </Empty>
      )}
    </div>
  );
}

interface FlowProps {
  readonly player: Player;
  readonly blocks: readonly BlockView[];
  readonly visible: ReturnType<typeof useVisible>;
  openTopic(id: string): void;
  openParameters(block: string): void;
}

/** What decides how a graph looks; parameters do not. */
const shapeOf = (blocks: readonly BlockView[]): string =>
  JSON.stringify(
    blocks.map(({ name, type, inputs, outputs, plant }) => [
      name,
      type,
      inputs.map(({ port, from, wire }) => [port, from, wire]),
      outputs.map(({ port }) => port),
      plant,
    ]),
  );

function Flow({ player, blocks, visible, openTopic, openParameters }: FlowProps) {
  const shape = shapeOf(blocks);
  const layout = useMemo(() => layoutGraph(graphOf(blocks)), [shape]);
  const topics = useComputed(() => topicsBySignal(player.topics.value));
  const selected = useSignal<string | undefined>(undefined);
  const traffic = useTraffic(player, visible);
  const block = blocks.find(({ name }) => name === selected.value);
  const openSignal = (signal: string) => {
    const topic = topics.value.get(signal);
    if (topic !== undefined) openTopic(topic.id);
  };
  return (
    <div class="dataflow-body">
      <GraphView layout={layout} traffic={traffic} topics={topics} selected={selected} openSignal={openSignal} />
      {block !== undefined && (
        <BlockDetails
          block={block}
          traffic={traffic}
          topics={topics}
          openSignal={openSignal}
          openParameters={() => openParameters(block.name)}
          close={() => (selected.value = undefined)}
        />
      )}
    </div>
  );
}

export const dataflowPanel: PanelDefinition = {
  type: 'dataflow',
  title: 'Dataflow',
  doc: 'Blocks and wires as a graph, with what flows through them.',
  icon: ICON,
  component: DataflowPanel,
};
