import type { PanelDefinition } from '../panel.ts';
import { DataflowPanel, GRAPH_ICON } from './dataflow-panel.tsx';

export const dataflowPanel: PanelDefinition = {
  type: 'dataflow',
  title: 'Dataflow',
  doc: 'Blocks and wires as a graph, with what flows through them.',
  icon: GRAPH_ICON,
  component: DataflowPanel,
};
