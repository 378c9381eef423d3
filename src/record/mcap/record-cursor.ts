/** Reads the little-endian primitives of the MCAP format. A RangeError says that the bytes ran out. */
const TWO_32 = 4294967296;
const utf8 = new TextDecoder();

export class RecordCursor {
  private readonly view: DataView;

  constructor(
    private readonly bytes: Uint8Array,
    public offset = 0,
    readonly end = bytes.length,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, Math.min(end, bytes.length));
  }

  u8(): number {
    const value = this.view.getUint8(this.offset);
    this.offset += 1;
    return value;
  }

  u16(): number {
    const value = this.view.getUint16(this.offset, true);
    this.offset += 2;
    return value;
  }

  u32(): number {
    const value = this.view.getUint32(this.offset, true);
    this.offset += 4;
    return value;
  }

  /** Exact below 2⁵³; a time since 1970 is good to 256 ns. */
  u64(): number {
    const low = this.u32();
    return this.u32() * TWO_32 + low;
  }

  raw(length: number): Uint8Array {
    if (length > this.end - this.offset)
      throw new RangeError(`${length} bytes were announced, ${this.end - this.offset} are there`);
    const start = this.offset;
    this.offset += length;
    return this.bytes.subarray(start, this.offset);
  }

  text(): string {
    return utf8.decode(this.raw(this.u32()));
  }

  textMap(): Record<string, string> {
    const entries: [string, string][] = [];
    const inside = this.block();
    while (inside.offset < inside.end) entries.push([inside.text(), inside.text()]);
    return Object.fromEntries(entries);
  }

  /** A part with its length in front, to be read by itself. */
  block(): RecordCursor {
    const length = this.u32();
    this.raw(length);
    return new RecordCursor(this.bytes, this.offset - length, this.offset);
  }
}
