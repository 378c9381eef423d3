/** Behind a link that carries bytes: a serial line, a pseudo terminal. */
import { BYTE_LINK } from '../../bus/serial/byte-link.ts';
import type { HostKind } from '../../core/host.ts';
import { text } from '../../core/schema.ts';

const params = { link: text(undefined, 'the link that carries the bytes') };

export const serialHostKind = {
  kind: 'serial',
  doc: 'behind a serial line: bytes as they come, stamped with their arrival',
  params,
  links: { link: BYTE_LINK },
  shorthand: 'link',
  traits: { deterministic: false, savable: false, takesChanges: false, standsIn: true, ownStamps: true },
  label: ({ link }: { readonly link: string }) => `serial (${link})`,
} as const satisfies Omit<HostKind<typeof params>, 'open'>;
