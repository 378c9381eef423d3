/** What the editor needs of the page around it: somebody who runs a scenario with the blocks that were written here. */
import type { ReadonlySignal } from '@preact/signals';
import { signal } from '@preact/signals';
import type { PlayerStatus } from '../players/player.ts';
import type { UserModule } from './user-module.ts';

export interface EditorHost {
  /** Opens a live run. `scenarioText` is complete: it names no other files than the modules. Rejects with a sentence. */
  run(scenarioText: string, modules: UserModule[], title: string): Promise<void>;
  /** Of the run that was started here last; its problem is shown at the line. */
  readonly status: ReadonlySignal<PlayerStatus | undefined>;
}

/** Undefined until the page has one: then there is nothing to run with. */
export const editorHost = signal<EditorHost | undefined>(undefined);

export const setEditorHost = (host: EditorHost): void => void (editorHost.value = host);
