import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { MemorySink } from '../../../test/fixtures/record/memory-sink.ts';
import { recordSample } from '../../../test/fixtures/record/sample-run.ts';
import { quantile } from '../../math/statistics.ts';
import { Image } from '../../msgs/index.ts';
import { openRecording } from '../mcap/recording-reader.ts';
import { McapWriter } from '../mcap/writer.ts';
import { axes, clipped, colour, equalised, linePath, mapTo, rangeOf, tickText } from './chart-axes.ts';
import { boxChart, heatChart, lineChart } from './chart.ts';
import { pngBytes } from '../images/compressed-image.ts';
import { packedPixels } from '../images/image-pixels.ts';
import { imageFigures } from './images.ts';
import { collectPlots } from './plot-data.ts';
import { drawXy, groundLines } from './xy-drawing.ts';

function pngOf(image: Parameters<typeof packedPixels>[0]): Uint8Array | undefined {
  const pixels = packedPixels(image);
  return pixels && pngBytes(pixels);
}

/** The elements of a kind, by their attributes. */
const elements = (svg: string, tag: string): Record<string, string>[] =>
  [...svg.matchAll(new RegExp(`<${tag}([^>]*?)/?>`, 'g'))].map(([, attributes]) =>
    Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
  );

/** The points of a path of moves and lines, one list for each move. */
const strokes = (path: string): number[][][] =>
  path
    .split('M')
    .slice(1)
    .map((stroke) =>
      stroke
        .replace('Z', '')
        .split('L')
        .map((point) => point.split(' ').map(Number)),
    );

interface Axis {
  /** What people read at a pixel. */
  readonly valueAt: (px: number) => number;
  readonly ticks: readonly (readonly [px: number, value: number])[];
}

/** Reads the axes of a chart as a person does: by the grid lines and the numbers beside them. */
function axesOf(svg: string): { x: Axis; y: Axis } {
  const found = [
    ...svg.matchAll(
      /<path class="grid" d="M([\d.-]+) ([\d.-]+)([VH])([\d.-]+)"\/><text x="([\d.-]+)" y="([\d.-]+)"[^>]*>([^<]*)<\/text>/g,
    ),
  ];
  const axis = (direction: string): Axis => {
    const ticks = found
      .filter((match) => match[3] === direction)
      .map((match) => [Number(match[direction === 'V' ? 1 : 2]), Number(match[7].replace('−', '-'))] as const);
    const [[px, value], [otherPx, otherValue]] = [ticks[0], ticks.at(-1)!];
    return { ticks, valueAt: (at) => value + ((at - px) / (otherPx - px)) * (otherValue - value) };
  };
  return { x: axis('V'), y: axis('H') };
}

/** The curves of a chart in the units of its axes. */
function curves(svg: string): number[][][] {
  const { x, y } = axesOf(svg);
  return elements(svg, 'path')
    .filter((path) => path.class === 'line')
    .map(({ d }) =>
      strokes(d)
        .flat()
        .map(([px, py]) => [x.valueAt(px), y.valueAt(py)]),
    );
}

const near = (points: readonly (readonly number[])[], digits: number) =>
  points.map((point) => point.map((value) => expect.closeTo(value, digits)));

describe('a range', () => {
  it('holds all finite values with a margin of a twentieth', () => {
    const [low, high] = rangeOf([
      [3, NaN, 1],
      [Infinity, 11, -Infinity],
    ]);
    expect([low, high]).toEqual([expect.closeTo(0.5, 12), expect.closeTo(11.5, 12)]);
    expect(rangeOf([[5, 5]])).toEqual([4, 6]);
    expect(rangeOf([[-4e9]])).toEqual([-4e9 - 4000, -4e9 + 4000]);
    expect(rangeOf([[NaN], []])).toEqual([-1, 1]);
  });

  it('grows about its middle until both axes have the same scale', () => {
    expect(equalised([0, 10], [0, 1], 0.5)).toEqual([
      [0, 10],
      [-2, 3],
    ]);
    expect(equalised([2, 4], [10, 20], 0.5)).toEqual([
      [-7, 13],
      [10, 20],
    ]);
  });

  it('fills the plot, up being up', () => {
    const { xScale, xOffset, yScale, yOffset } = mapTo([2, 4], [-1, 3], 200);
    expect([2, 4].map((x) => xScale * x + xOffset)).toEqual([64, 944]);
    expect([-1, 3].map((y) => yScale * y + yOffset)).toEqual([212, 12]);
  });
});

describe('axes', () => {
  it.each([
    [
      [0, 10],
      [0, 1],
    ],
    [
      [-3.2, 1e-3],
      [1e6, 7e6],
    ],
    [
      [0, 0.0037],
      [-120, 130],
    ],
    [
      [1.000003, 1.000115],
      [-1.1e-9, 5.2e-9],
    ],
    [
      [0, 12],
      [0, 6],
    ],
  ] as const)('have round numbers at their places: %o, %o', (x, y) => {
    const map = mapTo(x, y, 300);
    const read = axesOf(axes(map, x, y, 300, { x: '', y: '' }).join(''));
    const check = (
      { ticks }: Axis,
      [low, high]: readonly [number, number],
      scale: number,
      offset: number,
      most: number,
    ) => {
      const step = ticks[1][1] - ticks[0][1];
      const digits = step / 10 ** Math.floor(Math.log10(step * 1.0001));
      expect([1, 2, 5, 10].some((round) => Math.abs(digits - round) < 1e-3)).toBe(true);
      for (const [px, value] of ticks) expect(px).toBeCloseTo(scale * value + offset, 0);
      // every multiple that is in the range, and no more of them than asked
      expect(ticks).toHaveLength(Math.floor(high / step + 1e-6) - Math.ceil(low / step - 1e-6) + 1);
      expect(ticks.length).toBeLessThanOrEqual(most + 1);
      expect(ticks.length).toBeGreaterThan(most / 2.6);
    };
    check(read.x, x, map.xScale, map.xOffset, 12);
    check(read.y, y, map.yScale, map.yOffset, 6);
  });

  it('have their lines across the plot, numbers beside them and names beside those', () => {
    const drawn = axes(mapTo([0, 2], [0, 1], 100), [0, 2], [0, 1], 100, { x: 'X & x', y: 'Y' });
    expect(drawn).toHaveLength(11 + 6 + 2);
    expect([drawn[0], drawn[10], drawn[11], drawn[16], ...drawn.slice(17)]).toEqual([
      '<path class="grid" d="M64 12V112"/><text x="64" y="130" text-anchor="middle">0</text>',
      '<path class="grid" d="M944 12V112"/><text x="944" y="130" text-anchor="middle">2</text>',
      '<path class="grid" d="M64 112H944"/><text x="56" y="116" text-anchor="end">0</text>',
      '<path class="grid" d="M64 12H944"/><text x="56" y="16" text-anchor="end">1</text>',
      '<text class="axis" x="504" y="152" text-anchor="middle">X &amp; x</text>',
      '<text class="axis" transform="translate(16 62) rotate(-90)" text-anchor="middle">Y</text>',
    ]);
    expect(clipped('<a/>', 100)).toBe('<svg x="64" y="12" width="880" height="100" viewBox="64 12 880 100"><a/></svg>');
  });

  it('have a step of one where that is just as many as asked', () => {
    const read = axesOf(axes(mapTo([0, 12], [0, 60], 300), [0, 12], [0, 60], 300, { x: '', y: '' }).join(''));
    expect(read.x.ticks.map(([, value]) => value)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(read.y.ticks.map(([, value]) => value)).toEqual([0, 10, 20, 30, 40, 50, 60]);
    const half = axesOf(axes(mapTo([0, 6], [0, 0.31], 300), [0, 6], [0, 0.31], 300, { x: '', y: '' }).join(''));
    expect(half.x.ticks.map(([, value]) => value)).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6]);
    expect(half.y.ticks.map(([, value]) => value)).toEqual([0, 0.1, 0.2, 0.3]);
  });

  it('have the same step where they have the same scale', () => {
    const [x, y] = [
      [0, 100],
      [0, 50],
    ] as const;
    const read = axesOf(axes(mapTo(x, y, 440), x, y, 440, { x: '', y: '' }, true).join(''));
    expect(read.x.ticks.map(([, value]) => value)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    expect(read.y.ticks.map(([, value]) => value)).toEqual([0, 10, 20, 30, 40, 50]);
  });

  it('show numbers without the noise of binary fractions', () => {
    expect([0.1 + 0.2, -1.5, 1e21, 0].map(tickText)).toEqual(['0.3', '−1.5', '1e+21', '0']);
  });

  it('have eight colours, again and again', () => {
    expect([0, 7, 8].map(colour)).toEqual(['var(--s1)', 'var(--s8)', 'var(--s1)']);
  });
});

describe('a curve', () => {
  const plain = { xScale: 1, xOffset: 0, yScale: 1, yOffset: 0 };

  it('goes through its points, with gaps where there is nothing', () => {
    expect(linePath([0, 10, 20, 30, 40], [1, 2, NaN, 4, 5], plain)).toBe('M0 1L10 2M30 4L40 5');
    expect(linePath([0, Infinity, 20], [1, 2, 3], plain)).toBe('M0 1M20 3');
    expect(linePath([], [], plain)).toBe('');
    expect(linePath([1, 2], [3, 4], { xScale: 2, xOffset: 10, yScale: -3, yOffset: 100 })).toBe('M12 91L14 88');
  });

  it('leaves out points that nobody can tell from the one before, but never the last', () => {
    expect(linePath([0, 0.4, 0.5, 0.6, 0.9], [0, 0, 0, 0, 0], plain)).toBe('M0 0L0.5 0L0.9 0');
    expect(linePath([7, 7.1, 7.2, 9], [5, 5.1, 4.9, 5], plain)).toBe('M7 5L9 5');
    expect(linePath([0, 0, 0, 9], [0, 0.4, 0, 0], plain)).toBe('M0 0L9 0');
    expect(linePath([-7, -7.1, 9], [-5, -5.1, 5], plain)).toBe('M-7 -5L9 5');
    expect(linePath([0, 0.1], [0, 0.1], plain)).toBe('M0 0L0.1 0.1');
    expect(linePath([0, 0, 0, 9], [0, 0.39, 0.41, 0], plain)).toBe('M0 0L0 0.4L9 0');
  });

  it('is where its axes say, in a chart of lines and points', () => {
    const svg = lineChart({
      title: 'T <1>',
      doc: 'why',
      x: 'time [s]',
      y: 'speed [m/s]',
      lines: [
        { name: 'one', x: [0, 4, 10], y: [1, 5, -3] },
        { name: 'two', x: [0, 10], y: [2, 2], dashed: true },
        { name: 'three', x: [5, 6], y: [0, 1], points: true },
      ],
    });
    expect(curves(svg)).toEqual([
      near(
        [
          [0, 1],
          [4, 5],
          [10, -3],
        ],
        1,
      ),
      near(
        [
          [0, 2],
          [10, 2],
        ],
        1,
      ),
    ]);
    const { x, y } = axesOf(svg);
    expect(elements(svg, 'circle').map(({ cx, cy }) => [x.valueAt(Number(cx)), y.valueAt(Number(cy))])).toEqual(
      near(
        [
          [5, 0],
          [6, 1],
        ],
        1,
      ),
    );
    const styles = [...elements(svg, 'path').filter((path) => path.class === 'line'), ...elements(svg, 'circle')].map(
      ({ style }) => style,
    );
    expect(styles).toEqual([
      'stroke:var(--s1)',
      'stroke:var(--s2);stroke-dasharray:6 4',
      'fill:var(--s3)',
      'fill:var(--s3)',
    ]);
    expect(svg).toContain('T &lt;1&gt;<span>why</span>');
    expect(svg).toContain('>time [s]<');
    expect(svg).toContain('>speed [m/s]<');
    expect(svg).toContain('aria-label="T &lt;1&gt;: one, two, three"');
    expect(svg.match(/border-color:var\(--s\d\)"><\/i>(one|two|three)/g)).toHaveLength(3);
  });

  it('needs no legend alone, and shows the range that is asked for', () => {
    const svg = lineChart({
      title: 't',
      x: '',
      y: '',
      xRange: [0, 5],
      yRange: [-10, 10],
      height: 400,
      lines: [{ name: 'a', x: [0, 9], y: [0, 9] }],
    });
    expect(svg).not.toContain('legend');
    expect(svg).not.toContain('<span>');
    const { x, y } = axesOf(svg);
    expect([x.valueAt(64), x.valueAt(944), y.valueAt(412), y.valueAt(12)]).toEqual(
      [0, 5, -10, 10].map((value) => expect.closeTo(value, 1)),
    );
    expect(svg).toContain('viewBox="0 0 960 460"');
    expect(curves(svg)).toEqual([
      near(
        [
          [0, 0],
          [9, 9],
        ],
        1,
      ),
    ]);
  });

  it('has equal scales on a map, of a height that fits a page', () => {
    const height = (y: number[]) => {
      const svg = lineChart({ title: 't', x: '', y: '', equal: true, lines: [{ name: 'a', x: [0, 100], y }] });
      const { x, y: up } = axesOf(svg);
      expect((x.valueAt(944) - x.valueAt(64)) / 880).toBeCloseTo((up.valueAt(12) - up.valueAt(112)) / 100, 3);
      expect(curves(svg)).toEqual([
        near(
          [
            [0, y[0]],
            [100, y[1]],
          ],
          0,
        ),
      ]);
      return Number(/viewBox="0 0 960 ([\d.]+)"/.exec(svg)![1]) - 60;
    };
    expect([height([0, 1]), height([0, 50]), height([0, 500])]).toEqual([220, 440, 620]);
    const flat = lineChart({ title: 't', x: '', y: '', lines: [{ name: 'a', x: [0, 1], y: [0, 1] }] });
    expect(flat).toContain('viewBox="0 0 960 320"');
  });

  it('lies over the ground that it was driven on', () => {
    const backdrop = [
      { points: Float64Array.of(0, 0, 10, 0, 10, 5), closed: true },
      { points: Float64Array.of(0, 1, 1, 1), closed: false },
    ];
    const svg = lineChart({ title: 't', x: '', y: '', lines: [{ name: 'a', x: [0, 10], y: [0, 5] }], backdrop });
    const { x, y } = axesOf(svg);
    const ground = elements(svg, 'path').filter((path) => path.class === 'ground');
    expect(
      ground.map(({ d }) =>
        strokes(d)
          .flat()
          .map(([px, py]) => [x.valueAt(px), y.valueAt(py)]),
      ),
    ).toEqual([
      near(
        [
          [0, 0],
          [10, 0],
          [10, 5],
        ],
        1,
      ),
      near(
        [
          [0, 1],
          [1, 1],
        ],
        1,
      ),
    ]);
    expect(ground.map(({ d }) => d.endsWith('Z'))).toEqual([true, false]);
    expect(groundLines([], mapTo([0, 1], [0, 1], 100), 100)).toBe('');
  });
});

describe('a box plot', () => {
  const values = [...Array.from({ length: 21 }, (_, i) => i), 60, -40, NaN];
  const svg = boxChart({
    title: 'B',
    y: 'error [m]',
    boxes: [
      { name: 'a & b', values },
      { name: 'none', values: [] },
    ],
  });

  it('has quartiles, a median, whiskers and outliers where the axis says', () => {
    const finite = values.filter(Number.isFinite);
    const [q1, median, q3] = [0.25, 0.5, 0.75].map((p) => quantile(finite, p));
    const read = [...svg.matchAll(/<path class="grid" d="M64 ([\d.-]+)H944"\/><text[^>]*>([^<]*)</g)].map(
      ([, px, text]) => [Number(px), Number(text.replace('−', '-'))] as const,
    );
    const [[px, value], [otherPx, otherValue]] = [read[0], read.at(-1)!];
    const valueAt = (at: number) => value + ((at - px) / (otherPx - px)) * (otherValue - value);
    const [box] = elements(svg, 'rect');
    expect(valueAt(Number(box.y))).toBeCloseTo(q3, 0);
    expect(valueAt(Number(box.y) + Number(box.height))).toBeCloseTo(q1, 0);
    const [whiskers, middle] = [...svg.matchAll(/<path (?:style="[^"]*" )?d="(M[^"]*)"\/>/g)]
      .map(([, d]) => d)
      .filter((d) => d.includes('h') || d.includes('V'));
    const [, low, lowEnd, high, highEnd] = /M[\d.]+ ([\d.]+)V([\d.]+)M[\d.]+ ([\d.]+)V([\d.]+)/
      .exec(whiskers)!
      .map(Number);
    expect([low, lowEnd, high, highEnd].map(valueAt)).toEqual(
      [0, q1, q3, 20].map((expected) => expect.closeTo(expected, 0)),
    );
    expect(valueAt(Number(/M[\d.]+ ([\d.]+)h/.exec(middle)![1]))).toBeCloseTo(median, 0);
    expect(elements(svg, 'circle').map(({ cy }) => valueAt(Number(cy)))).toEqual(
      [-40, 60].map((expected) => expect.closeTo(expected, 0)),
    );
    expect(svg).toContain('>a &amp; b</text>');
    expect(svg).toContain('>error [m]</text>');
    // no numbers below, where there are names
    expect(svg).not.toMatch(/V[\d.]+"\/><text/);
  });

  it('knows outliers by the height of the box, wherever it is', () => {
    const outliers = (values: number[]) =>
      elements(boxChart({ title: '', y: '', boxes: [{ name: '', values }] }), 'circle').length;
    // quartiles 105 and 115, so whiskers may reach from 90 to 130
    const inside = Array.from({ length: 21 }, (_, i) => 100 + i);
    expect([outliers(inside), outliers([...inside, 80, 140]), outliers([...inside, 95, 125])]).toEqual([0, 2, 0]);
    expect(outliers(inside.map((value) => value - 220).concat(-140, -80))).toBe(2);
  });

  it('stands over its name, with its median as wide as the box and whiskers half as wide', () => {
    const boxes = ['a', 'b', 'c'].map((name, i) => ({ name, values: [i, i + 1, i + 2, i + 3] }));
    const chart = boxChart({ title: '', y: '', boxes });
    const names = [...chart.matchAll(/<text class="axis" x="([\d.]+)" y="332"[^>]*>(\w)</g)].map(([, x]) => Number(x));
    const rects = elements(chart, 'rect').map(({ x, width }) => [Number(x), Number(width)]);
    expect(names).toEqual([0, 1, 2].map((i) => expect.closeTo(64 + (i + 0.5) * (880 / 3), 0)));
    expect(rects).toEqual(names.map((x) => [expect.closeTo(x - 36, 5), 72]));
    const bars = [...chart.matchAll(/M([\d.]+) [\d.]+h([\d.]+)/g)].map(([, x, length]) => [Number(x), Number(length)]);
    expect(bars).toEqual(
      names.flatMap((x) => [
        [expect.closeTo(x - 18, 5), 36],
        [expect.closeTo(x - 18, 5), 36],
        [expect.closeTo(x - 36, 5), 72],
      ]),
    );
    const whiskers = [...chart.matchAll(/M([\d.]+) [\d.]+V/g)].map(([, x]) => Number(x));
    expect(whiskers.slice(-6)).toEqual(names.flatMap((x) => [x, x]));
    // of many boxes, each takes three fifths of its place
    const many = boxChart({ title: '', y: '', boxes: Array.from({ length: 20 }, () => boxes[0]) });
    expect(Number(elements(many, 'rect')[0].width)).toBeCloseTo(26.4, 5);
    // and of a single value there is still a line
    const flat = boxChart({ title: '', y: '', boxes: [{ name: '', values: [5] }] });
    expect(elements(flat, 'rect')[0].height).toBe('1');
  });

  it('shows of very many outliers no more than some hundred', () => {
    const outliers = (count: number) => {
      const all = [
        ...Array.from({ length: 10_000 }, (_, i) => i % 10),
        ...Array.from({ length: count }, (_, i) => 1000 + i),
      ];
      return elements(boxChart({ title: '', y: '', boxes: [{ name: '', values: all }] }), 'circle').length;
    };
    expect([outliers(50), outliers(199), outliers(200), outliers(1000)]).toEqual([50, 199, 100, 100]);
  });
});

describe('a heat map', () => {
  const cell = (text: string, good: number) => ({ text, good });
  const svg = heatChart({
    title: 'H',
    x: 'gain',
    y: 'delay',
    columns: [1, 2],
    rows: [10, 20, 30],
    cells: [
      [cell('a', 0), cell('b', 0.5)],
      [cell('c', 1), cell('d', 0.256)],
      [cell('e<', 0), cell('f', 0)],
    ],
  });

  it('has its rows from below, its columns from the left, and each text in its cell', () => {
    const texts = [
      ...svg.matchAll(
        /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" style="fill:color-mix\(in srgb, var\(--good\) (\d+)%, var\(--bad\)\);[^"]*"\/><text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</g,
      ),
    ];
    const placed = texts.map(([, x, y, , , good, , , text]) => [text, Number(x), Number(y), Number(good)]);
    // 880 px in two columns, 34 px a row, from 12 px down
    expect(placed).toEqual([
      ['a', 64, 80, 0],
      ['b', 504, 80, 50],
      ['c', 64, 46, 100],
      ['d', 504, 46, 26],
      ['e&lt;', 64, 12, 0],
      ['f', 504, 12, 0],
    ]);
    for (const [, x, y, width, height, , textX, textY] of texts) {
      expect([Number(width), Number(height)]).toEqual([438, 32]);
      expect([Number(textX) - Number(x), Number(textY) - Number(y)]).toEqual([220, 21]);
    }
    const names = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" text-anchor="(middle|end)">([^<]*)</g)].map(
      ([, x, y, , text]) => [text, Number(x), Number(y)],
    );
    expect(names).toEqual([
      ['1', 284, 132],
      ['2', 724, 132],
      ['10', 56, 101],
      ['20', 56, 67],
      ['30', 56, 33],
    ]);
    expect(svg).toContain('>gain<');
    expect(svg).toContain('>delay<');
    expect(svg).toContain('viewBox="0 0 960 162"');
  });
});

describe('a path', () => {
  const recording = openRecording(recordSample(3));
  const declared = (y: string[], equal = true) =>
    collectPlots(recording, [{ title: 'P', x: 'vehicle.state.x', y, equal, track: true, plan: false, doc: '' }]);

  it('is where its axes say, with a ring at its start and a dot at its end', () => {
    const { plots, samples } = declared(['vehicle.state.y']);
    const { svg, map } = drawXy(plots[0], samples);
    const [xs, ys] = ['vehicle.state.x', 'vehicle.state.y'].map((name) => samples.get(name)!);
    const [curve] = curves(svg);
    expect(curve[0]).toEqual(near([[xs[0], ys[0]]], 1)[0]);
    expect(curve.at(-1)).toEqual(near([[xs.at(-1)!, ys.at(-1)!]], 1)[0]);
    expect(map.xScale).toBeCloseTo(-map.yScale, 9);
    const [start, end] = elements(svg, 'circle');
    const at = (i: number) => [map.xScale * xs[i] + map.xOffset, map.yScale * ys[i] + map.yOffset];
    expect([Number(start.cx), Number(start.cy)]).toEqual(near([at(0)], 0)[0]);
    expect([Number(end.cx), Number(end.cy)]).toEqual(near([at(xs.length - 1)], 0)[0]);
    expect([start.style, end.style]).toEqual(['fill:var(--paper);stroke:var(--s1);stroke-width:2', 'fill:var(--s1)']);
    expect(svg).toContain('>vehicle.state.x [m]<');
    expect(svg).toContain('>vehicle.state.y [m]<');
    expect(svg).toContain('aria-label="P: vehicle.state.y over vehicle.state.x"');
  });

  it('has axes with the last name only where there are several', () => {
    const { plots, samples } = declared(['vehicle.state.y', 'vehicle.state.yaw'], false);
    const { svg } = drawXy(plots[0], samples, [{ points: Float64Array.of(0, 0, 1, 1), closed: false }]);
    expect(svg).toContain('>x [m]<');
    expect(svg).toContain('>y [m]<');
    expect(svg).toContain('viewBox="0 0 960 380"');
    expect(svg.match(/class="line"/g)).toHaveLength(2);
    expect(svg.match(/class="ground"/g)).toHaveLength(1);
    const nothing = new Map([...samples].map(([name, values]) => [name, values.map(() => NaN)]));
    expect(elements(drawXy(plots[0], nothing).svg, 'circle')).toEqual([]);
  });

  it('of any shape fits on a page', () => {
    const { plots } = declared(['vehicle.state.y']);
    const height = (y: number) => {
      const samples = new Map([
        ['vehicle.state.x', Float64Array.of(0, 100)],
        ['vehicle.state.y', Float64Array.of(0, y)],
      ]);
      return Number(/viewBox="0 0 960 ([\d.]+)"/.exec(drawXy(plots[0], samples).svg)![1]) - 60;
    };
    expect([height(1), height(50), height(400)]).toEqual([220, 440, 560]);
  });
});

describe('a picture', () => {
  const image = (encoding: string, more: Partial<Image> = {}): Image => ({ ...Image.create(), encoding, ...more });
  const bytes = Uint8Array.from({ length: 64 }, (_, i) => i + 1);

  it.each([
    ['mono8', 1, [1, 2, 6, 7]],
    ['8UC1', 1, [1, 2, 6, 7]],
    ['rgb8', 3, [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13]],
    ['bgr8', 3, [3, 2, 1, 6, 5, 4, 10, 9, 8, 13, 12, 11]],
    ['8UC3', 3, [3, 2, 1, 6, 5, 4, 10, 9, 8, 13, 12, 11]],
    ['rgba8', 4, [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17]],
    ['bgra8', 4, [3, 2, 1, 4, 7, 6, 5, 8, 12, 11, 10, 13, 16, 15, 14, 17]],
  ] as const)('in %s becomes a PNG of the same pixels', (encoding, channels, pixels) => {
    // rows are a little farther apart than they are long
    const step = { mono8: 5, '8UC1': 5, rgb8: 7, bgr8: 7, '8UC3': 7, rgba8: 9, bgra8: 9 }[encoding];
    const png = decode(pngOf(image(encoding, { width: 2, height: 2, step, data: bytes }))!);
    expect([png.width, png.height, png.channels, [...png.data]]).toEqual([2, 2, channels, [...pixels]]);
  });

  it('is none where it is not all there, or in an encoding that cannot be shown', () => {
    const size = { width: 2, height: 3, step: 4 };
    expect(pngOf(image('mono8', { ...size, data: bytes.slice(0, 10) }))).toBeDefined();
    expect(pngOf(image('mono8', { ...size, data: bytes.slice(0, 9) }))).toBeUndefined();
    expect(pngOf(image('16UC1', { ...size, data: bytes }))).toBeUndefined();
    expect(pngOf(image('mono8', { ...size, width: 0, data: bytes }))).toBeUndefined();
    expect(pngOf(image('mono8', { ...size, height: 0, data: bytes }))).toBeUndefined();
  });

  /** Cameras that show the number of tenths of a second. */
  const film = (names: readonly string[], times = [0, 1, 2, 3]) => {
    const sink = new MemorySink();
    const writer = new McapWriter(sink);
    for (const name of names) {
      const id = writer.addChannel({ topic: `/${name}`, type: Image, metadata: { block: name, port: 'image' } });
      for (const time of times) {
        const data = Uint8Array.of(10 * time);
        writer.writeMessage(
          id,
          Image,
          image('mono8', { width: 1, height: 1, step: 1, data }),
          1,
          time * 1e9,
          time * 1e9,
        );
      }
    }
    writer.close();
    return openRecording(sink.bytes());
  };
  const shown = (html: string) =>
    [...html.matchAll(/<img alt="([^"]*)" title="([^"]*)" src="data:image\/png;base64,([^"]*)">/g)].map(
      ([, alt, title, data]) => [alt, title, decode(Buffer.from(data, 'base64')).data[0]],
    );

  it('is the latest that was published by the time that is named, or the first there is', () => {
    const spec = { title: 'Road', of: 'front.image', at: [2.5, 2, 99, 0], overlay: [], doc: 'as seen' };
    const html = imageFigures(film(['front']), [spec]);
    expect(shown(html)).toEqual([
      ['front.image at 2 s', '2 s', 20],
      ['front.image at 2 s', '2 s', 20],
      ['front.image at 3 s', '3 s', 30],
      ['front.image at 0 s', '0 s', 0],
    ]);
    expect(html).toContain('<figcaption>Road<span>as seen</span></figcaption>');
    expect(shown(imageFigures(film(['front'], [1, 2]), [{ ...spec, at: [0.5] }]))[0][2]).toBe(10);
    expect(shown(imageFigures(film(['front']), [{ ...spec, at: [2.5] }]))).toEqual([['front.image at 2 s', '2 s', 20]]);
    expect(imageFigures(film(['front']), [{ ...spec, of: 'rear.image' }])).toBe('');
    expect(imageFigures(film(['front'], []), [spec])).toBe('');
  });

  it('is one of each camera, of the middle of the run, where nobody asks for others', () => {
    const html = imageFigures(film(['a', 'b', 'c', 'd', 'e', 'f', 'g']), []);
    expect(shown(html).map(([alt]) => alt)).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.image at 1 s`),
    );
    expect(html).toContain('<figcaption>a.image</figcaption>');
    expect(imageFigures(openRecording(recordSample(1)), [])).toBe('');
  });
});
