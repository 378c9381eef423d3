/** The scene: the world and its vehicles in three dimensions, to look at, to disturb and to drive in. */
import type { PanelDefinition } from '../panel.ts';
import { ScenePanel } from './scene-panel.tsx';

export { captureScene, currentSceneCanvas } from '../../scene/capture.ts';

export const scenePanel: PanelDefinition = {
  type: 'scene',
  title: 'Scene',
  doc: 'The world with its vehicles, paths and sensors in three dimensions.',
  icon: 'M12 2.5 3.5 7v10l8.5 4.5 8.5-4.5V7L12 2.5ZM3.5 7l8.5 4.5L20.5 7M12 11.5v10',
  component: ScenePanel,
};
