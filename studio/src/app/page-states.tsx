/** What the page shows when there is nothing to show yet, and when something has gone wrong. */
import { Button, Icon } from '../ui/controls.tsx';
import { ICONS } from '../ui/icons.ts';
import { isLive } from '../players/player.ts';
import { usePlayerValue, useShell } from './shell/shell.ts';

/** The page in outline, while the first player is being opened. */
export function LoadingSkeleton() {
  const isLoading = usePlayerValue(
    ({ status, topics }) => status.value.state === 'loading' && topics.value.length === 0,
  );
  if (!isLoading) return null;
  return (
    <div class="sk-skeleton" role="status" aria-label="Loading" data-testid="loading">
      <div class="sk-skeleton-large" />
      <div>
        <div />
        <div />
      </div>
    </div>
  );
}

/** A player that has failed: what happened, where, and the ways out. What it had shown before stays to be looked at. */
export function FailureBanner() {
  const shell = useShell();
  const player = shell.player.value;
  const hasFailed = usePlayerValue(({ status }) => status.value.state === 'failed');
  if (!hasFailed) return null;
  const problem = player.status.peek().problem ?? { what: 'it has stopped' };
  return (
    <div class="sk-failure" role="alert" data-testid="failure">
      <Icon path={ICONS.warning} size={22} />
      <p>
        {problem.where !== undefined && <code>{problem.where}</code>}
        <span>{problem.what}</span>
      </p>
      <div class="sk-failure-ways">
        <Button onClick={() => (shell.dialog.value = 'gallery')}>Gallery</Button>
        <Button onClick={() => shell.openPanel('scenario')}>Edit scenario</Button>
        {isLive(player) && (
          <Button
            kind="primary"
            onClick={() => {
              player.reset();
              player.play();
            }}
          >
            Reset
          </Button>
        )}
      </div>
    </div>
  );
}
