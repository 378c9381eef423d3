import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PTP4L_PACKETS } from './fixtures/ptp4l-packets.ts';
import type { PtpMessage } from './ptp-message.ts';
import { createPtpMessage, decodePtp, encodePtp, GPTP, NOBODY, PtpType, TWO_STEP } from './ptp-message.ts';

const TYPES = [
  PtpType.SYNC,
  PtpType.DELAY_REQ,
  PtpType.PDELAY_REQ,
  PtpType.PDELAY_RESP,
  PtpType.FOLLOW_UP,
  PtpType.DELAY_RESP,
  PtpType.PDELAY_RESP_FOLLOW_UP,
  PtpType.ANNOUNCE,
];

const octet = fc.integer({ min: 0, max: 255 });
const word = fc.integer({ min: 0, max: 65535 });
const identity = fc
  .array(octet, { minLength: 8, maxLength: 8 })
  .map((bytes) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''));

const anyMessage: fc.Arbitrary<PtpMessage> = fc.record({
  type: fc.constantFrom(...TYPES),
  majorSdoId: fc.integer({ min: 0, max: 15 }),
  domain: octet,
  flags: word,
  correctionNs: fc.integer({ min: -(2 ** 47), max: 2 ** 47 }).map((scaled) => scaled / 65536),
  sourceIdentity: identity,
  sourcePort: word,
  sequence: word,
  logInterval: fc.integer({ min: -128, max: 127 }),
  seconds: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  nanoseconds: fc.integer({ min: 0, max: 999_999_999 }),
  requestingIdentity: identity,
  requestingPort: word,
  utcOffset: fc.integer({ min: -32768, max: 32767 }),
  priority1: octet,
  clockClass: octet,
  clockAccuracy: octet,
  offsetScaledLogVariance: word,
  priority2: octet,
  grandmaster: identity,
  stepsRemoved: word,
  pathTrace: fc.array(identity, { maxLength: 14 }),
  rateOffset: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map((scaled) => scaled / 2 ** 41),
});

/** What a packet of this type carries of a message. */
function carried(message: PtpMessage): PtpMessage {
  const answers = [PtpType.PDELAY_RESP, PtpType.DELAY_RESP, PtpType.PDELAY_RESP_FOLLOW_UP].includes(message.type);
  const isAnnounce = message.type === PtpType.ANNOUNCE;
  const hasRate = message.type === PtpType.FOLLOW_UP && message.majorSdoId === GPTP;
  const empty = createPtpMessage();
  return {
    ...message,
    ...(answers ? {} : { requestingIdentity: NOBODY, requestingPort: 0 }),
    ...(hasRate ? {} : { rateOffset: 0 }),
    ...(isAnnounce
      ? {}
      : {
          utcOffset: 0,
          priority1: 0,
          clockClass: 0,
          clockAccuracy: 0,
          offsetScaledLogVariance: 0,
          priority2: 0,
          grandmaster: empty.grandmaster,
          stepsRemoved: 0,
          pathTrace: [],
        }),
  };
}

const encoded = (message: PtpMessage): Uint8Array => {
  const bytes = new Uint8Array(192).fill(0xff);
  return bytes.slice(0, encodePtp(message, bytes));
};

const fromHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16));

describe('a packet of PTP', () => {
  it('comes back as it was written', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const read = createPtpMessage();
        expect(decodePtp(encoded(message), read)).toBeUndefined();
        expect(read).toEqual(carried(message));
      }),
      { numRuns: 500 },
    );
  });

  it('is read or refused in a sentence, whatever the bytes', () => {
    const mutated = fc.record({ message: anyMessage, at: fc.nat(191), to: octet, cut: fc.nat(192) });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), mutated), (input) => {
        const bytes = input instanceof Uint8Array ? input : encoded(input.message).slice(0, input.cut);
        if (!(input instanceof Uint8Array) && input.at < bytes.length) bytes[input.at] = input.to;
        const read = createPtpMessage();
        const problem = decodePtp(bytes, read);
        expect(problem === undefined || problem.length > 10).toBe(true);
        expect(read.pathTrace.length).toBeLessThanOrEqual(16);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['too short', '00', 'a packet of 1 bytes is shorter than the header of 34'],
    ['another version', '0001002c'.padEnd(88, '0'), 'version 1 is not 2'],
    ['management', '0d02002c'.padEnd(88, '0'), 'type 13 is not understood'],
    ['longer than it is', '0002ffff'.padEnd(88, '0'), 'a length of 65535 bytes is not within 44 and the 44 that came'],
    [
      'more than a second',
      `0002002c${'0'.repeat(72)}3b9aca0000`.padEnd(88, '0'),
      '1000000000 ns are more than a second',
    ],
    ['a TLV without end', `08020030${'0'.repeat(80)}0003ffff`, 'a TLV of 65535 bytes reaches beyond the packet'],
  ])('that is %s is refused', (_what, hex, problem) => {
    expect(decodePtp(fromHex(hex), createPtpMessage())).toBe(problem);
  });
});

describe('packets of ptp4l', () => {
  const read = (name: keyof typeof PTP4L_PACKETS): PtpMessage => {
    const message = createPtpMessage();
    expect(decodePtp(fromHex(PTP4L_PACKETS[name]), message)).toBeUndefined();
    return message;
  };

  it.each(Object.keys(PTP4L_PACKETS) as (keyof typeof PTP4L_PACKETS)[])('%s is what we write of it', (name) => {
    expect(Buffer.from(encoded(read(name))).toString('hex')).toBe(PTP4L_PACKETS[name]);
  });

  it('say who the grandmaster is', () => {
    expect(read('gptpAnnounce')).toMatchObject({
      type: PtpType.ANNOUNCE,
      majorSdoId: GPTP,
      sourceIdentity: 'aa9a1cfffe74cbf1',
      sourcePort: 1,
      sequence: 1,
      logInterval: -2,
      utcOffset: 37,
      priority1: 10,
      clockClass: 248,
      clockAccuracy: 0xfe,
      offsetScaledLogVariance: 0xffff,
      priority2: 128,
      grandmaster: 'aa9a1cfffe74cbf1',
      stepsRemoved: 0,
      pathTrace: ['aa9a1cfffe74cbf1'],
    });
  });

  it('say when a Sync left', () => {
    expect(read('sync').flags & TWO_STEP).toBe(TWO_STEP);
    expect(read('followUp')).toMatchObject({ sequence: 1, seconds: 1794963641, nanoseconds: 848872791 });
    expect(read('pdelayResponse')).toMatchObject({ requestingIdentity: 'ce2dcafffe4551bb', requestingPort: 1 });
  });
});
