/**
 * Where the time of one way went, command by command, as the running loop shows it: the age of the data at each signal of the way when it
 * was published,
 *
 *   age = publication − capture
 *
 * and between two signals the difference, which is what the block between them waited and computed.
 */
import type { Frame } from '../../players/player.ts';

/** One command: when it was published, and what every block of the way had added to the age of its data [s]. */
export interface HopSample {
  readonly time: number;
  readonly hops: readonly number[];
}

/** Commands that are kept. */
const CAPACITY = 400;

export class HopHistory {
  private samples: HopSample[] = [];
  private lastTime = -Infinity;

  /** `topicIds` of the signals of the way, the command last; those without stamps count with the next. */
  constructor(
    private readonly origin: string,
    private readonly topicIds: readonly string[],
  ) {}

  observe({ time, messages, isJump = false }: Frame): void {
    if (isJump || time < this.lastTime) this.samples = [];
    this.lastTime = time;
    const command = messages.get(this.topicIds[this.topicIds.length - 1]);
    if (command === undefined || command.time === this.samples.at(-1)?.time) return;
    let age = 0;
    const hops = this.topicIds.map((id) => {
      const stamped = messages.get(id);
      const stamp = stamped?.capture?.[this.origin];
      if (stamped === undefined || stamp === undefined || stamp !== stamp) return 0;
      const added = Math.max(0, stamped.time - stamp - age);
      age += added;
      return added;
    });
    if (age === 0) return;
    this.samples.push({ time: command.time, hops });
    if (this.samples.length > CAPACITY) this.samples.shift();
  }

  get all(): readonly HopSample[] {
    return this.samples;
  }
}
