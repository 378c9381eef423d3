/** `skidpad calibrate`: from pictures of a board to a camera file; or, with --render, pictures of a known camera. */
import { basename, dirname, extname } from 'node:path';
import { InputError, quote } from '../../core/input-error.ts';
import type { Lens } from '../../camera-model/lens.ts';
import { readBytes } from '../../node/files.ts';
import type { DirectoryKind } from '../../node/output-directory.ts';
import { makeDirectory, OutputDirectory } from '../../node/output-directory.ts';
import { writeWholeFile } from '../../node/whole-file.ts';
import type {
  Board,
  BoardView,
  CameraFile,
  GreyImage,
  GroundPlane,
  LensCalibration,
  ImageTruth,
} from '../../vision/calibration/index.ts';
import {
  calibrateLens,
  charucoFinder,
  colourPng,
  drawCorners,
  exampleLens,
  fitGround,
  formatCameraBlock,
  formatCameraFile,
  greyPng,
  parseCameraFile,
  parseSize,
  readGreyPng,
  renderSeries,
} from '../../vision/calibration/index.ts';
import { formatNumber, formatTable } from '../table.ts';
import type { BoardSearch } from './board-search.ts';
import { boardName, boardSearch, openCv } from './board-search.ts';

export interface CalibrateOptions {
  /** Inner corners of a chessboard, or squares of a ChArUco board: `9x6`. */
  readonly board?: string;
  readonly charuco?: string;
  /** Sides of a square and of a marker [m]. */
  readonly square?: string;
  readonly marker?: string;
  readonly dictionary?: string;
  readonly fisheye?: boolean;
  /** A picture of the board on the floor. */
  readonly ground?: string;
  /** A camera file whose lens is used as it is. */
  readonly camera?: string;
  readonly name?: string;
  /** The camera file, and the same camera as a block of a scenario. */
  readonly out?: string;
  readonly block?: string;
  readonly draw?: string;
  /** Whether earlier pictures in the folders may be replaced. */
  readonly force?: boolean;
  readonly json?: boolean;
  /** A folder for rendered pictures, and what they are like. */
  readonly render?: string;
  readonly count?: string;
  readonly seed?: string;
  readonly size?: string;
  readonly noise?: string;
  readonly blur?: string;
  /** All cameras of a vehicle: a rig file, or the example of one. */
  readonly surround?: string | true;
}

const LEAST_PICTURES = 3;

export async function calibrate(files: readonly string[], options: CalibrateOptions): Promise<void> {
  if (options.surround !== undefined)
    return (await import('./calibrate-surround.ts')).calibrateSurround(files, options);
  if (options.render !== undefined) return render(options.render, files, options);
  const board = boardOf(options);
  if (files.length === 0 && (options.camera === undefined || options.ground === undefined)) {
    throw new InputError(
      '',
      'no pictures: name some of the board, or --camera with --ground, or --render to make some',
    );
  }
  if (files.length > 0 && options.camera !== undefined)
    throw new InputError('--camera', 'a lens is already known there: leave the pictures out, or leave --camera out');
  const search = await boardSearch(board);
  const known = options.camera === undefined ? undefined : readCamera(options.camera);
  const { seen, missed } = findBoards(files, search, board);
  const calibration = known === undefined ? calibrated(seen, files.length, board, options) : undefined;
  const lens = known?.lens ?? calibration!.lens;
  const floor = options.ground === undefined ? undefined : findFloor(options.ground, lens, search, board);
  drawAll(floor === undefined ? seen : [...seen, floor.picture], board, options);

  const camera: CameraFile = { name: options.name ?? known?.name ?? 'camera', lens, ...groundOf(floor?.ground, known) };
  const out = options.out ?? options.camera ?? 'camera.yaml';
  write(out, formatCameraFile(camera));
  if (options.block !== undefined) write(options.block, formatCameraBlock(camera));
  if (options.json)
    return void console.log(
      JSON.stringify({
        ...summary(calibration, seen),
        missed,
        lens,
        ground: plainGround(floor?.ground),
        out,
        block: options.block,
      }),
    );
  if (calibration !== undefined) printCalibration(calibration, seen, board);
  if (floor !== undefined) printGround(floor.ground);
  console.log(`\nCamera     ${out}`);
  if (options.block !== undefined) console.log(`Block      ${options.block}`);
}

/** The floor just measured, or the one the camera file already had. */
const groundOf = (measured: GroundPlane | undefined, known: CameraFile | undefined) => {
  const ground = measured ?? known?.ground;
  return ground === undefined ? {} : { ground };
};

function boardOf({ board, charuco, square, marker, dictionary }: CalibrateOptions): Board {
  if ((board === undefined) === (charuco === undefined)) {
    throw new InputError(
      '',
      'expected either --board with the inner corners of a chessboard, such as 9x6, or --charuco with the squares of a ChArUco board, such as 7x5',
    );
  }
  const side = lengthOption('--square', square);
  if (board !== undefined) {
    if (marker !== undefined) throw new InputError('--marker', 'a chessboard has no markers: use --charuco');
    const [columns, rows] = parseSize(board, '--board', 3);
    return { kind: 'chessboard', columns, rows, square: side };
  }
  const [columns, rows] = parseSize(charuco!, '--charuco', 3);
  const markerSide = lengthOption('--marker', marker);
  if (markerSide >= side)
    throw new InputError('--marker', `expected less than a square, ${side} m, got ${markerSide} m`);
  return {
    kind: 'charuco',
    columns: columns - 1,
    rows: rows - 1,
    square: side,
    marker: markerSide,
    dictionary: dictionary ?? 'DICT_4X4_50',
  };
}

function lengthOption(option: string, text: string | undefined): number {
  const value = Number(text);
  if (text === undefined || !(value > 0 && value < 100))
    throw new InputError(option, `expected a length in metres, such as 0.025, got ${quote(text)}`);
  return value;
}

export function numberOption(
  option: string,
  text: string | undefined,
  fallback: number,
  least: number,
  most: number,
  whole: boolean,
): number {
  const value = text === undefined ? fallback : Number(text);
  if (text?.trim() === '' || !(value >= least && value <= most) || (whole && !Number.isInteger(value))) {
    throw new InputError(
      option,
      `expected a ${whole ? 'whole ' : ''}number from ${least} to ${most}, got ${quote(text)}`,
    );
  }
  return value;
}

interface SeenBoard {
  readonly file: string;
  readonly image: GreyImage;
  readonly view: BoardView;
}

function findBoards(
  files: readonly string[],
  search: BoardSearch,
  board: Board,
): { seen: SeenBoard[]; missed: string[] } {
  const seen: SeenBoard[] = [];
  const missed: string[] = [];
  let first: { file: string; image: GreyImage } | undefined;
  for (const file of files) {
    const image = readImage(file);
    first ??= { file, image };
    if (image.width !== first.image.width || image.height !== first.image.height) {
      throw new InputError(
        file,
        `is ${image.width} × ${image.height} pixels, but ${first.file} is ${first.image.width} × ${first.image.height}: all pictures must come from one camera`,
      );
    }
    const view = search(image);
    if (view === null) {
      missed.push(file);
      console.error(`skidpad: ${file}: ${boardName(board)} not found, picture left out`);
    } else seen.push({ file, image, view });
  }
  return { seen, missed };
}

function calibrated(
  seen: readonly SeenBoard[],
  pictures: number,
  board: Board,
  { fisheye }: CalibrateOptions,
): LensCalibration {
  if (seen.length < LEAST_PICTURES) {
    const hint =
      seen.length === 0 && board.kind === 'chessboard'
        ? '; --board counts inner corners, one fewer than squares each way'
        : '';
    throw new InputError(
      '',
      `a ${boardName(board)} was found in ${seen.length} of ${pictures} pictures, but at least ${LEAST_PICTURES} are needed${hint}`,
    );
  }
  const { width, height } = seen[0].image;
  const result = calibrateLens(
    seen.map(({ view }) => view),
    { kind: fisheye ? 'fisheye' : 'pinhole', width, height },
  );
  if (result === null)
    throw new InputError(
      '',
      `no ${fisheye ? 'fisheye' : 'pinhole'} lens explains these pictures${fisheye ? '' : ': is it a fisheye?'}`,
    );
  return result;
}

function findFloor(
  file: string,
  lens: Lens,
  search: BoardSearch,
  board: Board,
): { picture: SeenBoard; ground: GroundPlane } {
  const image = readImage(file);
  if (image.width !== lens.width || image.height !== lens.height) {
    throw new InputError(
      file,
      `is ${image.width} × ${image.height} pixels, but the lens is of ${lens.width} × ${lens.height}`,
    );
  }
  const view = search(image);
  if (view === null) throw new InputError(file, `${boardName(board)} not found`);
  const ground = fitGround(lens, view);
  if (ground === null)
    throw new InputError(file, 'the board does not determine the floor: it must lie in front of the camera');
  return { picture: { file, image, view }, ground };
}

function readImage(file: string): GreyImage {
  return readGreyPng(readBytes(file), file);
}

const readCamera = (file: string): CameraFile => parseCameraFile(readBytes(file).toString('utf8'), file);

function write(file: string, data: string | Uint8Array): void {
  makeDirectory(dirname(file));
  writeWholeFile(file, data);
}

const drawings: DirectoryKind = { name: 'drawing', has: (file) => file.endsWith('-corners.png') };
export const renderedPictures: DirectoryKind = {
  name: 'rendering',
  has: (file) => file.endsWith('.png') || file === 'truth.json' || file === 'rig.yaml',
};

function drawAll(seen: readonly SeenBoard[], board: Board, { draw, force }: CalibrateOptions): void {
  if (draw === undefined) return;
  const pictures = seen.map(({ file, image, view }): [string, Uint8Array] => [
    `${basename(file, extname(file))}-corners.png`,
    colourPng(image.width, image.height, drawCorners(image, view, board.columns)),
  ]);
  OutputDirectory.claim({ kind: drawings, out: draw, force, option: '--draw' }).fill(pictures);
}

const PARAMETERS = {
  pinhole: ['fx', 'fy', 'cx', 'cy', 'k1', 'k2', 'p1', 'p2', 'k3'],
  fisheye: ['fx', 'fy', 'cx', 'cy', 'k1', 'k2', 'k3', 'k4'],
} as const;

/** Each parameter of the lens with its standard deviation. */
const parametersOf = ({ lens: { kind, fx, fy, cx, cy, k }, deviations }: LensCalibration) =>
  PARAMETERS[kind].map((name, i) => ({ name, value: [fx, fy, cx, cy, ...k][i], deviation: deviations[i] }));

function printCalibration(calibration: LensCalibration, seen: readonly SeenBoard[], board: Board): void {
  const { views, rms, lens } = calibration;
  console.log(
    `${boardName(board)}, squares of ${formatNumber(1000 * board.square)} mm, ${lens.kind} lens of ${lens.width} × ${lens.height} pixels\n`,
  );
  const rows = seen.map(({ file, view }, i) => [
    file,
    String(view.ids.length),
    views[i].rms.toFixed(3),
    views[i].largest.toFixed(3),
  ]);
  const corners = seen.reduce((sum, { view }) => sum + view.ids.length, 0);
  const largest = views.reduce((most, view) => Math.max(most, view.largest), 0);
  console.log(
    `${formatTable(['picture', 'corners', 'rms [px]', 'largest [px]'], [...rows, ['all', String(corners), rms.toFixed(3), largest.toFixed(3)]])}\n`,
  );
  console.log(
    formatTable(
      ['parameter', 'value', '±'],
      parametersOf(calibration).map(({ name, value, deviation }) => [
        name,
        formatNumber(value),
        Number.isFinite(deviation) ? formatNumber(Number(deviation.toPrecision(2))) : 'undetermined',
      ]),
    ),
  );
  const share = coverage(seen, lens);
  console.log(`\nCorners reach ${Math.round(100 * share)} % of the picture.`);
  for (const warning of warnings(calibration, share)) console.log(warning);
}

/** Share of 8 × 6 cells of the picture that hold a corner. */
function coverage(seen: readonly SeenBoard[], { width, height }: Lens): number {
  const cells = new Set<number>();
  for (const { view } of seen) {
    for (let n = 0; n < view.image.length; n += 2)
      cells.add(
        Math.floor((6 * (view.image[n + 1] + 0.5)) / height) * 8 + Math.floor((8 * (view.image[n] + 0.5)) / width),
      );
  }
  return cells.size / 48;
}

function warnings({ lens, rms, views, deviations }: LensCalibration, share: number): string[] {
  const found: string[] = [];
  if (!(deviations[0] < 0.005 * lens.fx && deviations[1] < 0.005 * lens.fy))
    found.push(
      'The focal length is uncertain by more than 0.5 %: take more pictures, with the board tilted by 20° to 45° in different directions.',
    );
  if (share < 0.5)
    found.push(
      'Much of the picture was never covered, and distortion there is a guess: also hold the board near the borders.',
    );
  if (rms > 1)
    found.push(
      'The error is large: is the board flat, sharp in the pictures and of the size given, and is the lens of this kind?',
    );
  else if (views.some((view) => view.rms > 3 * rms))
    found.push('One picture fits much worse than the rest: look at it with --draw.');
  return found;
}

export const degrees = (angle: number): string => `${((angle * 180) / Math.PI).toFixed(2)}°`;

function printGround({ height, pitch, roll, rms, floorRms, homography }: GroundPlane): void {
  console.log(
    `\nThe camera is ${height.toFixed(4)} m above the floor, looks down by ${degrees(pitch)} and leans to the ${roll < 0 ? 'left' : 'right'} by ${degrees(Math.abs(roll))}.`,
  );
  console.log(
    `Corners on the floor fit to ${rms.toFixed(3)} px, ${formatNumber(Number((1000 * floorRms).toPrecision(2)))} mm. Undistorted pixel to floor [m]:`,
  );
  console.log(
    formatTable(
      ['', '', ''],
      [0, 3, 6].map((i) => [...homography.subarray(i, i + 3)].map(formatNumber)),
    )
      .split('\n')
      .slice(2)
      .join('\n'),
  );
}

/** The result for programs. */
const summary = (calibration: LensCalibration | undefined, seen: readonly SeenBoard[]) =>
  calibration === undefined
    ? {}
    : {
        rms: calibration.rms,
        deviations: Object.fromEntries(
          parametersOf(calibration).map(({ name, deviation }) => [name, Number.isFinite(deviation) ? deviation : null]),
        ),
        pictures: seen.map(({ file, view }, i) => ({
          file,
          corners: view.ids.length,
          rms: calibration.views[i].rms,
          largest: calibration.views[i].largest,
        })),
      };

const plainGround = (ground: GroundPlane | undefined) =>
  ground === undefined
    ? undefined
    : {
        ...ground,
        homography: [...ground.homography],
        boardHomography: [...ground.boardHomography],
      };

/** Writes pictures of a known camera, and what is true of them beside. */
async function render(folder: string, files: readonly string[], options: CalibrateOptions): Promise<void> {
  if (files.length > 0) throw new InputError('--render', `makes pictures and reads none, got ${quote(files[0])}`);
  const charuco = options.charuco !== undefined;
  const board = boardOf({ square: '0.025', ...(charuco ? { marker: '0.018' } : { board: '9x6' }), ...options });
  const request = {
    lens: renderLens(options),
    board,
    count: numberOption('--count', options.count, 15, 1, 1000, true),
    seed: numberOption('--seed', options.seed, 1, 0, Number.MAX_SAFE_INTEGER, true),
    blur: numberOption('--blur', options.blur, 0.7, 0, 20, false),
    noise: numberOption('--noise', options.noise, 2, 0, 100, false),
    shade: 0.3,
  };
  const markers = board.kind === 'charuco' ? charucoFinder((await openCv()).cv, board).markers : undefined;
  const { force } = options;
  const directory = OutputDirectory.claim({ kind: renderedPictures, out: folder, force, option: '--render' });
  const pictures: ImageTruth[] = [];
  directory.fill(
    (function* (): Generator<[string, string | Uint8Array]> {
      for (const { image, truth } of renderSeries({ ...request, markers })) {
        pictures.push(truth);
        yield [truth.file, greyPng(image)];
      }
      yield ['truth.json', `${JSON.stringify({ ...request, pictures }, null, 1)}\n`];
    })(),
  );
  if (options.json) return void console.log(JSON.stringify({ folder, pictures: pictures.length }));
  console.log(`${pictures.length} pictures and truth.json in ${folder}`);
}

function renderLens({ camera, size, fisheye }: CalibrateOptions): Lens {
  if (camera !== undefined) return readCamera(camera).lens;
  const [width, height] = parseSize(size ?? '640x480', '--size', 64);
  if (width * height > 40e6) throw new InputError('--size', `expected at most 40 million pixels, got ${quote(size)}`);
  return exampleLens(fisheye ? 'fisheye' : 'pinhole', width, height);
}
