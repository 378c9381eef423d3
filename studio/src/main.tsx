/** The page: panels, players and the shell around them. */
import './ui/theme.css';
import { computed, signal } from '@preact/signals';
import { render } from 'preact';
import { App } from './app/app.tsx';
import type { GalleryEntry } from './app/gallery/gallery-entry.ts';
import type { OpenRequest } from './app/open-request.ts';
import type { Shell } from './app/shell.ts';
import { sentence } from './app/shell.ts';
import { setEditorHost } from './editor/editor-host.ts';
import { locate } from './editor/locate.ts';
import { dataflowPanel } from './panels/dataflow/index.ts';
import { editorPanel } from './panels/editor/editor-panel.tsx';
import { imagePanel } from './panels/image/index.ts';
import { latencyPanel } from './panels/latency/index.ts';
import { parametersPanel } from './panels/parameters/index.ts';
import { plotPanel } from './panels/plot/index.ts';
import { resultsPanel } from './panels/results/index.ts';
import { scenarioPanel } from './panels/scenario/index.ts';
import { scenePanel } from './panels/scene/index.ts';
import { sensorsPanel } from './panels/sensors/index.ts';
import { topicsPanel } from './panels/topics/index.ts';
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
function locateIn({ modules = [] }: OpenRequest): NonNullable<LiveOptions['locate']> {
  return (stack) => {
    for (const { file, map } of modules) {
      const place = locate(stack, map);
      if (place !== undefined) return { ...place, file };
    }
    return undefined;
  };
}

const openLive = (request: OpenRequest) => openLivePlayer({ ...request, locate: locateIn(request) });

/** Readers of files and sockets are loaded when they are needed. */
const openRecording = async (file: File): Promise<Player> =>
  (await import('./players/recording-player.ts')).openRecordingPlayer(file, file.name);
const openRemote = async (url: string): Promise<Player> =>
  (await import('./players/remote-player.ts')).openRemotePlayer(url);

const gallery = async (): Promise<GalleryEntry[]> => (await (await fetch('./gallery.json')).json()) as GalleryEntry[];

declare global {
  interface Window {
    /** The studio, for the browser's console and for scripts: `skidpad.player.value.pause()`. */
    skidpad: Shell;
  }
}

/** Lets the editor run what is written in it. */
function connectEditor(shell: Shell): void {
  window.skidpad = shell;
  const own = signal<Player | undefined>(undefined);
  setEditorHost({
    async run(text, modules, title) {
      const problem = await shell.open({ text, modules, title });
      if (problem !== undefined) throw new Error(sentence(problem));
      own.value = shell.player.value;
    },
    status: computed(() => (own.value === shell.player.value ? own.value.status.value : undefined)),
  });
}

render(
  <App
    panels={panels}
    openLive={openLive}
    openRecording={openRecording}
    openRemote={openRemote}
    gallery={gallery}
    onReady={connectEditor}
  />,
  document.getElementById('app')!,
);
