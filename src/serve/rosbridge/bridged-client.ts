/**
 * One client of a rosbridge server: what it has subscribed to, and what waits for it. A client that reads too slowly loses messages and is told so; nobody
 * waits for it. One that sends only nonsense is shown the door, and one that floods is read no faster than everything else goes on.
 */
import type { WebSocket } from 'ws';
import { fragmentsOf } from '../../rosbridge/fragments.ts';
import { FrameReader } from '../../rosbridge/frame-reader.ts';
import { InboundPace } from '../../rosbridge/inbound-pace.ts';
import type { Id, Level } from '../../rosbridge/operations.ts';
import { levels } from '../../rosbridge/operations.ts';
import { PingAnswers } from '../ping-answers.ts';
import type { Backlog, SendBudget } from '../send-budget.ts';
import { MESSAGE_OVERHEAD } from '../send-budget.ts';
import type { TopicSubscription } from './topic-subscription.ts';

/** Requests that made no sense, after which the connection is closed. */
const MOST_REFUSALS = 100;
/** Time between two notices of lost messages [ms]. */
const NOTICE_MS = 1000;

export class BridgedClient implements Backlog {
  /** By canonical name of the topic. */
  readonly subscriptions = new Map<string, TopicSubscription>();
  /** The topics it has advertised, under which ids, and whether the last message is kept for those who come late. */
  readonly advertised = new Map<string, { readonly ids: Set<Id | undefined>; readonly latch: boolean }>();
  /** Its services, by canonical name. */
  readonly services = new Set<string>();
  /** Calls of its own that are not answered yet. */
  openCalls = 0;
  waiting = 0;
  level: Level = 'error';
  readonly reader = new FrameReader();
  readonly pace: InboundPace;
  private readonly pings: PingAnswers;
  private refusals = 0;
  private lost = 0;
  private noticedMs = -Infinity;
  private fragmented = 0;

  constructor(
    private readonly socket: WebSocket,
    private readonly budget: SendBudget,
  ) {
    this.pace = new InboundPace(socket);
    this.pings = new PingAnswers(socket);
    budget.join(this);
    socket.on('ping', (data) => this.pings.answer(data));
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** An operation that is not left out: who asks and asks and never reads the answers is cut off. */
  send(operation: object, fragmentSize?: number): void {
    const text = JSON.stringify(operation);
    if (this.waiting > 0 && this.waiting + text.length + MESSAGE_OVERHEAD > this.budget.limits.all)
      return this.terminate();
    this.putText(text, fragmentSize);
  }

  /** Whether a message of so many bytes can be sent now. Where nothing waits, any can. */
  canTake(bytes: number): boolean {
    const most = bytes > this.budget.limits.bulky / 4 ? this.budget.limits.bulky : (this.budget.limits.all * 15) / 16;
    return this.isOpen && (this.waiting === 0 || this.waiting + bytes + MESSAGE_OVERHEAD <= most);
  }

  /** A message of a topic. False when the client cannot take it now. */
  sendFrame(frame: string | Uint8Array, fragmentSize: number | undefined): boolean {
    if (!this.canTake(frame.length)) return false;
    if (typeof frame === 'string') this.putText(frame, fragmentSize);
    else this.put(frame, true);
    return true;
  }

  /** One sentence, to whoever wants sentences of this level. */
  status(level: Exclude<Level, 'none'>, msg: string, id?: Id): void {
    if (levels.indexOf(level) > levels.indexOf(this.level)) return;
    this.send({ op: 'status', level, msg, ...(id !== undefined && { id }) });
  }

  /** About a request that cannot be done; who sends only such is shown the door. */
  refuse(problem: string, id?: Id): void {
    this.status('error', problem, id);
    if (++this.refusals >= MOST_REFUSALS) this.socket.close(1008, 'too many requests that make no sense');
  }

  /** Messages that it did not get. It is told at most once a second. */
  lose(nowMs: number): void {
    this.lost++;
    if (nowMs - this.noticedMs < NOTICE_MS || !this.canTake(0)) return;
    this.noticedMs = nowMs;
    this.status('warning', `this connection is too slow: ${this.lost} messages were left out so far`);
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
    this.pace.end();
    this.waiting = 0;
  }

  private putText(text: string, fragmentSize: number | undefined): void {
    const fragments = fragmentsOf(text, fragmentSize, `fragment:${this.fragmented}`);
    if (fragments === undefined) return this.put(Buffer.from(text), false);
    this.fragmented++;
    for (const fragment of fragments) this.put(Buffer.from(JSON.stringify({ op: 'fragment', ...fragment })), false);
  }

  private put(bytes: Uint8Array, binary: boolean): void {
    if (!this.isOpen) return;
    const cost = bytes.length + MESSAGE_OVERHEAD;
    this.budget.makeRoom(cost);
    // it may have been the one that had to go
    if (!this.isOpen) return;
    this.waiting += cost;
    this.socket.send(bytes, { binary }, () => {
      this.waiting = Math.max(0, this.waiting - cost);
      // what waits in queues may go now
      if (this.waiting === 0) for (const subscription of this.subscriptions.values()) subscription.drain();
    });
  }
}
