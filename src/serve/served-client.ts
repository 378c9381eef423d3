/**
 * One client and what it has subscribed to. A client that reads too slowly loses messages, pictures and point clouds first,
 * and is told so; the run never waits for it.
 */
import type { WebSocket } from 'ws';
import type { ServerMessage } from './protocol.ts';
import { StatusLevel } from './protocol-constants.ts';
import { messageFrame, timeFrame } from './protocol.ts';

/** Bytes that may wait to be sent. */
export interface BufferLimits {
  readonly bulky: number;
  readonly all: number;
}

export const BUFFER_LIMITS: BufferLimits = { bulky: 4 << 20, all: 16 << 20 };

/** Requests that made no sense, after which the connection is closed. */
const MOST_REFUSALS = 100;
/** Time between two notices of lost messages [ms]. */
const NOTICE_MS = 1000;
const LOST_STATUS = 'lost-messages';

export class ServedClient {
  /** Subscriptions by channel. */
  readonly subscriptions = new Map<number, number>();
  /** Messages this client did not get because it was slow. */
  lost = 0;
  private noticedLost = 0;
  private lastNoticeMs = -Infinity;
  private refusals = 0;

  constructor(
    private readonly socket: WebSocket,
    private readonly limits: BufferLimits,
  ) {}

  send(message: ServerMessage): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    // who asks and asks and never reads the answers
    if (this.socket.bufferedAmount > this.limits.all * 2) return this.socket.terminate();
    this.socket.send(JSON.stringify(message));
  }

  sendMessage(subscriptionId: number, timeNs: number, payload: Uint8Array, bulky: boolean): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    const waiting = this.socket.bufferedAmount;
    if (waiting > 0 && waiting + payload.length > (bulky ? this.limits.bulky : this.limits.all)) {
      this.lost++;
      return;
    }
    this.socket.send(messageFrame(subscriptionId, timeNs, payload));
  }

  sendTime(timeNs: number, nowMs: number): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount < this.limits.all) this.socket.send(timeFrame(timeNs));
    this.noticeLost(nowMs);
  }

  /** One sentence about a request that cannot be answered; who sends only such is shown the door. */
  refuse(because: string, level: StatusLevel = StatusLevel.error): void {
    this.send({ op: 'status', level, message: because });
    if (++this.refusals >= MOST_REFUSALS) this.socket.close(1008, 'too many requests that make no sense');
  }

  close(reason: string): void {
    this.socket.close(1000, reason);
  }

  terminate(): void {
    this.socket.terminate();
  }

  /** At most once a second, so that notices do not add to the jam. */
  private noticeLost(nowMs: number): void {
    if (nowMs - this.lastNoticeMs < NOTICE_MS) return;
    if (this.lost > this.noticedLost) {
      const message = `this connection is too slow: ${this.lost} messages were left out so far, pictures and point clouds first`;
      this.send({ op: 'status', level: StatusLevel.warning, message, id: LOST_STATUS });
      this.lastNoticeMs = nowMs;
    } else if (this.lastNoticeMs > -Infinity) {
      this.send({ op: 'removeStatus', statusIds: [LOST_STATUS] });
      this.lastNoticeMs = -Infinity;
    }
    this.noticedLost = this.lost;
  }
}
