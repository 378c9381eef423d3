/** Runs kept for comparison, each with a colour of its own. */
import type { Player } from '../../players/player.ts';
import type { Overlay } from '../../players/overlay.ts';
import { isLive } from '../../players/player.ts';

/** An overlay whose colour is still a number: the colour itself depends on the theme. */
export interface KeptRun extends Omit<Overlay, 'colour'> {
  /** 1 … 8 of --series-*. */
  readonly series: number;
}

/** The first series belong to what is running now, so kept runs begin behind them. */
const ORDER: readonly number[] = [4, 5, 6, 7, 8, 3, 2, 1];

export function keepRun(player: Player, kept: readonly KeptRun[], number: number): KeptRun {
  const { title } = player.status.value;
  const signals = player.topics.value.flatMap(({ id, signal }) =>
    signal === undefined ? [] : [[signal, id] as const],
  );
  return {
    id: `run-${number}`,
    title: `${number}: ${title}${differences(player)}`,
    series: ORDER.find((series) => !kept.some((run) => run.series === series)) ?? ORDER[number % ORDER.length],
    history: player.history.freeze(),
    topicOfSignal: new Map(signals),
    metrics: player.status.value.metrics,
  };
}

function differences(player: Player): string {
  const { seed } = player.status.value;
  const changes = isLive(player) ? player.changes.value.length : 0;
  return [
    seed === undefined ? '' : `seed ${seed}`,
    changes === 0 ? '' : changes === 1 ? '1 change' : `${changes} changes`,
  ]
    .filter((part) => part !== '')
    .map((part) => `, ${part}`)
    .join('');
}
