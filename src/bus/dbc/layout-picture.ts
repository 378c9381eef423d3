/** The bytes of a message as a grid with a letter for each signal: bit 7 to the left, as bytes are written. */
import { bitOfSignal } from './bit-layout.ts';
import type { DbcMessage, DbcSignal } from './database.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const signalLetter = (place: number): string => LETTERS[place % LETTERS.length];

/** Signals at each bit of the message, numbered as in the file: multiplexed signals share bits. */
export function signalsByBit({ signals, length }: DbcMessage): number[][] {
  const bits: number[][] = Array.from({ length: 8 * length }, () => []);
  signals.forEach((signal, place) => {
    for (let i = 0; i < signal.length; i++) bits[bitOfSignal(signal, i)]?.push(place);
  });
  return bits;
}

/** `·` for a bit that nobody uses, `*` for one that several signals share. */
export function layoutPicture(message: DbcMessage): string {
  const bits = signalsByBit(message);
  const cell = (bit: number): string => {
    const places = bits[bit];
    return places.length === 0 ? '·' : places.length > 1 ? '*' : signalLetter(places[0]);
  };
  const rows = Array.from({ length: message.length }, (_, byte) => {
    const cells = Array.from({ length: 8 }, (_unused, i) => cell(8 * byte + 7 - i));
    return `${String(byte).padStart(4)}  ${cells.join(' ')}`;
  });
  return ['byte  7 6 5 4 3 2 1 0', ...rows].join('\n');
}

/** What `0|16@1-` says, in words. */
export const placeText = ({ start, length, byteOrder, isSigned }: DbcSignal): string =>
  `${start}|${length}@${byteOrder === 'intel' ? 1 : 0}${isSigned ? '-' : '+'}`;

/** `M`, `m3`, `m2-4,7` or nothing. */
export function multiplexText({ isMultiplexor, selection }: DbcSignal): string {
  const ranges = selection?.ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
  return `${ranges === undefined ? '' : `m${ranges}`}${isMultiplexor ? 'M' : ''}`;
}
