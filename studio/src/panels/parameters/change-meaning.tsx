/**
 * What a knob that was turned while the run stands still is meant for: the rest of the run, or all of it. A run that is over cannot go on, so
 * there it is meant for the next one, from its beginning.
 */
import { useComputed } from '@preact/signals';
import type { LivePlayer } from '../../players/player.ts';
import { Button } from '../../ui/controls.tsx';
import { ICONS } from '../../ui/icons.ts';
import { formatTime } from '../../ui/format.ts';

/** Rounding of instants [s]. */
const SAME = 1e-9;

export function ChangeMeaning({ player, runAgain }: { player: LivePlayer; runAgain(): void }) {
  const state = useComputed(() => player.status.value.state).value;
  // at which instant something was changed that has not run on since
  const at = useComputed(() => {
    const { time, state: now } = player.status.value;
    const isOpen = now === 'paused' || now === 'ended';
    return isOpen && time > 0 && player.changes.value.some((change) => Math.abs(change.at - time) < SAME) ? time : NaN;
  }).value;
  if (!(at > 0)) return null;
  const fromStart = () => {
    player.reset({ fromStart: true });
    player.play();
  };
  const isOver = state === 'ended';
  return (
    <div class="parameters-meaning" role="status" data-testid="change-meaning">
      <p>
        {isOver
          ? 'The run is over: the change holds from the beginning of the next one.'
          : `Changed at ${formatTime(at)}.`}
      </p>
      {!isOver && (
        <Button icon={ICONS.play} data-testid="change-from-here" onClick={() => player.play()}>
          Run on from here
        </Button>
      )}
      <Button
        kind={isOver ? 'primary' : 'plain'}
        icon={ICONS.reset}
        data-testid="change-from-start"
        onClick={fromStart}
      >
        Run from the beginning
      </Button>
      {isOver && (
        <Button icon={ICONS.layers} data-testid="change-compare" onClick={runAgain}>
          Keep this run and compare
        </Button>
      )}
    </div>
  );
}
