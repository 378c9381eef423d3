/**
 * Packets of the Precision Time Protocol as bytes and back: IEEE 1588-2008 and -2019, 13, and IEEE 802.1AS-2020, 10.6 and 11.4. All numbers are
 * big-endian.
 *
 *   header   0 majorSdoId, messageType   1 version   2 messageLength   4 domain   6 flags   8 correction (2⁻¹⁶ ns)
 *            20 sourcePortIdentity   30 sequenceId   32 control   33 logMessageInterval
 *   body     34 a timestamp: 48 bits of seconds, 32 of nanoseconds; then by type: the port that asked, or who the grandmaster is; then TLVs
 *
 * What is not understood is left out: signalling, management, unknown TLVs. What is no packet, or one of another version, is a problem in a
 * sentence. Checked against: packets of linuxptp's ptp4l.
 */
export const enum PtpType {
  SYNC = 0,
  DELAY_REQ = 1,
  PDELAY_REQ = 2,
  PDELAY_RESP = 3,
  FOLLOW_UP = 8,
  DELAY_RESP = 9,
  PDELAY_RESP_FOLLOW_UP = 10,
  ANNOUNCE = 11,
}

export const TWO_STEP = 0x0200;
/** majorSdoId of IEEE 802.1AS. */
export const GPTP = 1;

export interface PtpMessage {
  type: number;
  majorSdoId: number;
  domain: number;
  flags: number;
  /** [ns], a multiple of 2⁻¹⁶. */
  correctionNs: number;
  sourceIdentity: string;
  sourcePort: number;
  sequence: number;
  /** log₂ of the time between two of its kind [s]. */
  logInterval: number;
  /** The timestamp: when it left, or when what it answers came or left. */
  seconds: number;
  nanoseconds: number;
  /** Whom it answers. */
  requestingIdentity: string;
  requestingPort: number;
  /** Of an Announce. */
  utcOffset: number;
  priority1: number;
  clockClass: number;
  clockAccuracy: number;
  offsetScaledLogVariance: number;
  priority2: number;
  grandmaster: string;
  stepsRemoved: number;
  /** Clocks that have passed an Announce on; empty when it does not say. */
  pathTrace: string[];
  /** Of a Follow_Up of gPTP: the grandmaster's rate in terms of the sender's oscillator, minus 1. */
  rateOffset: number;
}

export const NOBODY = '0000000000000000';

export const createPtpMessage = (): PtpMessage => ({
  type: 0,
  majorSdoId: 0,
  domain: 0,
  flags: 0,
  correctionNs: 0,
  sourceIdentity: NOBODY,
  sourcePort: 0,
  sequence: 0,
  logInterval: 0x7f,
  seconds: 0,
  nanoseconds: 0,
  requestingIdentity: NOBODY,
  requestingPort: 0,
  utcOffset: 0,
  priority1: 0,
  clockClass: 0,
  clockAccuracy: 0,
  offsetScaledLogVariance: 0,
  priority2: 0,
  grandmaster: NOBODY,
  stepsRemoved: 0,
  pathTrace: [],
  rateOffset: 0,
});

const HEADER = 34;
/** Shortest length by type; types that are not here are not understood. */
const LENGTHS: Readonly<Record<number, number>> = { 0: 44, 1: 44, 2: 54, 3: 54, 8: 44, 9: 54, 10: 54, 11: 64 };

const TLV_ORGANISATION = 3;
const TLV_PATH_TRACE = 8;
/** The Follow_Up information TLV: organisation 00-80-C2, subtype 1. */
const IEEE_802_1 = 0x0080c2;
const FOLLOW_UP_TLV = 32;
const TWO_TO_32 = 4294967296;
const TWO_TO_41 = 2199023255552;
/** Clocks that a path trace may name; a packet that names more is no packet of a network that we know. */
const MOST_TRACED = 16;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Reads the first `size` bytes into `message`. Returns undefined, or a sentence about what is wrong; the message is then undefined in part. */
export function decodePtp(bytes: Uint8Array, message: PtpMessage, size = bytes.length): string | undefined {
  if (size < HEADER) return `a packet of ${size} bytes is shorter than the header of ${HEADER}`;
  const view = viewOf(bytes);
  const type = bytes[0] & 15;
  const version = bytes[1] & 15;
  const length = view.getUint16(2);
  if (version !== 2) return `version ${version} is not 2`;
  if (!(type in LENGTHS)) return `type ${type} is not understood`;
  if (length < LENGTHS[type] || length > size)
    return `a length of ${length} bytes is not within ${LENGTHS[type]} and the ${size} that came`;
  decodeHeader(view, message);
  message.type = type;
  message.seconds = view.getUint16(34) * TWO_TO_32 + view.getUint32(36);
  message.nanoseconds = view.getUint32(40);
  if (message.nanoseconds >= 1e9) return `${message.nanoseconds} ns are more than a second`;
  const answers = type === PtpType.PDELAY_RESP || type === PtpType.DELAY_RESP || type === PtpType.PDELAY_RESP_FOLLOW_UP;
  message.requestingIdentity = answers ? identityAt(view, 44) : NOBODY;
  message.requestingPort = answers ? view.getUint16(52) : 0;
  message.pathTrace.length = 0;
  message.rateOffset = 0;
  if (type === PtpType.ANNOUNCE) decodeAnnounce(view, message);
  return decodeTlvs(view, LENGTHS[type], length, message);
}

function decodeHeader(view: DataView, message: PtpMessage): void {
  message.majorSdoId = view.getUint8(0) >> 4;
  message.domain = view.getUint8(4);
  message.flags = view.getUint16(6);
  message.correctionNs = (view.getInt32(8) * TWO_TO_32 + view.getUint32(12)) / 65536;
  message.sourceIdentity = identityAt(view, 20);
  message.sourcePort = view.getUint16(28);
  message.sequence = view.getUint16(30);
  message.logInterval = view.getInt8(33);
}

function decodeAnnounce(view: DataView, message: PtpMessage): void {
  message.utcOffset = view.getInt16(44);
  message.priority1 = view.getUint8(47);
  message.clockClass = view.getUint8(48);
  message.clockAccuracy = view.getUint8(49);
  message.offsetScaledLogVariance = view.getUint16(50);
  message.priority2 = view.getUint8(52);
  message.grandmaster = identityAt(view, 53);
  message.stepsRemoved = view.getUint16(61);
}

function decodeTlvs(view: DataView, start: number, end: number, message: PtpMessage): string | undefined {
  for (let at = start; at + 4 <= end; ) {
    const type = view.getUint16(at);
    const length = view.getUint16(at + 2);
    const next = at + 4 + length;
    if (next > end) return `a TLV of ${length} bytes reaches beyond the packet`;
    if (type === TLV_PATH_TRACE && message.type === PtpType.ANNOUNCE) {
      if (length > 8 * MOST_TRACED) return `a path of ${length / 8} clocks is longer than ${MOST_TRACED}`;
      for (let place = at + 4; place + 8 <= next; place += 8) message.pathTrace.push(identityAt(view, place));
    } else if (isFollowUpTlv(view, at, type, length) && message.type === PtpType.FOLLOW_UP) {
      message.rateOffset = view.getInt32(at + 10) / TWO_TO_41;
    }
    at = next;
  }
  return undefined;
}

const isFollowUpTlv = (view: DataView, at: number, type: number, length: number): boolean =>
  type === TLV_ORGANISATION &&
  length >= 28 &&
  view.getUint32(at + 4) >>> 8 === IEEE_802_1 &&
  view.getUint8(at + 9) === 1;

/** Writes a packet; returns its length. `bytes` must have room for it: 192 bytes always have. */
export function encodePtp(message: PtpMessage, bytes: Uint8Array): number {
  const { type } = message;
  const view = viewOf(bytes);
  const length = lengthOf(message);
  bytes.fill(0, 0, length);
  encodeHeader(message, view, length);
  view.setUint16(34, Math.floor(message.seconds / TWO_TO_32));
  view.setUint32(36, message.seconds % TWO_TO_32);
  view.setUint32(40, message.nanoseconds);
  if (type === PtpType.PDELAY_RESP || type === PtpType.DELAY_RESP || type === PtpType.PDELAY_RESP_FOLLOW_UP) {
    setIdentity(view, 44, message.requestingIdentity);
    view.setUint16(52, message.requestingPort);
  }
  if (type === PtpType.ANNOUNCE) encodeAnnounce(message, view);
  if (type === PtpType.FOLLOW_UP && message.majorSdoId === GPTP) encodeRateOffset(message, view);
  return length;
}

function lengthOf({ type, majorSdoId, pathTrace }: PtpMessage): number {
  if (type === PtpType.ANNOUNCE && pathTrace.length > 0)
    return LENGTHS[type] + 4 + 8 * Math.min(pathTrace.length, MOST_TRACED);
  return LENGTHS[type] + (type === PtpType.FOLLOW_UP && majorSdoId === GPTP ? FOLLOW_UP_TLV : 0);
}

/** controlField of version 1, by type. */
const CONTROL: Readonly<Record<number, number>> = { 0: 0, 1: 1, 8: 2, 9: 3 };

function encodeHeader(message: PtpMessage, view: DataView, length: number): void {
  view.setUint8(0, (message.majorSdoId << 4) | message.type);
  view.setUint8(1, 2);
  view.setUint16(2, length);
  view.setUint8(4, message.domain);
  view.setUint16(6, message.flags);
  const scaled = Math.round(message.correctionNs * 65536);
  view.setInt32(8, Math.floor(scaled / TWO_TO_32));
  view.setUint32(12, scaled - Math.floor(scaled / TWO_TO_32) * TWO_TO_32);
  setIdentity(view, 20, message.sourceIdentity);
  view.setUint16(28, message.sourcePort);
  view.setUint16(30, message.sequence);
  view.setUint8(32, CONTROL[message.type] ?? 5);
  view.setInt8(33, message.logInterval);
}

function encodeAnnounce(message: PtpMessage, view: DataView): void {
  view.setInt16(44, message.utcOffset);
  view.setUint8(47, message.priority1);
  view.setUint8(48, message.clockClass);
  view.setUint8(49, message.clockAccuracy);
  view.setUint16(50, message.offsetScaledLogVariance);
  view.setUint8(52, message.priority2);
  setIdentity(view, 53, message.grandmaster);
  view.setUint16(61, message.stepsRemoved);
  // the source of time is an oscillator
  view.setUint8(63, 0xa0);
  const traced = Math.min(message.pathTrace.length, MOST_TRACED);
  if (traced === 0) return;
  view.setUint16(64, TLV_PATH_TRACE);
  view.setUint16(66, 8 * traced);
  for (let i = 0; i < traced; i++) setIdentity(view, 68 + 8 * i, message.pathTrace[i]);
}

function encodeRateOffset({ rateOffset }: PtpMessage, view: DataView): void {
  view.setUint16(44, TLV_ORGANISATION);
  view.setUint16(46, FOLLOW_UP_TLV - 4);
  view.setUint32(48, IEEE_802_1 * 256);
  view.setUint8(53, 1);
  view.setInt32(54, Math.round(rateOffset * TWO_TO_41));
}

/** A clockIdentity as sixteen hexadecimal digits, which sort as the numbers do. */
const identityAt = (view: DataView, at: number): string => hex(view.getUint32(at)) + hex(view.getUint32(at + 4));
const hex = (word: number): string => word.toString(16).padStart(8, '0');

function setIdentity(view: DataView, at: number, identity: string): void {
  view.setUint32(at, parseInt(identity.slice(0, 8), 16));
  view.setUint32(at + 4, parseInt(identity.slice(8), 16));
}
