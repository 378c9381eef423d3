/**
 * A map and a trajectory as other programs read them.
 *
 *   map_server   a picture, darker where it is more occupied: 0 occupied, 254 free, 205 unknown; a YAML file beside it with the side of a
 *                pixel and the place of the lower left corner (`trinary`, occupied above 0.65, free below 0.196)
 *   TUM          stamp x y z qx qy qz qw
 *   CSV          stamp,x,y,heading
 */
import { quaternionFromYawInto } from '../math/pose2.ts';
import { createPyramid, growPyramid, updatePyramid } from './mapping/grid-pyramid.ts';
import { updateRules } from './mapping/map-update.ts';
import type { OccupancyGrid } from './mapping/occupancy-grid.ts';
import { PROBABILITY, PROBABILITY_OFFSET } from './mapping/occupancy-grid.ts';
import type { Slam, StampedPose } from './slam.ts';

const OCCUPIED = 0;
const FREE = 254;
const UNKNOWN = 205;
const OCCUPIED_FROM = 0.65;
const FREE_UP_TO = 0.196;

/** The whole map, drawn from every keyframe where the graph has it. */
export function wholeMap({ keyframes, graph }: Slam, resolution: number): OccupancyGrid {
  const pyramid = createPyramid(resolution, 1, 0, 0, 1);
  const rules = updateRules(0.4, 0.9, 8);
  for (const { variable, points } of keyframes) {
    growPyramid(pyramid, graph.poses[variable], points);
    updatePyramid(pyramid, graph.poses[variable], points, rules);
  }
  return pyramid.levels[0];
}

export interface MapPicture {
  readonly width: number;
  readonly height: number;
  /** Grey, the upper row first. */
  readonly data: Uint8Array;
}

export function mapPicture({ width, height, cells }: OccupancyGrid): MapPicture {
  const data = new Uint8Array(width * height);
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      const p = PROBABILITY[cells[(height - 1 - j) * width + i] + PROBABILITY_OFFSET];
      data[j * width + i] = p > OCCUPIED_FROM ? OCCUPIED : p < FREE_UP_TO ? FREE : UNKNOWN;
    }
  }
  return { width, height, data };
}

/** The file that map_server reads; its picture lies beside it. */
export const mapServerYaml = ({ originX, originY, resolution }: OccupancyGrid, picture: string): string =>
  [
    `image: ${picture}`,
    `resolution: ${resolution}`,
    `origin: [${(originX - resolution / 2).toFixed(6)}, ${(originY - resolution / 2).toFixed(6)}, 0.0]`,
    'negate: 0',
    `occupied_thresh: ${OCCUPIED_FROM}`,
    `free_thresh: ${FREE_UP_TO}`,
    'mode: trinary',
    '',
  ].join('\n');

export const trajectoryCsv = (poses: readonly StampedPose[]): string =>
  [
    'stamp,x,y,heading',
    ...poses.map(
      ({ stamp, x, y, heading }) => `${stamp.toFixed(6)},${x.toFixed(6)},${y.toFixed(6)},${heading.toFixed(7)}`,
    ),
    '',
  ].join('\n');

export function trajectoryTum(poses: readonly StampedPose[]): string {
  const q = { x: 0, y: 0, z: 0, w: 1 };
  const lines = poses.map(({ stamp, x, y, heading }) => {
    quaternionFromYawInto(heading, q);
    return `${stamp.toFixed(6)} ${x.toFixed(6)} ${y.toFixed(6)} 0 0 0 ${q.z.toFixed(9)} ${q.w.toFixed(9)}`;
  });
  return `${lines.join('\n')}\n`;
}

/** The map with paths over it; `png` is the picture of the map in base64. */
export function mapSvg(grid: OccupancyGrid, png: string, paths: readonly MapPath[], title: string): string {
  const { originX, originY, width, height, resolution } = grid;
  const left = originX - resolution / 2;
  const top = originY + (height - 0.5) * resolution;
  const line = ({ poses, colour, name }: MapPath): string => {
    const points = poses.map(
      ({ x, y }) => `${((x - left) / resolution).toFixed(2)},${((top - y) / resolution).toFixed(2)}`,
    );
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"><title>${name}</title></polyline>`;
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>`,
    `<image href="data:image/png;base64,${png}" width="${width}" height="${height}" style="image-rendering:pixelated"/>`,
    ...paths.map(line),
    '</svg>',
    '',
  ].join('\n');
}

export interface MapPath {
  readonly name: string;
  readonly colour: string;
  readonly poses: readonly { readonly x: number; readonly y: number }[];
}
