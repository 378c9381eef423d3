/** How frames come from nodes to their transmit queues: what cannot be a frame is refused, and faults do what they do. */
import { CanFrame } from '../../msgs/index.ts';
import type { Fault } from './faults.ts';
import { hits, nextInstantNs } from './faults.ts';
import { isPossible } from './frame-format.ts';
import { enqueue, NONE } from './transmit-queues.ts';
import type { BusTiming, Wire } from './wire.ts';

export interface HandOver {
  readonly wire: Wire;
  /** Frames of each node that no CAN frame can be. */
  readonly refused: Uint32Array;
  /** Of each node the frame that waits for another one to go before it, by its `order`; −1 for none. */
  readonly heldBack: Float64Array;
}

export const createHandOver = (wire: Wire, nodes: number): HandOver => ({
  wire,
  refused: new Uint32Array(nodes),
  heldBack: new Float64Array(nodes).fill(-1),
});

/** A node hands a frame over at an instant [ns]. */
export function handOver(state: HandOver, bus: BusTiming, node: number, frame: CanFrame, nowNs: number): void {
  if (!isPossible(frame, bus.hasFd)) {
    state.refused[node]++;
    return;
  }
  const { handedOver } = bus.faults;
  if (handedOver.length === 0) enqueue(state.wire.queues, node, frame, nowNs);
  else handOverWith(handedOver, state, node, frame, nowNs);
}

function handOverWith(faults: readonly Fault[], state: HandOver, node: number, frame: CanFrame, nowNs: number): void {
  const { queues, stream } = state.wire;
  let [copies, delayNs, heldUntilNs] = [1, 0, nowNs];
  for (let i = 0; i < faults.length; i++) {
    const fault = faults[i];
    if (!hits(fault, nowNs, node, frame.id, stream)) continue;
    if (fault.kind === 'drop') return;
    if (fault.kind === 'delay') delayNs += fault.delayNs;
    else if (fault.kind === 'duplicate') copies++;
    else heldUntilNs = fault.untilNs;
  }
  const place = enqueue(queues, node, frame, nowNs + delayNs);
  for (let i = 1; i < copies; i++) enqueue(queues, node, frame, nowNs + delayNs);
  if (place === NONE) return;
  // the one before it is behind it now; only where there was none it may be held back itself
  if (release(state, node, nowNs + delayNs)) return;
  if (heldUntilNs === nowNs) return;
  state.heldBack[node] = queues.order[place];
  queues.readyNs[place] = heldUntilNs;
}

/** Lets the frame go that a node has held back; whether there was one. */
function release({ wire: { queues }, heldBack }: HandOver, node: number, nowNs: number): boolean {
  const held = heldBack[node];
  if (held === -1) return false;
  heldBack[node] = -1;
  const end = node * queues.capacity + queues.waiting[node];
  for (let place = node * queues.capacity; place < end; place++) {
    if (queues.order[place] !== held) continue;
    queues.order[place] = queues.handedOver++;
    queues.readyNs[place] = nowNs;
    return true;
  }
  return false;
}

const noise = CanFrame.create();

/** The frames of babbling nodes from an instant on, up to another [ns]. */
export function babble({ queues }: Wire, babbling: readonly Fault[], fromNs: number, untilNs: number): void {
  for (let i = 0; i < babbling.length; i++) {
    const fault = babbling[i];
    noise.id = fault.id;
    noise.is_extended = fault.id > 0x7ff;
    noise.length = 8;
    let instant = nextInstantNs(fault, fromNs);
    while (instant < untilNs) {
      enqueue(queues, fault.node, noise, instant);
      instant = nextInstantNs(fault, instant + 1);
    }
  }
}
