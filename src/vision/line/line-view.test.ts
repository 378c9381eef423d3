import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { exchangeRedAndBlue, readImage } from '../../../test/fixtures/vision-line/pictures.ts';
import { lineDetector } from './line-detector.ts';
import { publishedLineParams } from '../../../test/fixtures/vision-line/published-detector.ts';
import { lineView } from './line-view.ts';

const { bgr } = readImage('view-left-bend');

function viewOf(params: object, encoding: 'bgr8' | 'rgb8' = 'bgr8', data = bgr) {
  const picture = { width: 800, height: 800, encoding, step: 2400, data };
  const detector = new BlockRunner(lineDetector, params);
  const view = new BlockRunner(lineView, params);
  detector.send('image', (image) => Object.assign(image, picture));
  view.send('image', (image) => Object.assign(image, picture));
  detector.step();
  view.send('line', (line) => Object.assign(line, detector.outputs.line.value));
  view.step();
  return view;
}

/** How many pixels have this colour. */
const count = (data: Uint8Array, colour: number[]): number => {
  let pixels = 0;
  for (let i = 0; i < data.length; i += 3) if (colour.every((level, c) => data[i + c] === level)) pixels++;
  return pixels;
};

describe('the view of the line', () => {
  it.each([
    ['published', publishedLineParams],
    ['corrected', {}],
  ])('shows colour, edges, segments and the line, %s', (_name, params) => {
    const { value, publish } = viewOf(params).outputs.view;
    expect(publish).toBe(true);
    expect([value.width, value.height, value.encoding, value.step, value.data.length]).toEqual([
      800,
      800,
      'rgb8',
      2400,
      1_920_000,
    ]);
    // the line in the colour of its tint, half and half
    expect(count(value.data, [(106 + 255) >> 1, (106 + 140) >> 1, 41 >> 1])).toBeGreaterThan(300);
    expect(count(value.data, [0, 220, 255])).toBeGreaterThan(20);
    expect(count(value.data, [60, 220, 90])).toBeGreaterThan(100);
    expect(count(value.data, [240, 60, 160])).toBeGreaterThan(200);
    // outside the region the road is darker
    expect([...value.data.subarray(3 * 800 * 790, 3 * 800 * 790 + 3)]).toEqual([42, 42, 42]);
    expect([...value.data.subarray(3 * 800 * 498, 3 * 800 * 498 + 3)]).toEqual([84, 84, 84]);
  });

  it('keeps colours the right way round', () => {
    const [fromBgr, fromRgb] = [viewOf({}), viewOf({}, 'rgb8', exchangeRedAndBlue(bgr))].map(
      (view) => view.outputs.view.value.data,
    );
    expect(Buffer.compare(fromBgr, fromRgb)).toBe(0);
  });

  it('draws a line that is only repeated in grey, and publishes only for a new picture', () => {
    const view = viewOf({});
    view.send('image', () => {});
    view.send('line', (line) => Object.assign(line, { detected: false }));
    view.step();
    expect(count(view.outputs.view.value.data, [150, 150, 150])).toBeGreaterThan(200);
    view.step();
    expect(view.outputs.view.publish).toBe(false);
  });
});
