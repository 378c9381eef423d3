/** Measured ages of data behind the newest messages of a signal, by where the data began: publication − capture. */
import { quantileOfSorted } from '../../../../src/math/statistics.ts';
import type { Frame, Stamped } from '../../players/player.ts';

export interface AgeStatistics {
  readonly samples: number;
  /** [s] */
  readonly min: number;
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

/** Messages that are kept per origin. */
const CAPACITY = 1000;

class Ages {
  private readonly values = new Float64Array(CAPACITY);
  private count = 0;

  add(age: number): void {
    this.values[this.count++ % CAPACITY] = age;
  }

  statistics(): AgeStatistics {
    const sorted = this.values.slice(0, Math.min(this.count, CAPACITY)).sort();
    return {
      samples: sorted.length,
      min: sorted[0],
      median: quantileOfSorted(sorted, 0.5),
      p99: quantileOfSorted(sorted, 0.99),
      max: sorted[sorted.length - 1],
    };
  }
}

/** Watches some topics, frame by frame; every message is counted once, and a jump in time starts again. */
export class AgeWindow {
  private readonly ages = new Map<string, Map<string, Ages>>();
  private readonly last = new Map<string, number>();
  private lastTime = -Infinity;

  constructor(private readonly topicIds: readonly string[]) {}

  observe({ time, messages, isJump = false }: Frame): void {
    if (isJump || time < this.lastTime) this.forget();
    this.lastTime = time;
    for (const id of this.topicIds) {
      const stamped = messages.get(id);
      if (stamped !== undefined && stamped.time !== this.last.get(id)) this.look(id, stamped);
    }
  }

  private look(id: string, { time, capture = {} }: Stamped): void {
    this.last.set(id, time);
    for (const [origin, stamp] of Object.entries(capture)) {
      // NaN while nothing of that origin has come through
      if (stamp === stamp) this.of(id, origin).add(time - stamp);
    }
  }

  private of(id: string, origin: string): Ages {
    const byOrigin = this.ages.get(id) ?? new Map<string, Ages>();
    const ages = byOrigin.get(origin) ?? new Ages();
    this.ages.set(id, byOrigin.set(origin, ages));
    return ages;
  }

  private forget(): void {
    this.ages.clear();
    this.last.clear();
  }

  /** By origin; empty where the player knows no stamps. */
  statistics(topicId: string): Map<string, AgeStatistics> {
    return new Map([...(this.ages.get(topicId) ?? [])].map(([origin, ages]) => [origin, ages.statistics()]));
  }
}
