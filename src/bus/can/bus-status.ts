/** The status of a bus as a message. */
import type { CanBusStatus } from '../../msgs/index.ts';
import { setTime } from '../../msgs/index.ts';
import { stateOf } from './fault-confinement.ts';
import type { Wire } from './wire.ts';

/** Writes how it is at an instant [ns], and begins to measure the load anew. */
export function writeStatus(status: CanBusStatus, wire: Wire, refused: Uint32Array, nowNs: number): void {
  const { queues, nodes } = wire;
  setTime(status.stamp, nowNs);
  status.load = loadUntil(wire, nowNs);
  status.frames = wire.frames;
  status.error_frames = wire.errorFrames;
  wire.busyNs = 0;
  wire.busyFromNs = nowNs;
  status.transmit_errors = copied(status.transmit_errors, nodes.transmitErrors);
  status.receive_errors = copied(status.receive_errors, nodes.receiveErrors);
  status.states = copied(status.states, queues.waiting);
  for (let node = 0; node < status.states.length; node++) status.states[node] = stateOf(nodes, node);
  status.waiting = copied(status.waiting, queues.waiting);
  status.lost = copied(status.lost, queues.lost);
  status.refused = copied(status.refused, refused);
}

/** The same numbers, in the old array where it is as long. */
function copied<A extends Uint16Array | Uint32Array>(target: A, source: A): A {
  if (target.length !== source.length) return source.slice() as A;
  target.set(source);
  return target;
}

/** Share of the time since the last status in which frames, error frames and their intermission were on the bus. */
function loadUntil({ transmission, busyNs, busyFromNs, freeNs }: Wire, nowNs: number): number {
  const { isUnderWay, startNs } = transmission;
  // a frame that is under way counts up to now, and so does an intermission
  const partNs = isUnderWay ? nowNs - Math.max(startNs, busyFromNs) : Math.min(0, nowNs - freeNs);
  return (busyNs + partNs) / (nowNs - busyFromNs);
}
