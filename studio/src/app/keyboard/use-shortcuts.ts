/** Listens to the keys of the whole page. Whoever uses a key first and says so (preventDefault) keeps it. */
import { useEffect } from 'preact/hooks';
import type { Shell } from '../shell/shell.ts';
import { changeSpeed, playOrPause, restart } from '../transport/transport-actions.ts';
import type { Action, KeyPlace } from './key-map.ts';
import { actionOf } from './key-map.ts';

export function useShortcuts(shell: Shell, pickFile: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || shell.dialog.peek() !== undefined) return;
      const action = actionOf(event, placeOf(event.target));
      if (action === undefined || (event.repeat && action !== 'step')) return;
      event.preventDefault();
      perform(action, shell, pickFile);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [shell]);
}

function perform(action: Action, shell: Shell, pickFile: () => void): void {
  const player = shell.player.peek();
  switch (action) {
    case 'play':
      return playOrPause(player);
    case 'step':
      return player.abilities.step ? player.step() : undefined;
    case 'reset':
      return restart(player);
    case 'slower':
      return changeSpeed(player, -1);
    case 'faster':
      return changeSpeed(player, 1);
    case 'open':
      return pickFile();
    case 'editor':
      return shell.openPanel('editor');
    case 'theme':
      return shell.toggleTheme();
    case 'keep':
      return shell.keepForComparison();
    case 'maximise':
      return shell.dock?.toggleMaximised();
    case 'gallery':
    case 'share':
    case 'help':
      shell.dialog.value = action;
  }
}

const FIELDS =
  'input:not([type=range], [type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox]';
const SLIDERS = 'input[type=range], [role=slider]';
const CONTROLS =
  'button, a[href], input, summary, [role=tab], [role=slider], [role=menuitem], [role=option], [role=treeitem], [role=application]';

function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof Element)) return 'page';
  if (target.closest(FIELDS) !== null) return 'field';
  if (target.closest(SLIDERS) !== null) return 'slider';
  return target.closest(CONTROLS) === null ? 'page' : 'control';
}
