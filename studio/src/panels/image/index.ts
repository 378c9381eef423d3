import type { PanelDefinition } from '../panel.ts';
import { CAMERA_ICON, ImagePanel } from './image-panel.tsx';

export const imagePanel: PanelDefinition = {
  type: 'image',
  title: 'Image',
  doc: 'What the car sees: camera pictures, what a detector finds in them, and the stages in between.',
  icon: CAMERA_ICON,
  component: ImagePanel,
  several: true,
  titleOf: ({ topic, mode }) =>
    typeof topic === 'string'
      ? `${mode === 'stages' ? 'Stages of ' : ''}${topic}`
      : mode === 'stages'
        ? 'Stages'
        : 'Image',
};
