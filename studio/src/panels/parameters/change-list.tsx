/** What was changed in this run so far, and the way to keep it. */
import { useSignal } from '@preact/signals';
import type { LivePlayer } from '../../players/player.ts';
import { Button, Icon } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import { formatTime } from '../../ui/format.ts';
import { foldChanges } from './fold-changes.ts';

export function ChangeList({ player, openScenario }: { player: LivePlayer; openScenario(): void }) {
  const isOpen = useSignal(false);
  const changes = foldChanges(player.changes.value);
  if (changes.length === 0) return null;
  return (
    <div class="parameters-changes" data-testid="parameters-changes">
      <div class="parameters-changes-head">
        <Button
          kind="quiet"
          aria-expanded={isOpen.value}
          onClick={() => (isOpen.value = !isOpen.value)}
          data-testid="parameters-changes-toggle"
        >
          <Icon path={isOpen.value ? ICONS.chevronDown : ICONS.chevronRight} size={16} />
          {changes.length === 1 ? '1 change' : `${changes.length} changes`} in this run
        </Button>
        <span class="ui-spacer" />
        <Button
          onClick={() => player.reset({ forgetChanges: true })}
          title="Runs from the start with the parameters of the scenario"
        >
          Discard
        </Button>
        <Button kind="primary" onClick={openScenario} data-testid="parameters-save">
          Save as scenario
        </Button>
      </div>
      {isOpen.value && (
        <ol>
          {[...changes].reverse().map(({ from, to, block, texts }, i) => (
            <li key={changes.length - i}>
              <time class="ui-numbers">
                {formatTime(from)}
                {to > from ? ` … ${formatTime(to)}` : ''}
              </time>
              <span class="parameters-change-block">{block}</span>
              <span>{texts.join(', ')}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
