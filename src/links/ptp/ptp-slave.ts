/**
 * A follower of PTP masters (IEEE 1588-2019, end to end), without sockets and clocks of its own: it is told what came and when, and says what to send.
 *
 *   a = t₂ − t₁   Sync: left the master at t₁, came at t₂        b = t₄ − t₃   Delay_Req: left here at t₃, came to the master at t₄
 *   offset = (a − b)/2        delay = (a + b)/2                  t₁, t₄ by the master's clock, t₂, t₃ by ours; less the corrections
 *
 * Neither way takes less than no time, so the offset is wrong by the delay at most, whatever the network, the kernel and the event loop did in between, as long
 * as t₂ is not before the arrival nor t₃ after the departure. Of the last measurements the one with the least delay is best, and its bound grows with
 * its age by the rate that clocks may differ:
 *
 *   bound = delay + ρ (age + |t₃ − t₂|)
 *
 * It steers no clock: it knows the difference. There is no authentication in PTP: who announces a better clock is followed, unless `master` names one.
 */
import type { PriorityVector } from '../../bus/clocks/best-master.ts';
import { compareVectors } from '../../bus/clocks/best-master.ts';
import type { PtpMessage } from '../../bus/clocks/ptp-message.ts';
import { createPtpMessage, decodePtp, encodePtp, PtpType, TWO_STEP } from '../../bus/clocks/ptp-message.ts';

export interface PtpSlaveSetup {
  readonly identity: string;
  readonly domain: number;
  readonly master?: string;
  /** Least time between two Delay_Reqs [s]. */
  readonly delayInterval: number;
  /** Local times count from this second of Unix time [s]. */
  readonly epoch: number;
  /** Sends an event packet; returns the local time before it left [ns]. */
  send(packet: Uint8Array): number;
}

export interface PtpStatus {
  /** No master; one whose time is not known yet; following. */
  readonly state: 'listening' | 'uncalibrated' | 'following';
  /** clockIdentity of the grandmaster. */
  readonly master?: string;
  /** Own clock minus the master's in UTC, way from the master to here, and what the offset may be wrong by at most [s]; NaN while not known. */
  readonly offset: number;
  readonly pathDelay: number;
  readonly bound: number;
  /** Syncs and answers that were understood, and packets that were not. */
  readonly syncs: number;
  readonly delays: number;
  readonly ignored: number;
}

interface Measurement {
  readonly offset: number;
  readonly delay: number;
  /** |t₃ − t₂| and t₃ [ns]. */
  readonly apart: number;
  readonly timeNs: number;
}

/** Clocks that are no better than they must be differ by less than this [s/s]. */
const RATE_BOUND = 200e-6;
/** Measurements of which the best counts, and announced masters that are kept in mind. */
const WINDOW = 8;
const MOST_MASTERS = 8;
const PTP_TIMESCALE = 0x0008;

interface Candidate {
  readonly vector: PriorityVector;
  readonly utcOffset: number;
  readonly untilNs: number;
}

export class PtpSlave {
  private readonly candidates = new Map<string, Candidate>();
  private readonly message = createPtpMessage();
  private readonly packet = new Uint8Array(192);
  private master: string | undefined;
  private sync: { sequence: number; arrivalNs: number; correctionNs: number } | undefined;
  /** The last a [ns] with t₂. */
  private toHere: { differenceNs: number; arrivalNs: number } | undefined;
  private request: { sequence: number; departureNs: number } | undefined;
  private sequence = 0;
  private nextRequestNs = -Infinity;
  private measurements: Measurement[] = [];
  private syncs = 0;
  private delays = 0;
  private ignored = 0;

  constructor(private readonly setup: PtpSlaveSetup) {}

  /** A packet came; `arrivalNs` is local and not before it did. */
  receive(bytes: Uint8Array, arrivalNs: number): void {
    const { message } = this;
    const problem = decodePtp(bytes, message);
    if (problem !== undefined || message.majorSdoId !== 0 || message.domain !== this.setup.domain) {
      this.ignored++;
      return;
    }
    if (message.sourceIdentity === this.setup.identity) return;
    if (message.type === PtpType.ANNOUNCE) this.hearAnnounce(message, arrivalNs);
    this.chooseMaster(arrivalNs);
    if (sourceOf(message) !== this.master) return;
    if (message.type === PtpType.SYNC) this.hearSync(message, arrivalNs);
    else if (message.type === PtpType.FOLLOW_UP) this.hearFollowUp(message);
    else if (message.type === PtpType.DELAY_RESP) this.hearResponse(message);
  }

  status(nowNs: number): PtpStatus {
    this.chooseMaster(nowNs);
    const { syncs, delays, ignored } = this;
    const master = this.master === undefined ? undefined : this.candidates.get(this.master)?.vector.identity;
    const best = this.bestMeasurement(nowNs);
    const counts = { master, syncs, delays, ignored };
    if (best === undefined)
      return { state: master === undefined ? 'listening' : 'uncalibrated', ...UNKNOWN, ...counts };
    const { offset, delay } = best;
    return {
      state: 'following',
      offset: offset / 1e9,
      pathDelay: delay / 1e9,
      bound: boundAt(best, nowNs) / 1e9,
      ...counts,
    };
  }

  /** The time after which a master is lost that says no more: three of its intervals, which may not be absurd. */
  private hearAnnounce(message: PtpMessage, nowNs: number): void {
    const { master } = this.setup;
    if (message.stepsRemoved >= 255 || (master !== undefined && message.grandmaster !== master)) return;
    const source = sourceOf(message);
    if (!this.candidates.has(source) && this.candidates.size >= MOST_MASTERS) {
      this.ignored++;
      return;
    }
    const interval = 2 ** Math.max(-4, Math.min(4, message.logInterval));
    const { flags, utcOffset } = message;
    this.candidates.set(source, {
      vector: vectorOf(message),
      utcOffset: (flags & PTP_TIMESCALE) === 0 ? 0 : utcOffset,
      untilNs: nowNs + 3 * interval * 1e9,
    });
  }

  private chooseMaster(nowNs: number): void {
    let best: [string, Candidate] | undefined;
    for (const entry of this.candidates) {
      const [source, { vector, untilNs }] = entry;
      if (nowNs > untilNs) this.candidates.delete(source);
      else if (best === undefined || compareVectors(vector, best[1].vector) < 0) best = entry;
    }
    if (best?.[0] === this.master) return;
    this.master = best?.[0];
    this.sync = this.toHere = this.request = undefined;
    this.measurements = [];
  }

  private hearSync({ sequence, flags, correctionNs, ...origin }: PtpMessage, arrivalNs: number): void {
    this.sync = { sequence, arrivalNs, correctionNs };
    if ((flags & TWO_STEP) === 0) this.finishSync(this.masterNs(origin));
  }

  private hearFollowUp(message: PtpMessage): void {
    if (this.sync?.sequence !== message.sequence) return;
    this.finishSync(this.masterNs(message) + message.correctionNs);
  }

  /** The Sync left at this time of the master [ns]. */
  private finishSync(originNs: number): void {
    const { arrivalNs, correctionNs } = this.sync!;
    this.sync = undefined;
    this.syncs++;
    this.toHere = { differenceNs: arrivalNs - originNs - correctionNs, arrivalNs };
    if (arrivalNs >= this.nextRequestNs) this.ask(arrivalNs);
  }

  private ask(nowNs: number): void {
    this.nextRequestNs = nowNs + this.setup.delayInterval * 1e9;
    this.sequence = (this.sequence + 1) & 0xffff;
    const question = {
      ...createPtpMessage(),
      type: PtpType.DELAY_REQ,
      domain: this.setup.domain,
      sourceIdentity: this.setup.identity,
      sourcePort: 1,
      sequence: this.sequence,
    };
    const length = encodePtp(question, this.packet);
    this.request = { sequence: this.sequence, departureNs: this.setup.send(this.packet.subarray(0, length)) };
  }

  private hearResponse(message: PtpMessage): void {
    const { request, toHere } = this;
    const isMine = message.requestingIdentity === this.setup.identity && message.requestingPort === 1;
    if (!isMine || toHere === undefined || request?.sequence !== message.sequence) return;
    this.request = undefined;
    const { departureNs } = request;
    const there = this.masterNs(message) - message.correctionNs - departureNs;
    const apart = Math.abs(departureNs - toHere.arrivalNs);
    const delay = (toHere.differenceNs + there) / 2;
    // less than no time: a stamp is wrong, or a clock was set in between
    if (!(delay >= -RATE_BOUND * apart)) {
      this.ignored++;
      return;
    }
    this.delays++;
    const offset = (toHere.differenceNs - there) / 2;
    this.measurements.push({ offset, delay: Math.max(0, delay), apart, timeNs: departureNs });
    if (this.measurements.length > WINDOW) this.measurements.shift();
  }

  /** A time of the master in UTC [ns since the epoch]. */
  private masterNs({ seconds, nanoseconds }: Pick<PtpMessage, 'seconds' | 'nanoseconds'>): number {
    const { utcOffset } = this.candidates.get(this.master!)!;
    return (seconds - utcOffset - this.setup.epoch) * 1e9 + nanoseconds;
  }

  private bestMeasurement(nowNs: number): Measurement | undefined {
    let best: Measurement | undefined;
    for (const one of this.measurements)
      if (best === undefined || boundAt(one, nowNs) <= boundAt(best, nowNs)) best = one;
    return best;
  }
}

const UNKNOWN = { offset: NaN, pathDelay: NaN, bound: NaN };

const boundAt = ({ delay, apart, timeNs }: Measurement, nowNs: number): number =>
  delay + RATE_BOUND * (apart + Math.abs(nowNs - timeNs));

const sourceOf = ({ sourceIdentity, sourcePort }: PtpMessage): string => `${sourceIdentity}-${sourcePort}`;

const vectorOf = (message: PtpMessage): PriorityVector => ({
  priority1: message.priority1,
  clockClass: message.clockClass,
  clockAccuracy: message.clockAccuracy,
  offsetScaledLogVariance: message.offsetScaledLogVariance,
  priority2: message.priority2,
  identity: message.grandmaster,
  stepsRemoved: message.stepsRemoved,
  sourceIdentity: message.sourceIdentity,
  sourcePort: message.sourcePort,
  receivingPort: 1,
});
