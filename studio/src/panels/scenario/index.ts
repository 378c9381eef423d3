import type { PanelDefinition } from '../panel.ts';
import { scenarioIcon } from './icon.ts';
import { ScenarioPanel } from './scenario-panel.tsx';

export const scenarioPanel: PanelDefinition = {
  type: 'scenario',
  title: 'Scenario',
  doc: 'The scenario as text: edit it and run it, copy it, save it.',
  icon: scenarioIcon,
  component: ScenarioPanel,
};
