import { describe, expect, it } from 'vitest';
import { readPicture } from '../../../../test/fixtures/vision-line/pictures.ts';
import { monosimParams, releasedParams } from '../../../../test/fixtures/vision/monosim-detector.ts';
import { renderRoad, threeChannels } from '../../../../test/fixtures/vision/road-picture.ts';
import { group, parse } from '../../../../src/core/schema.ts';
import { Image, Lane, LineCoords } from '../../../../src/msgs/index.ts';
import { openLaneFinder } from '../../../../src/vision/lane/pipeline.ts';
import { laneParams } from '../../../../src/vision/lane/params.ts';
import { lineParams } from '../../../../src/vision/line/params.ts';
import type { Topic } from '../../players/player.ts';
import { detectorsOf, presentParams } from './detectors.ts';
import { LaneStages } from './lane-stages.ts';
import { LinePictures } from './line-stages.ts';
import { pictureProblem } from './pixels.ts';
import { laneLines, laneProjector, lineLines } from './result-overlay.ts';

const params = (given: object = monosimParams) => parse(group(laneParams, ''), given, '');
const road = threeChannels(renderRoad({ curvature: () => 0.03 }).grey);
const image = { ...Image.create(), width: 640, height: 480, encoding: 'rgb8', step: 1920, data: road };

describe('stages of the lane detector', () => {
  it('lead from the camera to the lane, each a picture of its own', () => {
    const lane = Lane.create();
    openLaneFinder(params(), undefined).find(road, 1920, 'rgb8', undefined, lane);
    const stages = new LaneStages(params()).of(image, lane, undefined);
    expect(stages.map(({ id }) => id)).toEqual(['picture', 'view', 'level', 'response', 'mask', 'lane']);
    for (const { id, picture } of stages) expect(pictureProblem(picture), id).toBeUndefined();
    const mask = stages[4].picture;
    // two stripes of 0.11 m along some 6 m at 50 pixels per metre
    const paint = mask.data.reduce((sum, level) => sum + (level > 0 ? 1 : 0), 0);
    expect(paint).toBeGreaterThan(2 * 0.08 * 5 * 2500);
    expect(paint).toBeLessThan(2 * 0.2 * 7 * 2500);
  });

  it('know that a fixed threshold has nothing that stands out', () => {
    const stages = new LaneStages(params(releasedParams)).of(image, undefined, undefined);
    expect(stages.map(({ id }) => id)).toEqual(['picture', 'view', 'level', 'mask', 'lane']);
    expect(stages[3].doc).toContain('Brighter than 30');
  });
});

describe('stages of the line detector', () => {
  it('show the rows of the region', () => {
    const { bgr } = readPicture('view-left-bend');
    const stages = new LinePictures(parse(group(lineParams, ''), {}, '')).of(
      { ...Image.create(), width: 800, height: 800, encoding: 'bgr8', step: 2400, data: bgr },
      LineCoords.create(),
    );
    expect(stages.map(({ picture }) => picture.height)).toEqual([800, 77, 77, 77, 800]);
    for (const { id, picture } of stages) {
      expect(pictureProblem(picture), id).toBeUndefined();
      expect(
        picture.data.some((level) => level > 0),
        id,
      ).toBe(true);
    }
  });
});

describe('the lane over the picture', () => {
  it('puts the place where the optical axis meets the ground into the middle', () => {
    const pixel = new Float64Array(2);
    expect(laneProjector(params())(2 + 0.83 / Math.tan(Math.PI / 6), 0, pixel)).toBe(true);
    expect(pixel[0]).toBeCloseTo(319.5, 9);
    expect(pixel[1]).toBeCloseTo(239.5, 9);
    expect(laneProjector(params())(-5, 0, pixel)).toBe(false);
  });

  it.each([
    ['robust', monosimParams],
    ['released', releasedParams],
  ])('lies on the paint that was found, %s', (_name, given) => {
    const lane = Lane.create();
    openLaneFinder(params(given), undefined).find(road, 1920, 'rgb8', undefined, lane);
    expect(lane.detected).toBe(true);
    const edges = laneLines(lane, laneProjector(params(given))).filter(({ role }) => role === 'edge');
    let [bright, all] = [0, 0];
    for (const { points } of edges) {
      for (let i = 0; i < points.length; i += 2) {
        const [column, row] = [Math.round(points[i]), Math.round(points[i + 1])];
        if (column < 0 || column >= 640 || row < 0 || row >= 480) continue;
        all++;
        if (road[3 * (640 * row + column)] > 120) bright++;
      }
    }
    expect(all).toBeGreaterThan(20);
    expect(bright / all).toBeGreaterThan(0.85);
  });

  it('fades when there is no lane, and joins the ends of a line', () => {
    expect(
      laneLines({ ...Lane.create(), x_min: 2, x_max: 4 }, laneProjector(params())).every(
        ({ role }) => role === 'faded',
      ),
    ).toBe(true);
    expect([...lineLines({ ...LineCoords.create(), detected: true, x1: 1, y1: 2, x2: 3, y2: 4 })[0].points]).toEqual([
      1, 2, 3, 4,
    ]);
  });
});

describe('detectors of a scenario', () => {
  const topic = (signal: string): Topic => ({
    id: `/${signal}`,
    name: `/${signal}`,
    signal,
    type: '',
    fields: [],
    bulky: false,
  });
  const block = {
    name: 'detector',
    type: 'vision/lane-detector',
    inputs: [{ port: 'image', from: 'camera.image' }],
    parameters: [{ path: 'threshold.level', value: 77 }],
  };
  const scenario: any = {
    document: { blocks: { detector: { params: { threshold: { kind: 'fixed', level: 30 } } } } },
    blocks: [block],
  };

  it('are found with the topics they are wired to and the parameters they have now', () => {
    const [found] = detectorsOf(scenario, [topic('camera.image'), topic('detector.lane')]);
    expect(found).toMatchObject({
      kind: 'lane',
      image: '/camera.image',
      result: '/detector.lane',
      params: { threshold: { kind: 'fixed', level: 77 } },
    });
    expect(detectorsOf(scenario, [])).toEqual([]);
    expect(detectorsOf(undefined, [])).toEqual([]);
  });

  it('leave the document as it is', () => {
    presentParams(scenario.document.blocks.detector.params, block as any);
    expect(scenario.document.blocks.detector.params.threshold.level).toBe(30);
  });
});
