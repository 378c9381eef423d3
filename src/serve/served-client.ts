/**
 * One client and what it has subscribed to. A client that reads too slowly loses messages, pictures and point clouds first,
 * and is told so; the run never waits for it. When it has caught up it gets the latest of what it lost.
 */
import type { WebSocket } from 'ws';
import type { ServerMessage } from './protocol.ts';
import { StatusLevel } from './protocol-constants.ts';
import { messageFrame, timeFrame } from './protocol.ts';
import { PingAnswers } from './ping-answers.ts';
import type { Backlog, SendBudget } from './send-budget.ts';
import { MESSAGE_OVERHEAD } from './send-budget.ts';

/** Requests that made no sense, after which the connection is closed. */
const MOST_REFUSALS = 100;
/** Time between two notices of lost messages [ms]. */
const NOTICE_MS = 1000;
const LOST_STATUS = 'lost-messages';
/** Part of what may wait that is kept for texts, such as the notice that messages are lost. */
const TEXT_SHARE = 1 / 16;

export class ServedClient implements Backlog {
  /** Subscriptions by channel. */
  readonly subscriptions = new Map<number, number>();
  /** Channels whose latest message this client did not get. */
  readonly outdated = new Set<number>();
  /** Bytes that wait to be sent, with what comes with them. */
  waiting = 0;
  /** Messages this client did not get because it was slow. */
  private lost = 0;
  private noticedLost = 0;
  private noticeWaits = false;
  private lastNoticeMs = -Infinity;
  private refusals = 0;
  private readonly pings: PingAnswers;

  constructor(
    private readonly socket: WebSocket,
    private readonly budget: SendBudget,
  ) {
    this.pings = new PingAnswers(socket);
    budget.join(this);
  }

  /** Whether it is time to send what it lost: it has caught up. */
  get hasCaughtUp(): boolean {
    return this.waiting < this.budget.limits.bulky / 4;
  }

  /** Whether a message of so many bytes can be sent now. Where nothing waits, any can. */
  canTake(bytes: number, bulky: boolean): boolean {
    const { limits } = this.budget;
    const most = bulky ? limits.bulky : limits.all * (1 - TEXT_SHARE);
    return this.isOpen && (this.waiting === 0 || this.waiting + bytes + MESSAGE_OVERHEAD <= most);
  }

  /** A text is never left out: who asks and asks and never reads the answers is cut off. */
  send(message: ServerMessage, sent?: () => void): void {
    const text = Buffer.from(JSON.stringify(message));
    if (this.waiting > 0 && this.waiting + text.length + MESSAGE_OVERHEAD > this.budget.limits.all)
      return this.terminate();
    this.put(text, false, sent);
  }

  sendMessage(channelId: number, timeNs: number, payload: Uint8Array): void {
    this.outdated.delete(channelId);
    this.put(messageFrame(this.subscriptions.get(channelId)!, timeNs, payload), true);
  }

  /** A message that it could not take. */
  lose(channelId: number): void {
    this.lost++;
    this.outdated.add(channelId);
  }

  sendTime(timeNs: number, nowMs: number): void {
    if (this.canTake(0, false)) this.put(timeFrame(timeNs), true);
    this.noticeLost(nowMs);
  }

  pong(data: Buffer): void {
    this.pings.answer(data);
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
    this.leave();
    this.socket.terminate();
  }

  /** What waits for it counts no longer. */
  leave(): void {
    this.budget.leave(this);
    this.waiting = 0;
  }

  private get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  private put(bytes: Buffer, binary: boolean, sent?: () => void): void {
    if (!this.isOpen) return;
    const cost = bytes.length + MESSAGE_OVERHEAD;
    this.budget.makeRoom(cost);
    // it may have been the one that had to go
    if (!this.isOpen) return;
    this.waiting += cost;
    this.socket.send(bytes, { binary }, () => {
      this.waiting = Math.max(0, this.waiting - cost);
      sent?.();
    });
  }

  /** At most once a second, and once in a jam, so that notices do not add to it. */
  private noticeLost(nowMs: number): void {
    if ((this.noticeWaits && !this.hasCaughtUp) || nowMs - this.lastNoticeMs < NOTICE_MS) return;
    if (this.lost > this.noticedLost) {
      const message = `this connection is too slow: ${this.lost} messages were left out so far, pictures and point clouds first`;
      this.noticeWaits = true;
      this.send(
        { op: 'status', level: StatusLevel.warning, message, id: LOST_STATUS },
        () => (this.noticeWaits = false),
      );
      this.lastNoticeMs = nowMs;
    } else if (this.lastNoticeMs > -Infinity) {
      this.send({ op: 'removeStatus', statusIds: [LOST_STATUS] });
      this.lastNoticeMs = -Infinity;
    }
    this.noticedLost = this.lost;
  }
}
