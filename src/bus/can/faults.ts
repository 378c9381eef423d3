/**
 * What can go wrong on a CAN bus, as data. A fault acts from `at` for the time `for`, on the frames of one node or of all, of some identifiers
 * or of all, each with a probability.
 *
 *   drop           frames that a node hands over are never sent
 *   delay          frames are handed over later by `delay`
 *   duplicate      frames are sent twice
 *   reorder        a frame waits until its node hands over another one, and is sent after it
 *   corrupt        a bit of the frame is inverted on the wire: error frame and retransmission; or, `undetected`, a bit of its data arrives wrong
 *   error-frames   somebody disturbs the bus `rateHz` times a second, whatever is on it
 *   babbling       a node sends zeros under `id`, `rateHz` times a second, through its own queue
 *   open           the line of a node is open: it neither hears nor is heard
 *   bus-off        a node is bus off; at the end it comes back as any node does, if it recovers at all
 *
 * `open` and `bus-off` begin and end between frames; what is on the bus goes on to its end.
 */
import type { ValueOf } from '../../core/schema.ts';
import { choice, flag, group, integer, list, optional, param, text } from '../../core/schema.ts';
import type { RandomStream } from '../../math/random.ts';
import { chance } from '../../math/random.ts';

const KINDS = [
  'drop',
  'delay',
  'duplicate',
  'reorder',
  'corrupt',
  'error-frames',
  'babbling',
  'open',
  'bus-off',
] as const;
type FaultKind = (typeof KINDS)[number];

const LARGEST_ID = 0x1fffffff;

export const faultParams = list(
  group(
    {
      kind: choice(undefined, KINDS, 'what goes wrong'),
      at: param(0, 's', 'when it begins', { min: 0 }),
      for: optional(param(undefined, 's', 'how long it lasts; to the end when absent', { above: 0 })),
      node: optional(text(undefined, 'the node that it concerns; all when absent')),
      ids: optional(
        list(
          integer(undefined, '', 'an identifier', { min: 0, max: LARGEST_ID }),
          undefined,
          'identifiers of the frames that it concerns; all when absent',
        ),
      ),
      probability: param(1, '', 'how probable it is for each frame', { min: 0, max: 1 }),
      delay: param(0.01, 's', 'of `delay`: how much later frames are handed over', { min: 0 }),
      undetected: flag(false, 'of `corrupt`: the data arrive wrong, and nobody sees it'),
      id: integer(0, '', 'of `babbling`: identifier; extended above 0x7ff', { min: 0, max: LARGEST_ID }),
      rateHz: param(1000, 'Hz', 'of `babbling` and `error-frames`: how often', { above: 0, max: 1e6 }),
    },
    'something that goes wrong',
  ),
  [],
  'what goes wrong, and when',
);

export interface Fault {
  readonly kind: FaultKind;
  readonly fromNs: number;
  /** Infinite where it never ends. */
  readonly untilNs: number;
  /** Place of the node among those of the bus; −1 for all. */
  readonly node: number;
  readonly ids?: readonly number[];
  readonly probability: number;
  readonly delayNs: number;
  readonly id: number;
  readonly periodNs: number;
}

/** By where they act; most lists of most buses are empty. */
export interface Faults {
  /** On frames as they are handed over. */
  readonly handedOver: readonly Fault[];
  readonly corrupt: readonly Fault[];
  readonly undetected: readonly Fault[];
  readonly disturbing: readonly Fault[];
  readonly babbling: readonly Fault[];
  readonly open: readonly Fault[];
  readonly busOff: readonly Fault[];
}

type FaultParams = ValueOf<typeof faultParams>[number];

const ON_HAND_OVER: readonly FaultKind[] = ['drop', 'delay', 'duplicate', 'reorder'];
const OF_ONE_NODE: readonly FaultKind[] = ['babbling', 'open', 'bus-off'];

export function faultsOf(params: readonly FaultParams[], nodes: readonly string[]): Faults {
  const faults = params.map((fault) => compile(fault, nodes));
  const of = (kind: FaultKind): readonly Fault[] => faults.filter((fault) => fault.kind === kind);
  return {
    handedOver: faults.filter(({ kind }) => ON_HAND_OVER.includes(kind)),
    corrupt: faults.filter((fault, i) => fault.kind === 'corrupt' && !params[i].undetected),
    undetected: faults.filter((fault, i) => fault.kind === 'corrupt' && params[i].undetected),
    disturbing: of('error-frames'),
    babbling: of('babbling'),
    open: of('open'),
    busOff: of('bus-off'),
  };
}

function compile(params: FaultParams, nodes: readonly string[]): Fault {
  const { kind, ids, probability, id } = params;
  const fromNs = Math.round(params.at * 1e9);
  return {
    kind,
    fromNs,
    untilNs: params.for === undefined ? Infinity : fromNs + Math.round(params.for * 1e9),
    node: params.node === undefined ? -1 : nodes.indexOf(params.node),
    ids,
    probability,
    delayNs: Math.round(params.delay * 1e9),
    id,
    periodNs: Math.max(1, Math.round(1e9 / params.rateHz)),
  };
}

/** A sentence where a fault names no node of the bus. */
export function faultsProblem(
  params: readonly FaultParams[],
  nodes: readonly string[],
): readonly [path: string, problem: string] | undefined {
  for (const [i, { kind, node }] of params.entries()) {
    const names = `one of ${nodes.join(', ')}`;
    if (node === undefined && OF_ONE_NODE.includes(kind))
      return [`faults[${i}].node`, `expected ${names}: ${kind} is of one node`];
    if (node !== undefined && !nodes.includes(node))
      return [`faults[${i}].node`, `expected ${names}, got ${JSON.stringify(node)}`];
  }
  return undefined;
}

const isActive = ({ fromNs, untilNs }: Fault, nowNs: number): boolean => nowNs >= fromNs && nowNs < untilNs;

/** Whether a fault hits a frame; draws only where it might and might not. */
export function hits(fault: Fault, nowNs: number, node: number, id: number, stream: RandomStream): boolean {
  if (!isActive(fault, nowNs) || (fault.node !== -1 && fault.node !== node)) return false;
  if (fault.ids !== undefined && !fault.ids.includes(id)) return false;
  return fault.probability === 1 || chance(stream, fault.probability);
}

/** The first instant at or after `nowNs` of those at which a fault acts again and again [ns]; infinite where there is none. */
export function nextInstantNs({ fromNs, untilNs, periodNs }: Fault, nowNs: number): number {
  const instant = nowNs <= fromNs ? fromNs : fromNs + Math.ceil((nowNs - fromNs) / periodNs) * periodNs;
  return instant < untilNs ? instant : Infinity;
}

/** The same for several. */
export function nextOfAllNs(faults: readonly Fault[], nowNs: number): number {
  let first = Infinity;
  for (let i = 0; i < faults.length; i++) first = Math.min(first, nextInstantNs(faults[i], nowNs));
  return first;
}

/** From when on the line of a node is closed, at or after an instant [ns]. */
export function closedFromNs(open: readonly Fault[], node: number, nowNs: number): number {
  let closed = nowNs;
  for (let i = 0; i < open.length; i++) {
    if (open[i].node !== node || !isActive(open[i], closed)) continue;
    closed = open[i].untilNs;
    // another one may have begun in the meantime
    i = -1;
  }
  return closed;
}

export const isOpen = (open: readonly Fault[], node: number, nowNs: number): boolean =>
  open.length > 0 && closedFromNs(open, node, nowNs) !== nowNs;
