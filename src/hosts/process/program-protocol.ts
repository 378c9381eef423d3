/**
 * What both forms of the process protocol (docs/process-protocol.md) have in common. A form turns releases into bytes
 * for a program, cuts what the program says into answers, and reads these; it is pure and knows no processes.
 */
import type { StepTime } from '../../core/block.ts';

export const PROTOCOL_VERSION = 1;
/** Longer answers are taken for garbage. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export interface ProgramProtocol {
  readonly splitter: AnswerSplitter;
  init(): string | Uint8Array;
  step(time: StepTime): string | Uint8Array;
  end(): string | Uint8Array;
  /** Checks the answer to `init`. */
  readReady(answer: Uint8Array): void;
  /** Puts the answer to `step` into the outputs' drafts. */
  readOutputs(answer: Uint8Array): void;
  /** When that answer was true, if it said so [ns of simulated time]; NaN otherwise. */
  readonly truthNs: number;
}

/** Cuts a stream of bytes into answers. */
export interface AnswerSplitter {
  /** The answers that are complete with this chunk. */
  push(chunk: Uint8Array): Uint8Array[];
}

/** Longest sentence about what a program did [characters]. */
const LONGEST_SENTENCE = 800;

/** A program broke the protocol; the message goes on after the block's name. Whatever of the program's is in it, it is short and plain. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';

  constructor(message: string) {
    super(plain(message, LONGEST_SENTENCE));
  }
}

/** One line without control characters, which a terminal would obey, of at most so many characters. */
export function plain(text: string, most: number): string {
  const short = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return short.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
}

/** The beginning of what a program said, for sentences. */
export function excerpt(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, 400));
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
