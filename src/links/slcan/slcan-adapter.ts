/**
 * An adapter that speaks slcan on a line of bytes.
 *
 *   C  S6  [Y2]  O        close what somebody left open, bit rate, bit rate of FD data, open
 *
 * Each command and each frame is answered with CR (done; `z` and `Z` before it after frames) or BEL (refused) by adapters that answer at
 * all. Where they do, no more than `WINDOW` frames are on their way without an answer, the others wait here; an answer that does not come
 * for a second is given up and counted. Where they do not, the line itself holds frames back. In both cases no more than `MOST_WAITING` wait:
 * the door has failed when the bus takes them more slowly than they come.
 *
 * What is no line of the protocol is counted, and the next CR begins anew; `MOST_GARBAGE` bytes without anything understood are a failure,
 * and so are more frames at one instant of simulated time than any queue of the loop holds.
 */
import type { CanLink } from '../../bus/can/can-link.ts';
import { LONGEST_SLCAN, SlcanParser, writeSlcanFrame } from '../../bus/can/slcan.ts';
import type { ByteLink } from '../../bus/serial/byte-link.ts';
import type { LinkContext } from '../../core/link.ts';
import { CanFrame } from '../../msgs/index.ts';
import { Audience } from '../audience.ts';
import { Breakage } from '../breakage.ts';
import { BIT_RATES, DATA_BIT_RATES } from './kind.ts';

const WINDOW = 32;
const MOST_WAITING = 4096;
const MOST_GARBAGE = 1 << 16;
const MOST_PER_INSTANT = 65_536;
/** Times of wall time [ms]: how long the answers to opening are waited for, where they may not come and where they must; of a frame. */
const PERHAPS_MS = 500;
const SURELY_MS = 10_000;
const ANSWER_MS = 1000;

type Answer = 'done' | 'refused' | 'silent';
const COMMANDS: Readonly<Record<string, string>> = {
  S: 'the bit rate',
  Y: 'the bit rate of data',
  O: 'to open its channel',
};

export interface SlcanSettings {
  readonly bitRate: number;
  readonly dataBitRate?: number;
  readonly answers: 'auto' | 'always' | 'never';
}

/** A line of bytes that may know how many of them wait. */
type Line = ByteLink & { readonly waiting?: number };

export interface SlcanCounts {
  sent: number;
  received: number;
  /** Frames that the adapter refused, and those to which it never answered. */
  refused: number;
  unanswered: number;
  /** Lines that were none of the protocol. */
  garbage: number;
}

export class SlcanAdapter implements CanLink {
  readonly counts: SlcanCounts = { sent: 0, received: 0, refused: 0, unanswered: 0, garbage: 0 };
  private readonly audience = new Audience<CanFrame>();
  private readonly breakage = new Breakage();
  readonly listen = this.audience.listen;
  readonly onFailure = this.breakage.onFailure;
  private readonly parser = new SlcanParser({
    frame: (frame) => this.receive(frame),
    reply: (text) => this.answered(text),
    refused: () => this.refuse(),
    garbage: () => void this.counts.garbage++,
  });
  private readonly waiting: Uint8Array[] = [];
  private readonly line = new Uint8Array(LONGEST_SLCAN);
  /** Frames whose answers are still to come. */
  private due = 0;
  private answers = false;
  /** While the channel is opened: what waits for the answer to a command. */
  private onAnswer: ((answer: Answer) => void) | undefined = () => {};
  private lateAnswer: NodeJS.Timeout | undefined;
  private unread = 0;
  private instantNs = -1;
  private inInstant = 0;
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly bytes: Line,
    private readonly settings: SlcanSettings,
    private readonly context: LinkContext,
  ) {
    bytes.onFailure((problem) => this.breakage.report(problem));
    bytes.listen((piece) => this.read(piece));
  }

  /** Opens the channel of an adapter; closes the line where that fails. */
  static async open(bytes: Line, settings: SlcanSettings, context: LinkContext): Promise<SlcanAdapter> {
    const adapter = new SlcanAdapter(bytes, settings, context);
    try {
      await adapter.openChannel();
    } catch (error) {
      await bytes.close();
      throw error;
    }
    return adapter;
  }

  private async openChannel(): Promise<void> {
    const { bitRate, dataBitRate, answers } = this.settings;
    const patience = { never: 0, auto: PERHAPS_MS, always: SURELY_MS }[answers];
    let first = await this.ask('C', patience);
    // refused when nothing was open, or when it ended a line that somebody else had begun
    if (first === 'refused') first = await this.ask('C', SURELY_MS);
    this.answers = first !== 'silent';
    if (!this.answers && answers === 'always') {
      throw new Error('the adapter does not answer: expected one that speaks slcan, and nobody else on the line');
    }
    const data = dataBitRate === undefined ? [] : [`Y${DATA_BIT_RATES.indexOf(dataBitRate)}`];
    for (const command of [`S${BIT_RATES.indexOf(bitRate)}`, ...data, 'O']) {
      const answer = await this.ask(command, this.answers ? SURELY_MS : 0);
      if (answer === 'refused') throw new Error(`the adapter refuses ${COMMANDS[command[0]]} (${command})`);
      if (answer === 'silent' && this.answers) throw new Error(`the adapter does not answer any more (${command})`);
    }
    this.onAnswer = undefined;
  }

  /** Sends a command; what is answered to it within so many milliseconds. Throws when the line breaks meanwhile. */
  private async ask(command: string, ms: number): Promise<Answer> {
    const answer = new Promise<Answer>((resolve) => {
      const end = setTimeout(resolve, ms, 'silent');
      this.onAnswer = (given) => {
        clearTimeout(end);
        resolve(given);
      };
      this.breakage.onFailure(() => this.onAnswer?.('silent'));
    });
    this.bytes.write(new TextEncoder().encode(`${command}\r`));
    const given = await answer;
    if (this.breakage.problem !== undefined) throw new Error(this.breakage.problem);
    return given;
  }

  send(frame: CanFrame): void {
    // error frames are made by a bus, not by its nodes
    if (frame.is_error || this.breakage.problem !== undefined || this.closing !== undefined) return;
    if (frame.is_fd && this.settings.dataBitRate === undefined) {
      return this.breakage.report('a classic adapter cannot send a CAN FD frame: give it a dataBitRate if it can');
    }
    const end = writeSlcanFrame(frame, this.line, 0);
    const waiting = this.answers ? this.waiting.length : (this.bytes.waiting ?? 0) / LONGEST_SLCAN;
    if (waiting >= MOST_WAITING) {
      return this.breakage.report(`${MOST_WAITING} frames wait to be sent: the adapter or its bus cannot keep up`);
    }
    this.counts.sent++;
    if (!this.answers) this.bytes.write(this.line.subarray(0, end));
    else if (this.waiting.length > 0 || this.due >= WINDOW) this.waiting.push(this.line.slice(0, end));
    else this.sendNow(this.line.subarray(0, end));
  }

  private sendNow(line: Uint8Array): void {
    this.bytes.write(line);
    this.due++;
    this.lateAnswer ??= setTimeout(() => this.giveUp(), ANSWER_MS);
  }

  /** Nothing was answered for a while: what is due will not come any more. */
  private giveUp(): void {
    this.lateAnswer = undefined;
    this.counts.unanswered += this.due;
    this.due = 0;
    this.sendWaiting();
  }

  private sendWaiting(): void {
    if (this.closing !== undefined) return;
    const room = Math.min(WINDOW - this.due, this.waiting.length);
    for (const line of this.waiting.splice(0, room)) this.sendNow(line);
  }

  private read(piece: Uint8Array): void {
    this.unread += piece.length;
    this.parser.push(piece);
    if (this.unread > MOST_GARBAGE) {
      this.breakage.report(`${MOST_GARBAGE} bytes came in without a frame: expected an adapter that speaks slcan`);
    }
  }

  private receive(frame: CanFrame): void {
    this.unread = 0;
    this.counts.received++;
    const nowNs = this.context.nowNs();
    if (nowNs !== this.instantNs) this.inInstant = 0;
    this.instantNs = nowNs;
    if (++this.inInstant > MOST_PER_INSTANT) {
      return this.breakage.report(`more than ${MOST_PER_INSTANT} frames came in at one instant of simulated time`);
    }
    this.audience.tell(frame, nowNs);
  }

  private answered(text: string): void {
    this.unread = 0;
    // what an adapter says of itself is no answer
    if (text === '' || text === 'z' || text === 'Z') this.settle('done');
  }

  private refuse(): void {
    this.unread = 0;
    if (this.onAnswer === undefined) this.counts.refused++;
    this.settle('refused');
  }

  private settle(answer: Answer): void {
    if (this.onAnswer !== undefined) return this.onAnswer(answer);
    if (this.due > 0) this.due--;
    clearTimeout(this.lateAnswer);
    this.lateAnswer = this.due > 0 ? setTimeout(() => this.giveUp(), ANSWER_MS) : undefined;
    this.sendWaiting();
  }

  close(): Promise<void> {
    return (this.closing ??= this.closeChannel());
  }

  private async closeChannel(): Promise<void> {
    clearTimeout(this.lateAnswer);
    const { refused, unanswered, garbage } = this.counts;
    if (refused + unanswered + garbage > 0) {
      this.context.log(
        `links.${this.context.name}: the adapter refused ${refused} frames, did not answer to ${unanswered}; ${garbage} lines were garbage`,
      );
    }
    this.bytes.write(new TextEncoder().encode('C\r'));
    // what was handed over goes out, if the adapter takes it
    for (let ms = 0; ms < PERHAPS_MS && (this.bytes.waiting ?? 0) > 0 && this.breakage.problem === undefined; ms += 5) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await this.bytes.close();
  }
}
