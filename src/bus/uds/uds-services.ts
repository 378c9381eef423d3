/**
 * What a small diagnostic server answers: Unified Diagnostic Services, ISO 14229-1. firmware/diagnosis/uds.c is the same in C, bit for bit.
 *
 *   10 session   11 reset   14 clear faults   19 read faults   22 read data   27 security   2E write data   31 routine   3E tester present
 *
 * A positive answer is service + 0x40; a negative one 7F, the service, and why. Bit 7 of a subfunction asks for no positive answer.
 *
 * | data | what                                      | | faults  | what                                                 |
 * | F186 | session                                   | | C12200  | U0122: no speed on the bus for half a second         |
 * | F18C | serial number                             | | C41568  | U0415: a speed with a wrong checksum                 |
 * | F190 | vehicle identification number             | | routine | what                                                 |
 * | F195 | version                                   | | 0203    | self test: half a second, then passed (2) or not (3) |
 * | 0100 | speed [0.005 m/s], signed, big-endian     |
 * | 0101 | time since the last reset [ms]            |
 * | 0200 | circumference of a wheel [mm]; written in session 03 when unlocked |
 *
 * Reference: ISO 14229-1:2020. Differs: one security level, whose key is a sum and a rotation; no periodic or dynamic data.
 */
const SESSION_TIME_OUT_US = 5_000_000;
const LOCK_US = 10_000_000;
const SELF_TEST_US = 500_000;
const MOST_ATTEMPTS = 3;
/** Times between question and answer that a session promises: P2 50 ms, P2* 5000 ms in units of 10 ms. */
const TIMING = [0x00, 0x32, 0x01, 0xf4];
const FIRST_RANDOM = 0x2545f491;

/** Status of a fault: it is there now, and has been there. */
const FAILING = 0x01;
const CONFIRMED = 0x08;
const KNOWN_STATUS = FAILING | CONFIRMED;

const FAULTS = [0xc12200, 0xc41568] as const;

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const SERIAL = ascii('0001');
const VIN = ascii('SKIDPAD0000000001');
const VERSION = ascii('1.0.0');

const REFUSED = {
  serviceNotSupported: 0x11,
  subfunctionNotSupported: 0x12,
  incorrectLength: 0x13,
  conditionsNotCorrect: 0x22,
  sequenceError: 0x24,
  outOfRange: 0x31,
  accessDenied: 0x33,
  invalidKey: 0x35,
  tooManyAttempts: 0x36,
  delayNotExpired: 0x37,
  notInThisSession: 0x7f,
} as const;

export interface UdsServer {
  session: number;
  /** Since the last request [µs]. */
  sessionAge: number;
  isUnlocked: boolean;
  random: number;
  seed: number;
  isSeedOut: boolean;
  attempts: number;
  /** Until security is answered again [µs]. */
  lockLeft: number;
  /** Of each of FAULTS. */
  faults: number[];
  /** 0 never started, 1 running, 2 passed, 3 failed. */
  selfTest: number;
  selfTestLeft: number;
  /** Subfunction of a reset that follows the answer; 0 for none. */
  reset: number;
  upTimeUs: number;
  /** [0.005 m/s] */
  speed: number;
  /** [mm] */
  circumference: number;
}

export const createUdsServer = (): UdsServer => ({
  session: 1,
  sessionAge: 0,
  isUnlocked: false,
  random: FIRST_RANDOM,
  seed: 0,
  isSeedOut: false,
  attempts: 0,
  lockLeft: 0,
  faults: FAULTS.map(() => 0),
  selfTest: 0,
  selfTestLeft: 0,
  reset: 0,
  upTimeUs: 0,
  speed: 0,
  circumference: 1985,
});

/** What a reset by a tester leaves: what is kept without power, and the sequence of seeds. */
export function restartUds(server: UdsServer): void {
  const { circumference, faults, random } = server;
  Object.assign(server, createUdsServer(), {
    circumference,
    random,
    faults: faults.map((status) => status & CONFIRMED),
  });
}

/** Notes whether a fault is there now. */
export function noteFault(server: UdsServer, index: number, isThere: boolean): void {
  server.faults[index] = isThere ? server.faults[index] | KNOWN_STATUS : server.faults[index] & ~FAILING;
}

/** Time goes on. */
export function stepUds(server: UdsServer, elapsedUs: number): void {
  server.upTimeUs = (server.upTimeUs + elapsedUs) % 0x1_0000_0000;
  server.lockLeft = Math.max(0, server.lockLeft - elapsedUs);
  if (server.session !== 1) {
    server.sessionAge += elapsedUs;
    if (server.sessionAge > SESSION_TIME_OUT_US) enterSession(server, 1);
  }
  if (server.selfTest === 1) {
    server.selfTestLeft = Math.max(0, server.selfTestLeft - elapsedUs);
    if (server.selfTestLeft === 0) server.selfTest = server.faults.some((status) => (status & FAILING) !== 0) ? 3 : 2;
  }
}

function enterSession(server: UdsServer, session: number): void {
  server.session = session;
  server.sessionAge = 0;
  server.isUnlocked = false;
  server.isSeedOut = false;
}

/** The key to a seed: rotate(seed ⊕ 5BD1E995, 7) + 01234567. */
export function keyOf(seed: number): number {
  const mixed = (seed ^ 0x5bd1e995) >>> 0;
  return ((((mixed << 7) | (mixed >>> 25)) >>> 0) + 0x01234567) >>> 0;
}

/** Marsaglia's xorshift32. */
function nextSeed(server: UdsServer): number {
  let x = server.random;
  x = (x ^ (x << 13)) >>> 0;
  x = (x ^ (x >>> 17)) >>> 0;
  x = (x ^ (x << 5)) >>> 0;
  server.random = x;
  return x;
}

/** The answer to a request as a list of bytes: empty where none is due. `isFunctional`: it was sent to every server there is. */
export function answerUds(server: UdsServer, request: Uint8Array, length: number, isFunctional: boolean): number[] {
  server.sessionAge = 0;
  const service = request[0];
  const answer = SERVICES[service]?.(server, request, length) ?? REFUSED.serviceNotSupported;
  if (typeof answer === 'number') {
    // whoever was asked among others says nothing where it does not know what is asked for
    const isQuiet: readonly number[] = [
      REFUSED.serviceNotSupported,
      REFUSED.subfunctionNotSupported,
      REFUSED.outOfRange,
      REFUSED.notInThisSession,
    ];
    return isFunctional && isQuiet.includes(answer) ? [] : [0x7f, service, answer];
  }
  const isSuppressed = WITH_SUBFUNCTION.includes(service) && (request[1] & 0x80) !== 0;
  return isSuppressed ? [] : [service + 0x40, ...answer];
}

/** The rest of a positive answer, or why there is none. */
type Service = (server: UdsServer, request: Uint8Array, length: number) => number[] | number;

const WITH_SUBFUNCTION: readonly number[] = [0x10, 0x11, 0x19, 0x27, 0x31, 0x3e];

const SERVICES: Readonly<Record<number, Service>> = {
  0x10: sessionControl,
  0x11: ecuReset,
  0x14: clearFaults,
  0x19: readFaults,
  0x22: readData,
  0x27: securityAccess,
  0x2e: writeData,
  0x31: routineControl,
  0x3e: testerPresent,
};

function sessionControl(server: UdsServer, request: Uint8Array, length: number): number[] | number {
  if (length !== 2) return REFUSED.incorrectLength;
  const session = request[1] & 0x7f;
  if (session < 1 || session > 3) return REFUSED.subfunctionNotSupported;
  // a car that drives is not programmed
  if (session === 2 && server.speed !== 0) return REFUSED.conditionsNotCorrect;
  enterSession(server, session);
  return [session, ...TIMING];
}

function ecuReset(server: UdsServer, request: Uint8Array, length: number): number[] | number {
  if (length !== 2) return REFUSED.incorrectLength;
  const kind = request[1] & 0x7f;
  if (kind !== 1 && kind !== 3) return REFUSED.subfunctionNotSupported;
  server.reset = kind;
  return [kind];
}

function clearFaults(server: UdsServer, request: Uint8Array, length: number): number[] | number {
  if (length !== 4) return REFUSED.incorrectLength;
  const group = (request[1] << 16) | (request[2] << 8) | request[3];
  const index = FAULTS.findIndex((code) => code === group);
  if (group !== 0xffffff && index < 0) return REFUSED.outOfRange;
  server.faults = server.faults.map((status, i) => (group === 0xffffff || i === index ? 0 : status));
  return [];
}

function readFaults(server: UdsServer, request: Uint8Array, length: number): number[] | number {
  if (length < 2) return REFUSED.incorrectLength;
  const kind = request[1] & 0x7f;
  if (kind !== 0x01 && kind !== 0x02 && kind !== 0x0a) return REFUSED.subfunctionNotSupported;
  if (length !== (kind === 0x0a ? 2 : 3)) return REFUSED.incorrectLength;
  const mask = kind === 0x0a ? 0xff : request[2] & KNOWN_STATUS;
  const chosen = FAULTS.map((code, i) => ({ code, status: server.faults[i] })).filter(
    ({ status }) => kind === 0x0a || (status & mask) !== 0,
  );
  // ISO 14229-1 format of codes
  if (kind === 0x01) return [kind, KNOWN_STATUS, 0x01, 0, chosen.length];
  const records = chosen.flatMap(({ code, status }) => [code >> 16, (code >> 8) & 0xff, code & 0xff, status]);
  return [kind, KNOWN_STATUS, ...records];
}

const word = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];
const longWord = (value: number): number[] => [...word(value >>> 16), ...word(value & 0xffff)];

function dataOf(server: UdsServer, identifier: number): number[] | undefined {
  switch (identifier) {
    case 0xf186:
      return [server.session];
    case 0xf18c:
      return SERIAL;
    case 0xf190:
      return VIN;
    case 0xf195:
      return VERSION;
    case 0x0100:
      return word(server.speed);
    case 0x0101:
      return longWord(Math.floor(server.upTimeUs / 1000));
    case 0x0200:
      return word(server.circumference);
    default:
      return undefined;
  }
}

/** Of several identifiers, those that there are. */
function readData(server: UdsServer, request: Uint8Array, length: number): number[] | number {
  if (length < 3 || length % 2 === 0 || length > 15) return REFUSED.incorrectLength;
  const answer: number[] = [];
  for (let i = 1; i < length; i += 2) {
    const data = dataOf(server, (request[i] << 8) | request[i + 1]);
    if (data !== undefined) answer.push(request[i], request[i + 1], ...data);
  }
  return answer.length === 0 ? REFUSED.outOfRange : answer;
}

function securityAccess(server: UdsServer, request: Uint8Array, length: number): number[] | number {
  if (server.session === 1) return REFUSED.notInThisSession;
  if (length < 2) return REFUSED.incorrectLength;
  const kind = request[1] & 0x7f;
  if (kind !== 1 && kind !== 2) return REFUSED.subfunctionNotSupported;
  if (length !== (kind === 1 ? 2 : 6)) return REFUSED.incorrectLength;
  if (server.lockLeft > 0) return REFUSED.delayNotExpired;
  if (kind === 1) {
    if (server.isUnlocked) return [kind, 0, 0, 0, 0];
    server.seed = nextSeed(server);
    server.isSeedOut = true;
    return [kind, ...longWord(server.seed)];
  }
  if (!server.isSeedOut) return REFUSED.sequenceError;
  server.isSeedOut = false;
  const key = ((request[2] << 24) | (request[3] << 16) | (request[4] << 8) | request[5]) >>> 0;
  if (key === keyOf(server.seed)) {
    server.isUnlocked = true;
    server.attempts = 0;
    return [kind];
  }
  if (++server.attempts < MOST_ATTEMPTS) return REFUSED.invalidKey;
  server.attempts = 0;
  server.lockLeft = LOCK_US;
  return REFUSED.tooManyAttempts;
}

function writeData(server: UdsServer, request: Uint8Array, length: number): number[] | number {
  if (length < 4) return REFUSED.incorrectLength;
  if (((request[1] << 8) | request[2]) !== 0x0200) return REFUSED.outOfRange;
  if (server.session === 1) return REFUSED.notInThisSession;
  if (length !== 5) return REFUSED.incorrectLength;
  if (!server.isUnlocked) return REFUSED.accessDenied;
  const value = (request[3] << 8) | request[4];
  if (value < 1000 || value > 3000) return REFUSED.outOfRange;
  server.circumference = value;
  return [request[1], request[2]];
}

function routineControl(server: UdsServer, request: Uint8Array, length: number): number[] | number {
  if (length !== 4) return REFUSED.incorrectLength;
  const kind = request[1] & 0x7f;
  if (kind < 1 || kind > 3) return REFUSED.subfunctionNotSupported;
  if (((request[2] << 8) | request[3]) !== 0x0203) return REFUSED.outOfRange;
  if (kind === 1) {
    server.selfTest = 1;
    server.selfTestLeft = SELF_TEST_US;
    return [kind, request[2], request[3]];
  }
  if (server.selfTest === 0 || (kind === 2 && server.selfTest !== 1)) return REFUSED.sequenceError;
  if (kind === 2) server.selfTest = 0;
  return kind === 2 ? [kind, request[2], request[3]] : [kind, request[2], request[3], server.selfTest];
}

function testerPresent(_server: UdsServer, request: Uint8Array, length: number): number[] | number {
  if (length !== 2) return REFUSED.incorrectLength;
  return (request[1] & 0x7f) === 0 ? [0] : REFUSED.subfunctionNotSupported;
}
