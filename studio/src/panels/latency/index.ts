import type { PanelDefinition } from '../panel.ts';
import { latencyIcon } from './icon.ts';
import { LatencyPanel } from './latency-panel.tsx';

export const latencyPanel: PanelDefinition = {
  type: 'latency',
  title: 'Latency',
  doc: 'How old the data behind every command is, and where the time goes.',
  icon: latencyIcon,
  component: LatencyPanel,
};
