/**
 * When tasks have something to do next, a publication or a release. They stand in groups, and each group knows its earliest event, so
 * that a tick costs what happens in it, however many others have nothing to do; and within a tick they come in their own order.
 */

/** No such tick; fits an Int32Array. */
export const NEVER = 0x7fffffff;

const GROUP_BITS = 5;
const GROUP = 1 << GROUP_BITS;

export class Calendar {
  /** By task: the tick of its next publication and of its next release. */
  readonly nextDue: Int32Array;
  readonly nextRelease: Int32Array;
  /** By group: the earliest of both. */
  readonly earliest: Int32Array;

  constructor(private readonly size: number) {
    this.nextDue = new Int32Array(size).fill(NEVER);
    this.nextRelease = new Int32Array(size).fill(NEVER);
    this.earliest = new Int32Array((size + GROUP - 1) >> GROUP_BITS);
  }

  /** The tasks of a group: from the first to, and not including, the end. */
  first(group: number): number {
    return group << GROUP_BITS;
  }

  end(group: number): number {
    return Math.min(this.size, (group + 1) << GROUP_BITS);
  }

  /** Looks at a group again, after its tasks have moved on. */
  settle(group: number): void {
    const { nextDue, nextRelease } = this;
    let earliest = NEVER;
    for (let i = this.first(group), end = this.end(group); i < end; i++) {
      if (nextDue[i] < earliest) earliest = nextDue[i];
      if (nextRelease[i] < earliest) earliest = nextRelease[i];
    }
    this.earliest[group] = earliest;
  }

  settleAll(): void {
    for (let group = 0; group < this.earliest.length; group++) this.settle(group);
  }

  /** The earliest event of all, or `limit` where that is before it. */
  next(limit: number): number {
    const { earliest } = this;
    let next = limit;
    for (let group = 0; group < earliest.length; group++) if (earliest[group] < next) next = earliest[group];
    return next;
  }
}
