/** The serial line of a scenario, as Node opens it. */
import type { ByteLink } from '../../bus/serial/byte-link.ts';
import { defineLink } from '../../core/link.ts';
import { serialKind } from './kind.ts';
import { openSerialLine } from './serial-line.ts';

export const serialLink = defineLink({
  ...serialKind,
  open: ({ path, baud }, { nowNs }): Promise<ByteLink> => openSerialLine(path, baud, nowNs),
});
