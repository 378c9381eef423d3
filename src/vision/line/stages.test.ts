import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { exchangeRedAndBlue, fixture, readImage } from '../../../test/fixtures/vision-line/pictures.ts';
import { digest, pattern } from '../../../test/fixtures/vision/pictures.ts';
import { group, parse } from '../../core/schema.ts';
import type { ColourBounds } from './colour-bounds.ts';
import type { LineParams } from './params.ts';
import { publishedLineParams } from '../../../test/fixtures/vision-line/published-detector.ts';
import { lineParams } from './params.ts';
import { LineStages } from './stages.ts';

const paramsOf = (values: object): LineParams => parse(group(lineParams, ''), values, 'params');
const boundsOf = (
  [hueMin, saturationMin, valueMin]: number[],
  [hueMax, saturationMax, valueMax]: number[],
): ColourBounds => ({ hueMin, hueMax, saturationMin, saturationMax, valueMin, valueMax });

const ALL = boundsOf([0, 0, 0], [179, 255, 255]);
const WHOLE = { top: 0, bottom: 8191, crop: false };
const stagesWith = (values: object, width: number, height: number) =>
  new LineStages(paramsOf({ region: WHOLE, ...values }), width, height, { mask: true });

const pictureDigest = (stages: LineStages, picture: Uint8Array) =>
  digest(picture, stages.stride, stages.columns, stages.rows);
const segmentsOf = (stages: LineStages) => [...stages.segments.subarray(0, 4 * stages.segmentCount)];

describe('colours are within bounds exactly where OpenCV finds them', () => {
  it.each<[string, any]>(fixture.colours.map((c: any) => [`${c.low} … ${c.high}`, c]))(
    'of all 2²⁴ colours, %s',
    (_name, { swap, low, high, mask }) => {
      const [width, height] = [4096, 256];
      const stages = stagesWith({ swapRedAndBlue: swap, colour: boundsOf(low, high) }, width, height);
      const picture = new Uint8Array(3 * width * height);
      const hash = createHash('sha256');
      for (let first = 0; first < 1 << 24; first += width * height) {
        for (let i = 0; i < width * height; i++) {
          picture[3 * i] = first + i;
          picture[3 * i + 1] = (first + i) >> 8;
          picture[3 * i + 2] = (first + i) >> 16;
        }
        stages.load(picture, 3 * width);
        stages.selectColour('bgr8');
        for (let row = 0; row < height; row++)
          hash.update(stages.mask.subarray(row * stages.stride, row * stages.stride + width));
      }
      expect(hash.digest('hex')).toBe(mask);
    },
  );

  it.each([
    ['rgb', true],
    ['bgr', false],
  ])('so that counting bounds gives hue, saturation and value, taken as %s', (order, swap) => {
    const [width, height] = [61, 47];
    const hsv = new Uint8Array(3 * width * height);
    const count = (channel: number, bounds: (least: number) => ColourBounds, largest: number) => {
      for (let least = 1; least <= largest; least++) {
        const stages = stagesWith({ swapRedAndBlue: swap, colour: bounds(least) }, width, height);
        stages.load(pattern(3 * width * height), 3 * width);
        stages.selectColour('bgr8');
        for (let i = 0; i < width * height; i++)
          hsv[3 * i + channel] += stages.mask[Math.floor(i / width) * stages.stride + (i % width)] >> 7;
      }
    };
    count(0, (hueMin) => ({ ...ALL, hueMin }), 179);
    count(1, (saturationMin) => ({ ...ALL, saturationMin }), 255);
    count(2, (valueMin) => ({ ...ALL, valueMin }), 255);
    expect(digest(hsv, 3 * width, 3 * width, height)).toBe(fixture.hsv[order]);
  });
});

describe("every pixel and every segment is OpenCV's", () => {
  it.each<[string, any]>(fixture.strokes.map((s: any) => [s.picture, s]))(
    'in a small picture full of lines and noise, %s',
    (name, expected) => {
      const { width, height, bgr } = readImage(name);
      const { low, high, rho, angles, threshold, length, gap } = expected;
      const segments = { distanceStep: rho, angles, threshold, minLength: length, maxGap: gap };
      const stages = stagesWith({ colour: ALL, edges: { low, high }, segments }, width, height);
      stages.load(bgr, 3 * width);
      stages.selectColour('bgr8');
      stages.findEdges();
      expect(pictureDigest(stages, stages.edges)).toBe(expected.edges);
      stages.findSegments();
      expect(segmentsOf(stages)).toEqual(expected.segments);
    },
  );

  describe.each([
    ['published', publishedLineParams],
    ['corrected', {}],
  ] as const)('with the %s parameters', (preset, values) => {
    const stages = new LineStages(paramsOf(values), 800, 800, { mask: true });

    it.each<[string, any]>(fixture.views.map((v: any) => [v.picture, v[preset]]))('in %s', (name, expected) => {
      stages.load(readImage(name).bgr, 2400);
      stages.selectColour('bgr8');
      expect(pictureDigest(stages, stages.mask)).toBe(expected.mask);
      expect(pictureDigest(stages, stages.grey)).toBe(expected.grey);
      stages.findEdges();
      expect(pictureDigest(stages, stages.edges)).toBe(expected.edges);
      stages.findSegments();
      expect(segmentsOf(stages)).toEqual(expected.segments);
    });
  });

  it('from red, green, blue as from blue, green, red, and from rows that are farther apart', () => {
    const { bgr } = readImage('view-left-bend');
    const rgb = exchangeRedAndBlue(bgr);
    const padded = new Uint8Array(800 * 2416);
    for (let row = 0; row < 800; row++) padded.set(rgb.subarray(row * 2400, row * 2400 + 2400), row * 2416);
    for (const values of [publishedLineParams, {}]) {
      const stages = new LineStages(paramsOf(values), 800, 800);
      const segmentsIn = (data: Uint8Array, step: number, encoding: 'bgr8' | 'rgb8') => {
        stages.load(data, step);
        stages.selectColour(encoding);
        stages.findEdges();
        stages.findSegments();
        return segmentsOf(stages);
      };
      const expected = segmentsIn(bgr, 2400, 'bgr8');
      expect(expected.length).toBeGreaterThan(8);
      expect(segmentsIn(rgb, 2400, 'rgb8')).toEqual(expected);
      expect(segmentsIn(padded, 2416, 'rgb8')).toEqual(expected);
    }
  });
});
