/** Cost of a unit of work over size, both logarithmic, one curve for each series and each beginning at 1: flat is good. */
import type { Growth } from './growth.ts';

const WIDTH = 760;
const HEIGHT = 420;
const MARGIN = { left: 60, right: 220, top: 30, bottom: 46 };
const COLOURS = ['#1f77b4', '#d62728', '#2ca02c', '#9467bd', '#ff7f0e', '#17becf', '#8c564b'];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Powers of ten around all values. */
function decades(values: readonly number[]): [low: number, high: number] {
  const low = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const high = Math.ceil(Math.log10(Math.max(...values)) - 1e-9);
  return [low, Math.max(high, low + 1)];
}

export function growthSvg(series: readonly Growth[]): string {
  const shown = series.filter(({ points }) => points.length > 0);
  const relative = shown.map(({ points }) => points.map(({ size, cost }) => ({ size, cost: cost / points[0].cost })));
  const [x0, x1] = decades([1, ...relative.flat().map(({ size }) => size)]);
  const [y0, y1] = decades([1, ...relative.flat().map(({ cost }) => cost)]);
  const x = (size: number): number =>
    MARGIN.left + ((Math.log10(size) - x0) / (x1 - x0)) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (cost: number): number =>
    HEIGHT - MARGIN.bottom - ((Math.log10(cost) - y0) / (y1 - y0)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const place = (value: number): string => value.toFixed(1);
  const grid = [
    ...powers(x0, x1).map(
      (size) =>
        `<path d="M${place(x(size))} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}" stroke="#ddd"/><text x="${place(x(size))}" y="${HEIGHT - MARGIN.bottom + 18}" text-anchor="middle">${size}</text>`,
    ),
    ...powers(y0, y1).map(
      (cost) =>
        `<path d="M${MARGIN.left} ${place(y(cost))}H${WIDTH - MARGIN.right}" stroke="#ddd"/><text x="${MARGIN.left - 8}" y="${place(y(cost) + 4)}" text-anchor="end">${cost}</text>`,
    ),
  ];
  const curves = relative.map((points, i) => {
    const colour = COLOURS[i % COLOURS.length];
    const line = points.map(({ size, cost }) => `${place(x(size))},${place(y(cost))}`).join(' ');
    const key = MARGIN.top + 12 + 20 * i;
    return `<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="2"/><text x="${WIDTH - MARGIN.right + 14}" y="${key}" fill="${colour}">${escaped(shown[i].name)}</text>`;
  });
  const title = `<text x="${MARGIN.left}" y="18" font-weight="bold">Cost of a unit of work over size, as a multiple of the smallest</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>${[title, ...grid, ...curves].join('')}</svg>\n`;
}

const powers = (low: number, high: number): number[] =>
  Array.from({ length: high - low + 1 }, (_, i) => Number(`1e${low + i}`));
