import type { PanelDefinition } from '../panel.ts';
import { topicsIcon } from './icon.ts';
import { TopicsPanel } from './topics-panel.tsx';

export const topicsPanel: PanelDefinition = {
  type: 'topics',
  title: 'Topics',
  doc: 'Everything that is published, message by message.',
  icon: topicsIcon,
  component: TopicsPanel,
};
