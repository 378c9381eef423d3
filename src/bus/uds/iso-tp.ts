/**
 * Long messages over CAN: ISO 15765-2 (ISO-TP) with normal addressing and classic frames of eight bytes.
 *
 *   single frame        0L DD…            L = 1 … 7 bytes
 *   first frame         1L LL DD…         length 8 … 4095, six bytes of data
 *   consecutive frame   2N DD…            N counts 1 … 15, 0, 1 …, seven bytes of data
 *   flow control        3F BS ST          F: 0 go on, 1 wait, 2 too long; BS frames until the next one, 0 for all; ST between frames
 *
 * State is plain data, time goes on in steps, and frames are sent only in `stepIsoTp`, so that a model and a microcontroller that are released
 * together say the same. firmware/diagnosis/isotp.c is the same in C.
 *
 * Reference: ISO 15765-2:2016, 9.6 (protocol data units), 9.7 (time-outs N_Bs, N_Cr). Differs: messages of at most 512 bytes, no wait frames
 * of our own. Checked against: the traces of the standard, python-can-isotp, the compiled C.
 */
export const ISO_TP_CAPACITY = 512;
/** What our flow control asks for: so many frames at a time, one right after the other. */
const BLOCK_SIZE = 8;
const SEPARATION_CODE = 0;
/** Silence after which a message is given up: N_Cr and N_Bs [µs]. */
const TIME_OUT_US = 1_000_000;
/** More waits of the other side than this give a message up. */
const MOST_WAITS = 8;
/** Consecutive frames in one step. */
const MOST_PER_STEP = 16;
/** Fills what a frame does not use. */
const PADDING = 0xcc;
const ALL = -1;

/** Begun: a message is there, and its first frame has not been sent. Waiting: for flow control. */
const Phase = { idle: 0, begun: 1, waiting: 2, sending: 3 } as const;
/** Flow control that is to be sent. */
const Flow = { none: 0, goOn: 1, tooLong: 2 } as const;

export interface IsoTp {
  /** What was received; complete where `receiveIsoTp` says so. */
  received: Uint8Array;
  count: number;
  /** Bytes of the message that is coming in; 0 when none is. */
  expected: number;
  sequence: number;
  inBlock: number;
  receiveAge: number;
  flow: number;

  sending: Uint8Array;
  length: number;
  done: number;
  sendSequence: number;
  phase: number;
  blockLeft: number;
  /** Between consecutive frames, and since the last one or the last sign of the other side [µs]. */
  separation: number;
  since: number;
  waits: number;
}

export const createIsoTp = (): IsoTp => ({
  received: new Uint8Array(ISO_TP_CAPACITY),
  count: 0,
  expected: 0,
  sequence: 0,
  inBlock: 0,
  receiveAge: 0,
  flow: Flow.none,
  sending: new Uint8Array(ISO_TP_CAPACITY),
  length: 0,
  done: 0,
  sendSequence: 0,
  phase: Phase.idle,
  blockLeft: 0,
  separation: 0,
  since: 0,
  waits: 0,
});

export const isSendingIsoTp = ({ phase }: IsoTp): boolean => phase !== Phase.idle;

/** A frame of the other side: `length` bytes of `data`. True when `received` holds a whole message of `count` bytes. */
export function receiveIsoTp(link: IsoTp, data: Uint8Array, length: number): boolean {
  if (length < 1) return false;
  switch (data[0] >> 4) {
    case 0:
      return receiveSingle(link, data, length);
    case 1:
      receiveFirst(link, data, length);
      return false;
    case 2:
      return receiveConsecutive(link, data, length);
    case 3:
      if (length >= 3) receiveFlow(link, data);
      return false;
    default:
      return false;
  }
}

function receiveSingle(link: IsoTp, data: Uint8Array, length: number): boolean {
  const count = data[0] & 15;
  if (count < 1 || count > 7 || count > length - 1) return false;
  for (let i = 0; i < count; i++) link.received[i] = data[i + 1];
  link.count = count;
  link.expected = 0;
  return true;
}

function receiveFirst(link: IsoTp, data: Uint8Array, length: number): void {
  const expected = ((data[0] & 15) << 8) | data[1];
  if (length < 8 || expected < 8) return;
  link.expected = 0;
  link.flow = Flow.tooLong;
  if (expected > ISO_TP_CAPACITY) return;
  for (let i = 0; i < 6; i++) link.received[i] = data[i + 2];
  link.count = 6;
  link.expected = expected;
  link.sequence = 1;
  link.inBlock = 0;
  link.receiveAge = 0;
  link.flow = Flow.goOn;
}

function receiveConsecutive(link: IsoTp, data: Uint8Array, length: number): boolean {
  if (link.expected === 0) return false;
  const count = Math.min(7, link.expected - link.count);
  if ((data[0] & 15) !== link.sequence || length - 1 < count) {
    link.expected = 0;
    return false;
  }
  for (let i = 0; i < count; i++) link.received[link.count + i] = data[i + 1];
  link.count += count;
  link.sequence = (link.sequence + 1) & 15;
  link.receiveAge = 0;
  if (link.count === link.expected) {
    link.expected = 0;
    return true;
  }
  if (++link.inBlock === BLOCK_SIZE) {
    link.inBlock = 0;
    link.flow = Flow.goOn;
  }
  return false;
}

function receiveFlow(link: IsoTp, data: Uint8Array): void {
  if (link.phase !== Phase.waiting) return;
  const status = data[0] & 15;
  if (status === 0) {
    link.blockLeft = data[1] === 0 ? ALL : data[1];
    link.separation = separationOf(data[2]);
    link.since = link.separation;
    link.waits = 0;
    link.phase = Phase.sending;
  } else if (status === 1 && ++link.waits <= MOST_WAITS) link.since = 0;
  else link.phase = Phase.idle;
}

/** [µs] of a code: 0 … 127 ms, or 100 … 900 µs; a reserved one is the longest. */
function separationOf(code: number): number {
  if (code <= 0x7f) return code * 1000;
  return code >= 0xf1 && code <= 0xf9 ? (code - 0xf0) * 100 : 127_000;
}

/** Begins to send; false when it is too long, empty, or another message is on its way. */
export function sendIsoTp(link: IsoTp, message: Uint8Array, length: number): boolean {
  if (link.phase !== Phase.idle || length < 1 || length > ISO_TP_CAPACITY) return false;
  for (let i = 0; i < length; i++) link.sending[i] = message[i];
  link.length = length;
  link.done = 0;
  link.phase = Phase.begun;
  return true;
}

/** Time goes on; `frame` has eight bytes to be filled, and is sent with `send` as often as there is something to say. */
export function stepIsoTp(link: IsoTp, elapsedUs: number, frame: Uint8Array, send: () => void): void {
  if (link.expected > 0) {
    link.receiveAge += elapsedUs;
    if (link.receiveAge > TIME_OUT_US) link.expected = 0;
  }
  if (link.flow !== Flow.none) sendFlow(link, frame, send);
  if (link.phase === Phase.begun) sendBeginning(link, frame, send);
  else if (link.phase === Phase.waiting) {
    link.since += elapsedUs;
    if (link.since > TIME_OUT_US) link.phase = Phase.idle;
  } else if (link.phase === Phase.sending) {
    link.since += elapsedUs;
    sendConsecutive(link, frame, send);
  }
}

function sendFlow(link: IsoTp, frame: Uint8Array, send: () => void): void {
  frame.fill(PADDING, 0, 8);
  frame[0] = link.flow === Flow.goOn ? 0x30 : 0x32;
  frame[1] = BLOCK_SIZE;
  frame[2] = SEPARATION_CODE;
  link.flow = Flow.none;
  send();
}

function sendBeginning(link: IsoTp, frame: Uint8Array, send: () => void): void {
  frame.fill(PADDING, 0, 8);
  const isSingle = link.length <= 7;
  frame[0] = isSingle ? link.length : 0x10 | (link.length >> 8);
  if (!isSingle) frame[1] = link.length & 0xff;
  const head = isSingle ? 1 : 2;
  const count = Math.min(link.length, 8 - head);
  for (let i = 0; i < count; i++) frame[head + i] = link.sending[i];
  link.done = count;
  link.sendSequence = 1;
  link.since = 0;
  link.waits = 0;
  link.phase = isSingle ? Phase.idle : Phase.waiting;
  send();
}

function sendConsecutive(link: IsoTp, frame: Uint8Array, send: () => void): void {
  for (let n = 0; n < MOST_PER_STEP && link.phase === Phase.sending && link.since >= link.separation; n++) {
    link.since = 0;
    const count = Math.min(7, link.length - link.done);
    frame.fill(PADDING, 0, 8);
    frame[0] = 0x20 | link.sendSequence;
    for (let i = 0; i < count; i++) frame[1 + i] = link.sending[link.done + i];
    link.done += count;
    link.sendSequence = (link.sendSequence + 1) & 15;
    send();
    if (link.done === link.length) link.phase = Phase.idle;
    else if (link.blockLeft !== ALL && --link.blockLeft === 0) {
      link.phase = Phase.waiting;
      link.since = 0;
    }
  }
}
