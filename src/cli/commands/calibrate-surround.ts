/** `skidpad calibrate --surround RIG`: the mounts of all cameras of a vehicle, from pictures of boards at known places on the floor. */
import { dirname, join } from 'node:path';
import { lensOf } from '../../camera-model/camera-params.ts';
import type { Mount } from '../../camera-model/mount.ts';
import { InputError, quote } from '../../core/input-error.ts';
import { readBytes } from '../../node/files.ts';
import { makeDirectory, OutputDirectory } from '../../node/output-directory.ts';
import { writeWholeFile } from '../../node/whole-file.ts';
import type { MountFit, SurroundRig } from '../../vision/calibration/index.ts';
import {
  charucoFinder,
  exampleRig,
  fitMount,
  floorCorners,
  greyPng,
  knockedMounts,
  parseRig,
  parseSize,
  readGreyPng,
  renderRig,
  rigBoard,
} from '../../vision/calibration/index.ts';
import { miniCameras } from '../../vision/surround/mini-cameras.ts';
import { formatTable } from '../table.ts';
import type { BoardSearch } from './board-search.ts';
import { boardName, boardSearch, openCv } from './board-search.ts';
import type { CalibrateOptions } from './calibrate.ts';
import { degrees, numberOption, renderedPictures } from './calibrate.ts';

export async function calibrateSurround(files: readonly string[], options: CalibrateOptions): Promise<void> {
  if (files.length > 0) throw new InputError('--surround', `the rig file names the pictures, got ${quote(files[0])}`);
  if (options.render !== undefined) return render(options.render, options);
  const { surround: file } = options;
  if (typeof file !== 'string')
    throw new InputError('--surround', 'expected a rig file, or --render to make an example');
  const rig = readRig(file);
  const search = await boardSearch(rigBoard(rig));
  const fits = rig.cameras.map((camera) => fitCamera(rig, camera, file, search));
  const out = options.out ?? 'surround.yaml';
  makeDirectory(dirname(out));
  writeWholeFile(out, formatSurroundBlock(rig, fits));
  if (options.json)
    return void console.log(
      JSON.stringify({ cameras: fits.map((fit, i) => ({ name: rig.cameras[i].name, ...fit })), out }),
    );
  printFits(rig, fits);
  console.log(`\nBlock      ${out}`);
}

const readRig = (file: string): SurroundRig => parseRig(readBytes(file).toString('utf8'), file);

function fitCamera(
  rig: SurroundRig,
  camera: SurroundRig['cameras'][number],
  file: string,
  search: BoardSearch,
): MountFit {
  const [floor, image]: number[][] = [[], []];
  for (const picture of rig.pictures.filter(({ camera: name }) => name === camera.name)) {
    const path = join(dirname(file), picture.file);
    const shown = readGreyPng(readBytes(path), path);
    if (shown.width !== camera.width || shown.height !== camera.height)
      throw new InputError(
        path,
        `is ${shown.width} × ${shown.height} pixels, but camera ${quote(camera.name)} has ${camera.width} × ${camera.height}`,
      );
    const view = search(shown);
    if (view === null) {
      console.error(`skidpad: ${path}: ${boardName(rigBoard(rig))} not found, picture left out`);
      continue;
    }
    floor.push(...floorCorners(rig.places.find(({ name }) => name === picture.place)!, view));
    image.push(...view.image);
  }
  const points = { floor: Float64Array.from(floor), image: Float64Array.from(image) };
  const fit = floor.length === 0 ? null : fitMount(lensOf(camera), points);
  if (fit === null) throw new InputError(file, `no picture determines where camera ${quote(camera.name)} sits`);
  return fit;
}

const MOUNT_KEYS = ['x', 'y', 'z', 'roll', 'pitch', 'yaw'] as const;

const formatMount = (mount: Mount): string => `{ ${MOUNT_KEYS.map((key) => `${key}: ${mount[key]}`).join(', ')} }`;

/** The block that stitches with these mounts, for `from`. Numbers are written in full. */
function formatSurroundBlock({ cameras }: SurroundRig, fits: readonly MountFit[]): string {
  const lines = ['type: vision/surround', 'params:', '  cameras:'];
  cameras.forEach((camera, i) => {
    const { kind, fx, fy, cx, cy, k } = lensOf(camera);
    lines.push(
      `    # ${camera.name}`,
      `    - width: ${camera.width}`,
      `      height: ${camera.height}`,
      `      lens: { kind: ${kind}, fx: ${fx}, fy: ${fy}, cx: ${cx}, cy: ${cy}, k: [${k.join(', ')}] }`,
      `      mount: ${formatMount(fits[i].mount)}`,
    );
  });
  return `${lines.join('\n')}\n`;
}

function printFits({ cameras }: SurroundRig, fits: readonly MountFit[]): void {
  const rows = fits.map(({ mount, points, rms, largest, floorMean, floorWorst }, i) => [
    cameras[i].name,
    ...[mount.x, mount.y, mount.z].map((value) => value.toFixed(4)),
    ...[mount.roll, mount.pitch, mount.yaw].map(degrees),
    String(points),
    rms.toFixed(3),
    largest.toFixed(3),
    (100 * floorMean).toFixed(2),
    (100 * floorWorst).toFixed(2),
  ]);
  const head = ['camera', 'x [m]', 'y [m]', 'z [m]', 'roll', 'pitch', 'yaw', 'corners', 'rms [px]', 'largest [px]'];
  console.log(formatTable([...head, 'floor mean [cm]', 'floor worst [cm]'], rows));
}

/** Pictures of a rig whose cameras are knocked, the rig file as it was meant, and what is true. */
async function render(folder: string, options: CalibrateOptions): Promise<void> {
  const rig = typeof options.surround === 'string' ? readRig(options.surround) : exampleRig(sized(options));
  const board = rigBoard(rig);
  const markers = board.kind === 'charuco' ? charucoFinder((await openCv()).cv, board).markers : undefined;
  const request = {
    seed: numberOption('--seed', options.seed, 1, 0, Number.MAX_SAFE_INTEGER, true),
    blur: numberOption('--blur', options.blur, 0.7, 0, 20, false),
    noise: numberOption('--noise', options.noise, 2, 0, 100, false),
  };
  const mounts = knockedMounts(rig.cameras, request.seed);
  const { force } = options;
  OutputDirectory.claim({ kind: renderedPictures, out: folder, force, option: '--render' }).fill(
    (function* (): Generator<[string, string | Uint8Array]> {
      for (const { file, image } of renderRig(rig, mounts, { ...request, markers })) yield [file, greyPng(image)];
      yield ['rig.yaml', `${JSON.stringify(rig, null, 1)}\n`];
      yield ['truth.json', `${JSON.stringify({ ...request, mounts }, null, 1)}\n`];
    })(),
  );
  const count = rig.pictures.length;
  if (options.json) return void console.log(JSON.stringify({ folder, pictures: count }));
  console.log(`${count} pictures, rig.yaml and truth.json in ${folder}`);
}

/** The cameras of the Mini, with pictures of the size that is asked for and pinholes or fisheyes. */
function sized({ size, fisheye }: CalibrateOptions) {
  const [width, height] = parseSize(size ?? '1920x1080', '--size', 64);
  const lens = fisheye ? ({ kind: 'fisheye', hfov: (190 * Math.PI) / 180, k: [] } as const) : miniCameras[0].lens;
  return miniCameras.map((camera) => ({ ...camera, width, height, lens: { ...lens, k: [] } }));
}
