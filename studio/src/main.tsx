/** The page: panels, players and the shell around them. */
import './ui/theme.css';
import { render } from 'preact';
import { App } from './app/app.tsx';
import type { GalleryEntry } from './app/shell/gallery-entry.ts';
import type { RunRequest } from './players/run-request.ts';
import type { Shell, ShellSources } from './app/shell/shell.ts';
import { locate } from './editor/locate.ts';
import { dataflowPanel } from './panels/dataflow/dataflow-panel.tsx';
import { editorPanel } from './editor/panel/editor-panel.tsx';
import { imagePanel } from './panels/image/image-panel.tsx';
import { latencyPanel } from './panels/latency/latency-panel.tsx';
import { parametersPanel } from './panels/parameters/parameters-panel.tsx';
import { plotPanel } from './panels/plot/plot-panel.tsx';
import { resultsPanel } from './panels/results/results-panel.tsx';
import { scenarioPanel } from './panels/scenario/scenario-panel.tsx';
import { scenePanel } from './panels/scene/scene-panel.tsx';
import { sensorsPanel } from './panels/sensors/sensors-panel.tsx';
import { topicsPanel } from './panels/topics/topics-panel.tsx';
import type { LiveOptions } from './players/live-player.ts';
import { openLivePlayer } from './players/live-player.ts';
import type { Player } from './players/player.ts';

const panels = [
  scenePanel,
  imagePanel,
  plotPanel,
  parametersPanel,
  resultsPanel,
  sensorsPanel,
  dataflowPanel,
  latencyPanel,
  topicsPanel,
  scenarioPanel,
  editorPanel,
];

/** An error in a block that was written here, at its line. */
function locateIn({ modules = [] }: RunRequest): NonNullable<LiveOptions['locate']> {
  return (stack) => {
    for (const { file, map } of modules) {
      const place = locate(stack, map);
      if (place !== undefined) return { ...place, file };
    }
    return undefined;
  };
}

const openLive = (request: RunRequest) => openLivePlayer({ ...request, locate: locateIn(request) });

/** Readers of files and sockets are loaded when they are needed. */
const openRecording = async (file: File): Promise<Player> =>
  (await import('./players/recording-player.ts')).openRecordingPlayer(file, file.name);
const openRemote = async (url: string): Promise<Player> =>
  (await import('./players/remote-player.ts')).openRemotePlayer(url);

/** The compiler comes with the editor, when there is something to compile. */
const compile: ShellSources['compile'] = async (code) => (await import('./editor/shared-code.ts')).compileShared(code);

const gallery = async (): Promise<GalleryEntry[]> => (await (await fetch('./gallery.json')).json()) as GalleryEntry[];

declare global {
  interface Window {
    /** The studio, for the browser's console and for scripts: `skidpad.player.value.pause()`. */
    skidpad: Shell;
  }
}

render(
  <App
    panels={panels}
    openLive={openLive}
    openRecording={openRecording}
    openRemote={openRemote}
    gallery={gallery}
    compile={compile}
    onReady={(shell) => (window.skidpad = shell)}
  />,
  document.getElementById('app')!,
);
