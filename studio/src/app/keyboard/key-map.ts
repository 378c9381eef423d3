/** Which key does what. One table for the listener and for the help. */

export type Action =
  | 'play'
  | 'step'
  | 'reset'
  | 'slower'
  | 'faster'
  | 'gallery'
  | 'open'
  | 'editor'
  | 'theme'
  | 'share'
  | 'keep'
  | 'help'
  | 'maximise';

export interface Shortcut {
  readonly action: Action;
  /** As KeyboardEvent.key says, lower case. */
  readonly key: string;
  /** As printed on the key. */
  readonly label: string;
  readonly doc: string;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { action: 'play', key: ' ', label: 'Space', doc: 'Play or pause' },
  { action: 'step', key: 'arrowright', label: '→', doc: 'One step of the controller' },
  { action: 'reset', key: 'home', label: 'Home', doc: 'Back to the beginning' },
  { action: 'slower', key: '[', label: '[', doc: 'Slower' },
  { action: 'faster', key: ']', label: ']', doc: 'Faster' },
  { action: 'gallery', key: 'g', label: 'G', doc: 'Gallery of scenarios' },
  { action: 'open', key: 'o', label: 'O', doc: 'Open a recording, a scenario or a controller' },
  { action: 'editor', key: 'e', label: 'E', doc: 'Editor' },
  { action: 'keep', key: 'c', label: 'C', doc: 'Keep this run for comparison' },
  { action: 'share', key: 's', label: 'S', doc: 'Share and save' },
  { action: 'maximise', key: 'm', label: 'M', doc: 'Maximise the active panel, or restore it' },
  { action: 'theme', key: 't', label: 'T', doc: 'Dark or light' },
  { action: 'help', key: '?', label: '?', doc: 'This help' },
];

/** What of a key event matters. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Where the key was pressed: in a field keys are letters, and on a control some keys are the control's own. A slider has no use for Space. */
export type KeyPlace = 'page' | 'control' | 'slider' | 'field';

/** Keys that move within or press a control that has the focus. */
const CONTROL_KEYS: ReadonlySet<string> = new Set([' ', 'arrowright', 'home']);
const SLIDER_KEYS: ReadonlySet<string> = new Set(['arrowright', 'home']);

export function actionOf({ key, ctrlKey, metaKey, altKey }: KeyPress, place: KeyPlace): Action | undefined {
  if (ctrlKey || metaKey || altKey || place === 'field') return undefined;
  const wanted = key.toLowerCase();
  if (place === 'control' && CONTROL_KEYS.has(wanted)) return undefined;
  if (place === 'slider' && SLIDER_KEYS.has(wanted)) return undefined;
  return SHORTCUTS.find((shortcut) => shortcut.key === wanted)?.action;
}
