/** Bytes of a serial line. */
import type { LinkKind } from '../../core/link.ts';
import { integer, text } from '../../core/schema.ts';

const params = {
  path: text(undefined, 'the device, such as /dev/ttyACM0 or COM3; a pseudo terminal will do'),
  baud: integer(115_200, 'bit/s', 'symbols per second on the line; USB adapters take any', { min: 1, max: 20_000_000 }),
};

export const serialKind = {
  kind: 'serial',
  carries: 'bytes',
  doc: 'bytes of a serial line',
  params,
} as const satisfies Omit<LinkKind<typeof params>, 'open'>;
