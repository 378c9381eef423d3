import { describe, expect, it } from 'vitest';
import { BlockRunner } from '../../../test/fixtures/vehicle/block-runner.ts';
import { fixture, readImage } from '../../../test/fixtures/vision-line/pictures.ts';
import { LIT, PLAIN, renderView, VIEWS } from '../../../test/fixtures/vision-line/rendered.ts';
import { lineDetector } from './line-detector.ts';
import { publishedLineParams } from '../../../test/fixtures/vision-line/published-detector.ts';

const picture = (data: Uint8Array, more: object = {}) => ({
  width: 800,
  height: 800,
  encoding: 'bgr8',
  step: 2400,
  data,
  ...more,
});

/** A detector that has seen a picture; `show` shows it more. */
function detector(params: object = {}) {
  const runner = new BlockRunner(lineDetector, params);
  const show = (data: Uint8Array, more: object = {}) => {
    runner.send('image', (image) => {
      Object.assign(image, picture(data, more));
      image.header.stamp = { sec: 3, nanosec: runner.time.nowNs };
      image.header.frame_id = 'front_camera';
    });
    runner.step();
    return runner.outputs.line;
  };
  return { runner, show };
}
const seen = Object.keys(VIEWS).filter((name) => name !== 'away');
const away = renderView('away').bgr;

describe('the line detector as published', () => {
  it.each<[string, any]>(fixture.views.map((view: any) => [view.picture, view.published]))(
    'says of %s what OpenCV and Python say',
    (name, { line }) => {
      const { publish, value } = detector(publishedLineParams).show(readImage(name).bgr);
      expect(publish).toBe(line !== undefined);
      if (line === undefined) return;
      const { length, ...whole } = line;
      expect(value).toMatchObject({ ...whole, detected: true });
      expect(value.length).toBeCloseTo(length, 12);
    },
  );

  it("sees the line in the colours of Gazebo's light, and nothing in those of the materials", () => {
    expect(detector(publishedLineParams).show(renderView('straight', LIT).bgr).publish).toBe(true);
    expect(detector(publishedLineParams).show(renderView('straight', PLAIN).bgr).publish).toBe(false);
  });

  it('repeats the last line when it loses it', () => {
    const { show } = detector(publishedLineParams);
    expect(show(away).publish).toBe(false);
    const { header: _, ...found } = structuredClone(show(renderView('left').bgr).value);
    const lost = show(away);
    expect(lost.publish).toBe(true);
    expect(lost.value).toMatchObject({ ...found, detected: false });
  });

  it('has the far end second in a right bend and the near end in a left one', () => {
    const right = detector(publishedLineParams).show(renderView('right-bend').bgr).value;
    const left = detector(publishedLineParams).show(renderView('left-bend').bgr).value;
    expect(right.dif_y).toBeLessThan(0);
    expect(left.dif_y).toBeGreaterThan(0);
  });
});

describe('the corrected line detector', () => {
  it.each(seen)('puts the far end on the painted line, farther ahead than the near one, in %s', (name) => {
    for (const colours of [LIT, PLAIN]) {
      const view = renderView(name, colours);
      const { value, publish } = detector().show(view.bgr);
      expect(publish && value.detected).toBe(true);
      expect(value.y2).toBeLessThan(value.y1);
      expect(view.distanceFromLine(value.x2, value.y2)).toBeLessThan(5);
      expect(view.distanceFromLine(value.x1, value.y1)).toBeLessThan(9);
      expect(Math.hypot(value.x2 - view.farEnd[0], value.y2 - view.farEnd[1])).toBeLessThan(25);
    }
  });

  it('says so when there is no line, and repeats the last', () => {
    const { show } = detector();
    expect(show(away)).toMatchObject({ publish: true, value: { detected: false, x2: 0 } });
    const { x2 } = show(renderView('left').bgr).value;
    expect(show(away)).toMatchObject({ publish: true, value: { detected: false, x2 } });
  });

  it('is not led astray by noise', () => {
    const view = renderView('right');
    const noisy = view.bgr.map((level, i) => level + (Math.imul(i ^ 0x5bd1, 0x27d4eb2d) >>> 28) - 8);
    const [clean, value] = [view.bgr, noisy].map((data) => ({ ...detector().show(data).value }));
    expect(Math.abs(value.x2 - clean.x2)).toBeLessThan(4);
  });
});

describe('every line detector', () => {
  it('publishes once per picture, with the stamp and frame of the picture', () => {
    const { runner, show } = detector();
    expect(show(away).value.header).toEqual({ stamp: { sec: 3, nanosec: 0 }, frame_id: 'front_camera' });
    runner.step();
    expect(runner.outputs.line.publish).toBe(false);
  });

  it('takes pictures of any size, and says when the region lies outside', () => {
    const { show } = detector({ region: { top: 10, bottom: 900 } });
    expect(show(new Uint8Array(3 * 50 * 20), { width: 50, height: 20, step: 150 }).value.detected).toBe(false);
    expect(show(new Uint8Array(3 * 70 * 30), { width: 70, height: 30, step: 210 }).value.detected).toBe(false);
    expect(() => show(new Uint8Array(3 * 70 * 10), { width: 70, height: 10, step: 210 })).toThrow(
      'image: expected more than 10 rows, where the region begins, got 10',
    );
  });

  it('refuses pictures without colour and bounds that exclude everything', () => {
    expect(() => detector().show(new Uint8Array(640_000), { encoding: 'mono8', step: 800 })).toThrow(
      'image.encoding: expected rgb8 or bgr8',
    );
    expect(() => detector({ colour: { hueMin: 90 } })).toThrow('colour.hueMax: expected at least 90');
    expect(() => detector({ region: { top: 600 } })).toThrow('region.bottom: expected at least 600');
    expect(() => detector({ edges: { low: 200 } })).toThrow('edges.high: expected at least 200');
  });
});
