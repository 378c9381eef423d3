/**
 * Text as the pixels of a PNG picture: its UTF-8 bytes, three to a pixel, nearly square and filled up with line ends. JSON does not mind those.
 * Whoever sent a picture may be hostile: how large it becomes is bounded before it is unpacked.
 *
 * Reference: rosbridge_library, internal/pngcompression.py; PNG: W3C, third edition.
 */
import { inflateSync } from 'node:zlib';
import { encode } from 'fast-png';
import { fromBase64, toBase64 } from '../math/base64.ts';

const utf8 = new TextEncoder();
const decoder = new TextDecoder();
const FILLER = '\n'.charCodeAt(0);
const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const TRUE_COLOUR = 2;
const WITH_ALPHA = 6;

/** As base64. */
export function textToPng(text: string): string {
  const bytes = utf8.encode(text);
  const pixels = bytes.length / 3;
  const width = Math.max(1, Math.floor(Math.sqrt(pixels)));
  const height = Math.max(1, Math.ceil(pixels / width));
  const data = new Uint8Array(3 * width * height).fill(FILLER);
  data.set(bytes);
  return toBase64(encode({ width, height, data, channels: 3, depth: 8 }));
}

/** The text of a picture; an Error says why there is none. */
export function pngToText(base64: string, mostBytes: number): string {
  const bytes = fromBase64(base64);
  if (bytes === undefined) throw new Error('png: expected base64 text');
  return decoder.decode(pixelsOf(bytes, mostBytes));
}

/** Bytes of all pixels, row by row: 8 bits a channel, three or four channels, not interlaced, as everybody writes them here. */
function pixelsOf(png: Uint8Array, mostBytes: number): Uint8Array {
  if (SIGNATURE.some((byte, i) => png[i] !== byte)) throw new Error('png: this is no picture');
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  let header: { width: number; height: number; channels: number } | undefined;
  const parts: Uint8Array[] = [];
  for (let at = SIGNATURE.length; at + 12 <= png.length; ) {
    const length = view.getUint32(at);
    const kind = view.getUint32(at + 4);
    const end = at + 8 + length;
    if (end + 4 > png.length) throw new Error('png: a part is cut off');
    if (kind === IHDR) header = readHeader(view, at + 8, length, mostBytes);
    else if (kind === IDAT) parts.push(png.subarray(at + 8, end));
    else if (kind === IEND) break;
    at = end + 4;
  }
  if (header === undefined) throw new Error('png: there is no header');
  const { width, height, channels } = header;
  const size = (1 + width * channels) * height;
  const rows = inflateSync(Buffer.concat(parts), { maxOutputLength: size });
  if (rows.length !== size) throw new Error('png: rows are missing');
  return unfiltered(rows, width * channels, height, channels);
}

const nameOf = (text: string): number => new DataView(utf8.encode(text).buffer).getUint32(0);
const IHDR = nameOf('IHDR');
const IDAT = nameOf('IDAT');
const IEND = nameOf('IEND');

function readHeader(view: DataView, at: number, length: number, mostBytes: number) {
  if (length !== 13) throw new Error('png: the header has another length');
  const [width, height] = [view.getUint32(at), view.getUint32(at + 4)];
  const [depth, colour, interlaced] = [view.getUint8(at + 8), view.getUint8(at + 9), view.getUint8(at + 12)];
  if (depth !== 8 || (colour !== TRUE_COLOUR && colour !== WITH_ALPHA) || interlaced !== 0)
    throw new Error('png: expected 8 bits of red, green and blue');
  const channels = colour === TRUE_COLOUR ? 3 : 4;
  if (width === 0 || height === 0 || (1 + width * channels) * height > mostBytes)
    throw new Error(`png: a picture of ${width} × ${height} is larger than ${mostBytes} bytes`);
  return { width, height, channels };
}

/** Section 9.2: each row is told relative to its neighbours. */
function unfiltered(rows: Uint8Array, stride: number, height: number, pixel: number): Uint8Array {
  const out = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)];
    if (filter > 4) throw new Error(`png: there is no filter ${filter}`);
    for (let x = 0; x < stride; x++) {
      const i = y * stride + x;
      const left = x < pixel ? 0 : out[i - pixel];
      const up = y === 0 ? 0 : out[i - stride];
      const corner = x < pixel || y === 0 ? 0 : out[i - stride - pixel];
      out[i] = rows[y * (stride + 1) + 1 + x] + predicted(filter, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    default:
      return paeth(left, up, corner);
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [byLeft, byUp] = [Math.abs(up - corner), Math.abs(left - corner)];
  const byCorner = Math.abs(left + up - 2 * corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
