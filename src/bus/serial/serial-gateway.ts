/**
 * Where a serial line leaves the loop: bytes go to whatever stands in for it, and what that sends comes back. It has no step of its own; a
 * host with a link of bytes serves it.
 *
 *   outside: { type: bus/serial-gateway, inputs: { bytes: line.bytes }, host: { kind: serial, link: receiver } }
 */
import type { AnyBlock } from '../../core/block.ts';
import { queuedInput, queuedOutput } from '../../core/block.ts';
import { SerialBytes } from '../../msgs/index.ts';

export const serialGateway: AnyBlock = {
  type: 'bus/serial-gateway',
  doc: 'Where a serial line leaves the loop: a device, a pseudo terminal, a program.',
  params: {},
  external: true,
  defaultPeriod: 0.01,
  inputs: { bytes: queuedInput(SerialBytes) },
  outputs: { bytes: queuedOutput(SerialBytes) },
  init: () => ({}),
  step() {
    throw new Error('a gateway has no step of its own');
  },
};
