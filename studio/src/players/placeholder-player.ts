/** Stands where no player is: while the first one is being opened, and when that failed. */
import { signal } from '@preact/signals';
import { History } from './history.ts';
import type { Frame, Player, PlayerStatus, Problem, ScenarioView, Topic } from './player.ts';

const nothing = () => undefined;

export function placeholderPlayer(title: string, problem?: Problem): Player {
  const status: PlayerStatus = {
    state: problem === undefined ? 'loading' : 'failed',
    title,
    time: 0,
    start: 0,
    end: 0,
    speed: 1,
    realTimeFactor: 0,
    metrics: [],
    expectations: [],
    ...(problem !== undefined && { problem }),
  };
  return {
    kind: 'live',
    abilities: { seek: false, setSpeed: false, step: false, change: false },
    status: signal(status),
    topics: signal<readonly Topic[]>([]),
    frame: signal<Frame>({ time: 0, messages: new Map() }),
    history: new History(),
    scenario: signal<ScenarioView | undefined>(undefined),
    play: nothing,
    pause: nothing,
    seek: nothing,
    step: nothing,
    setSpeed: nothing,
    close: nothing,
    watch: () => nothing,
  };
}
