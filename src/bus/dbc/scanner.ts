/** The text of a DBC file as words, numbers, texts and marks, each with its place. Looks at every character once. */
import { InputError, quote } from '../../core/input-error.ts';
import type { Place } from '../../core/places.ts';

export type TokenKind = 'word' | 'number' | 'text' | 'mark' | 'end';

// one of these matches anywhere but at the end; a name may begin with digits, as some tools write them
const TOKEN = /(?<word>\d*[\p{L}_][\p{L}\p{N}_]*)|(?<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<mark>[^])/uy;
const EXPONENT = /\d+[eE][+-]?\d+(?![\p{L}\p{N}_])/uy;
const BLANK = /[\s\u0000\u001a]*(?:\/\/[^\n]*[\s\u0000\u001a]*)*/uy;
const NEWLINE = 10;
const BLANK_LINE = /[^\S\n]*(?:\n|$)/uy;

export class DbcScanner {
  /** The token that is to be taken next. */
  kind: TokenKind = 'end';
  /** Of a text, without its quotes. */
  text = '';
  line = 1;
  /** Line of the token that was taken last. */
  lastLine = 1;
  private start = 0;
  private end = 0;
  private lineStart = 0;

  constructor(
    private readonly source: string,
    private readonly file: string,
  ) {
    this.advance();
  }

  /** Whether nothing but blanks follows the next token in its line. */
  get isLastOnLine(): boolean {
    BLANK_LINE.lastIndex = this.end;
    return BLANK_LINE.test(this.source);
  }

  is(text: string): boolean {
    return (this.kind === 'word' || this.kind === 'mark') && this.text === text;
  }

  /** Takes the next token if it is this word or mark. */
  skip(text: string): boolean {
    if (!this.is(text)) return false;
    this.advance();
    return true;
  }

  mark(text: string): void {
    if (!this.skip(text)) this.fail(`expected ${quote(text)}`);
  }

  word(what: string): string {
    return this.take('word', what);
  }

  string(what: string): string {
    return this.take('text', what);
  }

  number(what: string): number {
    if (this.kind !== 'number') this.fail(`expected ${what}, a number`);
    const value = Number(this.text);
    if (!Number.isFinite(value)) this.fail(`expected ${what}, a number that is not so large`);
    this.advance();
    // -0 would not survive being written
    return value + 0;
  }

  integer(what: string, min: number, max: number): number {
    const value = this.kind === 'number' ? Number(this.text) : NaN;
    if (!Number.isInteger(value) || value < min || value > max)
      this.fail(`expected ${what}, a whole number from ${min} to ${max}`);
    this.advance();
    return value;
  }

  /** Throws: what was expected, and what is there instead. */
  fail(expected: string): never {
    throw this.errorHere(`${expected}, got ${this.kind === 'end' ? 'the end of the file' : quote(this.text)}`);
  }

  errorHere(problem: string): InputError {
    return new InputError('', problem, this.place());
  }

  /** Of the next token. */
  place(): Place {
    return { file: this.file, line: this.line, column: this.start - this.lineStart + 1, path: '' };
  }

  private take(kind: TokenKind, what: string): string {
    if (this.kind !== kind) this.fail(`expected ${what}`);
    const { text } = this;
    this.advance();
    return text;
  }

  /** The next token as it would be written. */
  written(): string {
    return this.kind === 'text' ? quoted(this.text) : this.text;
  }

  advance(): void {
    const { source } = this;
    this.lastLine = this.line;
    BLANK.lastIndex = this.end;
    BLANK.test(source);
    // a text may hold lines of its own
    this.countLines(this.start, BLANK.lastIndex);
    this.start = BLANK.lastIndex;
    if (this.start >= source.length) {
      this.kind = 'end';
      this.end = source.length;
      this.text = '';
      return;
    }
    this.scan();
  }

  private scan(): void {
    if (this.source[this.start] === '"') return this.scanText();
    // 1E5 is a number, 1ED a name
    EXPONENT.lastIndex = this.start;
    TOKEN.lastIndex = this.start;
    const exponent = EXPONENT.exec(this.source)?.[0];
    const { word, number = exponent, mark } = TOKEN.exec(this.source)!.groups!;
    this.kind = number !== undefined ? 'number' : word !== undefined ? 'word' : 'mark';
    this.text = number ?? word ?? mark;
    this.end = this.start + this.text.length;
  }

  /** Up to the next quote that no backslash stands before. */
  private scanText(): void {
    const { source, start } = this;
    let close = source.indexOf('"', start + 1);
    while (close > start + 1 && source[close - 1] === '\\') close = source.indexOf('"', close + 1);
    if (close < 0) throw this.errorHere('this text has no end; expected a closing "');
    this.kind = 'text';
    this.text = source.slice(start + 1, close).replaceAll('\\"', '"');
    this.end = close + 1;
  }

  private countLines(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      if (this.source.charCodeAt(at) !== NEWLINE) continue;
      this.line++;
      this.lineStart = at + 1;
    }
  }
}

/** A text as DBC files write it. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;
