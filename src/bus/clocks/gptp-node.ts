/**
 * A computer in a gPTP domain (IEEE 802.1AS-2020): grandmaster, follower or both ends of a relay, as its ports and the others have it.
 *
 *   measure links     gptp-pdelay.ts, peer-delay.ts        choose a master   gptp-announce.ts, best-master.ts
 *   transport time    gptp-sync.ts                         follow it         servo.ts
 *
 * Inputs and outputs are its links, one for each of `params.links`, wired to the peers' in both directions. `clock` is what the computer takes for the time,
 * with the error that it states:
 *
 *   bound = hops (a/2 + 3 (g + 6 σ)) + |θ| + ρ age          a  asymmetryBound   g, σ  granularity and jitter of stamps   ρ  holdoverBound
 *
 * since a stamp is late by up to g, two of them and the delay go into a sample, and two more into each relay. A grandmaster is its own reference.
 * Left out: several domains, time-base indicators, one-step, media other than full-duplex Ethernet, frequency transfer by other layers.
 * Checked against: closed forms for asymmetry, granularity, rate ratio, noise through the servo, holdover; the standard's order of masters.
 */
import { defineBlock, portList, queuedInput, queuedOutput } from '../../core/block.ts';
import { derivedFrom } from '../../core/derived.ts';
import { ClockReading, GptpStatus, PtpPacket, setTime } from '../../msgs/index.ts';
import { announce, decideRoles, hearAnnounce } from './gptp-announce.ts';
import type { GptpParams } from './gptp-params.ts';
import { gptpParams } from './gptp-params.ts';
import { answerPeer, askPeer, hearAnswer } from './gptp-pdelay.ts';
import { hearFollowUp, hearSync, sendSync } from './gptp-sync.ts';
import type { GptpSystem, Moment } from './gptp-system.ts';
import { createSystem, listen, localNs, stampNs } from './gptp-system.ts';
import { advance, quantised } from './oscillator.ts';
import type { PtpMessage } from './ptp-message.ts';
import { PtpType } from './ptp-message.ts';
import { steeringNs } from './servo.ts';

const portsOf = ({ links }: GptpParams): number => links.length;

export const gptpNode = defineBlock({
  type: 'bus/gptp-node',
  doc: 'A computer with a clock in a gPTP domain: measures its links, chooses a master, follows it and passes its time on.',
  defaultPeriod: 0.001,
  params: gptpParams,
  inputs: { links: portList(queuedInput(PtpPacket), portsOf) },
  outputs: { links: portList(queuedOutput(PtpPacket), portsOf), clock: ClockReading, status: GptpStatus },

  check({ identity, links }) {
    if (identity !== undefined && !/^[0-9a-f]{16}$/.test(identity))
      return ['identity', `expected sixteen hexadecimal digits in lower case, got ${JSON.stringify(identity)}`];
    if (links.length > MOST_PORTS) return ['links', `expected at most ${MOST_PORTS}, got ${links.length}`];
    return undefined;
  },

  init: (own, context) => createSystem(own, context.name, (name) => context.stream(name)),

  step(own, system, inputs, outputs, { nowNs, dt }) {
    const moment: Moment = { nowNs, dt, links: outputs.links };
    advance(oscillatorOf(own), system.oscillator, nowNs, dt);
    for (let port = 0; port < system.ports.length; port++) {
      listen(own, system, port, inputs.links[port].queue);
      hear(own, system, moment, port);
      askPeer(own, system, moment, port);
    }
    decideRoles(own, system, moment);
    announce(own, system, moment);
    sendSync(own, system, moment);
    tellTime(own, system, nowNs, outputs.clock.value);
    tellStatus(system, nowNs, outputs.status.value);
  },
});

const MOST_PORTS = 64;
const oscillatorOf = derivedFrom(({ clock, faults }: GptpParams) => ({ ...clock, faults }));

/** Handles what has arrived on a port by now. */
function hear(own: GptpParams, system: GptpSystem, moment: Moment, port: number): void {
  const { arrivals } = system.ports[port];
  while (arrivals.length > 0 && arrivals[0].timeNs <= moment.nowNs) {
    const { message, timeNs } = arrivals.shift()!;
    handle(own, system, moment, { port, message, timeNs });
  }
}

interface Heard {
  readonly port: number;
  readonly message: PtpMessage;
  readonly timeNs: number;
}

function handle(own: GptpParams, system: GptpSystem, moment: Moment, { port, message, timeNs }: Heard): void {
  switch (message.type) {
    case PtpType.SYNC:
      return hearSync(system, port, message, stampNs(own, system, timeNs));
    case PtpType.FOLLOW_UP:
      return hearFollowUp(own, system, moment, port, message);
    case PtpType.PDELAY_REQ:
      return answerPeer(own, system, moment, port, message, stampNs(own, system, timeNs));
    case PtpType.PDELAY_RESP:
      return hearAnswer(own, system, port, message, stampNs(own, system, timeNs));
    case PtpType.PDELAY_RESP_FOLLOW_UP:
      return hearAnswer(own, system, port, message, 0);
    case PtpType.ANNOUNCE:
      return hearAnnounce(own, system, moment, port, message);
    default:
      system.ignored++;
  }
}

/** Samples after which the servo has taken a first offset back. */
const SETTLED = 4;

function tellTime(own: GptpParams, system: GptpSystem, nowNs: number, reading: ClockReading): void {
  const local = localNs(system, nowNs);
  const timeNs = local + steeringNs(system.steered, local);
  setTime(reading.stamp, nowNs);
  setTime(reading.reading, Math.round(quantised(timeNs, own.clock.granularity)));
  reading.offset = (timeNs - nowNs) / 1e9;
  reading.rate = (1 + system.oscillator.current.slope) * (1 + system.steered.adjustment);
  const isMaster = system.slavePort < 0;
  reading.is_synchronised = isMaster || system.samples >= SETTLED;
  reading.error_bound = isMaster ? 0 : errorBound(own, system, nowNs);
}

function errorBound({ clock, asymmetryBound, holdoverBound }: GptpParams, system: GptpSystem, nowNs: number): number {
  const perHop = asymmetryBound / 2 + 3 * (clock.granularity + 6 * clock.jitter);
  const age = (nowNs - system.sampledNs) / 1e9;
  return system.best.stepsRemoved * perHop + Math.abs(system.offsetNs) / 1e9 + holdoverBound * age;
}

function tellStatus(system: GptpSystem, nowNs: number, status: GptpStatus): void {
  const { ports, best, steered } = system;
  setTime(status.stamp, nowNs);
  status.is_grandmaster = system.slavePort < 0;
  status.grandmaster = best.identity;
  status.steps_removed = best.stepsRemoved;
  status.offset = system.offsetNs / 1e9;
  status.rate_ratio = system.rateRatio;
  status.adjustment = steered.adjustment;
  status.steps = steered.steps;
  status.syncs = system.syncs;
  status.ignored = system.ignored;
  status.master_changes = system.masterChanges;
  if (status.port_states.length !== ports.length) {
    status.port_states = new Uint16Array(ports.length);
    status.link_delays = new Float64Array(ports.length);
    status.neighbour_rate_ratios = new Float64Array(ports.length);
  }
  ports.forEach(({ role, peer }, i) => {
    status.port_states[i] = role;
    status.link_delays[i] = peer.delayNs / 1e9;
    status.neighbour_rate_ratios[i] = peer.rateRatio;
  });
}
