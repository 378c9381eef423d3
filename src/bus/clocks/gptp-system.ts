/**
 * A computer in a gPTP domain: its oscillator, the time it keeps with it, and its ports, through which packets leave and come with stamps of
 * the oscillator.
 *
 * A packet that is sent in a step leaves at some instant before the next, as scheduling has it, and arrives after the delay of its link, to the
 * nanosecond; whoever is told of it later still stamps it with the instant of its arrival, as hardware does.
 */
import type { QueuedOutput } from '../../core/signal.ts';
import { murmurHash } from '../../math/murmur-hash.ts';
import type { RandomStream } from '../../math/random.ts';
import { uniform } from '../../math/random.ts';
import type { PtpPacket } from '../../msgs/index.ts';
import { setTime, timeToNs } from '../../msgs/index.ts';
import type { PriorityVector } from './best-master.ts';
import { ownVector } from './best-master.ts';
import { isActive } from './clock-faults.ts';
import type { GptpParams } from './gptp-params.ts';
import type { Oscillator } from './oscillator.ts';
import { createOscillator, errorNs, quantised } from './oscillator.ts';
import type { PeerDelay } from './peer-delay.ts';
import { createPeerDelay } from './peer-delay.ts';
import type { PtpMessage } from './ptp-message.ts';
import { createPtpMessage, decodePtp, encodePtp, GPTP, PtpType } from './ptp-message.ts';
import type { SteeredClock } from './servo.ts';
import { createSteeredClock } from './servo.ts';
import { gaussian } from '../../math/random.ts';

export const enum PortRole {
  DISABLED,
  MASTER,
  SLAVE,
  PASSIVE,
}

interface Arrival {
  message: PtpMessage;
  timeNs: number;
}

export interface GptpPort {
  role: PortRole;
  peer: PeerDelay;
  /** Packets on their way here, in order. */
  arrivals: Arrival[];
  lastArrivalNs: number;
  lastDepartureNs: number;
  /** The measurement under way: t₁ … t₄ by the oscillator [ns], those not known yet null. */
  request: { sequence: number; t1: number; t2: number | null; t4: number | null } | null;
  nextRequestNs: number;
  /** The best master heard here, and who is between. */
  heard: PriorityVector | null;
  path: string[];
  announceDueNs: number;
  syncDueNs: number;
  /** A Sync that waits for its Follow_Up. */
  sync: { sequence: number; receivedNs: number } | null;
  sequences: number[];
}

export interface GptpSystem {
  identity: string;
  oscillator: Oscillator;
  steered: SteeredClock;
  noise: RandomStream;
  ports: GptpPort[];
  /** The port that leads to the grandmaster, −1 where this is it, and who it is. */
  slavePort: number;
  best: PriorityVector;
  /** What it says of itself. */
  self: PriorityVector;
  nextSyncNs: number;
  nextAnnounceNs: number;
  /** Last measured: θ [ns] and the master's rate, when, and Syncs since this master came or the clock was set. */
  offsetNs: number;
  rateRatio: number;
  sampledNs: number;
  samples: number;
  syncs: number;
  ignored: number;
  masterChanges: number;
}

/** Where a step happens: what it needs besides parameters and state. */
export interface Moment {
  readonly nowNs: number;
  readonly dt: number;
  readonly links: readonly QueuedOutput<PtpPacket>[];
}

const createPort = (): GptpPort => ({
  role: PortRole.DISABLED,
  peer: createPeerDelay(),
  arrivals: [],
  lastArrivalNs: 0,
  lastDepartureNs: 0,
  request: null,
  nextRequestNs: 0,
  heard: null,
  path: [],
  announceDueNs: 0,
  syncDueNs: 0,
  sync: null,
  sequences: new Array<number>(16).fill(0),
});

export function createSystem(own: GptpParams, name: string, stream: (name: string) => RandomStream): GptpSystem {
  const identity = own.identity ?? identityOf(name);
  const self = ownVector({ ...own, identity });
  return {
    identity,
    oscillator: createOscillator(stream('clock')),
    steered: createSteeredClock(),
    noise: stream('network'),
    ports: own.links.map(createPort),
    slavePort: -1,
    best: self,
    self,
    nextSyncNs: 0,
    nextAnnounceNs: 0,
    offsetNs: 0,
    rateRatio: 1,
    sampledNs: 0,
    samples: 0,
    syncs: 0,
    ignored: 0,
    masterChanges: 0,
  };
}

/** As an EUI-64 made of a MAC address, with the name in place of the number. */
function identityOf(name: string): string {
  const bytes = Uint8Array.from(name, (character) => character.charCodeAt(0));
  return `0200fffe${murmurHash(bytes, 0).toString(16).padStart(8, '0')}`;
}

/** What it says of itself, by its parameters as they are now. */
export function updateSelf(own: GptpParams, { self }: GptpSystem): void {
  self.priority1 = own.priority1;
  self.clockClass = own.clockClass;
  self.clockAccuracy = own.clockAccuracy;
  self.offsetScaledLogVariance = own.offsetScaledLogVariance;
  self.priority2 = own.priority2;
}

/** The oscillator's count at a simulated time, as it is, and as a stamp shows it [ns]. */
export const localNs = ({ oscillator }: GptpSystem, timeNs: number): number => timeNs + errorNs(oscillator, timeNs);
export function stampNs({ clock }: GptpParams, system: GptpSystem, timeNs: number): number {
  const jitter = clock.jitter > 0 ? clock.jitter * 1e9 * gaussian(system.noise) : 0;
  return quantised(localNs(system, timeNs) + jitter, clock.granularity);
}

/** Times in packets count from here [s], so that a clock that is behind at the beginning is not before 1970. */
const EPOCH = 1e6;

/** Writes a time [ns] into a packet: whole nanoseconds, the rest times `sign` into its correction. */
export function setTimestamp(message: PtpMessage, timeNs: number, sign = 1): void {
  const whole = Math.floor(timeNs);
  const seconds = Math.floor(whole / 1e9);
  message.seconds = EPOCH + seconds;
  message.nanoseconds = whole - seconds * 1e9;
  message.correctionNs = sign * (timeNs - whole);
}
export const timestampNs = ({ seconds, nanoseconds }: PtpMessage): number => (seconds - EPOCH) * 1e9 + nanoseconds;

/** Everything new on a port, put in the order of arrival. */
export function listen(own: GptpParams, system: GptpSystem, port: number, queue: readonly PtpPacket[]): void {
  const { delay, jitter } = own.links[port];
  const state = system.ports[port];
  for (const { stamp, length, data } of queue) {
    const travelNs = 1e9 * (delay + jitter * uniform(system.noise));
    const timeNs = Math.max(state.lastArrivalNs, timeToNs(stamp) + travelNs);
    const message = createPtpMessage();
    const problem = decodePtp(data, message, Math.min(length, data.length));
    if (problem !== undefined || message.majorSdoId !== GPTP || message.domain !== own.domain) {
      system.ignored++;
      continue;
    }
    state.lastArrivalNs = timeNs;
    state.arrivals.push({ message, timeNs });
  }
}

const draft = createPtpMessage();

/** A packet to fill and send. One at a time. */
export function newPacket(own: GptpParams, { identity, ports }: GptpSystem, port: number, type: PtpType): PtpMessage {
  draft.type = type;
  draft.majorSdoId = GPTP;
  draft.domain = own.domain;
  draft.flags = 0;
  draft.sourceIdentity = identity;
  draft.sourcePort = port + 1;
  draft.sequence = ports[port].sequences[type];
  draft.logInterval = 0x7f;
  draft.rateOffset = 0;
  draft.pathTrace = [];
  setTimestamp(draft, 0);
  return draft;
}

/** Between two packets on one link [ns]. */
const SPACING_NS = 1000;

/** Lets a packet go; returns the stamp of its departure by the oscillator [ns]. */
export function send(own: GptpParams, system: GptpSystem, moment: Moment, port: number, message: PtpMessage): number {
  const state = system.ports[port];
  const { nowNs, dt, links } = moment;
  const wanted = nowNs + Math.floor(uniform(system.noise) * dt * 1e9);
  state.lastDepartureNs = Math.max(wanted, state.lastDepartureNs + SPACING_NS);
  state.sequences[message.type] = (message.sequence + 1) & 0xffff;
  if (!own.faults.some((fault) => fault.kind === 'silent' && isActive(fault, nowNs))) {
    const { value } = links[port];
    setTime(value.stamp, state.lastDepartureNs);
    value.length = encodePtp(message, value.data);
    links[port].send();
  }
  return stampNs(own, system, state.lastDepartureNs);
}
