import type { PanelDefinition } from '../panel.ts';
import { plotIcon } from './icon.ts';
import { PlotPanel } from './plot-panel.tsx';
import { plotTitle, withSeries } from './plot-settings.ts';

export const plotPanel: PanelDefinition = {
  type: 'plot',
  title: 'Plot',
  doc: 'Any numbers over time, or one over another.',
  icon: plotIcon,
  component: PlotPanel,
  several: true,
  takeIn: withSeries,
  titleOf: plotTitle,
};
