/** A byte buffer that grows, with the little-endian primitives of the MCAP format. */
const TWO_32 = 4294967296;
const utf8 = new TextEncoder();

export class GrowingBytes {
  bytes: Uint8Array;
  view: DataView;
  length = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Makes room for `extra` more bytes. */
  ensure(extra: number): void {
    if (this.length + extra > this.bytes.length) this.grow(this.length + extra);
  }

  private grow(needed: number): void {
    const bigger = new Uint8Array(Math.max(needed, 2 * this.bytes.length));
    bigger.set(this.bytes.subarray(0, this.length));
    this.use(bigger);
  }

  /** Goes on in another array. */
  use(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }

  /** What was written so far; valid until the next write. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  u8(value: number): void {
    this.ensure(1);
    this.view.setUint8(this.length, value);
    this.length += 1;
  }

  u16(value: number): void {
    this.ensure(2);
    this.view.setUint16(this.length, value, true);
    this.length += 2;
  }

  u32(value: number): void {
    this.ensure(4);
    this.view.setUint32(this.length, value, true);
    this.length += 4;
  }

  /** A whole number from 0 to 2⁵³. */
  u64(value: number): void {
    this.ensure(8);
    this.setU64(this.length, value);
    this.length += 8;
  }

  setU64(at: number, value: number): void {
    this.view.setUint32(at, value >>> 0, true);
    this.view.setUint32(at + 4, Math.floor(value / TWO_32), true);
  }

  raw(bytes: Uint8Array): void {
    this.ensure(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** UTF-8 with a length in front. */
  text(value: string): void {
    const encoded = utf8.encode(value);
    this.u32(encoded.length);
    this.raw(encoded);
  }

  textMap(entries: Readonly<Record<string, string>>): void {
    const start = this.length;
    this.u32(0);
    for (const [key, value] of Object.entries(entries)) {
      this.text(key);
      this.text(value);
    }
    this.view.setUint32(start, this.length - start - 4, true);
  }

  /** Writes opcode and length around what `content` writes. */
  record(opcode: number, content: () => void): void {
    this.u8(opcode);
    const lengthAt = this.length;
    this.u64(0);
    content();
    this.setU64(lengthAt, this.length - lengthAt - 8);
  }
}
