/** Measuring the links (IEEE 802.1AS-2020, 11.1.2): every port asks its neighbour, and answers it. */
import type { GptpParams } from './gptp-params.ts';
import type { GptpSystem, Moment } from './gptp-system.ts';
import { newPacket, send, setTimestamp, timestampNs } from './gptp-system.ts';
import { measure } from './peer-delay.ts';
import type { PtpMessage } from './ptp-message.ts';
import { PtpType, TWO_STEP } from './ptp-message.ts';

/** Asks, when it is time to. */
export function askPeer(own: GptpParams, system: GptpSystem, moment: Moment, port: number): void {
  const state = system.ports[port];
  if (moment.nowNs < state.nextRequestNs) return;
  state.nextRequestNs = moment.nowNs + own.pdelayInterval * 1e9;
  if (state.request !== null) state.peer.unanswered++;
  const message = newPacket(own, system, port, PtpType.PDELAY_REQ);
  const { sequence } = message;
  state.request = { sequence, t1: send(own, system, moment, port, message), t2: null, t4: null };
}

/** Answers a question that came at `t2` by the oscillator [ns]. */
export function answerPeer(
  own: GptpParams,
  system: GptpSystem,
  moment: Moment,
  port: number,
  asked: PtpMessage,
  t2: number,
): void {
  const answer = (type: PtpType, timeNs: number, sign: number): PtpMessage => {
    const message = newPacket(own, system, port, type);
    message.sequence = asked.sequence;
    message.requestingIdentity = asked.sourceIdentity;
    message.requestingPort = asked.sourcePort;
    setTimestamp(message, timeNs, sign);
    return message;
  };
  const response = answer(PtpType.PDELAY_RESP, t2, -1);
  response.flags = TWO_STEP;
  const t3 = send(own, system, moment, port, response);
  send(own, system, moment, port, answer(PtpType.PDELAY_RESP_FOLLOW_UP, t3, 1));
}

/** The two parts of an answer; with the second the measurement is complete. */
export function hearAnswer(
  own: GptpParams,
  system: GptpSystem,
  port: number,
  message: PtpMessage,
  stamp: number,
): void {
  const { request, peer } = system.ports[port];
  const isMine = message.requestingIdentity === system.identity && message.requestingPort === port + 1;
  if (request === null || !isMine || message.sequence !== request.sequence) return;
  if (message.type === PtpType.PDELAY_RESP) {
    request.t2 = timestampNs(message) - message.correctionNs;
    request.t4 = stamp;
    return;
  }
  const { t1, t2, t4 } = request;
  if (t2 === null || t4 === null) return;
  const t3 = timestampNs(message) + message.correctionNs;
  measure(peer, { t1, t2, t3, t4 }, { window: own.delayWindow, mostDelayNs: own.maxLinkDelay * 1e9 });
  system.ports[port].request = null;
}
