/** What drawing costs in scenes that are costly, and each pass over the pixels behind it. */
import type { Case } from './case.ts';
import { milliseconds, ratio } from './case.ts';
import { amongBoxes, parkingTime, underShadows } from './drawing.ts';
import { PICTURE_BYTES, pixelPasses } from './pixel-passes.ts';

export const pixels: readonly Case[] = [
  {
    name: 'pixel-passes',
    measure() {
      const passes = pixelPasses();
      const rate = (what: string, ms: number, target?: number) =>
        ({ what, value: PICTURE_BYTES / ms / 1e6, unit: 'bytes/ns', better: 'more', target }) as const;
      return [
        rate('hashing an 800 × 800 colour picture', passes.hash, 4),
        rate('  copying the same bytes', passes.copy),
        milliseconds('  its read noise', passes.noise, 0.4),
        milliseconds('  gain', passes.gain),
        milliseconds('  gain and noise in one pass', passes.gainAndNoise),
        milliseconds('  gain and gamma in one pass', passes.gamma),
        milliseconds('  blur of 1 px', passes.blur, 1.5),
        milliseconds('  to rgba8', passes.rgba),
        milliseconds('  to YUYV', passes.yuv422),
        milliseconds('  to NV12', passes.nv12),
        milliseconds('  to half its size', passes.half),
        milliseconds('  to 300 × 300 by area', passes.area),
        milliseconds('  to 300 × 300, linear', passes.linear),
      ];
    },
  },
  {
    name: 'parking-drawing',
    measure: () => [
      milliseconds('drawing a 1920 × 1080 fisheye picture of a parking lot with 40 cars', parkingTime(), 5),
    ],
  },
  ...[100, 1_000, 5_000].map(
    (count): Case => ({
      name: `boxes-drawing-${count}`,
      measure: () => [
        milliseconds(
          `drawing a 640 × 480 picture of ${count} boxes`,
          amongBoxes(count),
          count === 5_000 ? 25 : undefined,
        ),
      ],
    }),
  ),
  {
    name: 'shadows-drawing',
    measure: () =>
      [640, 1280].map((width) => {
        const [without, shaded] = [0, 2].map((shadows) => underShadows(width, (3 * width) / 4, shadows));
        const what = `two large shadows, as a share of a ${width} × ${(3 * width) / 4} picture of a lane`;
        return ratio(what, (shaded - without) / without, { target: 0.3 });
      }),
  },
];
