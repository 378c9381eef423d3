/** From pedals and steering wheel to the parameters of a block that is driven by hand (control/manual): throttle and steering, −1 to 1. */
import type { BlockView, LivePlayer } from '../../players/player.ts';
import type { DriveCommand } from '../../scene/manual-drive.ts';

const MANUAL = 'control/manual';

export const manualBlock = (blocks: readonly BlockView[]): BlockView | undefined =>
  blocks.find(({ type }) => type === MANUAL);

/** Sends commands to a run; of each only what is another value than before. */
export function manualSender(
  player: Pick<LivePlayer, 'change'>,
  block: string,
  fail: (problem: string) => void,
): (command: DriveCommand) => void {
  const sent: Record<string, number> = {};
  return (command) => {
    for (const [path, value] of Object.entries(command)) {
      if (sent[path] === value) continue;
      sent[path] = value;
      player
        .change(block, path, value)
        .catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
    }
  };
}
