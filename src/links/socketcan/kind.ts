/** Frames of a CAN interface of Linux. */
import type { LinkKind } from '../../core/link.ts';
import { text } from '../../core/schema.ts';

const params = {
  interface: text('can0', 'as `ip link` lists it: can0, vcan0'),
};

export const socketcanKind = {
  kind: 'socketcan',
  carries: 'can',
  doc: 'a CAN interface of Linux',
  params,
} as const satisfies Omit<LinkKind<typeof params>, 'open'>;
