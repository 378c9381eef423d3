import { describe, expect, it } from 'vitest';
import { pixelMap, traceOverField, traceOverTime } from './trace-path.ts';

function recordPath() {
  const drawn: string[] = [];
  return {
    drawn,
    moveTo: (x: number, y: number) => void drawn.push(`M${x},${y}`),
    lineTo: (x: number, y: number) => void drawn.push(`L${x},${y}`),
  };
}
const points = (times: number[], ys: number[]) => ({
  times: Float64Array.from(times),
  xs: Float64Array.from(times),
  ys: Float64Array.from(ys),
});
const x = pixelMap([0, 10], 0, 100);
const y = pixelMap([0, 10], 100, 0);

describe('the path of a line', () => {
  it('goes through its samples, upwards to the top', () => {
    const path = recordPath();
    traceOverTime(path, points([0, 5, 10], [0, 10, 5]), [0, 10], 100, x, y, false);
    expect(path.drawn).toEqual(['M0,100', 'L50,0', 'L100,50']);
  });

  it('of a command holds each value until the next', () => {
    const path = recordPath();
    traceOverTime(path, points([0, 5], [2, 6]), [0, 10], 100, x, y, true);
    expect(path.drawn).toEqual(['M0,80', 'L50,80', 'L50,40']);
  });

  it('has a gap where there is no value', () => {
    const path = recordPath();
    traceOverTime(path, points([0, 1, 2, 3], [1, NaN, 1, 1]), [0, 10], 100, x, y, false);
    expect(path.drawn).toEqual(['M0,90', 'M20,90', 'L30,90']);
  });

  it('leaves the picture at its edges', () => {
    const path = recordPath();
    traceOverTime(path, points([0, 1, 2, 3, 4, 5], [0, 0, 0, 0, 0, 0]), [2.5, 3.5], 100, x, y, false);
    expect(path.drawn).toEqual(['M20,100', 'L30,100', 'L40,100']);
  });

  it('of one field over another leaves out steps below half a pixel', () => {
    const path = recordPath();
    traceOverField(path, points([0, 0.01, 0.02, 5, 0], [0, 0, 0, 5, 0]), x, y);
    expect(path.drawn).toEqual(['M0,100', 'L50,50', 'L0,100']);
  });
});
