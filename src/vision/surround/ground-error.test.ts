import { describe, expect, it } from 'vitest';
import {
  DEGREE,
  MARKS,
  markedWorld,
  surroundOf,
  takePictures,
} from '../../../test/fixtures/surround/surround-bench.ts';
import { groundErrors } from './ground-error.ts';
import { Stitcher } from './stitcher.ts';

const TILT = { roll: -1.5 * DEGREE, pitch: 2 * DEGREE };
/** Half the side of the window around a mark [m]. */
const REACH = 0.4;

describe.each([
  ['pinhole', 256],
  ['pinhole', 512],
  ['fisheye', 256],
  ['fisheye', 512],
] as const)('marks on the ground, seen through %s lenses in a view of %i pixels,', (lens, size) => {
  const params = surroundOf({ size }, lens);
  const stitcher = new Stitcher(params);
  const errorsOf = (pose: { roll: number; pitch: number }, known = pose, reach = REACH) => {
    const view = new Uint8Array(stitcher.bytes);
    stitcher.stitch(takePictures(params.cameras, markedWorld(), pose), view, known);
    return groundErrors(view, params, MARKS, reach);
  };

  it('are where they belong while the body is level', () => {
    const errors = errorsOf({ roll: 0, pitch: 0 });
    expect(errors.found).toBeGreaterThan(lens === 'fisheye' ? 60 : 45);
    expect(errors.mean).toBeLessThan(0.002);
    expect(errors.worst).toBeLessThan(0.006);
  });

  it('are there too while the body is tilted, if the view knows', () => {
    const errors = errorsOf(TILT);
    expect(errors.mean).toBeLessThan(0.002);
    expect(errors.worst).toBeLessThan(0.006);
  });

  it('are elsewhere if it does not', () => {
    const errors = errorsOf(TILT, { roll: 0, pitch: 0 });
    expect(errors.mean).toBeGreaterThan(0.02);
  });
});
