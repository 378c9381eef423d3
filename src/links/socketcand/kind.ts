/** Frames for programs of others, who join as clients of socketcand. */
import type { LinkKind } from '../../core/link.ts';
import { integer, text } from '../../core/schema.ts';

const params = {
  port: integer(29536, '', 'port of the server; 0 takes any that is free', { min: 0, max: 65535 }),
  address: text('127.0.0.1', 'own address; 127.0.0.1 is reached from this machine only'),
  bus: text('can0', 'the name under which clients open the bus'),
};

export const socketcandKind = {
  kind: 'socketcand',
  carries: 'can',
  doc: 'a server for programs that join the bus as clients of socketcand',
  params,
  check: ({ bus }): readonly [string, string] | undefined =>
    /^[\w.-]{1,15}$/.test(bus)
      ? undefined
      : ['bus', `expected a word of at most 15 letters, got ${JSON.stringify(bus)}`],
} as const satisfies Omit<LinkKind<typeof params>, 'open'>;
