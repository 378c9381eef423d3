/** Datagrams to and from one peer. */
import type { LinkKind } from '../../core/link.ts';
import { integer, text } from '../../core/schema.ts';

const params = {
  address: text('127.0.0.1', 'own address; 127.0.0.1 is reached from this machine only'),
  port: integer(0, '', 'own port; 0 takes any that is free', { min: 0, max: 65535 }),
  peerAddress: text('127.0.0.1', 'address of the peer'),
  peerPort: integer(undefined, '', 'port of the peer', { min: 1, max: 65535 }),
};

export const udpKind = {
  kind: 'udp',
  doc: 'datagrams to and from one peer',
  params,
} as const satisfies Omit<LinkKind<typeof params>, 'open'>;
