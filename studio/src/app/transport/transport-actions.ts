/** What the transport's buttons and keys do, whatever the player. */
import type { Player } from '../../players/player.ts';
import { isLive } from '../../players/player.ts';
import { nextSpeed } from './speeds.ts';

export function playOrPause(player: Player): void {
  const { state, start } = player.status.peek();
  if (state === 'running') return player.pause();
  // at its end there is nothing to play but the whole again
  if (state === 'ended' && isLive(player)) player.reset();
  else if (state === 'ended' && player.abilities.seek) player.seek(start);
  player.play();
}

export function restart(player: Player): void {
  if (isLive(player)) player.reset();
  else if (player.abilities.seek) player.seek(player.status.peek().start);
}

export function changeSpeed(player: Player, direction: 1 | -1): void {
  if (player.abilities.setSpeed) player.setSpeed(nextSpeed(player.status.peek().speed, direction));
}
