import { describe, expect, it } from 'vitest';
import { DEGREE, surroundOf } from '../../../test/fixtures/surround/surround-bench.ts';
import { lensOf } from '../../camera-model/camera-params.ts';
import { groundToPixel } from '../../camera-model/ground.ts';
import { wholeBoardView } from './board.ts';
import { findChessboard } from './find-chessboard.ts';
import { fitMount } from './fit-mount.ts';
import { exampleRig, knockedMounts, renderRig } from './render-rig.ts';
import { floorCorners, rigBoard } from './surround-rig.ts';

const round = (angle: number) => Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)));

describe.each(['pinhole', 'fisheye'] as const)(
  'mounts of %s cameras that were knocked by degrees and centimetres',
  (kind) => {
    const cameras = surroundOf({}, kind, 960).cameras.slice(0, 2);
    const rig = exampleRig(cameras);
    const board = rigBoard(rig);
    const truth = knockedMounts(cameras, 7);

    it('come back exactly from exact corners', () => {
      cameras.forEach((camera, i) => {
        const lens = lensOf(camera);
        const floor = Float64Array.from({ length: 40 }, (_, n) => {
          const [ahead, aside] = [0.4 + 0.3 * Math.floor((n >> 1) / 5), -0.6 + 0.3 * ((n >> 1) % 5)];
          const { x, y, yaw } = camera.mount;
          return n % 2 === 0
            ? x + ahead * Math.cos(yaw) - aside * Math.sin(yaw)
            : y + ahead * Math.sin(yaw) + aside * Math.cos(yaw);
        });
        const image = new Float64Array(40);
        for (let n = 0; n < 40; n += 2) groundToPixel(lens, truth[i])(floor[n], floor[n + 1], image.subarray(n, n + 2));
        const fit = fitMount(lens, { floor, image })!;
        for (const key of ['x', 'y', 'z'] as const) expect(fit.mount[key]).toBeCloseTo(truth[i][key], 8);
        for (const key of ['roll', 'pitch', 'yaw'] as const)
          expect(round(fit.mount[key] - truth[i][key])).toBeLessThan(1e-8);
        expect(fit.floorWorst).toBeLessThan(1e-8);
      });
    });

    it('come back within 2 mm and 0.05° from pictures with a little noise', () => {
      const pictures = new Map(
        [...renderRig(rig, truth, { seed: 3, blur: 0.6, noise: 1 })].map((each) => [each.file, each.image]),
      );
      cameras.forEach((camera, i) => {
        const shots = rig.pictures.filter(({ camera: name }) => name === rig.cameras[i].name);
        const views = shots.map(({ file, place }) => {
          const corners = findChessboard(pictures.get(file)!, board);
          expect(corners, file).not.toBeNull();
          const view = wholeBoardView(board, corners!);
          return {
            image: [...view.image],
            floor: [...floorCorners(rig.places.find(({ name }) => name === place)!, view)],
          };
        });
        const fit = fitMount(lensOf(camera), {
          floor: Float64Array.from(views.flatMap(({ floor }) => floor)),
          image: Float64Array.from(views.flatMap(({ image }) => image)),
        })!;
        const { mount } = fit;
        for (const key of ['x', 'y', 'z'] as const) expect(Math.abs(mount[key] - truth[i][key])).toBeLessThan(0.002);
        for (const key of ['roll', 'pitch', 'yaw'] as const)
          expect(round(mount[key] - truth[i][key])).toBeLessThan(0.05 * DEGREE);
        expect(fit.rms).toBeLessThan(0.2);
        expect(fit.floorWorst).toBeLessThan(0.01);
      });
    });
  },
);
