/**
 * The parts of CDR decoding that are not straight-line. Callers have checked that the bytes they ask for exist.
 * See cdr-write.ts for the format.
 */

/** Checks the header and returns whether the body is little-endian. */
export function readHeader(view: DataView, offset: number, length: number): boolean {
  if (!(offset >= 0 && length >= 4 && offset + length <= view.byteLength)) {
    throw new RangeError(
      `A CDR message of ${length} bytes at byte ${offset} does not fit into ${view.byteLength} bytes, or lacks its 4-byte header.`,
    );
  }
  const encapsulation = view.getUint16(offset, false);
  if (encapsulation > 1) {
    const hex = encapsulation.toString(16).padStart(4, '0');
    throw new RangeError(`The CDR encapsulation 0x${hex} is not supported; expected 0x0000 or 0x0001 (plain CDR).`);
  }
  return encapsulation === 1;
}

export function runsOut(name: string, needed: number, left: number): never {
  throw new RangeError(`${name}: the bytes run out, ${needed} more are needed and ${Math.max(left, 0)} are left.`);
}

export function readInt64(view: DataView, o: number, little: boolean): number {
  return joined(view.getInt32(little ? o + 4 : o, little), view.getUint32(little ? o : o + 4, little));
}

export function readUint64(view: DataView, o: number, little: boolean): number {
  return joined(view.getUint32(little ? o + 4 : o, little), view.getUint32(little ? o : o + 4, little));
}

function joined(high: number, low: number): number {
  const value = high * 4294967296 + low;
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`The 64-bit integer ${value} is beyond ±(2⁵³ − 1), where numbers are exact.`);
  }
  return value;
}

/** A copy that nobody else holds: frames are immutable once published, so no earlier array is reused. */
export const readBytes = (view: DataView, o: number, count: number): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset + o, count).slice();

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** `size` bytes of text with its NUL. Text equal to `previous` costs no new string: names seldom change. */
export function readText(view: DataView, o: number, size: number, previous: string): string {
  if (size === 0) return '';
  if (view.getUint8(o + size - 1) !== 0) {
    throw new RangeError(`The string of ${size} bytes at byte ${o} does not end with NUL.`);
  }
  if (equalsAscii(view, o, size - 1, previous)) return previous;
  return decoder.decode(readBytes(view, o, size - 1));
}

function equalsAscii(view: DataView, o: number, length: number, text: string): boolean {
  if (text.length !== length) return false;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f || view.getUint8(o + i) !== unit) return false;
  }
  return true;
}
