/**
 * What is said to a receiver of pictures and what it answers, as bytes; see docs/injection.md. All little-endian.
 *
 *   to it     64 bytes: magic SKVI, version, kind (1 begin, 2 picture, 3 end), set, camera, cameras, width, height, FourCC, bytes,
 *             sensor time, host time, place, flags; then `bytes` bytes: of begin, the path of the shared memory; of a picture, its own,
 *             unless they lie in the shared memory at `place`
 *   from it   16 bytes: magic SKVA, version, kind (1 ready, 2 received, 3 missed, 4 error), set, bytes; then, of a set that was received,
 *             24 bytes for each camera (sensor time, host time, CRC-32, 0), or, of an error, text
 */
import type { PictureFormat, PictureReceipt } from '../../bus/video/picture-set.ts';
import { pictureBytes } from '../../bus/video/picture-set.ts';
import { readUint64, writeUint64 } from '../../bus/video/picture-stamps.ts';
import { excerpt, ProtocolError } from '../process/program-protocol.ts';
import { joinBytes } from '../join-bytes.ts';

export const HEADER_BYTES = 64;
const VERSION = 1;
const Said = { begin: 1, picture: 2, end: 3 } as const;
const CHECKSUM_FLAG = 1;

const ANSWER_BYTES = 16;
const RECEIPT_BYTES = 24;
const LONGEST_TEXT = 4096;
export const Answered = { ready: 1, received: 2, missed: 3, error: 4 } as const;

const FOURCC: Readonly<Record<string, string>> = { yuv422: 'UYVY', yuv422_yuy2: 'YUYV' };
const ascii = (letters: string): Uint8Array => new TextEncoder().encode(letters);
const QUESTION_MAGIC = ascii('SKVI');
const ANSWER_MAGIC = ascii('SKVA');

/** Where pictures lie that are not sent themselves. */
export interface SharedMemory {
  readonly path: string;
  readonly size: number;
}

function writeHeader(bytes: Uint8Array, kind: number, { cameras, width, height, encoding }: PictureFormat): DataView {
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  bytes.fill(0, 0, HEADER_BYTES);
  bytes.set(QUESTION_MAGIC);
  view.setUint16(4, VERSION, true);
  view.setUint16(6, kind, true);
  view.setUint16(14, cameras, true);
  view.setUint32(16, width, true);
  view.setUint32(20, height, true);
  bytes.set(ascii(FOURCC[encoding]), 24);
  return view;
}

/** What comes first: what all pictures will be, and where they will lie if they are not sent. */
export function beginning(format: PictureFormat, checksum: boolean, memory?: SharedMemory): Uint8Array {
  const path = ascii(memory?.path ?? '');
  const bytes = new Uint8Array(HEADER_BYTES + path.length);
  const view = writeHeader(bytes, Said.begin, format);
  view.setUint32(28, path.length, true);
  writeUint64(bytes, 48, memory?.size ?? 0);
  view.setUint32(56, checksum ? CHECKSUM_FLAG : 0, true);
  bytes.set(path, HEADER_BYTES);
  return bytes;
}

export function ending(format: PictureFormat): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  writeHeader(bytes, Said.end, format);
  return bytes;
}

/** All that stays the same in the headers of one camera's pictures. */
export function pictureHeader(bytes: Uint8Array, format: PictureFormat, camera: number, place: number): void {
  const view = writeHeader(bytes, Said.picture, format);
  view.setUint16(12, camera, true);
  view.setUint32(28, pictureBytes(format), true);
  writeUint64(bytes, 48, place);
}

/** What is different in every picture. */
export function fillHeader(bytes: Uint8Array, set: number, sensorTime: number, hostTime: number): void {
  for (let i = 0; i < 4; i++) bytes[8 + i] = set >>> (8 * i);
  writeUint64(bytes, 32, sensorTime);
  writeUint64(bytes, 40, hostTime);
}

export interface Answer {
  readonly kind: number;
  readonly set: number;
  readonly payload: Uint8Array;
}

/** Cuts what a receiver says into answers; what cannot be one is told at once. */
export class AnswerReader {
  private rest: Uint8Array = new Uint8Array(0);

  constructor(private readonly cameras: number) {}

  push(chunk: Uint8Array): Answer[] {
    const answers: Answer[] = [];
    let bytes = this.rest.length === 0 ? chunk : joinBytes([this.rest, chunk]);
    for (let answer; (answer = this.first(bytes)) !== undefined; ) {
      answers.push(answer);
      bytes = bytes.subarray(ANSWER_BYTES + answer.payload.length);
    }
    this.rest = bytes.slice();
    return answers;
  }

  private first(bytes: Uint8Array): Answer | undefined {
    // garbage need not be as long as an answer
    for (let i = 0; i < Math.min(4, bytes.length); i++)
      if (bytes[i] !== ANSWER_MAGIC[i])
        throw new ProtocolError(`answered ${excerpt(bytes)}; expected an answer that begins with SKVA`);
    if (bytes.length < ANSWER_BYTES) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, ANSWER_BYTES);
    const [version, kind, set, length] = [
      view.getUint16(4, true),
      view.getUint16(6, true),
      view.getUint32(8, true),
      view.getUint32(12, true),
    ];
    if (version !== VERSION) throw new ProtocolError(`answered in version ${version}; expected version ${VERSION}`);
    this.checkLength(kind, length);
    if (bytes.length < ANSWER_BYTES + length) return undefined;
    return { kind, set, payload: bytes.slice(ANSWER_BYTES, ANSWER_BYTES + length) };
  }

  private checkLength(kind: number, length: number): void {
    const { cameras } = this;
    const isKnown = kind >= Answered.ready && kind <= Answered.error;
    if (!isKnown) throw new ProtocolError(`answered with kind ${kind}; expected 1 to 4`);
    if (kind === Answered.error ? length <= LONGEST_TEXT : length === receivedLength(kind, cameras)) return;
    throw new ProtocolError(
      kind === Answered.error
        ? `answered with an error of ${length} bytes; expected at most ${LONGEST_TEXT}`
        : `answered with ${length} bytes; expected ${receivedLength(kind, cameras)} for ${cameras} cameras`,
    );
  }
}

const receivedLength = (kind: number, cameras: number): number =>
  kind === Answered.received ? cameras * RECEIPT_BYTES : 0;

export function readReceipt(payload: Uint8Array, camera: number, to: PictureReceipt): void {
  const at = camera * RECEIPT_BYTES;
  to.sensorTime = readUint64(payload, at);
  to.hostTime = readUint64(payload, at + 8);
  to.checksum = new DataView(payload.buffer, payload.byteOffset).getUint32(at + 16, true);
}
