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
import { agreeTo, isAgreed } from './agreed-code.ts';
import type { SharedLayout } from './shared-layout.ts';
import type { SharedCode, SharedRun } from './shared-run.ts';
import { readRunFile } from './shared-run.ts';
import { placeholderPlayer } from '../../players/placeholder-player.ts';
import { createTheme, themeColour } from './theme.ts';

/** What the page gives to the shell. `openLive` starts to play unless the request says paused. */
export interface ShellSources {
  readonly panels: readonly PanelDefinition[];
  openLive(request: RunRequest): Promise<LivePlayer>;
  openRecording(file: File): Promise<Player>;
  openRemote(url: string): Player | Promise<Player>;
  gallery(): Promise<GalleryEntry[]>;
  /** Makes blocks that were written elsewhere ready to run. Rejects with the sentence where one cannot be. */
  compile(code: readonly SharedCode[]): Promise<NonNullable<RunRequest['modules']>>;
  /** Puts a controller, dropped as a file, into the editor; when absent, the editor panel gets it as settings { name, text }. */
  openController?(text: string, name: string): void;
}

type DialogName = 'gallery' | 'connect' | 'share' | 'help';

/** What the docking area can do, once it is there. */
export interface DockHandle {
  openPanel(type: string, settings?: Record<string, unknown>): void;
  resetLayout(): void;
  toggleMaximised(): void;
  /** How panels are arranged, where somebody has arranged them. */
  sharedLayout(): SharedLayout | undefined;
  /** Arranges panels as somebody else had them, where this page has room for that. */
  showLayout(layout: SharedLayout): void;
}

export interface Shell extends Studio {
  readonly sources: ShellSources;
  /** The name of what is being opened now. */
  readonly opening: ReadonlySignal<string | undefined>;
  readonly dialog: Signal<DialogName | undefined>;
  /** An address that a link wants to connect to, until the person has said whether it may. */
  readonly askedAddress: Signal<string | undefined>;
  /** A shared run with code of somebody else, until the person has said whether it may run. */
  readonly askedRun: Signal<SharedRun | undefined>;
  readonly notices: ReadonlySignal<readonly Notice[]>;
  dock: DockHandle | undefined;
  dismiss(id: number): void;
  toggleTheme(): void;
  openFile(file: File): Promise<void>;
  /** Opens what somebody shared, after a question where it brings code that was never agreed to here. */
  openShared(run: SharedRun): Promise<Problem | undefined>;
  /** The answer to the question: its code may run, now and whenever it comes again. */
  agree(run: SharedRun): Promise<void>;
  /** Says why something could not be opened, in place of it where the page shows nothing yet. */
  refuse(problem: string): void;
  connect(url: string): void;
  keepForComparison(): void;
  removeOverlay(id: string): void;
}

export function createShell(sources: ShellSources): Shell {
  const { theme, toggle } = createTheme();
  const { notices, notify, dismiss, clear } = createNotices();
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
      clear();
      show(next!);
      return undefined;
    }
    next?.close();
    const isEmpty = player.value.scenario.value === undefined && player.value.kind === 'live';
    if (isEmpty) show(placeholderPlayer(title, problem));
    return problem;
  };

  const openAgreed = async ({ code = [], layout, ...run }: SharedRun): Promise<Problem | undefined> => {
    const { modules, problem } = await compiled(sources, code);
    if (problem !== undefined) return problem;
    const refused = await shell.open({
      ...run,
      ...(modules && { modules }),
      ...(run.at !== undefined && { paused: true }),
    });
    if (refused === undefined && layout !== undefined) shell.dock?.showLayout(layout);
    return refused;
  };

  const openOfKind = async (kind: 'scenario' | 'run' | 'recording', file: File): Promise<Problem | undefined> => {
    if (kind === 'scenario') return shell.open({ text: await file.text() });
    if (kind === 'recording') return exchange(file.name, () => sources.openRecording(file));
    try {
      return await shell.openShared(readRunFile(await file.text()));
    } catch (error) {
      return { what: (error as Error).message };
    }
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
    askedRun: signal<SharedRun | undefined>(undefined),
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
      const problem = await openOfKind(kind, file);
      if (problem !== undefined) notify(`${file.name} cannot be opened: ${sentence(problem)}`, 'problem');
    },

    async openShared(run) {
      if (run.code === undefined || run.code.length === 0 || (await isAgreed(run.code))) return openAgreed(run);
      shell.askedRun.value = run;
      return undefined;
    },

    async agree(run) {
      shell.askedRun.value = undefined;
      await agreeTo(run.code ?? []);
      const problem = await openAgreed(run);
      if (problem !== undefined) notify(sentence(problem), 'problem');
    },

    refuse(problem) {
      if (player.value.topics.value.length === 0) show(placeholderPlayer('Skidpad Studio', { what: problem }));
      else notify(problem, 'problem');
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

async function compiled(
  { compile }: ShellSources,
  code: readonly SharedCode[],
): Promise<{ modules?: RunRequest['modules']; problem?: Problem }> {
  if (code.length === 0) return {};
  try {
    return { modules: await compile(code) };
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
