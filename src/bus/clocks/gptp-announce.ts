/** Choosing the grandmaster (IEEE 802.1AS-2020, 10.3): what is heard, what follows from it for every port, and what is told. */
import type { PriorityVector } from './best-master.ts';
import { bestPort, compareVectors } from './best-master.ts';
import type { GptpParams } from './gptp-params.ts';
import type { GptpPort, GptpSystem, Moment } from './gptp-system.ts';
import { localNs, newPacket, PortRole, send, updateSelf } from './gptp-system.ts';
import { isCapable } from './peer-delay.ts';
import type { PtpMessage } from './ptp-message.ts';
import { PtpType } from './ptp-message.ts';
import { holdOver } from './servo.ts';

/** Links beyond which nobody follows. */
const FARTHEST = 255;

/** Takes an Announce in: news of a master, or the same as before, or from the same neighbour something else. */
export function hearAnnounce(
  own: GptpParams,
  system: GptpSystem,
  { nowNs }: Moment,
  port: number,
  message: PtpMessage,
): void {
  const state = system.ports[port];
  const isLoop = message.sourceIdentity === system.identity || message.pathTrace.includes(system.identity);
  if (isLoop || message.stepsRemoved >= FARTHEST || !isCapable(state.peer, own.allowedLostResponses)) return;
  const heard = vectorOf(message, port);
  const isSameSource =
    state.heard?.sourceIdentity === heard.sourceIdentity && state.heard.sourcePort === heard.sourcePort;
  if (state.heard !== null && !isSameSource && compareVectors(heard, state.heard) > 0) return;
  // a master that is new here has the time of a few Syncs to send one
  if (!isSameSource) state.syncDueNs = nowNs + own.receiptTimeout * own.announceInterval * 1e9;
  state.heard = heard;
  state.path = message.pathTrace.slice();
  state.announceDueNs = nowNs + own.receiptTimeout * own.announceInterval * 1e9;
}

const vectorOf = (message: PtpMessage, port: number): PriorityVector => ({
  priority1: message.priority1,
  clockClass: message.clockClass,
  clockAccuracy: message.clockAccuracy,
  offsetScaledLogVariance: message.offsetScaledLogVariance,
  priority2: message.priority2,
  identity: message.grandmaster,
  stepsRemoved: message.stepsRemoved + 1,
  sourceIdentity: message.sourceIdentity,
  sourcePort: message.sourcePort,
  receivingPort: port + 1,
});

/** Forgets masters that are silent, and gives every port its role. */
export function decideRoles(own: GptpParams, system: GptpSystem, moment: Moment): void {
  const { ports } = system;
  for (let i = 0; i < ports.length; i++) forgetSilent(own, ports[i], i === system.slavePort, moment.nowNs);
  updateSelf(own, system);
  const { self } = system;
  const slavePort = bestPort(self, ports);
  const best = slavePort < 0 ? self : ports[slavePort].heard!;
  if (best.identity !== system.best.identity || slavePort !== system.slavePort)
    changeMaster(own, system, moment, slavePort, best);
  system.best = best;
  for (let i = 0; i < ports.length; i++) ports[i].role = roleOf(own, system, ports[i], i);
}

function forgetSilent(own: GptpParams, port: GptpPort, isSlave: boolean, nowNs: number): void {
  if (port.heard === null) return;
  const isSilent = nowNs > port.announceDueNs || (isSlave && nowNs > port.syncDueNs);
  if (isSilent || !isCapable(port.peer, own.allowedLostResponses)) port.heard = null;
}

function changeMaster(
  own: GptpParams,
  system: GptpSystem,
  { nowNs }: Moment,
  slavePort: number,
  best: PriorityVector,
): void {
  if (best.identity !== system.best.identity) system.masterChanges++;
  system.slavePort = slavePort;
  system.samples = 0;
  system.nextAnnounceNs = nowNs;
  system.nextSyncNs = nowNs;
  for (const port of system.ports) port.sync = null;
  if (slavePort < 0) holdOver(own.servo, system.steered, localNs(system, nowNs));
}

function roleOf(own: GptpParams, { best, identity, slavePort }: GptpSystem, port: GptpPort, i: number): PortRole {
  if (!isCapable(port.peer, own.allowedLostResponses)) return PortRole.DISABLED;
  if (i === slavePort) return PortRole.SLAVE;
  if (port.heard === null) return PortRole.MASTER;
  // what it would tell there, and as the other end would count it
  const told = { ...best, stepsRemoved: best.stepsRemoved + 1, sourceIdentity: identity, sourcePort: i + 1 };
  return compareVectors({ ...told, receivingPort: port.heard.receivingPort }, port.heard) < 0
    ? PortRole.MASTER
    : PortRole.PASSIVE;
}

/** Tells of the grandmaster, when it is time to. */
export function announce(own: GptpParams, system: GptpSystem, moment: Moment): void {
  if (moment.nowNs < system.nextAnnounceNs) return;
  system.nextAnnounceNs = moment.nowNs + own.announceInterval * 1e9;
  const { best, ports, slavePort, identity } = system;
  const path = slavePort < 0 ? [identity] : [...ports[slavePort].path, identity];
  ports.forEach(({ role }, port) => {
    if (role !== PortRole.MASTER) return;
    const message = newPacket(own, system, port, PtpType.ANNOUNCE);
    message.priority1 = best.priority1;
    message.clockClass = best.clockClass;
    message.clockAccuracy = best.clockAccuracy;
    message.offsetScaledLogVariance = best.offsetScaledLogVariance;
    message.priority2 = best.priority2;
    message.grandmaster = best.identity;
    message.stepsRemoved = best.stepsRemoved;
    message.pathTrace = path;
    send(own, system, moment, port, message);
  });
}
