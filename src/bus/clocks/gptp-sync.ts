/**
 * The transport of time (IEEE 802.1AS-2020, 11.1.3): a grandmaster says when its Sync left, those between add how long it was on its way, and
 * everybody sets the clock by it.
 *
 *   master's time when the Sync came = origin + correction + D G        G = 1 + rateOffset, the grandmaster's rate by the neighbour's oscillator
 *   R = G r                                                             the grandmaster's rate by the own oscillator
 *   correction' = correction + D G + R (egress − ingress)
 *
 * D, r  delay of the link and rate of the neighbour: peer-delay.ts. Stamps are those of the free-running oscillator, so that what the servo does here is
 * not felt by those who come after.
 */
import type { GptpParams } from './gptp-params.ts';
import type { GptpSystem, Moment } from './gptp-system.ts';
import { localNs, newPacket, PortRole, send, setTimestamp, timestampNs } from './gptp-system.ts';
import type { PtpMessage } from './ptp-message.ts';
import { PtpType, TWO_STEP } from './ptp-message.ts';
import { steer, steeringNs } from './servo.ts';

/** As grandmaster: says what time it is, when it is time to. */
export function sendSync(own: GptpParams, system: GptpSystem, moment: Moment): void {
  if (system.slavePort >= 0 || moment.nowNs < system.nextSyncNs) return;
  system.nextSyncNs = moment.nowNs + own.syncInterval * 1e9;
  system.ports.forEach(({ role }, port) => {
    if (role !== PortRole.MASTER) return;
    const { sequence, egressNs } = sendEmptySync(own, system, moment, port);
    const followUp = newFollowUp(own, system, port, sequence);
    setTimestamp(followUp, egressNs + steeringNs(system.steered, egressNs));
    followUp.rateOffset = system.steered.adjustment;
    send(own, system, moment, port, followUp);
  });
}

function sendEmptySync(own: GptpParams, system: GptpSystem, moment: Moment, port: number) {
  const sync = newPacket(own, system, port, PtpType.SYNC);
  sync.flags = TWO_STEP;
  sync.logInterval = logOf(own.syncInterval);
  const { sequence } = sync;
  return { sequence, egressNs: send(own, system, moment, port, sync) };
}

function newFollowUp(own: GptpParams, system: GptpSystem, port: number, sequence: number): PtpMessage {
  const followUp = newPacket(own, system, port, PtpType.FOLLOW_UP);
  followUp.sequence = sequence;
  followUp.logInterval = logOf(own.syncInterval);
  return followUp;
}

/** log₂ of an interval, to the nearest whole number below. */
function logOf(interval: number): number {
  let log = 0;
  for (let x = interval; x < 1 && log > -20; x *= 2) log--;
  for (let x = interval; x >= 2 && log < 20; x /= 2) log++;
  return log;
}

const isFromMaster = ({ slavePort, ports }: GptpSystem, port: number, message: PtpMessage): boolean =>
  port === slavePort &&
  message.sourceIdentity === ports[port].heard?.sourceIdentity &&
  message.sourcePort === ports[port].heard?.sourcePort;

/** A Sync came at `ingressNs` by the oscillator. */
export function hearSync(system: GptpSystem, port: number, message: PtpMessage, ingressNs: number): void {
  if (isFromMaster(system, port, message))
    system.ports[port].sync = { sequence: message.sequence, receivedNs: ingressNs };
}

/** What a Sync meant: sets the clock by it and passes it on. */
export function hearFollowUp(
  own: GptpParams,
  system: GptpSystem,
  moment: Moment,
  port: number,
  message: PtpMessage,
): void {
  const state = system.ports[port];
  if (!isFromMaster(system, port, message) || state.sync?.sequence !== message.sequence) return;
  const ingressNs = state.sync.receivedNs;
  state.sync = null;
  state.syncDueNs = moment.nowNs + own.receiptTimeout * own.syncInterval * 1e9;
  const rate = 1 + message.rateOffset;
  const travelled = message.correctionNs + state.peer.delayNs * rate + own.links[port].delayAsymmetry * 1e9;
  const origin = { seconds: message.seconds, nanoseconds: message.nanoseconds };
  system.rateRatio = rate * state.peer.rateRatio;
  follow(own, system, moment.nowNs, ingressNs, timestampNs(message) + travelled);

  system.ports.forEach(({ role }, other) => {
    if (role !== PortRole.MASTER) return;
    const { sequence, egressNs } = sendEmptySync(own, system, moment, other);
    const followUp = newFollowUp(own, system, other, sequence);
    Object.assign(followUp, origin);
    followUp.correctionNs = travelled + system.rateRatio * (egressNs - ingressNs);
    followUp.rateOffset = system.rateRatio - 1;
    send(own, system, moment, other, followUp);
  });
}

/** Lets the servo have what was measured: the master's time at a count of the oscillator [ns]. */
function follow(own: GptpParams, system: GptpSystem, nowNs: number, ingressNs: number, masterNs: number): void {
  system.offsetNs = ingressNs + steeringNs(system.steered, ingressNs) - masterNs;
  const wasSet = steer(own.servo, system.steered, {
    localNs: localNs(system, nowNs),
    offsetNs: system.offsetNs,
    rateRatio: system.rateRatio,
    interval: own.syncInterval,
    isFirst: system.samples === 0,
  });
  system.sampledNs = nowNs;
  system.samples = wasSet ? 1 : system.samples + 1;
  system.syncs++;
}
