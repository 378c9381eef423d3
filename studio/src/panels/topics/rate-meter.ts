/**
 * How often topics publish, from the count and time of the newest message that frames bring: between two frames there may be many
 * messages, and only the newest is seen.
 *
 *   rate = Δsequence / Δtime     over the last seconds of simulated time
 *
 * Where a player does not count (sequences do not grow), each new time is one message.
 */
import type { Frame, Stamped } from '../../players/player.ts';

/** [s of the player's time] */
const WINDOW = 2;

interface Sighting {
  readonly time: number;
  readonly count: number;
}

export class RateMeter {
  private readonly seen = new Map<string, Sighting[]>();
  private lastTime = -Infinity;

  /** Looks at a frame; a jump in time starts anew. */
  observe({ time, messages, isJump = false }: Frame): void {
    if (isJump || time < this.lastTime) this.seen.clear();
    this.lastTime = time;
    for (const [id, stamped] of messages) this.look(id, stamped);
  }

  private look(id: string, { time, sequence }: Stamped): void {
    const sightings = this.seen.get(id) ?? [];
    const last = sightings.at(-1);
    if (last !== undefined && time <= last.time) return;
    const count = last === undefined ? sequence : sequence > last.count ? sequence : last.count + 1;
    sightings.push({ time, count });
    while (sightings.length > 2 && sightings[0].time < time - WINDOW) sightings.shift();
    this.seen.set(id, sightings);
  }

  /** [Hz of the player's time]; undefined until two messages were seen, 0 once a topic has been silent for long. */
  rate(id: string): number | undefined {
    const sightings = this.seen.get(id);
    if (sightings === undefined || sightings.length < 2) return undefined;
    const [first, last] = [sightings[0], sightings[sightings.length - 1]];
    const period = (last.time - first.time) / (last.count - first.count);
    return this.lastTime - last.time > Math.max(WINDOW, 3 * period) ? 0 : 1 / period;
  }
}
