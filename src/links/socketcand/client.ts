/**
 * One client of the server: greeted, told of the bus, and then in raw mode, in which it hears every frame and may send its own.
 *
 *   < hi >   < open can0 > → < ok >   < rawmode > → < ok >   < send … >   < frame … >   < echo > → < echo >
 *
 * What else socketcand can do (broadcast manager, ISO-TP, statistics) is refused in a sentence. A client that talks without end, or does not
 * listen, is let go; one that sends faster than simulated time passes is held up.
 */
import type { Socket } from 'node:net';
import { CanFrame, setTime } from '../../msgs/index.ts';
import { ElementSplitter, readSend } from './element.ts';

/** Bytes that may wait for a client that does not read. */
const MOST_UNREAD = 1 << 20;
/** Frames that wait until it is ready for them. */
const MOST_EARLY = 4096;
/**
 * Frames that one client may send at one instant of simulated time, and how long it then waits for the next look at the clock [ms]. A bus at 1 Mbit/s
 * carries some twenty in a millisecond; all clients together stay below what a host takes in one step.
 */
const MOST_PER_INSTANT = 64;
const HELD_MS = 2;
/** Between the answer to rawmode and the first frame [ms]: clients expect the answer alone. */
const PAUSE_MS = 20;

export interface ClientContext {
  readonly bus: string;
  nowNs(): number;
  /** A frame that a client has sent, stamped with its arrival; valid only during the call. */
  receive(frame: CanFrame, from: SocketcandClient): void;
  log(line: string): void;
}

export class SocketcandClient {
  private readonly splitter = new ElementSplitter();
  private readonly frame = CanFrame.create();
  private mode: 'none' | 'open' | 'raw' = 'none';
  /** Frames since it entered raw mode, until they may be sent. */
  private early: string[] | undefined;
  private pause: NodeJS.Timeout | undefined;
  private hold: NodeJS.Timeout | undefined;
  private instantNs = -1;
  /** What it has said and nobody has read yet. */
  private readonly said: (readonly string[])[] = [];
  private inInstant = 0;

  constructor(
    private readonly socket: Socket,
    private readonly context: ClientContext,
  ) {
    this.frame.sender = 255;
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('data', (text) => this.read(text as unknown as string));
    socket.on('close', () => {
      clearTimeout(this.pause);
      clearTimeout(this.hold);
    });
    socket.write('< hi >');
  }

  /** Tells it a frame, as text. */
  tell(element: string): void {
    if (this.mode !== 'raw') return;
    if (this.early === undefined) this.socket.write(element);
    else this.early.push(element);
    if (this.socket.writableLength > MOST_UNREAD || (this.early?.length ?? 0) > MOST_EARLY) {
      this.leave('a client does not read what it is told');
    }
  }

  end(): void {
    this.socket.destroy();
  }

  private leave(why: string): void {
    this.context.log(`${why}: let go`);
    this.socket.destroy();
  }

  private read(text: string): void {
    const elements = this.splitter.push(text);
    if (elements === undefined) return this.leave('a client says something without end');
    this.said.push(...elements);
    this.answerAll();
  }

  /** Until there is no more, or more than it may say at one instant. */
  private answerAll(): void {
    let next = 0;
    while (next < this.said.length && this.inInstant < MOST_PER_INSTANT) {
      const words = this.said[next++];
      const answer = this.answer(words);
      if (answer !== '') this.socket.write(`< ${answer} >`);
      // one that asks without reading
      if (this.socket.writableLength > MOST_UNREAD) return this.leave('a client does not read what it is answered');
    }
    this.said.splice(0, next);
    if (this.inInstant >= MOST_PER_INSTANT) this.holdUp();
  }

  private answer([word, ...words]: readonly string[]): string {
    switch (word) {
      case 'echo':
        return 'echo';
      case 'open':
        return this.open(words[0]);
      case 'rawmode':
        return this.enterRawMode();
      case 'send':
        return this.send(words);
      default:
        return `error only open, rawmode, send and echo are served here`;
    }
  }

  private open(bus: string | undefined): string {
    if (this.mode !== 'none') return 'error the bus is open already';
    if (bus !== this.context.bus) return `error could not open bus: there is ${this.context.bus}`;
    this.mode = 'open';
    return 'ok';
  }

  private enterRawMode(): string {
    if (this.mode === 'none') return 'error no bus is open';
    if (this.mode === 'open') {
      this.mode = 'raw';
      this.early = [];
      this.pause = setTimeout(() => {
        for (const element of this.early!) this.socket.write(element);
        this.early = undefined;
      }, PAUSE_MS);
    }
    return 'ok';
  }

  private send(words: readonly string[]): string {
    if (this.mode === 'none') return 'error no bus is open';
    if (!readSend(words, this.frame)) return 'error expected send, an identifier, 0 to 8, and as many bytes';
    const nowNs = this.context.nowNs();
    if (nowNs !== this.instantNs) this.inInstant = 0;
    this.instantNs = nowNs;
    this.inInstant++;
    setTime(this.frame.stamp, nowNs);
    this.context.receive(this.frame, this);
    return '';
  }

  /** Reads nothing more from it until simulated time has gone on. */
  private holdUp(): void {
    this.socket.pause();
    const look = () => {
      if (this.context.nowNs() === this.instantNs) this.hold = setTimeout(look, HELD_MS);
      else {
        this.inInstant = 0;
        this.answerAll();
        if (this.inInstant < MOST_PER_INSTANT) this.socket.resume();
      }
    };
    look();
  }
}
