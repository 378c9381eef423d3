/**
 * What one computer learns of its neighbour by asking it: the delay of the link and the rate of the neighbour's oscillator.
 *
 *   r = (t₃ − t₃⁰) / (t₄ − t₄⁰)                       over the exchanges of a window
 *   D = (r (t₄ − t₁) − (t₃ − t₂)) / 2                 in the neighbour's time
 *
 * t₁, t₄  the question left and the answer came, by our oscillator       t₂, t₃  it came and the answer left, by the neighbour's   [ns]
 *
 * D is averaged over as many exchanges as the window holds. When the two directions differ by a, D is off by nothing and what is made of it
 * by a/2: nobody can see that from the ends. An exchange in which a clock jumped shows as a delay or a rate that cannot be: it begins the
 * window of the rate anew, and what was known stays. Three in a row are a link that is none.
 * Reference: IEEE 802.1AS-2020, 11.2.19, equation (11-5) and 16.4.3. Checked against: straight clocks and closed forms.
 */
export interface PeerDelay {
  /** t₃ and t₄ of the exchanges in the window, oldest first. */
  responses: { sentNs: number; receivedNs: number }[];
  rateRatio: number;
  /** D [ns], and how many exchanges are in it; 0 while it is not known. */
  delayNs: number;
  exchanges: number;
  /** Questions since the last answer, and answers since the last that could be. */
  unanswered: number;
  impossible: number;
}

export const createPeerDelay = (): PeerDelay => ({
  responses: [],
  rateRatio: 1,
  delayNs: 0,
  exchanges: 0,
  unanswered: 0,
  impossible: 0,
});

export interface Exchange {
  t1: number;
  t2: number;
  t3: number;
  t4: number;
}

const MOST_RATE_OFFSET = 400e-6;
const MOST_RATE_CHANGE = 50e-6;

export interface PeerDelayLimits {
  /** Exchanges in a window. */
  readonly window: number;
  /** A longer link is none [ns]. */
  readonly mostDelayNs: number;
}

/** Takes one exchange in. */
export function measure(peer: PeerDelay, { t1, t2, t3, t4 }: Exchange, { window, mostDelayNs }: PeerDelayLimits): void {
  peer.unanswered = 0;
  const { responses } = peer;
  responses.push({ sentNs: t3, receivedNs: t4 });
  while (responses.length > window + 1) responses.shift();
  // without a rate the answer's own time would count as a part of the way
  if (responses.length === 1) return;
  const rateRatio = (t3 - responses[0].sentNs) / (t4 - responses[0].receivedNs);
  const delayNs = (rateRatio * (t4 - t1) - (t3 - t2)) / 2;
  if (!(isPossible(peer, rateRatio) && Math.abs(delayNs) <= mostDelayNs)) {
    responses.splice(0, responses.length - 1);
    if (++peer.impossible >= MOST_IMPOSSIBLE) forget(peer);
    return;
  }
  peer.impossible = 0;
  peer.rateRatio = rateRatio;
  peer.exchanges = Math.min(peer.exchanges + 1, window);
  peer.delayNs += (delayNs - peer.delayNs) / peer.exchanges;
}

const MOST_IMPOSSIBLE = 3;

/** Oscillators differ by less than ±100 ppm each, and the rate does not change all at once: else a clock jumped. */
function isPossible({ responses, rateRatio: known }: PeerDelay, rateRatio: number): boolean {
  if (!(Math.abs(rateRatio - 1) < MOST_RATE_OFFSET)) return false;
  if (responses.length < 3) return true;
  const [before, last] = responses.slice(-2);
  const latest = (last.sentNs - before.sentNs) / (last.receivedNs - before.receivedNs);
  return Math.abs(latest - known) < MOST_RATE_CHANGE;
}

/** Begins anew. */
function forget(peer: PeerDelay): void {
  peer.responses.length = 0;
  peer.rateRatio = 1;
  peer.delayNs = 0;
  peer.exchanges = 0;
}

/** Whether its neighbour speaks gPTP over a link that is short enough. */
export const isCapable = ({ exchanges, unanswered }: PeerDelay, allowedLost: number): boolean =>
  exchanges > 0 && unanswered <= allowedLost;
