/**
 * Bytes that wait to be sent, to one client and to all of them together. Each message counts with what Node and `ws` hold beside its
 * bytes, since that is most of it where messages are small. Where all together would hold too much, whoever holds the most is cut off:
 * a client that reads holds little.
 */
/** Two chunks, their buffers, a callback and the places in queues that belong to one waiting message, measured and rounded up [bytes]. */
export const MESSAGE_OVERHEAD = 1024;

/** Bytes that may wait to be sent. */
export interface BufferLimits {
  /** For one client, with a picture or a point cloud among them. */
  readonly bulky: number;
  /** For one client. */
  readonly all: number;
  /** For all clients together. */
  readonly together: number;
}

export const BUFFER_LIMITS: BufferLimits = { bulky: 4 << 20, all: 16 << 20, together: 64 << 20 };

/** What waits for one client. */
export interface Backlog {
  readonly waiting: number;
  terminate(): void;
}

export class SendBudget {
  private readonly backlogs = new Set<Backlog>();

  constructor(readonly limits: BufferLimits) {}

  /** What waits for all clients [bytes]. */
  get waiting(): number {
    let sum = 0;
    for (const { waiting } of this.backlogs) sum += waiting;
    return sum;
  }

  join(backlog: Backlog): void {
    this.backlogs.add(backlog);
  }

  leave(backlog: Backlog): void {
    this.backlogs.delete(backlog);
  }

  /** Makes room for so many bytes more: cuts off those who hold the most until they fit. */
  makeRoom(bytes: number): void {
    while (this.backlogs.size > 0 && this.waiting + bytes > this.limits.together) {
      const worst = [...this.backlogs].reduce((most, one) => (one.waiting > most.waiting ? one : most));
      if (worst.waiting === 0) return;
      this.leave(worst);
      worst.terminate();
    }
  }
}
