/** Bytes of clients that know RFC 6455 and do not keep to it: handshakes and frames made by hand. */
import { hostileBinary, hostileRequest } from './foxglove-requests.ts';
import { damaged, SeededChoices } from './seeded-choices.ts';

const Kind = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const NO_BYTES = new Uint8Array(0);

interface FrameOptions {
  readonly fin?: boolean;
  /** The three bits that mean nothing without an extension. */
  readonly reserved?: number;
  readonly masked?: boolean;
  /** Length that the frame says it has; its own where absent. */
  readonly declared?: bigint;
  /** Bytes in which the length is written: 7 bits, u16 or u64. */
  readonly width?: 0 | 2 | 8;
}

/** RFC 6455, section 5.2. */
export function frame(opcode: number, payload: Uint8Array, mask: Uint8Array, options: FrameOptions = {}): Buffer {
  const { fin = true, reserved = 0, masked = true, declared = BigInt(payload.length) } = options;
  const width = options.width ?? (declared < 126n ? 0 : declared < 65536n ? 2 : 8);
  const length = Buffer.alloc(width);
  if (width === 2) length.writeUInt16BE(Number(declared & 0xffffn));
  if (width === 8) length.writeBigUInt64BE(declared & 0xffffffffffffffffn);
  const short = width === 0 ? Number(declared & 127n) : width === 2 ? 126 : 127;
  const head = [(fin ? 0x80 : 0) | (reserved << 4) | opcode, (masked ? 0x80 : 0) | short];
  if (!masked) return Buffer.concat([Buffer.from(head), length, payload]);
  return Buffer.concat([Buffer.from(head), length, mask, payload.map((byte, i) => byte ^ mask[i % 4])]);
}

const HUGE = [1n << 16n, (1n << 20n) + 1n, 1n << 31n, 1n << 32n, 1n << 53n, 1n << 63n, (1n << 64n) - 1n];
const BAD_UTF8 = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80]];
const CLOSE_CODES = [0, 999, 1000, 1001, 1004, 1005, 1006, 1015, 1016, 2999, 3000, 4999, 5000, 65535];

/** What a client says, one frame after the other. */
const conversations: readonly ((choose: SeededChoices) => Buffer[])[] = [
  (choose) => Array.from({ length: 1 + choose.below(4) }, () => made(choose, Kind.text, hostileRequest(choose))),
  (choose) => Array.from({ length: 1 + choose.below(4) }, () => made(choose, Kind.binary, hostileBinary(choose))),
  // binary where text is expected, and the other way round
  (choose) => [made(choose, Kind.binary, hostileRequest(choose)), made(choose, Kind.text, hostileBinary(choose))],
  (choose) => [made(choose, Kind.text, hostileRequest(choose), { masked: false })],
  (choose) => [made(choose, Kind.text, hostileRequest(choose), { reserved: 1 + choose.below(7) })],
  (choose) => [made(choose, choose.below(16), choose.bytes(choose.below(130)))],
  fragments,
  (choose) => [made(choose, Kind.continuation, hostileRequest(choose), { fin: choose.below(2) === 0 })],
  // lengths that are not true, and true ones written in more bytes than they need
  (choose) => [made(choose, Kind.text, choose.bytes(choose.below(200)), { declared: choose.of(HUGE) })],
  (choose) => [
    made(choose, Kind.text, hostileRequest(choose), { width: choose.of([0, 2, 8]) }),
    made(choose, Kind.text, choose.bytes(20), { declared: BigInt(choose.below(40)) }),
  ],
  // control frames that are too long or in parts
  (choose) => [made(choose, choose.of([8, 9, 10]), choose.bytes(100 + choose.below(300)))],
  (choose) => [made(choose, choose.of([8, 9, 10]), choose.bytes(choose.below(126)), { fin: false })],
  (choose) => [made(choose, Kind.text, Uint8Array.of(34, ...choose.of(BAD_UTF8), 34))],
  closing,
  pings,
  (choose) => [Buffer.from(choose.bytes(choose.below(300)))],
];

const made = (choose: SeededChoices, opcode: number, payload: Uint8Array, options: FrameOptions = {}): Buffer =>
  frame(opcode, payload, choose.bytes(4), options);

/** A message in parts, with others in between; some begin a second one before the first has ended. */
function fragments(choose: SeededChoices): Buffer[] {
  const request = hostileRequest(choose).subarray(0, 3000);
  const parts = 2 + choose.below(choose.of([3, 60]));
  const size = Math.ceil(request.length / parts);
  return Array.from({ length: parts }, (_, i) => {
    const first = i === 0 || choose.below(30) === 0;
    const options = { fin: i === parts - 1 };
    const part = request.subarray(i * size, (i + 1) * size);
    const own = made(choose, first ? Kind.text : Kind.continuation, part, options);
    return choose.below(3) === 0 ? [made(choose, choose.of([9, 10]), choose.bytes(choose.below(126))), own] : [own];
  }).flat();
}

/** More pings than anybody needs. */
function pings(choose: SeededChoices): Buffer[] {
  const ping = made(choose, Kind.ping, choose.bytes(choose.below(126)));
  return new Array<Buffer>(choose.below(300)).fill(ping);
}

/** Goodbyes with codes and reasons that are none, and words after goodbye. */
function closing(choose: SeededChoices): Buffer[] {
  const code = choose.of(CLOSE_CODES);
  const reason = choose.of([NO_BYTES, Uint8Array.from(choose.of(BAD_UTF8)), choose.bytes(choose.below(124))]);
  const payload = choose.of([NO_BYTES, Uint8Array.of(3), Uint8Array.of(code >> 8, code & 255, ...reason)]);
  return [made(choose, Kind.close, payload), made(choose, Kind.text, hostileRequest(choose))];
}

export function hostileFrames(choose: SeededChoices): Buffer {
  const bytes = Buffer.concat(conversations[choose.below(conversations.length)](choose));
  return choose.below(3) === 0 ? Buffer.from(damaged(bytes, choose)) : bytes;
}

/** Mostly right: what is behind it is only reached then. */
export function hostileHandshake(choose: SeededChoices): Buffer {
  const key = Buffer.from(choose.bytes(choose.below(40) === 0 ? choose.below(40) : 16)).toString('base64');
  const odd = <T>(right: T, others: readonly T[]): T => (choose.below(40) === 0 ? choose.of(others) : right);
  const lines = [
    odd('GET / HTTP/1.1', [
      'POST / HTTP/1.1',
      'GET / HTTP/1.0',
      `GET /${'x'.repeat(20_000)} HTTP/1.1`,
      'GET',
      '\u0000',
    ]),
    odd('Host: x', ['Host: ', `X: ${'y'.repeat(70_000)}`, 'Transfer-Encoding: chunked', 'Content-Length: 99999999999']),
    odd('Upgrade: websocket', ['Upgrade: h2c', 'Upgrade: websocket, websocket']),
    odd('Connection: Upgrade', ['Connection: close', 'Connection: keep-alive, Upgrade']),
    odd('Sec-WebSocket-Version: 13', ['Sec-WebSocket-Version: 8', 'Sec-WebSocket-Version: -13']),
    `Sec-WebSocket-Key: ${key}`,
    `Sec-WebSocket-Protocol: ${odd('foxglove.websocket.v1', ['x', 'foxglove.sdk.v1,foxglove.sdk.v1', ',', '"'])}`,
    ...odd(
      [],
      [['Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=99'], ['Origin: https://evil.example']],
    ),
  ];
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return choose.below(12) === 0 ? Buffer.from(damaged(bytes, choose)) : bytes;
}
