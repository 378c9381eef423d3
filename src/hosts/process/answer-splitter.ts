/** Cuts a program's output into answers: at line ends, or by the length that precedes each frame. */
import { joinBytes } from '../join-bytes.ts';
import type { AnswerSplitter } from './program-protocol.ts';
import { MAX_ANSWER_BYTES, ProtocolError, excerpt } from './program-protocol.ts';

const NEWLINE = 10;
const LENGTH_BYTES = 4;
const NO_BYTES = new Uint8Array(0);

/** One answer per line; empty lines are nothing. */
export class LineSplitter implements AnswerSplitter {
  private readonly begun: Uint8Array[] = [];
  private begunBytes = 0;

  constructor(private readonly maxBytes = MAX_ANSWER_BYTES) {}

  push(chunk: Uint8Array): Uint8Array[] {
    const lines: Uint8Array[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.add(chunk.subarray(from, end));
      const line = this.takeLine();
      if (line.some((byte) => byte > 32)) lines.push(line);
      from = end + 1;
    }
    if (from < chunk.length) this.add(chunk.subarray(from));
    return lines;
  }

  private add(part: Uint8Array): void {
    this.begun.push(part);
    this.begunBytes += part.length;
    if (this.begunBytes > this.maxBytes) {
      throw new ProtocolError(
        `wrote a line of more than ${this.maxBytes} bytes that begins with ${excerpt(this.begun[0])}`,
      );
    }
  }

  private takeLine(): Uint8Array {
    const line = this.begun.length === 1 ? this.begun[0] : joinBytes(this.begun);
    this.begun.length = 0;
    this.begunBytes = 0;
    return line;
  }
}

/** One answer per frame: its length as a little-endian u32, then as many bytes, at least one. */
export class FrameSplitter implements AnswerSplitter {
  private rest: Uint8Array = NO_BYTES;
  private readonly waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  /** Bytes needed before it is worth looking again. */
  private needed = LENGTH_BYTES;

  constructor(private readonly maxBytes = MAX_ANSWER_BYTES) {}

  push(chunk: Uint8Array): Uint8Array[] {
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    if (this.waitingBytes < this.needed) return [];
    this.rest = this.waiting.length === 1 ? chunk : joinBytes(this.waiting);
    const frames: Uint8Array[] = [];
    for (let frame = this.takeFrame(); frame !== undefined; frame = this.takeFrame()) frames.push(frame);
    this.waiting.splice(0, Infinity, this.rest);
    this.waitingBytes = this.rest.length;
    return frames;
  }

  private takeFrame(): Uint8Array | undefined {
    const { rest } = this;
    this.needed = LENGTH_BYTES;
    if (rest.length < this.needed) return undefined;
    const length = new DataView(rest.buffer, rest.byteOffset).getUint32(0, true);
    if (length === 0 || length > this.maxBytes) {
      throw new ProtocolError(
        `wrote a frame of ${length} bytes that begins with ${excerpt(rest)}; expected 1 to ${this.maxBytes}`,
      );
    }
    this.needed = LENGTH_BYTES + length;
    if (rest.length < this.needed) return undefined;
    this.rest = rest.subarray(this.needed);
    return rest.subarray(LENGTH_BYTES, this.needed);
  }
}
