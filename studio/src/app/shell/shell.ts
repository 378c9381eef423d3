/** The studio as the page runs it: what panels can reach, and what the header, the menus and the keys do with it. */
import type { ReadonlySignal, Signal } from '@preact/signals';
import { computed, signal, useComputed } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PanelDefinition, Studio } from '../../panels/panel.ts';
import type { LivePlayer, Player, Problem } from '../../players/player.ts';
import { isLive, sentence } from '../../players/player.ts';
import type { KeptRun } from './comparison.ts';
import { keepRun } from './comparison.ts';
import { kindOfFile, refusalOf } from './dropped-file.ts';
import type { GalleryEntry } from './gallery-entry.ts';
import type { Notice } from './notices.ts';
import { createNotices } from './notices.ts';
import type { RunRequest } from '../../players/run-request.ts';
import { placeholderPlayer } from '../../players/placeholder-player.ts';
import { createTheme, themeColour } from './theme.ts';

/** What the page gives to the shell. `openLive` starts to play unless the request says paused. */
export interface ShellSources {
  readonly panels: readonly PanelDefinition[];
  openLive(request: RunRequest): Promise<LivePlayer>;
  openRecording(file: File): Promise<Player>;
  openRemote(url: string): Player | Promise<Player>;
  gallery(): Promise<GalleryEntry[]>;
  /** Puts a controller, dropped as a file, into the editor; when absent, the editor panel gets it as settings { name, text }. */
  openController?(text: string, name: string): void;
}

type DialogName = 'gallery' | 'connect' | 'share' | 'help';

/** What the docking area can do, once it is there. */
export interface DockHandle {
  openPanel(type: string, settings?: Record<string, unknown>): void;
  resetLayout(): void;
  toggleMaximised(): void;
}

export interface Shell extends Studio {
  readonly sources: ShellSources;
  /** The name of what is being opened now. */
  readonly opening: ReadonlySignal<string | undefined>;
  readonly dialog: Signal<DialogName | undefined>;
  /** An address that a link wants to connect to, until the person has said whether it may. */
  readonly askedAddress: Signal<string | undefined>;
  readonly notices: ReadonlySignal<readonly Notice[]>;
  dock: DockHandle | undefined;
  dismiss(id: number): void;
  toggleTheme(): void;
  openFile(file: File): Promise<void>;
  connect(url: string): void;
  keepForComparison(): void;
  removeOverlay(id: string): void;
  /** Keeps this run and starts another, to be compared with it. */
  runAgain(): void;
}

export function createShell(sources: ShellSources): Shell {
  const { theme, toggle } = createTheme();
  const { notices, notify, dismiss } = createNotices();
  const player = signal<Player>(placeholderPlayer('Skidpad Studio'));
  const kept = signal<readonly KeptRun[]>([]);
  const request = signal<RunRequest | undefined>(undefined);
  const opening = signal<string | undefined>(undefined);
  const dialog = signal<DialogName | undefined>(undefined);
  let runs = 0;
  /** Counts what was asked for, so that what comes late is let go. */
  let turn = 0;

  const overlays = computed(() => {
    void theme.value;
    return kept.value.map(({ series, ...run }) => ({ ...run, colour: themeColour(`--series-${series}`) }));
  });

  const show = (next: Player) => {
    const before = player.value;
    player.value = next;
    before.close();
  };

  /** Shows what `load` gives, unless it has failed and something good is there already. */
  const exchange = async (title: string, load: () => Promise<Player> | Player): Promise<Problem | undefined> => {
    const own = ++turn;
    opening.value = title;
    const { next, problem } = await attempt(load);
    if (own !== turn) {
      next?.close();
      return undefined;
    }
    opening.value = undefined;
    if (problem === undefined) {
      show(next!);
      return undefined;
    }
    next?.close();
    const isEmpty = player.value.scenario.value === undefined && player.value.kind === 'live';
    if (isEmpty) show(placeholderPlayer(title, problem));
    return problem;
  };

  const shell: Shell = {
    sources,
    player,
    overlays,
    theme,
    request,
    opening,
    dialog,
    askedAddress: signal<string | undefined>(undefined),
    notices,
    notify,
    dismiss,
    dock: undefined,
    toggleTheme: toggle,
    openPanel: (type, settings) => shell.dock?.openPanel(type, settings),

    async open(wanted) {
      const title = wanted.text === undefined ? wanted.path?.replace(/^.*\//, '').replace(/\.ya?ml$/, '') : undefined;
      const problem = await exchange(title ?? 'scenario', () => sources.openLive(wanted));
      if (problem === undefined || request.value === undefined) request.value = wanted;
      return problem;
    },

    async openFile(file) {
      const kind = kindOfFile(file.name);
      if (kind === undefined) return notify(refusalOf(file.name), 'problem');
      if (kind === 'controller') {
        const text = await file.text();
        if (sources.openController === undefined) return shell.openPanel('editor', { name: file.name, text });
        return sources.openController(text, file.name);
      }
      const problem =
        kind === 'scenario'
          ? await shell.open({ text: await file.text() })
          : await exchange(file.name, () => sources.openRecording(file));
      if (problem !== undefined) notify(`${file.name} cannot be opened: ${sentence(problem)}`, 'problem');
    },

    connect: (url) =>
      void exchange(url, () => sources.openRemote(url)).then(
        (problem) => problem && notify(sentence(problem), 'problem'),
      ),

    keepForComparison() {
      if (player.value.topics.value.length === 0) return notify('There is nothing to keep yet.');
      kept.value = [...kept.value, keepRun(player.value, kept.value, ++runs)];
      notify('This run is kept: plots show it dashed, the scene as a ghost.');
    },
    removeOverlay: (id) => void (kept.value = kept.value.filter((run) => run.id !== id)),
    runAgain() {
      const run = player.value;
      if (!isLive(run)) return;
      shell.keepForComparison();
      run.reset();
      run.play();
      shell.openPanel('parameters');
    },
  };
  return shell;
}

/** A player that could not even read what it was given counts as a failure to open it. */
async function attempt(load: () => Promise<Player> | Player): Promise<{ next?: Player; problem?: Problem }> {
  try {
    const next = await load();
    const { state, problem } = next.status.value;
    const hasFailed = state === 'failed' && next.topics.value.length === 0 && next.kind !== 'remote';
    return hasFailed ? { next, problem: problem ?? { what: 'it could not be opened' } } : { next };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** InputError has a path and the problem apart from each other. */
function problemOf(error: unknown): Problem {
  const { path, problem, message } = error as { path?: string; problem?: string; message?: string };
  return { what: problem ?? message ?? String(error), ...(path !== undefined && path !== '' && { where: path }) };
}

const ShellContext = createContext<Shell | undefined>(undefined);
export const ShellProvider = ShellContext.Provider;

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (shell === undefined) throw new Error('useShell belongs below App');
  return shell;
}

/** Follows one value of the player that is shown, whichever that is: components draw again only when the value itself has changed. */
export function usePlayerValue<T>(select: (player: Player) => T): T {
  const shell = useShell();
  return useComputed(() => select(shell.player.value)).value;
}
