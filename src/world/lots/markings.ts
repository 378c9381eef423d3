/**
 * The paint of a row of slots: separating lines, and bars or ticks along entrance and back.
 *
 * A bar across n + 1 separating lines makes T where a line ends on it and L where both end. Bars reach half a line's width beyond the outermost
 * lines, so that corners are square. Worn lines lose pieces of random length that add up to the fraction of each line exactly; where they begin is
 * random too, so that ends wear like middles.
 * Checked against: painted area, fraction of missing paint.
 */
import { createStream, uniform, uniformBetween } from '../../math/random.ts';
import type { Colour, Stripe } from '../scene.ts';
import type { LotLines, RowDocument } from './lot-schema.ts';
import type { RowAxes } from './slot.ts';
import { placeInRow, rowAxes } from './slot.ts';

/** A straight line on the ground: from, to [m]. */
interface Line {
  readonly name: string;
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
}

/** From where to where on a line, as shares of its length. */
type Piece = readonly [from: number, to: number];

const lengthOf = ({ fromX, fromY, toX, toY }: Line): number =>
  Math.sqrt((toX - fromX) * (toX - fromX) + (toY - fromY) * (toY - fromY));

/** Stripes of a row; `name` tells its wear from that of others. */
export function rowStripes(row: RowDocument, lines: LotLines, colour: Colour, name: string): Stripe[] {
  return rowLines(row, lines).flatMap((line) =>
    paintLeft(lengthOf(line), lines.wear, `${name}/${line.name}`).map(([from, to]): Stripe => {
      const [dx, dy] = [line.toX - line.fromX, line.toY - line.fromY];
      return {
        points: Float64Array.of(
          line.fromX + from * dx,
          line.fromY + from * dy,
          line.fromX + to * dx,
          line.fromY + to * dy,
        ),
        closed: false,
        width: lines.width,
        colour,
      };
    }),
  );
}

/** How many stripes a row is painted with. */
export function countStripes(row: RowDocument, lines: LotLines): number {
  const pieces = (length: number) => 1 + Math.ceil((lines.wear.fraction * length) / lines.wear.length);
  return rowLines(row, lines).reduce((sum, line) => sum + pieces(lengthOf(line)), 0);
}

function rowLines(row: RowDocument, lines: LotLines): Line[] {
  const axes = rowAxes(row);
  const separating = Array.from({ length: row.slots + 1 }, (_, k): Line => {
    const [fromX, fromY] = placeInRow(row, axes, k * row.pitch, 0);
    const [toX, toY] = placeInRow(row, axes, k * row.pitch, row.depth);
    return { name: `line${k}`, fromX, fromY, toX, toY };
  });
  return [
    ...separating,
    ...acrossLines(row, axes, lines, lines.entrance, 0),
    ...acrossLines(row, axes, lines, lines.back, row.depth),
  ];
}

/** Bars or ticks at this depth. */
function acrossLines(
  row: RowDocument,
  axes: RowAxes,
  lines: LotLines,
  style: LotLines['entrance'],
  depth: number,
): Line[] {
  const end = row.slots * row.pitch;
  const reach = (0.5 * lines.width) / axes.slant;
  const piece = (name: string, from: number, to: number): Line => {
    const [fromX, fromY] = placeInRow(row, axes, from, depth);
    const [toX, toY] = placeInRow(row, axes, to, depth);
    return { name: `${name}${depth === 0 ? '' : '-back'}`, fromX, fromY, toX, toY };
  };
  if (style === 'none') return [];
  if (style === 'bar') return [piece('bar', -reach, end + reach)];
  const tick = Math.min(lines.tick, 0.5 * row.pitch);
  return Array.from({ length: row.slots + 1 }, (_, k) =>
    piece(`tick${k}`, k === 0 ? -reach : k * row.pitch - tick, k === row.slots ? end + reach : k * row.pitch + tick),
  );
}

/** What is left of a line: gaps and pieces in turn around a ring of its length, cut open at a random place. */
function paintLeft(length: number, wear: LotLines['wear'], name: string): Piece[] {
  if (wear.fraction === 0) return [[0, 1]];
  if (wear.fraction === 1) return [];
  const count = Math.max(1, Math.round((wear.fraction * length) / wear.length));
  const stream = createStream(wear.seed, `world/lots/wear/${name}`);
  const start = uniform(stream);
  const gaps = Array.from({ length: count }, () => uniformBetween(stream, 0.3, 1.7));
  const pieces = Array.from({ length: count }, () => uniformBetween(stream, 0.3, 1.7));
  const perGap = wear.fraction / gaps.reduce((sum, gap) => sum + gap, 0);
  const perPiece = (1 - wear.fraction) / pieces.reduce((sum, piece) => sum + piece, 0);
  const left: Piece[] = [];
  let at = start;
  for (let i = 0; i < count; i++) {
    at += perGap * gaps[i];
    const to = at + perPiece * pieces[i];
    if (at >= 1) left.push([at - 1, to - 1]);
    else if (to <= 1) left.push([at, to]);
    else left.push([at, 1], [0, to - 1]);
    at = to;
  }
  return left;
}
