/**
 * One question to a sandbox, or one answer of it:
 *
 *   u32     length of the JSON, little-endian
 *   JSON    what is asked or answered; numbers that JSON cannot write are `{ "number": "Infinity" }`
 *   bytes   messages as CDR, and files
 *
 * Whatever comes out of a sandbox may be a lie: it is parsed with bounds, never executed and never merged into anything.
 */
const HEAD_BYTES = 4;
/** The longest JSON that a sandbox may answer with. */
const LONGEST_JSON = 4 << 20;
const NO_BYTES = new Uint8Array(0);

export interface Frame {
  readonly head: unknown;
  readonly body: Uint8Array;
}

export function encodeFrame(head: unknown, body: Uint8Array = NO_BYTES): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(head, writeNumber));
  const bytes = new Uint8Array(HEAD_BYTES + json.length + body.length);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, HEAD_BYTES);
  bytes.set(body, HEAD_BYTES + json.length);
  return bytes;
}

/** Throws a RangeError or SyntaxError where it is no frame. */
export function decodeFrame(bytes: Uint8Array): Frame {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
  const end = HEAD_BYTES + length;
  if (length > LONGEST_JSON || end > bytes.length) throw new RangeError('the frame is cut');
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD_BYTES, end)), readNumber) as unknown;
  return { head, body: bytes.subarray(end) };
}

const writeNumber = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))
    ? { number: Object.is(value, -0) ? '-0' : String(value) }
    : value;

const readNumber = (_key: string, value: unknown): unknown => (isWrittenNumber(value) ? Number(value.number) : value);

const isWrittenNumber = (value: unknown): value is { number: string } =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 1 &&
  ['NaN', 'Infinity', '-Infinity', '-0'].includes((value as { number?: string }).number ?? '');
