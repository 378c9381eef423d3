import { describe, expect, it } from 'vitest';
import { wrapToPi } from '../../math/angle.ts';
import type { Point } from './marking-point-pair.ts';
import { endKind, orientation, publishedSlots } from './published-rules.ts';

const DEGREE = Math.PI / 180;
const point = (x: number, y: number, degrees: number, shape: 0 | 1 = 0): Point => ({
  x,
  y,
  direction: wrapToPi(degrees * DEGREE),
  shape,
  confidence: 0.9,
});

/** The five kinds of ends, as turns from the way to the other end [°]. */
const ENDS = [
  { kind: 1, shape: 1, turn: 0 },
  { kind: 2, shape: 0, turn: -90 },
  { kind: 3, shape: 0, turn: 0 },
  { kind: 4, shape: 0, turn: 90 },
  { kind: 5, shape: 1, turn: 90 },
] as const;

/** By hand: rows A, columns B; + for a slot left of AB, − right of it. */
const COMBINATIONS = ['..---', '..---', '++.--', '+++..', '+++..'];

describe('the published rules', () => {
  it('know five kinds of ends, within their angles and not beyond', () => {
    for (const { kind, shape, turn } of ENDS) {
      const limit = turn === 0 ? 13.5 : 24.2;
      for (const off of [-limit, 0, limit])
        expect(endKind(point(0, 0, 30 + turn + off, shape), 30 * DEGREE)).toBe(kind);
    }
    expect(endKind(point(0, 0, 14), 0)).toBe(0);
    expect(endKind(point(0, 0, 65), 0)).toBe(0);
    expect(endKind(point(0, 0, 180), 0)).toBe(0);
    expect(endKind(point(0, 0, -90, 1), 0)).toBe(0);
  });

  it('take sixteen combinations of ends for slots', () => {
    const table = ENDS.map(({ kind: a }) => ENDS.map(({ kind: b }) => '-.+'[orientation(a, b) + 1]).join(''));
    expect(table).toEqual(COMBINATIONS);
    expect(table.join('').replaceAll('.', '')).toHaveLength(16);
    expect(orientation(0, 4)).toBe(0);
    expect(orientation(4, 0)).toBe(0);
  });

  it('give the same slots whichever way a combination lies', () => {
    for (const heading of [0, 37, 90, 180, 251])
      for (const [i, a] of ENDS.entries())
        for (const [j, b] of ENDS.entries()) {
          const [x, y] = [2.5 * Math.cos(heading * DEGREE), 2.5 * Math.sin(heading * DEGREE)];
          const points = [point(1, 2, heading + a.turn, a.shape), point(1 + x, 2 + y, heading + 180 + b.turn, b.shape)];
          const found = publishedSlots(points, 10);
          const sign = COMBINATIONS[i][j];
          expect(found).toHaveLength(sign === '.' ? 0 : 1);
          if (sign === '.') continue;
          expect(found[0].left).toBe(points[sign === '+' ? 0 : 1]);
          expect(Math.cos(found[0].direction - (heading + (sign === '+' ? 90 : -90)) * DEGREE)).toBeCloseTo(1, 9);
        }
  });

  it.each([
    [2.11, undefined],
    [2.12, 4.6875],
    [3.31, 4.6875],
    [3.32, undefined],
    [3.88, undefined],
    [3.89, 1.99519231],
    [6.66, 1.99519231],
    [6.67, undefined],
  ])('take entrances of %f m for slots of depth %s', (width, depth) => {
    const found = publishedSlots([point(0, 0, 90), point(width, 0, 90)], 10);
    expect(found[0]?.depth).toBe(depth);
  });

  it('refuse a pair with a third point between', () => {
    const ends = [point(0, 0, 90), point(5, 0, 90)];
    expect(publishedSlots(ends, 10)).toHaveLength(1);
    expect(publishedSlots([...ends, point(2.4, 0.3, 0, 1)], 10).some(({ kind }) => kind === 1)).toBe(false);
    expect(publishedSlots([...ends, point(2.4, 2.4, 0, 1)], 10)).toHaveLength(1);
  });
});
