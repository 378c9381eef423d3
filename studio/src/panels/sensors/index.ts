import type { PanelDefinition } from '../panel.ts';
import { RADAR_ICON, SensorsPanel } from './sensors-panel.tsx';

export const sensorsPanel: PanelDefinition = {
  type: 'sensors',
  title: 'Sensors',
  doc: 'What a vehicle measures: sonars and lidars from above, accelerations, position and wheels as readings.',
  icon: RADAR_ICON,
  component: SensorsPanel,
  titleOf: ({ vehicle }) => (typeof vehicle === 'string' ? `Sensors of ${vehicle}` : 'Sensors'),
};
