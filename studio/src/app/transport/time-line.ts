/** From times to places on the line that stands for them. */
import type { PlayerStatus } from '../../players/player.ts';

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
