import { describe, expect, it } from 'vitest';
import { monosimParams } from '../../../test/fixtures/vision/monosim-detector.ts';
import { renderRoad, threeChannels } from '../../../test/fixtures/vision/road-picture.ts';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { laneDetector } from './lane-detector.ts';
import { laneView } from './lane-view.ts';

const { grey } = renderRoad({ curvature: () => 0.05 });
const picture = { width: 640, height: 480, encoding: 'rgb8', step: 1920, data: threeChannels(grey) };

function viewOf(encoding = 'rgb8') {
  const detector = new BlockRunner(laneDetector, monosimParams);
  const view = new BlockRunner(laneView, monosimParams);
  const image = encoding === 'mono8' ? { ...picture, encoding, step: 640, data: grey } : { ...picture, encoding };
  detector.send('image', (message) => Object.assign(message, image));
  view.send('image', (message) => Object.assign(message, image));
  detector.step();
  view.send('lane', (lane) => Object.assign(lane, detector.outputs.lane.value));
  view.step();
  return view;
}

/** How many pixels have this colour. */
const count = (data: Uint8Array, colour: number[]): number => {
  let pixels = 0;
  for (let i = 0; i < data.length; i += 3) if (colour.every((level, c) => data[i + c] === level)) pixels++;
  return pixels;
};

describe('the view of the lane', () => {
  it('shows the ground from above with paint, windows, both lines and the centre', () => {
    const { value, publish } = viewOf().outputs.view;
    expect(publish).toBe(true);
    expect([value.width, value.height, value.encoding, value.step]).toEqual([352, 327, 'rgb8', 3 * 352]);
    expect(value.data.length).toBe(3 * 352 * 327);
    expect(count(value.data, [255, 222, 147])).toBeGreaterThan(500);
    expect(count(value.data, [60, 140, 220])).toBeGreaterThan(500);
    expect(count(value.data, [60, 220, 90])).toBeGreaterThan(500);
    expect(count(value.data, [240, 60, 160])).toBeGreaterThan(300);
  });

  it('is the same in grey, and publishes only for a new picture', () => {
    const view = viewOf('mono8');
    expect(Buffer.compare(view.outputs.view.value.data, viewOf().outputs.view.value.data)).toBe(0);
    view.step();
    expect(view.outputs.view.publish).toBe(false);
  });

  it('keeps colours the right way round', () => {
    const red = new Uint8Array(picture.data.length);
    for (let i = 0; i < red.length; i += 3) red[i] = 200;
    const view = new BlockRunner(laneView, monosimParams);
    view.send('image', (image) => Object.assign(image, { ...picture, data: red }));
    view.step();
    const { data, width } = view.outputs.view.value;
    const middle = 3 * (100 * width + width / 2);
    expect([...data.subarray(middle, middle + 3)]).toEqual([200, 0, 0]);
    view.send('image', (image) => Object.assign(image, { ...picture, encoding: 'bgr8', data: red }));
    view.step();
    expect([...view.outputs.view.value.data.subarray(middle, middle + 3)]).toEqual([0, 0, 200]);
  });
});
