import { describe, expect, it } from 'vitest';
import { readImage } from '../../../test/fixtures/vision-line/pictures.ts';
import { group, parse } from '../../core/schema.ts';
import { Image, LineCoords } from '../../msgs/index.ts';
import { lineInspection } from './line-inspection.ts';
import { lineParams } from './params.ts';

const params = parse(group(lineParams, ''), {}, '');

describe('stages of the line detector', () => {
  it('show the rows of the region', () => {
    const { bgr } = readImage('view-left-bend');
    const image = { ...Image.create(), width: 800, height: 800, encoding: 'bgr8', step: 2400, data: bgr };
    const stages = lineInspection.stages(params, { image, line: LineCoords.create() });
    expect(stages.map(({ id }) => id)).toEqual(['image', 'mask', 'grey', 'edges', 'line']);
    expect(stages.map((stage) => stage.image.height)).toEqual([800, 77, 77, 77, 800]);
    for (const stage of stages)
      expect(
        stage.image.data.some((level) => level > 0),
        stage.id,
      ).toBe(true);
  });

  it('are none without an image', () => {
    expect(lineInspection.stages(params, {})).toEqual([]);
  });
});

describe('the line over the image', () => {
  it('joins its ends, and fades when it is only repeated', () => {
    const line = { ...LineCoords.create(), detected: true, x1: 1, y1: 2, x2: 3, y2: 4 };
    expect(lineInspection.lines(params, { line })).toEqual([{ role: 'centre', points: Float64Array.of(1, 2, 3, 4) }]);
    expect(lineInspection.lines(params, { line: { ...line, detected: false } })[0].role).toBe('faded');
    expect(lineInspection.lines(params, {})).toEqual([]);
  });
});
