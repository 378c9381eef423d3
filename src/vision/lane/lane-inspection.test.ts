import { describe, expect, it } from 'vitest';
import { renderRoad, threeChannels } from '../../../test/fixtures/vision/road-picture.ts';
import { group, parse } from '../../core/schema.ts';
import { Image, Lane } from '../../msgs/index.ts';
import { laneInspection, laneLines, laneProjector } from './lane-inspection.ts';
import { monosimParams, releasedParams } from '../../../test/fixtures/vision/monosim-detector.ts';
import { laneParams } from './params.ts';
import { openLaneFinder } from './pipeline.ts';

const params = (given: object = monosimParams) => parse(group(laneParams, ''), given, '');
const road = threeChannels(renderRoad({ curvature: () => 0.03 }).grey);
const image = { ...Image.create(), width: 640, height: 480, encoding: 'rgb8', step: 1920, data: road };
const ids = (stages: readonly { id: string }[]) => stages.map(({ id }) => id);

function found(given: object = monosimParams): Lane {
  const lane = Lane.create();
  openLaneFinder(params(given), undefined).find(road, 1920, 'rgb8', undefined, lane);
  return lane;
}

describe('stages of the lane detector', () => {
  it('lead from the camera to the lane, each an image of its own', () => {
    const stages = laneInspection.stages(params(), { image, lane: found() });
    expect(ids(stages)).toEqual(['image', 'view', 'level', 'response', 'mask', 'lane']);
    for (const { id, image: own } of stages)
      expect(own.data.length, id).toBeGreaterThanOrEqual(own.step * (own.height - 1) + own.width);
    // two stripes of 0.11 m along some 6 m at 50 pixels per metre
    const paint = stages[4].image.data.reduce((sum, level) => sum + (level > 0 ? 1 : 0), 0);
    expect(paint).toBeGreaterThan(2 * 0.08 * 5 * 2500);
    expect(paint).toBeLessThan(2 * 0.2 * 7 * 2500);
  });

  it('have nothing that stands out with a fixed threshold', () => {
    const stages = laneInspection.stages(params(releasedParams), { image });
    expect(ids(stages)).toEqual(['image', 'view', 'level', 'mask', 'lane']);
    expect(stages[3].doc).toContain('Brighter than 30');
  });

  it('are the same for the same image, whatever was looked at in between', () => {
    const [own, lane] = [params(), found()];
    const bytes = () => laneInspection.stages(own, { image, lane }).map((stage) => Array.from(stage.image.data));
    const first = bytes();
    laneInspection.stages(own, { image: { ...image, data: road.map((level) => 255 - level) } });
    expect(bytes()).toEqual(first);
  });

  it('are none without an image', () => {
    expect(laneInspection.stages(params(), {})).toEqual([]);
    expect(laneInspection.stages(params(), { image: Image.create() })).toEqual([]);
  });
});

describe('the lane over the image', () => {
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
    const lane = found(given);
    expect(lane.detected).toBe(true);
    const edges = laneInspection.lines(params(given), { lane }).filter(({ role }) => role === 'edge');
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

  it('fades when there is no lane, and is absent before the first', () => {
    const lines = laneLines({ ...Lane.create(), x_min: 2, x_max: 4 }, laneProjector(params()));
    expect(lines.map(({ role }) => role)).toEqual(['faded', 'faded', 'faded']);
    expect(laneInspection.lines(params(), { image })).toEqual([]);
  });
});
