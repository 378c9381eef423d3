/**
 * ChArUco boards: a chessboard whose light squares hold markers, so that every corner is known by itself and the board may
 * be partly hidden. Markers are found and corners interpolated by OpenCV, whose WebAssembly module (@techstark/opencv-js,
 * initialised) the caller brings; their sub-pixel positions are refined like those of a plain chessboard.
 *
 * The pattern is that of OpenCV 4.6 and later: the first square is dark, whatever the number of rows.
 */
import { InputError, quote, suggestion } from '../../core/input-error.ts';
import { hypot } from '../../math/exponential.ts';
import type { BoardView, CharucoBoard } from './board.ts';
import { boardCorners } from './board.ts';
import type { MarkerBits } from './board-pattern.ts';
import { refineCorner } from './corner-refinement.ts';
import type { GreyImage } from './grey-image.ts';

/** Corners that a view must have. */
const LEAST_CORNERS = 6;

export interface CharucoFinder {
  /** The corners that were found, or null when too few, or all on one line. */
  readonly find: (image: GreyImage) => BoardView | null;
  /** The markers of the board's light squares. */
  readonly markers: MarkerBits;
}

/** A finder for one board. */
export function charucoFinder(cv: any, board: CharucoBoard): CharucoFinder {
  const dictionary = cv.getPredefinedDictionary(dictionaryNumber(cv, board.dictionary));
  const squares = (board.columns + 1) * (board.rows + 1);
  const markerCount = Math.floor(squares / 2);
  if (dictionary.bytesList.rows < markerCount) {
    throw new InputError(
      '--dictionary',
      `${board.dictionary} has ${dictionary.bytesList.rows} markers, but this board needs ${markerCount}`,
    );
  }
  const printed = new cv.aruco_CharucoBoard(
    new cv.Size(board.columns + 1, board.rows + 1),
    board.square,
    board.marker,
    dictionary,
    new cv.Mat(),
  );
  const detector = new cv.aruco_CharucoDetector(
    printed,
    new cv.aruco_CharucoParameters(),
    new cv.aruco_DetectorParameters(),
    new cv.aruco_RefineParameters(10, 3, true),
  );
  return { find: (image) => findCorners(cv, detector, board, image), markers: markerBits(cv, dictionary, markerCount) };
}

function dictionaryNumber(cv: any, name: string): number {
  const known = Object.keys(cv).filter((key) => key.startsWith('DICT_'));
  if (!known.includes(name))
    throw new InputError('--dictionary', `unknown dictionary ${quote(name)}${suggestion(name, known)}`);
  return cv[name];
}

function markerBits(cv: any, dictionary: any, count: number): MarkerBits {
  const size = dictionary.markerSize + 2;
  const picture = new cv.Mat();
  const modules = Array.from({ length: count }, (_, id) => {
    dictionary.generateImageMarker(id, size, picture, 1);
    return Uint8Array.from(picture.data as Uint8Array, (value) => (value > 127 ? 1 : 0));
  });
  picture.delete();
  return { size, modules };
}

function findCorners(cv: any, detector: any, board: CharucoBoard, image: GreyImage): BoardView | null {
  const rough = detect(cv, detector, image);
  const kept = refined(image, rough, board.columns);
  const ids = kept.map((n) => rough.ids[n]);
  if (ids.length < LEAST_CORNERS || areOnOneLine(ids, board)) return null;
  const all = boardCorners(board);
  return { ids: Int32Array.from(ids), board: pairs(all, ids), image: pairs(rough.image, kept) };
}

interface RoughCorners {
  readonly image: Float64Array;
  readonly ids: Int32Array;
}

/** What OpenCV finds; its corners are half a pixel too far right and down (its pull request 28380), in all versions up to 4.12. */
function detect(cv: any, detector: any, image: GreyImage): RoughCorners {
  const picture = cv.matFromArray(image.height, image.width, cv.CV_8UC1, image.data);
  const [corners, ids, markerCorners, markerIds] = [new cv.Mat(), new cv.Mat(), new cv.MatVector(), new cv.Mat()];
  detector.detectBoard(picture, corners, ids, markerCorners, markerIds);
  const found = {
    image: Float64Array.from(corners.data32F as Float32Array, (value) => value - 0.5),
    ids: Int32Array.from(ids.data32S as Int32Array),
  };
  for (const owned of [picture, corners, ids, markerCorners, markerIds]) owned.delete();
  return found;
}

/** Refines in place; numbers of the corners that stayed near their place. Windows end where the markers begin. */
function refined(image: GreyImage, { image: corners, ids }: RoughCorners, columns: number): number[] {
  const start = corners.slice();
  return [...ids.keys()].filter((n) => {
    const half = Math.floor(0.12 * nearestNeighbour(start, ids, columns, n));
    return refineCorner(image, corners, n, Math.min(9, Math.max(2, half)), 0.75);
  });
}

/** Distance to the nearest corner beside, above or below that was found; 0 when there is none [px]. */
function nearestNeighbour(corners: Float64Array, ids: Int32Array, columns: number, n: number): number {
  let least = Infinity;
  for (let m = 0; m < ids.length; m++) {
    const steps =
      Math.abs((ids[m] % columns) - (ids[n] % columns)) +
      Math.abs(Math.floor(ids[m] / columns) - Math.floor(ids[n] / columns));
    if (steps === 1)
      least = Math.min(least, hypot(corners[2 * m] - corners[2 * n], corners[2 * m + 1] - corners[2 * n + 1]));
  }
  return least === Infinity ? 0 : least;
}

const areOnOneLine = (ids: readonly number[], { columns }: CharucoBoard): boolean =>
  new Set(ids.map((id) => id % columns)).size < 2 || new Set(ids.map((id) => Math.floor(id / columns))).size < 2;

/** Pairs of numbers by their index. */
const pairs = (values: Float64Array, indices: readonly number[]): Float64Array =>
  Float64Array.from(indices.flatMap((i) => [values[2 * i], values[2 * i + 1]]));
