/** A card's picture: a scenario from above, as path data in a box of fixed size. North is up, and a metre is as long either way. */
import type { GalleryEntry } from '../shell/gallery-entry.ts';

export const PICTURE_WIDTH = 320;
export const PICTURE_HEIGHT = 180;
/** Left free on every side. */
const MARGIN = 14;
/** Nothing is drawn larger than this, so that a car that hardly moves does not fill the picture [m]. */
const SMALLEST = 4;

export interface GalleryPicture {
  readonly stripes: string;
  readonly solids: string;
  readonly paths: readonly {
    readonly colour: number;
    readonly d: string;
    readonly startX: number;
    readonly startY: number;
    readonly endX: number;
    readonly endY: number;
  }[];
  /** A length for the scale: so many metres are so many pixels. */
  readonly scale: { readonly metres: number; readonly pixels: number };
}

interface Frame {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export function galleryPicture({
  paths,
  stripes,
  solids,
}: Pick<GalleryEntry, 'paths' | 'stripes' | 'solids'>): GalleryPicture {
  const frame = frameOf([...paths.map(({ points }) => points), ...stripes, ...solids]);
  const metres = niceLength((PICTURE_WIDTH / frame.scale) * 0.22);
  return {
    stripes: stripes.map((line) => outline(line, frame)).join(''),
    solids: solids.map((corners) => `${outline(corners, frame)}Z`).join(''),
    paths: paths
      .filter(({ points }) => points.length >= 2)
      .map(({ colour = 1, points }) => {
        const [startX, startY] = placed(points, 0, frame);
        const [endX, endY] = placed(points, points.length - 2, frame);
        return { colour, d: outline(points, frame), startX, startY, endX, endY };
      }),
    scale: { metres, pixels: tenth(metres * frame.scale) },
  };
}

/** Everything in the middle, as large as fits. */
function frameOf(lines: readonly (readonly number[])[]): Frame {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of lines) {
    for (let i = 0; i < line.length; i += 2) {
      west = Math.min(west, line[i]);
      east = Math.max(east, line[i]);
      south = Math.min(south, line[i + 1]);
      north = Math.max(north, line[i + 1]);
    }
  }
  if (west > east) [west, south, east, north] = [0, 0, 0, 0];
  const width = Math.max(SMALLEST, east - west);
  const height = Math.max(SMALLEST, north - south);
  const scale = Math.min((PICTURE_WIDTH - 2 * MARGIN) / width, (PICTURE_HEIGHT - 2 * MARGIN) / height);
  return {
    scale,
    x: PICTURE_WIDTH / 2 - (scale * (west + east)) / 2,
    y: PICTURE_HEIGHT / 2 + (scale * (south + north)) / 2,
  };
}

const placed = (points: readonly number[], i: number, { scale, x, y }: Frame): [number, number] => [
  tenth(x + scale * points[i]),
  tenth(y - scale * points[i + 1]),
];

function outline(points: readonly number[], frame: Frame): string {
  let path = '';
  for (let i = 0; i < points.length; i += 2) path += `${i === 0 ? 'M' : 'L'}${placed(points, i, frame).join(' ')}`;
  return path;
}

/** The largest of 1, 2 or 5 times a power of ten that is not above `most`. */
function niceLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((factor) => factor * power).find((length) => length <= most * (1 + 1e-9))!;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
