/**
 * The parts of the CDR encoding that are not straight-line: the header, padding, strings, bytes and wide integers.
 *
 * XCDR version 1, little-endian. Everything is aligned to its size relative to `base`, the byte after the header.
 * Reference: OMG DDS-XTypes 1.3, section 7.4.1.
 */

export function writeHeader(view: DataView, offset: number): void {
  view.setUint32(offset, 0x00010000, false);
}

export function align2(view: DataView, o: number, base: number): number {
  if ((o - base) & 1) view.setUint8(o++, 0);
  return o;
}

export function align4(view: DataView, o: number, base: number): number {
  while ((o - base) & 3) view.setUint8(o++, 0);
  return o;
}

export function align8(view: DataView, o: number, base: number): number {
  while ((o - base) & 7) view.setUint8(o++, 0);
  return o;
}

// 0x7ff8000000000000, read from memory so that engines need no boxed number for the choice below
const quietNan = new Float64Array(new Uint32Array([0, 0x7ff80000]).buffer);

/** One NaN for all, because processors make different ones. */
export const canonical = (value: number): number => (value === value ? value : quietNan[0]);

/** Overwrites the NaNs of an array that was written at `o`. */
export function canonicalNans32(view: DataView, o: number, array: Float32Array): void {
  for (let i = 0; i < array.length; i++) if (array[i] !== array[i]) view.setFloat32(o + 4 * i, quietNan[0], true);
}

export function canonicalNans64(view: DataView, o: number, array: Float64Array): void {
  for (let i = 0; i < array.length; i++) if (array[i] !== array[i]) view.setFloat64(o + 8 * i, quietNan[0], true);
}

/** Two's complement of a whole number within ±(2⁵³ − 1). */
export function write64(view: DataView, o: number, value: number): void {
  view.setUint32(o, value >>> 0, true);
  view.setInt32(o + 4, Math.floor(value / 4294967296), true);
}

export function writeBytes(view: DataView, o: number, bytes: Uint8Array | Int8Array): number {
  new Uint8Array(view.buffer, view.byteOffset + o, bytes.length).set(bytes);
  return o + bytes.length;
}

/** Length with NUL, UTF-8 text, NUL. A lone surrogate becomes U+FFFD, as everywhere on the web. */
export function writeString(view: DataView, o: number, text: string): number {
  const start = o + 4;
  const { length } = text;
  let end = start;
  let i = 0;
  for (; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) break;
    view.setUint8(end++, unit);
  }
  if (i < length) end = writeUtf8(view, end, text, i);
  view.setUint8(end++, 0);
  view.setUint32(o, end - start, true);
  return end;
}

function writeUtf8(view: DataView, o: number, text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    let point = text.codePointAt(i)!;
    if (point > 0xffff) i++;
    else if (point >= 0xd800 && point <= 0xdfff) point = 0xfffd;

    if (point <= 0x7f) {
      view.setUint8(o++, point);
      continue;
    }
    // the first byte tells the length, the others carry six bits each
    if (point <= 0x7ff) {
      view.setUint8(o++, 0xc0 | (point >> 6));
    } else {
      if (point <= 0xffff) {
        view.setUint8(o++, 0xe0 | (point >> 12));
      } else {
        view.setUint8(o++, 0xf0 | (point >> 18));
        view.setUint8(o++, 0x80 | ((point >> 12) & 0x3f));
      }
      view.setUint8(o++, 0x80 | ((point >> 6) & 0x3f));
    }
    view.setUint8(o++, 0x80 | (point & 0x3f));
  }
  return o;
}
