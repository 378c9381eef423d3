/**
 * A panel: one window onto a player. A panel is given a studio and its own settings; the docking layout creates, moves and
 * closes it and remembers its settings.
 */
import type { FunctionComponent } from 'preact';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { History } from '../players/history.ts';
import type { MetricOutcome, Player } from '../players/player.ts';

/** A run kept for comparison: drawn dashed in plots and as a ghost in the scene. */
export interface Overlay {
  readonly id: string;
  readonly title: string;
  /** CSS colour. */
  readonly colour: string;
  readonly history: History;
  /** Topic ids by signal, so that a field is found although topics are named otherwise. */
  readonly topicOfSignal: ReadonlyMap<string, string>;
  readonly metrics?: readonly MetricOutcome[];
}

/** What every panel can reach. */
export interface Studio {
  /** The player that is shown now; changes when another scenario or file is opened. */
  readonly player: ReadonlySignal<Player>;
  readonly overlays: ReadonlySignal<readonly Overlay[]>;
  readonly theme: ReadonlySignal<'dark' | 'light'>;
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
  /** Whether several of them are wanted side by side, each with its own settings; otherwise the open one takes new settings. */
  readonly several?: boolean;
  /** Of several: the settings of an open one with what is wanted taken in, where it can. */
  takeIn?(own: Record<string, any>, wanted: Record<string, any>): Record<string, any> | undefined;
  /** Where there is room, it gets a column of its own of this share of the width instead of a tab among others. */
  readonly column?: number;
  /** Title of one such panel, from its settings. */
  titleOf?(settings: Record<string, any>): string;
}
