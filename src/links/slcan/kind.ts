/** Frames of a CAN bus, through an adapter on a serial line that speaks slcan. */
import type { LinkKind } from '../../core/link.ts';
import { choice, integer, optional, param, text } from '../../core/schema.ts';

/** What the letter S knows, by its digit [bit/s]: Lawicel AB, CAN232 manual. */
export const BIT_RATES: readonly number[] = [
  10_000, 20_000, 50_000, 100_000, 125_000, 250_000, 500_000, 800_000, 1_000_000,
];
/** What the letter Y knows, by its digit: CANable 2.0 [bit/s]. */
export const DATA_BIT_RATES: readonly number[] = [0, 1_000_000, 2_000_000, 3_000_000, 4_000_000, 5_000_000];

const params = {
  path: text(undefined, 'the device, such as /dev/ttyACM0 or COM3; a pseudo terminal will do'),
  bitRate: param(500_000, 'bit/s', 'of the bus: all its nodes have the same'),
  dataBitRate: optional(
    param(undefined, 'bit/s', 'of the data of CAN FD frames; without it the adapter is a classic one'),
  ),
  serialBaud: integer(115_200, 'bit/s', 'symbols per second on the serial line; USB adapters take any', {
    min: 1,
    max: 20_000_000,
  }),
  answers: choice(
    'auto',
    ['auto', 'always', 'never'],
    'whether the adapter confirms every frame: found out when it is opened, expected, or not waited for',
  ),
};

export const slcanKind = {
  kind: 'slcan',
  carries: 'can',
  doc: 'a CAN adapter that speaks slcan on a serial line',
  params,
  check({ bitRate, dataBitRate }): readonly [string, string] | undefined {
    if (!BIT_RATES.includes(bitRate)) {
      return ['bitRate', `expected 10, 20, 50, 100, 125, 250, 500, 800 or 1000 kbit/s, got ${bitRate / 1000}`];
    }
    return dataBitRate !== undefined && DATA_BIT_RATES.indexOf(dataBitRate) < 1
      ? ['dataBitRate', `expected 1, 2, 3, 4 or 5 Mbit/s, got ${dataBitRate / 1e6}`]
      : undefined;
  },
} as const satisfies Omit<LinkKind<typeof params>, 'open'>;
