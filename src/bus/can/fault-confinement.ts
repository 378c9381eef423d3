/**
 * Fault confinement: the error counters of each node, and what follows from them.
 *
 *   transmit error counter   + 8 with every error flag of a sender, − 1 with every frame that is sent
 *                            unchanged when an error passive sender misses only the acknowledge bit
 *   receive error counter    + 1 with every error that a receiver sees, − 1 with every frame that is received; from above 127 to 127
 *   error active             both counters ≤ 127
 *   error passive            one counter > 127: passive error flags, and eight bits of waiting after each frame of its own
 *   bus off                  transmit error counter > 255; over after 128 sequences of 11 recessive bits, with both counters zero
 *
 * Reference: ISO 11898-1:2015, 12.1.4 (rules for error counters) and 10.9.4 (suspend transmission). Rules about dominant bits that follow an
 * error flag are left out: no receiver here sees an error that others do not.
 */
export interface Confinement {
  readonly transmitErrors: Uint16Array;
  readonly receiveErrors: Uint16Array;
  readonly isBusOff: Uint8Array;
  /** Before this instant a node does not begin a frame [ns]: suspend transmission. */
  readonly suspendedUntilNs: Float64Array;
  /** Of a node that is bus off: sequences of recessive bits that it has seen, and since when it watches the present one [ns]. */
  readonly sequences: Uint8Array;
  readonly watchedFromNs: Float64Array;
}

export const createConfinement = (nodes: number): Confinement => ({
  transmitErrors: new Uint16Array(nodes),
  receiveErrors: new Uint16Array(nodes),
  isBusOff: new Uint8Array(nodes),
  suspendedUntilNs: new Float64Array(nodes),
  sequences: new Uint8Array(nodes),
  watchedFromNs: new Float64Array(nodes),
});

/** Largest counters of a node that is error active; of one that is not bus off. */
const MOST_ACTIVE = 127;
const MOST_ON_BUS = 255;
const SEQUENCES = 128;
const SEQUENCE_BITS = 11;
/** Bits that a sender which is error passive waits after the intermission. */
const SUSPENSION = 8;

const ERROR_ACTIVE = 0;
const ERROR_PASSIVE = 1;
const BUS_OFF = 2;

export const isPassive = (nodes: Confinement, node: number): boolean =>
  nodes.transmitErrors[node] > MOST_ACTIVE || nodes.receiveErrors[node] > MOST_ACTIVE;

export const stateOf = (nodes: Confinement, node: number): number =>
  nodes.isBusOff[node] === 1 ? BUS_OFF : isPassive(nodes, node) ? ERROR_PASSIVE : ERROR_ACTIVE;

export function countSent(nodes: Confinement, node: number): void {
  if (nodes.transmitErrors[node] > 0) nodes.transmitErrors[node]--;
}

export function countReceived(nodes: Confinement, node: number): void {
  const errors = nodes.receiveErrors[node];
  if (errors > 0) nodes.receiveErrors[node] = Math.min(errors - 1, MOST_ACTIVE);
}

/** Bits before a node may begin another frame, after the intermission of one of its own. */
export const suspension = (nodes: Confinement, node: number): number => (isPassive(nodes, node) ? SUSPENSION : 0);

/** A sender has seen an error; bus off from `recessiveNs` on where that was one too many. */
export function countSendError(nodes: Confinement, node: number, recessiveNs: number): void {
  nodes.transmitErrors[node] += 8;
  if (nodes.transmitErrors[node] > MOST_ON_BUS) switchOff(nodes, node, recessiveNs);
}

/** Nobody has acknowledged, and nothing else was wrong. */
export function countUnacknowledged(nodes: Confinement, node: number, recessiveNs: number): void {
  if (!isPassive(nodes, node)) countSendError(nodes, node, recessiveNs);
}

export function countReceiveError(nodes: Confinement, node: number): void {
  if (nodes.receiveErrors[node] < MOST_ON_BUS) nodes.receiveErrors[node]++;
}

/** Takes a node off the bus; it watches recessive bits from `watchedFromNs` on. */
export function switchOff(nodes: Confinement, node: number, watchedFromNs: number): void {
  nodes.isBusOff[node] = 1;
  nodes.transmitErrors[node] = MOST_ON_BUS + 1;
  nodes.sequences[node] = 0;
  nodes.watchedFromNs[node] = watchedFromNs;
}

/** When a node that is bus off is back, if the bus stays recessive [ns]. */
export const recoveryNs = (nodes: Confinement, node: number, bitNs: number): number =>
  nodes.watchedFromNs[node] + (SEQUENCES - nodes.sequences[node]) * SEQUENCE_BITS * bitNs;

/** Brings a node back whose time has come. */
export function recover(nodes: Confinement, node: number): void {
  nodes.isBusOff[node] = 0;
  nodes.transmitErrors[node] = 0;
  nodes.receiveErrors[node] = 0;
}

/** The bus, recessive until `nowNs`, becomes dominant, and recessive again at `recessiveNs`: whole sequences of a node that is bus off count. */
export function countSequences(
  nodes: Confinement,
  node: number,
  nowNs: number,
  recessiveNs: number,
  bitNs: number,
): void {
  const seen = Math.floor((nowNs - nodes.watchedFromNs[node]) / (SEQUENCE_BITS * bitNs));
  if (seen > 0) nodes.sequences[node] = Math.min(nodes.sequences[node] + seen, SEQUENCES);
  nodes.watchedFromNs[node] = Math.max(nodes.watchedFromNs[node], recessiveNs);
}
