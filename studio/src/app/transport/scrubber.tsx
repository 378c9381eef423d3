/** Time as a line: what has been, where it stands, what was changed when. Dragging goes there, at most once per animation frame. */
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Player, PlayerStatus } from '../../players/player.ts';
import { formatTime } from '../../ui/format.ts';
import { isLive } from '../../players/player.ts';

/** Positions of the slider; finer than any screen. */
const STEPS = 10_000;

export function Scrubber({ player }: { player: Player }) {
  const { abilities, status } = player;
  const held = useSignal<number | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const seek = useFrameSeek(player);
  const reach = reachOf(status.value);
  const at = held.value ?? status.value.time;
  const share = shareOf(at, reach);
  // the position is written past the component: the browser must not be fought while it is dragged
  useLayoutEffect(() => {
    if (held.value === undefined && input.current !== null) input.current.value = String(Math.round(share * STEPS));
  });
  const timeAt = (position: string) => reach.start + (Number(position) / STEPS) * (reach.end - reach.start);
  return (
    <div
      class="sk-scrubber"
      data-testid="scrubber"
      style={{ '--at': share, '--reached': shareOf(status.value.end, reach) }}
    >
      <div class="sk-scrubber-track" aria-hidden="true">
        <div class="sk-scrubber-reached" />
        <div class="sk-scrubber-past" />
      </div>
      <ChangeMarks player={player} />
      <input
        ref={input}
        type="range"
        min={0}
        max={STEPS}
        step={1}
        aria-label="Time"
        aria-valuetext={formatTime(at)}
        disabled={!abilities.seek}
        onInput={(event) => {
          held.value = timeAt(event.currentTarget.value);
          seek(held.value);
        }}
        onChange={() => (held.value = undefined)}
        onPointerUp={() => (held.value = undefined)}
        onKeyUp={() => (held.value = undefined)}
      />
    </div>
  );
}

/** Where something was changed. */
function ChangeMarks({ player }: { player: Player }) {
  const start = useComputed(() => reachOf(player.status.value).start).value;
  const end = useComputed(() => reachOf(player.status.value).end).value;
  if (!isLive(player) || player.changes.value.length === 0) return null;
  return (
    <div class="sk-scrubber-marks" data-testid="change-marks">
      {player.changes.value.map(({ at, block }, i) => (
        <i
          key={i}
          style={{ left: `${100 * shareOf(at, { start, end })}%` }}
          title={`${block} changed at ${formatTime(at)}`}
        />
      ))}
    </div>
  );
}

/** At once, and then with the next frame whatever is wanted by then. */
function useFrameSeek(player: Player): (time: number) => void {
  const wanted = useRef<number | undefined>(undefined);
  const request = useRef(0);
  useEffect(() => () => cancelAnimationFrame(request.current), [player]);
  return (time) => {
    wanted.current = time;
    if (request.current !== 0) return;
    const go = () => {
      request.current = wanted.current === undefined ? 0 : requestAnimationFrame(go);
      if (wanted.current !== undefined) player.seek(wanted.current);
      wanted.current = undefined;
    };
    go();
  };
}

export interface Reach {
  readonly start: number;
  readonly end: number;
}

/** All of a run, also what is still to come. */
export const reachOf = ({ start, end, duration }: Pick<PlayerStatus, 'start' | 'end' | 'duration'>): Reach => ({
  start,
  end: Math.max(end, start + (duration ?? 0)),
});

/** 0 … 1. */
export const shareOf = (time: number, { start, end }: Reach): number =>
  end > start ? Math.min(1, Math.max(0, (time - start) / (end - start))) : 0;
