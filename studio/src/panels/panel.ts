/**
 * A panel: one window onto a player. A panel is given a studio and its own settings; the docking layout creates, moves and
 * closes it and remembers its settings.
 */
import type { FunctionComponent } from 'preact';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Overlay } from '../players/overlay.ts';
import type { Player, Problem } from '../players/player.ts';
import type { RunRequest } from '../players/run-request.ts';

/** What every panel can reach. */
export interface Studio {
  /** The player that is shown now; changes when another scenario or file is opened. */
  readonly player: ReadonlySignal<Player>;
  readonly overlays: ReadonlySignal<readonly Overlay[]>;
  readonly theme: ReadonlySignal<'dark' | 'light'>;
  /** What was opened last as a run in this page, or what could not be opened at the start. */
  readonly request: ReadonlySignal<RunRequest | undefined>;
  /** Opens a run in this page. What is wrong with it, if anything; then what was shown before stays. */
  open(request: RunRequest): Promise<Problem | undefined>;
  /** Keeps this run to compare another with, and starts that from the beginning. */
  runAgain(): void;
  /** Opens a panel of a type beside the others, or shows the one that is there. */
  openPanel(type: string, settings?: Record<string, unknown>): void;
  /** A short message at the bottom of the page. */
  notify(text: string, kind?: 'info' | 'problem'): void;
}

export interface PanelProps<S = Record<string, any>> {
  readonly studio: Studio;
  /** Plain data, kept with the layout: assign a new object to change it. */
  readonly settings: Signal<S>;
}

export interface PanelDefinition {
  /** Kebab-case. */
  readonly type: string;
  readonly title: string;
  /** One sentence for the menu. */
  readonly doc: string;
  /** Path data of a 24 × 24 outline icon. */
  readonly icon: string;
  readonly component: FunctionComponent<PanelProps<any>>;
  /** Whether multiple of them are wanted side by side, each with its own settings; otherwise the open one takes new settings. */
  readonly allowMultiple?: boolean;
  /** Where multiple are allowed: the settings of an open one merged with what is wanted; undefined where they do not go together. */
  mergeSettings?(own: Record<string, any>, wanted: Record<string, any>): Record<string, any> | undefined;
  /** Where there is room, it gets a column of its own of this share of the width instead of a tab among others. */
  readonly column?: number;
  /** Title of one such panel, from its settings. */
  titleOf?(settings: Record<string, any>): string;
}
