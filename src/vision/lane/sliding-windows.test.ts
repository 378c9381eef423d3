import { describe, expect, it } from 'vitest';
import { readBgr, readFixture } from '../../../test/fixtures/vision/pictures.ts';
import { releasedPipeline } from '../../../test/fixtures/vision/monosim-detector.ts';

const expected = readFixture('released');
const run = releasedPipeline();

describe('the released pipeline', () => {
  it.each<[string, any]>(expected.map((e: any) => [e.name, e]))(
    'gives the polynomials of numpy and OpenCV on the %s road',
    (name, e) => {
      const lane = run(readBgr(`released-${name}`));
      expect(lane.detected).toBe(true);
      for (const line of ['left', 'right', 'centre'] as const) {
        const scale = Math.max(...e[line].map(Math.abs));
        e[line].forEach((value: number, i: number) =>
          expect(Math.abs(lane[line][i] - value)).toBeLessThan(1e-10 * scale),
        );
      }
      expect([...lane.windows]).toEqual(e.windows.flat());
    },
  );

  it('looks at rows 242 to 445 only', () => {
    const { x_min, x_max } = run(readBgr('released-bend'));
    expect(x_min).toBeCloseTo((480 - 445) / 63.297478 + 34 / 63.297478, 12);
    expect(x_max).toBeCloseTo((480 - 242) / 63.297478 + 34 / 63.297478, 12);
  });

  it('says that there is no lane where the released code fails, and keeps the polynomials', () => {
    const before = [...run(readBgr('released-bend')).centre];
    const lane = run(new Uint8Array(640 * 480 * 3));
    expect(lane.detected).toBe(false);
    expect(lane.confidence).toBe(0);
    expect([...lane.centre]).toEqual(before);
  });
});
