import type { PanelDefinition } from '../panel.ts';
import { ParametersPanel, SLIDERS_ICON } from './parameters-panel.tsx';

export const parametersPanel: PanelDefinition = {
  type: 'parameters',
  title: 'Parameters',
  doc: 'Every parameter of every block, to be turned while the loop runs.',
  icon: SLIDERS_ICON,
  component: ParametersPanel,
};
