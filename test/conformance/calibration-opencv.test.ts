/**
 * Calibration against OpenCV on the same rendered pictures, and against what they were rendered from.
 * OpenCV's answers are in `fixtures/calibration/reference.json`; where Python has cv2 they are made anew and compared.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Lens } from '../../src/camera-model/lens.ts';
import { projectPoint, unprojectPixel } from '../../src/camera-model/lens.ts';
import { crc32 } from '../../src/math/crc32.ts';
import type { Board, BoardView, CharucoBoard, RenderedImage } from '../../src/vision/calibration/index.ts';
import {
  boardCorners,
  calibrateLens,
  charucoFinder,
  exampleLens,
  findChessboard,
  fitGround,
  floorPoint,
  greyPng,
  planeHomography,
  renderSeries,
  undistortedPixels,
  wholeBoardView,
} from '../../src/vision/calibration/index.ts';

const fixtures = join(import.meta.dirname, '../fixtures/calibration');
const reference = JSON.parse(readFileSync(join(fixtures, 'reference.json'), 'utf8'));

const chessboard: Board = { kind: 'chessboard', columns: 9, rows: 6, square: 0.025 };
const charuco: CharucoBoard = {
  kind: 'charuco',
  columns: 6,
  rows: 4,
  square: 0.035,
  marker: 0.026,
  dictionary: 'DICT_4X4_50',
};

/** The pictures that `skidpad calibrate --render` writes. */
function series(kind: Lens['kind'], board: Board, count: number, markers?: any): RenderedImage[] {
  const name = `${kind} ${board.kind}`;
  rendered[name] ??= [
    ...renderSeries({
      lens: exampleLens(kind, 640, 480),
      board,
      count,
      seed: 1,
      blur: 0.7,
      noise: 2,
      shade: 0.3,
      markers,
    }),
  ];
  return rendered[name];
}
const rendered: Record<string, RenderedImage[]> = {};

/** Root-mean-square distance of paired points. */
function rmsDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2;
  return Math.sqrt(sum / (a.length / 2));
}

/** A half turn may be the only difference of two orders. */
function reversedPairs(points: readonly number[]): number[] {
  return Array.from({ length: points.length / 2 }, (_, n) =>
    points.slice(points.length - 2 * n - 2, points.length - 2 * n),
  ).flat();
}

/** OpenCV's corners in our order. */
const inOurOrder = (theirs: readonly number[], ours: ArrayLike<number>): Float64Array => {
  const reversed = reversedPairs(theirs);
  return Float64Array.from(rmsDistance(ours, theirs) < rmsDistance(ours, reversed) ? theirs : reversed);
};

/** How far apart two lenses put the same rays, over the whole picture: rms and largest [px]. */
function lensDifference(a: Lens, b: Lens): { rms: number; largest: number } {
  const ray = new Float64Array(3);
  const pixel = new Float64Array(2);
  let [sum, count, largest] = [0, 0, 0];
  for (let v = 0; v < a.height; v += 20) {
    for (let u = 0; u < a.width; u += 20) {
      if (!unprojectPixel(a, u, v, ray)) continue;
      projectPoint(b, ray[0], ray[1], ray[2], pixel);
      const distance = Math.hypot(pixel[0] - u, pixel[1] - v);
      sum += distance ** 2;
      count++;
      largest = Math.max(largest, distance);
    }
  }
  return { rms: Math.sqrt(sum / count), largest };
}

function theirLens(kind: Lens['kind']): Lens {
  const [fx, , cx, , fy, cy] = reference[kind].camera_matrix;
  return { kind, width: 640, height: 480, fx, fy, cx, cy, k: reference[kind].distortion };
}

describe.each(['pinhole', 'fisheye'] as const)('a %s camera calibrated from chessboards', (kind) => {
  let pictures: RenderedImage[];
  let ours: (Float64Array | null)[];
  let theirs: Float64Array[];
  let views: BoardView[];
  const heldOnly = <T>(list: readonly T[]): T[] => list.slice(0, -1);

  beforeAll(() => {
    pictures = series(kind, chessboard, 10);
    ours = pictures.map(({ image }) => findChessboard(image, chessboard));
    theirs = pictures.map((_, i) => inOurOrder(reference[kind].pictures[i].corners, ours[i]!));
    views = heldOnly(ours).map((corners) => wholeBoardView(chessboard, corners!));
  });

  it('is rendered to the very pictures that OpenCV saw', () => {
    expect(pictures.map(({ image, truth }) => ({ file: truth.file, crc: crc32(image.data as Uint8Array) }))).toEqual(
      reference[kind].pictures.map(({ file, crc }: any) => ({ file, crc })),
    );
  });

  it('has corners within 0.05 px of OpenCV’s and 0.06 px of the truth, in the order of the board', () => {
    for (const [i, { truth }] of pictures.entries()) {
      expect(rmsDistance(ours[i]!, theirs[i]), truth.file).toBeLessThan(0.05);
      expect(rmsDistance(ours[i]!, truth.corners), truth.file).toBeLessThan(0.06);
    }
  });

  it('is the same camera as OpenCV’s from the same corners', () => {
    const {
      lens,
      rms,
      deviations,
      views: fits,
    } = calibrateLens(
      heldOnly(theirs).map((corners) => wholeBoardView(chessboard, corners)),
      { kind, width: 640, height: 480 },
    )!;
    const their = theirLens(kind);
    expect(lens.fx / their.fx).toBeCloseTo(1, 6);
    expect(lens.fy / their.fy).toBeCloseTo(1, 6);
    expect(Math.hypot(lens.cx - their.cx, lens.cy - their.cy)).toBeLessThan(0.001);
    expect(lensDifference(lens, their).largest).toBeLessThan(0.001);
    expect(rms / reference[kind].rms[0]).toBeCloseTo(1, 4);
    if (kind === 'fisheye') return;
    reference.pinhole.view_rms.forEach((value: number, i: number) => expect(fits[i].rms / value).toBeCloseTo(1, 2));
    // OpenCV divides the squared error by points − unknowns, where residuals − unknowns is meant
    const [points, unknowns] = [54 * 10, 9 + 6 * 10];
    const factor = Math.sqrt((2 * points - unknowns) / (points - unknowns));
    reference.pinhole.deviations.forEach((value: number, i: number) =>
      expect((deviations[i] * factor) / value).toBeCloseTo(1, 2),
    );
  });

  it('agrees with OpenCV from its own corners, with no larger error', () => {
    const { lens, rms } = calibrateLens(views, { kind, width: 640, height: 480 })!;
    const their = theirLens(kind);
    expect(Math.abs(lens.fx / their.fx - 1)).toBeLessThan(0.001);
    expect(Math.abs(lens.fy / their.fy - 1)).toBeLessThan(0.001);
    expect(Math.hypot(lens.cx - their.cx, lens.cy - their.cy)).toBeLessThan(0.5);
    expect(lensDifference(lens, their).rms).toBeLessThan(0.3);
    expect(rms).toBeLessThan(1.05 * reference[kind].rms[0]);
  });

  it('is the camera that took the pictures', () => {
    const { lens, deviations } = calibrateLens(views, { kind, width: 640, height: 480 })!;
    const truth = exampleLens(kind, 640, 480);
    const errors = [
      lens.fx - truth.fx,
      lens.fy - truth.fy,
      lens.cx - truth.cx,
      lens.cy - truth.cy,
      ...lens.k.map((value, i) => value - truth.k[i]),
    ];
    errors.forEach((error, i) => expect(Math.abs(error) / deviations[i], `parameter ${i}`).toBeLessThan(4));
    expect(Math.abs(lens.fx / truth.fx - 1)).toBeLessThan(0.001);
    expect(lensDifference(truth, lens).rms).toBeLessThan(0.5);
  });

  it('finds the floor as OpenCV does, and where it is', () => {
    const their = theirLens(kind);
    const floor = theirs[theirs.length - 1];
    const pixels = undistortedPixels(their, floor)!;
    const h = planeHomography(boardCorners(chessboard), pixels)!;
    // OpenCV may have counted the board from its other end: compare what each maps its own order of corners to
    const mapped = (matrix: ArrayLike<number>) =>
      Float64Array.from(boardCorners(chessboard), (_, n) => {
        const [x, y] = boardCorners(chessboard).subarray(n - (n % 2), n - (n % 2) + 2);
        return (
          (matrix[3 * (n % 2)] * x + matrix[3 * (n % 2) + 1] * y + matrix[3 * (n % 2) + 2]) /
          (matrix[6] * x + matrix[7] * y + matrix[8])
        );
      });
    const order = inOurOrder([...mapped(reference[kind].floor_homography)], pixels);
    expect(rmsDistance(mapped(h), order)).toBeLessThan(1e-3);

    const { lens } = calibrateLens(views, { kind, width: 640, height: 480 })!;
    const { truth } = pictures[pictures.length - 1];
    const ground = fitGround(lens, wholeBoardView(chessboard, ours[ours.length - 1]!))!;
    expect(Math.abs(ground.height / truth.ground!.height - 1)).toBeLessThan(0.002);
    expect(Math.abs(ground.pitch - truth.ground!.pitch)).toBeLessThan(0.002);
    expect(Math.abs(ground.roll - truth.ground!.roll)).toBeLessThan(0.002);
    // one square of the board is one square on the floor
    const [first, last] = [new Float64Array(2), new Float64Array(2)];
    expect(floorPoint(lens, ground.homography, truth.corners[0], truth.corners[1], first)).toBe(true);
    floorPoint(lens, ground.homography, truth.corners[16], truth.corners[17], last);
    expect(Math.hypot(last[0] - first[0], last[1] - first[1])).toBeCloseTo(8 * 0.025, 3);
  });
});

/** OpenCV's WebAssembly build; in a record, because it has a `then` of its own. */
async function openCv(): Promise<{ cv: any }> {
  const cv = createRequire(import.meta.url)('@techstark/opencv-js');
  if (cv.Mat === undefined) await new Promise<void>((resolve) => (cv.onRuntimeInitialized = () => resolve()));
  return { cv };
}

describe('a ChArUco board', () => {
  it('has the corners that OpenCV finds, without its half pixel, and the true ones', async () => {
    const { find, markers } = charucoFinder((await openCv()).cv, charuco);
    const pictures = series('pinhole', charuco, 8, markers);
    const views: BoardView[] = [];
    for (const [i, { image, truth }] of pictures.entries()) {
      const their = reference.charuco.pictures[i];
      expect(crc32(image.data as Uint8Array), truth.file).toBe(their.crc);
      const view = find(image)!;
      const shifted = [...view.ids].flatMap((id) =>
        [0, 1].map((axis) => their.corners[2 * their.ids.indexOf(id) + axis] - 0.5),
      );
      const exact = [...view.ids].flatMap((id) => truth.corners.slice(2 * id, 2 * id + 2));
      expect(view.ids.length).toBeGreaterThanOrEqual(20);
      expect(rmsDistance(view.image, shifted), truth.file).toBeLessThan(0.15);
      expect(rmsDistance(view.image, exact), truth.file).toBeLessThan(0.12);
      if (truth.ground === undefined) views.push(view);
    }
    const { lens } = calibrateLens(views, { kind: 'pinhole', width: 640, height: 480 })!;
    expect(Math.abs(lens.fx / 525 - 1)).toBeLessThan(0.01);
  });
});

describe('a ChArUco board that is partly hidden', () => {
  it('shows the corners that are left', async () => {
    const { find, markers } = charucoFinder((await openCv()).cv, charuco);
    const { image, truth } = series('pinhole', charuco, 8, markers)[4];
    // a hand over the first corner
    const data = Uint8Array.from(image.data, (value, i) =>
      Math.hypot((i % 640) - truth.corners[0], Math.floor(i / 640) - truth.corners[1]) < 40 ? 100 : value,
    );
    const view = find({ ...image, data })!;
    expect(view.ids.includes(0)).toBe(false);
    expect(view.ids.length).toBeGreaterThan(10);
    expect(
      rmsDistance(
        view.image,
        [...view.ids].flatMap((id) => truth.corners.slice(2 * id, 2 * id + 2)),
      ),
    ).toBeLessThan(0.12);
  });
});

const python = '/usr/bin/python3';
const hasOpenCv =
  spawnSync(python, ['-c', 'import cv2, cv2.aruco; assert cv2.__version__.startswith("4.6")']).status === 0;
if (!hasOpenCv) console.log('calibration: no Python with OpenCV 4.6 here, so its stored answers are not made anew');

describe.skipIf(!hasOpenCv)('OpenCV here', () => {
  it('gives the stored answers again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skidpad-calibration-'));
    try {
      const sets = {
        pinhole: series('pinhole', chessboard, 10),
        fisheye: series('fisheye', chessboard, 10),
        charuco: series('pinhole', charuco, 8, charucoFinder((await openCv()).cv, charuco).markers),
      };
      for (const [name, pictures] of Object.entries(sets)) {
        mkdirSync(join(folder, name));
        for (const { image, truth } of pictures) writeFileSync(join(folder, name, truth.file), greyPng(image));
        writeFileSync(
          join(folder, name, 'truth.json'),
          JSON.stringify({
            board: name === 'charuco' ? charuco : chessboard,
            pictures: pictures.map(({ truth }) => truth),
          }),
        );
      }
      const { stdout, stderr } = spawnSync(
        python,
        [join(fixtures, 'make_reference.py'), ...Object.keys(sets).map((name) => join(folder, name))],
        { encoding: 'utf8', maxBuffer: 1e7 },
      );
      expect(stderr).toBe('');
      const anew = JSON.parse(stdout);
      for (const name of Object.keys(sets)) {
        anew[name].pictures.forEach(({ crc, corners }: any, i: number) => {
          expect(crc).toBe(reference[name].pictures[i].crc);
          expect(rmsDistance(corners, reference[name].pictures[i].corners)).toBeLessThan(1e-3);
        });
      }
      expect(anew.pinhole.rms[0]).toBeCloseTo(reference.pinhole.rms[0], 5);
      expect(anew.fisheye.rms[0]).toBeCloseTo(reference.fisheye.rms[0], 5);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
