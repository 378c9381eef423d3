import { describe, expect, it } from 'vitest';
import { fixture } from '../../../test/fixtures/vision-line/pictures.ts';
import { LineCoords } from '../../msgs/index.ts';
import { mergeByMean, mergeRobustly } from './merge.ts';

const segmentsOf = (ends: number[], firstRow = 0) => ({
  segments: Int32Array.from(ends),
  segmentCount: ends.length / 4,
  firstRow,
  columns: 800,
});
function robustly(ends: number[], firstRow = 0, linkDistance = 30) {
  const line = LineCoords.create();
  mergeRobustly(segmentsOf(ends, firstRow), linkDistance, line);
  return line;
}
function byMean(ends: number[]) {
  const line = LineCoords.create();
  mergeByMean(segmentsOf(ends), line);
  return line;
}
const endsOf = ({ x1, y1, x2, y2 }: LineCoords) => [x1, y1, x2, y2];

describe('the mean of the end points', () => {
  const lines = fixture.views.filter((view: any) => view.published.line !== undefined);

  it.each<[string, any]>(lines.map((view: any) => [view.picture, view.published]))(
    'is what Python 2 divides, in %s',
    (_name, { segments, line }) => {
      const { length, ...whole } = line;
      expect(byMean(segments)).toMatchObject(whole);
      expect(byMean(segments).length).toBeCloseTo(length, 12);
    },
  );

  it('has whole slopes, rounded down, and 0 when it is vertical', () => {
    expect(byMean([0, 10, 10, 5]).slope).toBe(-1);
    expect(byMean([0, 10, 10, 29]).slope).toBe(1);
    expect(byMean([7, 10, 7, 29]).slope).toBe(0);
  });
});

describe('the robust line', () => {
  it('begins at the near end, whichever side it leans to', () => {
    expect(endsOf(robustly([100, 10, 140, 70]))).toEqual([140, 70, 100, 10]);
    expect(endsOf(robustly([100, 70, 140, 10]))).toEqual([100, 70, 140, 10]);
    expect(endsOf(robustly([300, 20, 300, 60], 424))).toEqual([300, 484, 300, 444]);
  });

  it('takes the outer end of a level line for the far one', () => {
    expect(endsOf(robustly([100, 30, 300, 30]))).toEqual([300, 30, 100, 30]);
    expect(endsOf(robustly([500, 30, 700, 30]))).toEqual([500, 30, 700, 30]);
  });

  it('runs in the middle of the two edges of a stripe', () => {
    const line = robustly([400, 0, 400, 80, 410, 0, 420, 80]);
    expect(line.x2).toBeCloseTo(405, 1);
    expect(line.x1).toBeCloseTo(410, 1);
    expect([line.y1, line.y2]).toEqual([80, 0]);
    expect(line.slope).toBeCloseTo(-80 / (line.x2 - line.x1), 9);
    expect(line.intercept).toBeCloseTo(line.y1 - line.slope * line.x1, 9);
  });

  it('counts what is longer for more', () => {
    const { x2 } = robustly([400, 0, 400, 60, 410, 0, 410, 20]);
    expect(x2).toBeCloseTo((400 * 60 + 410 * 20) / 80, 9);
  });

  it('leaves out what does not touch the line', () => {
    const stripe = [400, 0, 400, 80, 410, 0, 415, 80];
    expect(endsOf(robustly([700, 10, 760, 20, ...stripe, 30, 60, 90, 62, 460, 40, 490, 41]))).toEqual(
      endsOf(robustly(stripe)),
    );
  });

  it('follows a bend from piece to piece to its end', () => {
    const { x1, y1, x2, y2 } = robustly([400, 80, 405, 60, 380, 45, 403, 58, 300, 30, 378, 44, 200, 24, 298, 29]);
    expect([x1, y1, x2, y2]).toEqual([400, 80, 200, 24]);
  });

  it('does not depend on the order of segments, and is mirrored by a mirror', () => {
    const segments = [
      [300, 10, 340, 30],
      [342, 31, 380, 70],
      [290, 12, 330, 30],
      [331, 31, 366, 70],
    ];
    const line = robustly(segments.flat());
    const other = robustly([...segments].reverse().flat());
    endsOf(line).forEach((value, i) => expect(endsOf(other)[i]).toBeCloseTo(value, 9));
    const mirrored = robustly(segments.flatMap(([x1, y1, x2, y2]) => [799 - x2, y2, 799 - x1, y1]));
    expect(mirrored.x1).toBeCloseTo(799 - line.x1, 9);
    expect(mirrored.x2).toBeCloseTo(799 - line.x2, 9);
    expect(mirrored.y2).toBeCloseTo(line.y2, 9);
  });
});
