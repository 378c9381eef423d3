import { describe, expect, it } from 'vitest';
import type { PtpMessage } from '../../bus/clocks/ptp-message.ts';
import { createPtpMessage, decodePtp, encodePtp, PtpType, TWO_STEP } from '../../bus/clocks/ptp-message.ts';
import type { PtpSlaveSetup } from './ptp-slave.ts';
import { PtpSlave } from './ptp-slave.ts';

const EPOCH = 1_800_000_000;
const GRANDMASTER = 'aa00000000000001';

interface Way {
  /** From the master and to it [ns]. */
  readonly down: number;
  readonly up: number;
}

/** A master and a slave whose clock is `offset` ahead of it [ns], on a network that we make. */
class Rig {
  /** True time, which is the master's, since the epoch [ns]. */
  now = 5e9;
  sequence = 0;
  asked: PtpMessage[] = [];
  readonly slave: PtpSlave;

  constructor(
    readonly offset: number,
    setup: Partial<PtpSlaveSetup> = {},
    readonly source: Partial<PtpMessage> = {},
  ) {
    this.slave = new PtpSlave({
      identity: '0200000000000002',
      domain: 0,
      delayInterval: 0.1,
      epoch: EPOCH,
      ...setup,
      send: (packet) => {
        const message = createPtpMessage();
        expect(decodePtp(packet, message)).toBeUndefined();
        this.asked.push(message);
        return this.now + this.offset;
      },
    });
  }

  deliver(message: Partial<PtpMessage>, delay = 0): void {
    this.now += delay;
    const whole = { ...createPtpMessage(), sourceIdentity: GRANDMASTER, sourcePort: 1, ...this.source, ...message };
    const bytes = new Uint8Array(192);
    this.slave.receive(bytes.subarray(0, encodePtp(whole, bytes)), this.now + this.offset);
  }

  announce(message: Partial<PtpMessage> = {}): void {
    this.deliver({ type: PtpType.ANNOUNCE, priority1: 10, grandmaster: GRANDMASTER, logInterval: 0, ...message });
  }

  stamp(timeNs: number, utcOffset = 0): Partial<PtpMessage> {
    return { seconds: EPOCH + utcOffset + Math.floor(timeNs / 1e9), nanoseconds: Math.floor(timeNs) % 1e9 };
  }

  /** Sync, Follow_Up, Delay_Req and Delay_Resp. */
  exchange({ down, up }: Way, utcOffset = 0, correction = 0): void {
    const sequence = ++this.sequence;
    const origin = this.stamp(this.now, utcOffset);
    this.deliver({ type: PtpType.SYNC, sequence, flags: TWO_STEP, correctionNs: correction }, down + correction);
    const asked = this.asked.length;
    this.deliver({ type: PtpType.FOLLOW_UP, sequence, ...origin });
    if (this.asked.length === asked) return;
    const question = this.asked.at(-1)!;
    this.now += up;
    const { sequence: answers, sourceIdentity, sourcePort } = question;
    this.deliver({
      type: PtpType.DELAY_RESP,
      sequence: answers,
      requestingIdentity: sourceIdentity,
      requestingPort: sourcePort,
      ...this.stamp(this.now, utcOffset),
    });
    this.now += 125e6;
  }

  status() {
    return this.slave.status(this.now + this.offset);
  }
}

describe('a PTP slave', () => {
  it('knows offset and delay exactly where both ways are the same', () => {
    const rig = new Rig(-3_000_000);
    expect(rig.status()).toMatchObject({ state: 'listening', offset: NaN });
    rig.announce();
    expect(rig.status()).toMatchObject({ state: 'uncalibrated', master: GRANDMASTER });
    rig.exchange({ down: 40_000, up: 40_000 });
    const { state, offset, pathDelay, bound } = rig.status();
    expect(state).toBe('following');
    expect(offset).toBeCloseTo(-3e-3, 12);
    expect(pathDelay).toBeCloseTo(40e-6, 12);
    // 200 ppm of the 125 ms since
    expect(bound).toBeCloseTo(40e-6 + 200e-6 * 0.125, 7);
  });

  it.each([
    [0, 80_000],
    [80_000, 0],
    [10_000, 2_000_000],
  ])('is wrong by half of what the ways differ, %s ns down and %s ns up, and within its bound', (down, up) => {
    const rig = new Rig(12_345);
    rig.announce();
    rig.exchange({ down, up });
    const { offset, bound } = rig.status();
    expect(offset * 1e9 - 12_345).toBeCloseTo((down - up) / 2, 3);
    expect(Math.abs(offset * 1e9 - 12_345)).toBeLessThanOrEqual(bound * 1e9);
  });

  it('trusts the quickest of its measurements', () => {
    const rig = new Rig(0);
    rig.announce();
    for (const down of [900_000, 20_000, 500_000, 3_000_000]) rig.exchange({ down, up: 20_000 });
    expect(rig.status().offset).toBeCloseTo(0, 9);
    expect(rig.status().delays).toBe(4);
  });

  it('takes off what switches say that they kept a packet', () => {
    const rig = new Rig(0);
    rig.announce();
    rig.exchange({ down: 30_000, up: 30_000 }, 0, 7_000_000);
    expect(rig.status().offset).toBeCloseTo(0, 9);
    expect(rig.status().pathDelay).toBeCloseTo(30e-6, 9);
  });

  it('takes TAI for what it is', () => {
    const rig = new Rig(250);
    rig.announce({ flags: 0x0008, utcOffset: 37 });
    rig.exchange({ down: 1000, up: 1000 }, 37);
    expect(rig.status().offset).toBeCloseTo(250e-9, 12);
  });

  it('follows a master in one step', () => {
    const rig = new Rig(500);
    rig.announce();
    const origin = rig.stamp(rig.now);
    rig.deliver({ type: PtpType.SYNC, sequence: 1, ...origin }, 1000);
    expect(rig.asked).toHaveLength(1);
    expect(rig.status().syncs).toBe(1);
  });

  it('asks no more often than it may', () => {
    const rig = new Rig(0, { delayInterval: 1 });
    rig.announce();
    for (let i = 0; i < 9; i++) {
      rig.exchange({ down: 1000, up: 1000 });
      rig.now += 125e6;
    }
    expect(rig.asked.length).toBeLessThanOrEqual(3);
  });

  it('gives a master up that announces itself no more', () => {
    const rig = new Rig(0);
    rig.announce();
    rig.exchange({ down: 1000, up: 1000 });
    rig.now += 3.1e9;
    expect(rig.status()).toMatchObject({ state: 'listening', offset: NaN, master: undefined });
  });

  it('follows the better of two, and only the one that is named where one is', () => {
    const better = { sourceIdentity: 'bb00000000000001', grandmaster: 'bb00000000000001', priority1: 1 };
    const free = new Rig(0);
    free.announce();
    free.announce(better);
    expect(free.status().master).toBe(better.grandmaster);
    const faithful = new Rig(0, { master: GRANDMASTER });
    faithful.announce();
    faithful.announce(better);
    expect(faithful.status().master).toBe(GRANDMASTER);
  });

  it.each<[string, (rig: Rig) => void]>([
    ['another domain', (rig) => rig.deliver({ type: PtpType.SYNC, domain: 3 })],
    ['gPTP', (rig) => rig.deliver({ type: PtpType.SYNC, majorSdoId: 1 })],
    ['no packets', (rig) => rig.slave.receive(new Uint8Array(20), 0)],
  ])('counts and ignores %s', (_what, disturb) => {
    const rig = new Rig(0);
    rig.announce();
    disturb(rig);
    expect(rig.status().ignored).toBe(1);
  });

  it('does not believe strangers, nor answers to others, nor ways that take less than no time', () => {
    const rig = new Rig(0);
    rig.announce();
    rig.deliver({ type: PtpType.SYNC, sequence: 9, sourceIdentity: 'cc00000000000001' });
    expect(rig.asked).toHaveLength(0);
    rig.deliver({ type: PtpType.SYNC, sequence: 1, flags: TWO_STEP }, 1000);
    rig.deliver({ type: PtpType.FOLLOW_UP, sequence: 1, ...rig.stamp(rig.now - 1000) });
    const [question] = rig.asked;
    const answer = { type: PtpType.DELAY_RESP, requestingPort: 1, sequence: question.sequence };
    rig.deliver({ ...answer, requestingIdentity: 'dd00000000000001', ...rig.stamp(rig.now) });
    expect(rig.status().delays).toBe(0);
    rig.deliver({ ...answer, requestingIdentity: question.sourceIdentity, ...rig.stamp(rig.now - 1e9) });
    expect(rig.status()).toMatchObject({ delays: 0, ignored: 1, state: 'uncalibrated' });
  });

  it('keeps no more than a few of ten thousand masters in mind', () => {
    const rig = new Rig(0);
    for (let i = 0; i < 10_000; i++)
      rig.announce({ sourceIdentity: i.toString(16).padStart(16, '0'), grandmaster: i.toString(16).padStart(16, '0') });
    expect(rig.status().ignored).toBe(10_000 - 8);
  });
});
