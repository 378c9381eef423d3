import type { PanelDefinition } from '../panel.ts';
import { resultsIcon } from './icon.ts';
import { ResultsPanel } from './results-panel.tsx';

export const resultsPanel: PanelDefinition = {
  type: 'results',
  title: 'Results',
  doc: 'Metrics and expectations of the run, with its hash.',
  icon: resultsIcon,
  component: ResultsPanel,
};
