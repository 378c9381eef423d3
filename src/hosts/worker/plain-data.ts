/**
 * Plain data as bytes in shared memory, and back: states, drafts and parameters, which cross as a whole.
 *
 * Numbers, strings, booleans, undefined, null, arrays, typed arrays and objects of those. What is one object or one buffer in several places
 * is one again on the other side. A view of shared memory is written as its own bytes, so that the copy stays what it was.
 */
import type { SlotBuffer } from './shared-mailbox.ts';

const Tag = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  number: 4,
  text: 5,
  list: 6,
  record: 7,
  view: 8,
  again: 9,
} as const;

const VIEWS = [
  Uint8Array,
  Int8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
] as const;
const NAMES = VIEWS.map(({ name }) => name);

type View = InstanceType<(typeof VIEWS)[number]>;

/** Writes a value from an offset on; returns the offset behind it. */
export const writePlain = (buffer: SlotBuffer, offset: number, value: unknown): number =>
  new PlainWriter(buffer, offset).write(value);

class PlainWriter {
  private readonly seen = new Map<object, number>();

  constructor(
    private readonly buffer: SlotBuffer,
    private offset: number,
  ) {}

  write(value: unknown): number {
    if (value === undefined) this.byte(Tag.undefined);
    else if (value === null) this.byte(Tag.null);
    else if (typeof value === 'boolean') this.byte(value ? Tag.true : Tag.false);
    else if (typeof value === 'number') {
      this.byte(Tag.number);
      this.number(value);
    } else if (typeof value === 'string') {
      this.byte(Tag.text);
      this.text(value);
    } else if (typeof value === 'object') this.object(value);
    else throw new TypeError(`a ${typeof value} cannot be sent to another thread`);
    return this.offset;
  }

  private object(value: object): void {
    const number = this.seen.get(value);
    if (number !== undefined) {
      this.byte(Tag.again);
      this.count(number);
      return;
    }
    this.seen.set(value, this.seen.size);
    if (ArrayBuffer.isView(value)) this.view(value as View);
    else if (Array.isArray(value)) {
      this.byte(Tag.list);
      this.count(value.length);
      for (const item of value) this.write(item);
    } else {
      const entries = Object.entries(value);
      this.byte(Tag.record);
      this.count(entries.length);
      for (const [key, item] of entries) {
        this.text(key);
        this.write(item);
      }
    }
  }

  private view(value: View): void {
    // a subclass is what its elements are
    const kind = NAMES.indexOf((value as unknown as { [Symbol.toStringTag]: string })[Symbol.toStringTag]);
    if (kind < 0) throw new TypeError(`a ${value.constructor.name} cannot be sent to another thread`);
    this.byte(Tag.view);
    this.byte(kind);
    const isShared = !(value.buffer instanceof ArrayBuffer);
    const known = isShared ? undefined : this.seen.get(value.buffer);
    this.count(isShared ? 0 : value.byteOffset);
    this.count(value.length);
    if (known !== undefined) {
      this.byte(Tag.again);
      this.count(known);
      return;
    }
    this.seen.set(isShared ? {} : value.buffer, this.seen.size);
    this.byte(Tag.view);
    this.bytes(
      isShared ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array(value.buffer),
    );
  }

  private byte(value: number): void {
    this.buffer.reserve(this.offset + 1).setUint8(this.offset, value);
    this.offset += 1;
  }

  private count(value: number): void {
    this.buffer.reserve(this.offset + 4).setUint32(this.offset, value, true);
    this.offset += 4;
  }

  private number(value: number): void {
    this.buffer.reserve(this.offset + 8).setFloat64(this.offset, value, true);
    this.offset += 8;
  }

  /** As UTF-16 units, so that every string comes back as it was. */
  private text(value: string): void {
    this.count(value.length);
    const view = this.buffer.reserve(this.offset + 2 * value.length);
    for (let i = 0; i < value.length; i++) view.setUint16(this.offset + 2 * i, value.charCodeAt(i), true);
    this.offset += 2 * value.length;
  }

  private bytes(value: Uint8Array): void {
    this.count(value.length);
    const view = this.buffer.reserve(this.offset + value.length);
    new Uint8Array(view.buffer, this.offset, value.length).set(value);
    this.offset += value.length;
  }
}

/** Reads the value that was written at an offset. */
export const readPlain = (buffer: SlotBuffer, offset: number): unknown => new PlainReader(buffer.view, offset).read();

class PlainReader {
  private readonly seen: unknown[] = [];

  constructor(
    private readonly source: DataView,
    private offset: number,
  ) {}

  read(): unknown {
    switch (this.byte()) {
      case Tag.undefined:
        return undefined;
      case Tag.null:
        return null;
      case Tag.false:
        return false;
      case Tag.true:
        return true;
      case Tag.number:
        return this.number();
      case Tag.text:
        return this.text();
      case Tag.list:
        return this.list();
      case Tag.record:
        return this.record();
      case Tag.view:
        return this.view();
      default:
        return this.seen[this.count()];
    }
  }

  private list(): unknown[] {
    const list: unknown[] = [];
    this.seen.push(list);
    const length = this.count();
    for (let i = 0; i < length; i++) list.push(this.read());
    return list;
  }

  private record(): object {
    const place = this.seen.push(undefined) - 1;
    const entries: [string, unknown][] = [];
    const size = this.count();
    for (let i = 0; i < size; i++) entries.push([this.text(), this.read()]);
    // whatever its keys are called
    const record = Object.fromEntries(entries);
    this.seen[place] = record;
    return record;
  }

  private view(): View {
    const place = this.seen.push(undefined) - 1;
    const Kind = VIEWS[this.byte()];
    const byteOffset = this.count();
    const length = this.count();
    const view = new Kind(this.viewed(), byteOffset, length);
    this.seen[place] = view;
    return view;
  }

  private viewed(): ArrayBuffer {
    if (this.byte() === Tag.again) return this.seen[this.count()] as ArrayBuffer;
    const size = this.count();
    const bytes = new Uint8Array(this.source.buffer, this.offset, size).slice();
    this.offset += size;
    this.seen.push(bytes.buffer);
    return bytes.buffer as ArrayBuffer;
  }

  private byte(): number {
    return this.source.getUint8(this.offset++);
  }

  private count(): number {
    this.offset += 4;
    return this.source.getUint32(this.offset - 4, true);
  }

  private number(): number {
    this.offset += 8;
    return this.source.getFloat64(this.offset - 8, true);
  }

  private text(): string {
    const length = this.count();
    let text = '';
    for (let i = 0; i < length; i++) text += String.fromCharCode(this.source.getUint16(this.offset + 2 * i, true));
    this.offset += 2 * length;
    return text;
  }
}
