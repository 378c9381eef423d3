/**
 * How often topics publish, from the count and time of the newest message that frames bring: between two frames there may be many
 * messages, and only the newest is seen.
 *
 *   rate = Δsequence / Δtime     over the last seconds of simulated time
 *
 * Where a player does not count (sequences do not grow), each new time is one message.
 */
import type { Frame, Stamped } from './player.ts';
import { RateMeter } from './rate-meter.ts';

/** [s of the player's time] */
const WINDOW = 2;

export class MessageRate {
  private readonly meter = new RateMeter(WINDOW);
  private sequence = 0;

  /** Notes the newest message; true if it is a new one. Times going back start again. */
  note({ time, sequence }: Pick<Stamped, 'time' | 'sequence'>): boolean {
    const { meter } = this;
    if (time === meter.lastTime) return false;
    if (time < meter.lastTime) meter.reset();
    const isFirst = meter.lastTime === -Infinity;
    meter.note(time, isFirst ? 0 : meter.lastCount + Math.max(1, sequence - this.sequence || 0));
    this.sequence = sequence;
    return true;
  }

  /** [Hz of the player's time]; undefined before the second message. */
  get hertz(): number | undefined {
    return this.meter.rate;
  }

  /** The same at an instant: 0 once there has been no message for long. */
  hertzAt(time: number): number | undefined {
    const { hertz } = this;
    return hertz !== undefined && time - this.meter.lastTime > Math.max(WINDOW, 3 / hertz) ? 0 : hertz;
  }
}

/** The rates of all topics of a player. */
export class MessageRates {
  private readonly topics = new Map<string, MessageRate>();
  private time = -Infinity;

  /** Looks at a frame; a jump in time starts again. Ids of the topics with a new message. */
  observe({ time, messages, isJump = false }: Frame): string[] {
    if (isJump || time < this.time) this.topics.clear();
    this.time = time;
    const fresh: string[] = [];
    for (const [id, stamped] of messages) if (this.of(id).note(stamped)) fresh.push(id);
    return fresh;
  }

  /** [Hz]; undefined until two messages were seen, 0 once a topic has been silent for long. */
  rate(id: string): number | undefined {
    return this.topics.get(id)?.hertzAt(this.time);
  }

  private of(id: string): MessageRate {
    let rate = this.topics.get(id);
    if (rate === undefined) this.topics.set(id, (rate = new MessageRate()));
    return rate;
  }
}
