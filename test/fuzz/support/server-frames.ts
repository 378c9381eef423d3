/** Reads what a server of `--serve` sent: a plain answer of HTTP, or the handshake and whole frames by RFC 6455. */
import { checkStatus } from './status-sentence.ts';

const STATUSES = [101, 400, 401, 403, 405, 408, 413, 426, 431, 503];

/** Throws unless it is what a server may say; the last frame may be cut, as the connection was. */
export function checkReply(bytes: Buffer): void {
  if (bytes.length === 0) return;
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, end < 0 ? bytes.length : end).toString('latin1');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  if (!STATUSES.includes(status)) throw new Error(`answered ${JSON.stringify(head.slice(0, 300))}`);
  if (status === 101 && end >= 0) checkFrames(bytes.subarray(end + 4));
}

function checkFrames(bytes: Buffer): void {
  for (let at = 0; at + 2 <= bytes.length; ) {
    const [first, short] = [bytes[at], bytes[at + 1]];
    const wide = short === 126 ? 2 : short === 127 ? 8 : 0;
    if (at + 2 + wide > bytes.length) return;
    const length = wide === 0 ? short : wide === 2 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    const start = at + 2 + wide;
    at = start + length;
    if (at > bytes.length) return;
    checkFrame(first, bytes.subarray(start, at));
  }
}

/** Whole messages without reserved bits, texts in JSON, goodbyes with a code that may be sent. */
function checkFrame(first: number, payload: Buffer): void {
  const opcode = first & 15;
  if ((first & 0xf0) !== 0x80 || ![1, 2, 8, 10].includes(opcode))
    throw new Error(`sent a frame that begins with ${first}`);
  if (opcode === 1) checkStatus(payload.toString());
  if (opcode === 2 && payload[0] !== 1 && payload[0] !== 2) throw new Error(`sent bytes with the opcode ${payload[0]}`);
  if (opcode >= 8 && payload.length > 125) throw new Error(`sent a control frame of ${payload.length} bytes`);
}
