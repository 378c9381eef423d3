/** Follows one value of the player that is shown, whichever that is: components draw again only when the value itself has changed. */
import { useComputed } from '@preact/signals';
import type { Player } from '../players/player.ts';
import { useShell } from './shell.ts';

export function usePlayerValue<T>(select: (player: Player) => T): T {
  const shell = useShell();
  return useComputed(() => select(shell.player.value)).value;
}
