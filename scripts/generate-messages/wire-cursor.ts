/**
 * Where generated code stands on the wire: the byte position as far as the generator knows it.
 *
 * Between two places whose position depends on the data, all fields lie at `o + constant`. Their statements are
 * collected in a run, and `o` moves once, at its end. Of the position p relative to the first byte after the CDR
 * header only p mod 8, 4, 2 or 1 may be known: p ≡ residue (mod modulus).
 */
export class WireCursor {
  readonly lines: string[] = [];
  private run: string[] = [];
  private runLength = 0;

  constructor(
    private modulus: 1 | 2 | 4 | 8,
    private residue: number,
    private readonly dialect: {
      /** Statements for `count` bytes of padding at a position. */
      pad(position: string, count: number): string[];
      /** The statement that aligns `o`. */
      align(to: number): string;
      /** Statements before a run of `length` bytes. */
      beforeRun(length: number): string[];
    },
  ) {}

  /** The place of the next field of this size, which is then passed. */
  take(alignment: 1 | 2 | 4 | 8, size: number = alignment): string {
    if (alignment > this.modulus) {
      this.flush();
      this.lines.push(this.dialect.align(alignment));
      this.modulus = alignment;
      this.residue = 0;
    }
    const padding = (alignment - (this.residue % alignment)) % alignment;
    if (padding > 0) {
      this.run.push(...this.dialect.pad(this.position(), padding));
      this.advance(padding);
    }
    const position = this.position();
    this.advance(size);
    return position;
  }

  /** Adds statements that use positions of the present run. */
  add(...statements: string[]): void {
    this.run.push(...statements);
  }

  /** Ends the run: `o` is exact in the statements added by `dynamic`. */
  flush(): void {
    if (this.runLength > 0) this.lines.push(...this.dialect.beforeRun(this.runLength));
    this.lines.push(...this.run);
    if (this.runLength > 0) this.lines.push(`o += ${this.runLength};`);
    this.run = [];
    this.runLength = 0;
  }

  /** Adds statements that move `o` themselves, by any number of `unit` bytes. */
  dynamic(unit: 1 | 2 | 4 | 8, ...statements: string[]): void {
    this.flush();
    this.lines.push(...statements);
    // an empty array of 8-byte elements is not padded, so only what holds either way is known
    const known = unit === 8 && !this.isAligned(8) ? 4 : unit;
    this.modulus = known < this.modulus ? known : this.modulus;
    this.residue %= this.modulus;
  }

  isAligned(alignment: number): boolean {
    return this.modulus >= alignment && this.residue % alignment === 0;
  }

  private position(): string {
    return this.runLength === 0 ? 'o' : `o + ${this.runLength}`;
  }

  private advance(bytes: number): void {
    this.runLength += bytes;
    this.residue = (this.residue + bytes) % this.modulus;
  }
}
