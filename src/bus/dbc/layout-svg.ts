/** The layout of messages as one SVG picture: a row of eight bits for each byte, a colour for each signal, names where they begin. */
import type { DbcMessage } from './database.ts';
import { bitOfSignal } from './bit-layout.ts';
import { signalsByBit } from './layout-picture.ts';

const CELL = { width: 64, height: 30 };
const LEFT = 40;
const TOP = 56;
const WIDTH = LEFT + 8 * CELL.width + 16;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Hues that differ much from one signal to the next: the golden angle apart. */
const colour = (place: number): string => `hsl(${Math.round(place * 137.5) % 360} 65% 78%)`;

const x = (bit: number): number => LEFT + (7 - (bit % 8)) * CELL.width;
const y = (bit: number): number => TOP + Math.floor(bit / 8) * CELL.height;

export function layoutSvg(messages: readonly DbcMessage[]): string {
  let top = 0;
  const pictures = messages.map((message) => {
    const picture = `<g transform="translate(0 ${top})">\n${messageSvg(message)}\n</g>`;
    top += TOP + message.length * CELL.height + 24;
    return picture;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}" height="${top}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${top}" fill="white"/>`,
    ...pictures,
    '</svg>',
    '',
  ].join('\n');
}

function messageSvg(message: DbcMessage): string {
  const { id, name, length } = message;
  return [
    `<text x="${LEFT}" y="24" font-size="15" font-weight="bold">${escaped(name)} 0x${id.toString(16).toUpperCase()}</text>`,
    ...Array.from(
      { length: 8 },
      (_, i) => `<text x="${x(7 - i) + CELL.width / 2}" y="48" text-anchor="middle">${7 - i}</text>`,
    ),
    ...Array.from(
      { length },
      (_, byte) => `<text x="${LEFT - 10}" y="${y(8 * byte) + 19}" text-anchor="end">${byte}</text>`,
    ),
    ...signalsByBit(message).map((places, bit) => cell(places, bit)),
    ...names(message),
  ].join('\n');
}

function cell(places: readonly number[], bit: number): string {
  const fill = places.length === 0 ? '#f4f4f4' : colour(places[0]);
  const dash = places.length > 1 ? ' stroke-dasharray="3 2"' : '';
  return `<rect x="${x(bit)}" y="${y(bit)}" width="${CELL.width}" height="${CELL.height}" fill="${fill}" stroke="#888"${dash}/>`;
}

/** At its most significant bit; of signals that begin at the same bit, one below the other. */
function names({ signals, length }: DbcMessage): string[] {
  const taken = new Map<number, number>();
  return signals.flatMap((signal) => {
    const bit = bitOfSignal(signal, signal.length - 1);
    if (bit >= 8 * length) return [];
    const line = taken.get(bit) ?? 0;
    taken.set(bit, line + 1);
    return `<text x="${x(bit) + 4}" y="${y(bit) + 13 + 11 * line}">${escaped(signal.name)}</text>`;
  });
}
