/** The time of a PTP master on the network. */
import type { FieldValues } from '../../core/schema.ts';
import type { LinkKind } from '../../core/link.ts';
import { integer, optional, param, text } from '../../core/schema.ts';

const port = { min: 1, max: 65535 };

const params = {
  address: text(undefined, 'own IPv4 address on the network of the master'),
  domain: integer(0, '', 'PTP domain', { min: 0, max: 255 }),
  master: optional(text(undefined, 'clockIdentity of the only grandmaster to follow; the best of all when absent')),
  delayInterval: param(1, 's', 'least time between two measurements of the way', { min: 0.01, max: 60 }),
  eventPort: integer(319, '', 'UDP port of packets that are stamped; below 1024 it takes privileges', port),
  generalPort: integer(320, '', 'UDP port of all others', port),
};
export type PtpLinkParams = FieldValues<typeof params>;

export const ptpKind = {
  kind: 'ptp',
  doc: 'the time of a PTP master (IEEE 1588, UDP over IPv4), with its error bound',
  params,
  check: ({ master }: PtpLinkParams) =>
    master === undefined || /^[0-9a-f]{16}$/.test(master)
      ? undefined
      : (['master', `expected sixteen hexadecimal digits in lower case, got ${JSON.stringify(master)}`] as const),
} as const satisfies Omit<LinkKind<typeof params>, 'open'>;
