/**
 * A node of a virtual bus whose other side lies outside: every frame of the bus goes to whatever stands in for it, and what that
 * sends goes onto the bus. It has no step of its own; a host with a CAN link serves it.
 *
 *   outside: { type: bus/gateway, inputs: { frames: body.frames }, host: { kind: can, link: tap, timing: free } }
 */
import type { AnyBlock } from '../../core/block.ts';
import { queuedInput, queuedOutput } from '../../core/block.ts';
import { CanFrame } from '../../msgs/index.ts';

export const gateway: AnyBlock = {
  type: 'bus/gateway',
  doc: 'A node of a bus that lies outside: an adapter, a socket, programs of others.',
  params: {},
  external: true,
  defaultPeriod: 0.001,
  inputs: { frames: queuedInput(CanFrame) },
  outputs: { frames: queuedOutput(CanFrame) },
  init: () => ({}),
  step() {
    throw new Error('a gateway has no step of its own');
  },
};
