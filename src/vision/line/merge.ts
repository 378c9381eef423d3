/**
 * One line from many segments.
 *
 * mean     x₁ = ⌊Σ x₁ / n⌋ and so on, slope = ⌊Δy/Δx⌋ (0 when vertical): whole numbers throughout, as RosDrive's Python 2 divides.
 *          Segments begin at their left end, so (x₂, y₂) is the far end in a right bend and the near end in a left one.
 * robust   segments that come close to each other belong together; of what does not, the longest in sum is the line, and the
 *          rest is dropped. (x₁, y₁) is its near end, the lowest in the picture, (x₂, y₂) its far end, the highest; both are the
 *          mean of what ends close to there, weighted by length, which is the middle between the edges of a stripe.
 *          Slope = Δy/Δx (0 when vertical).
 *
 * Both: intercept = y₁ − slope x₁, length = √(Δx² + Δy²).
 * Checked against: the same sums in Python; where a painted line ends in rendered pictures.
 */
import type { LineCoords } from '../../msgs/index.ts';
import type { Segments } from './groups.ts';
import { groupSegments, lengthOf } from './groups.ts';

/** The mean of the end points; there must be a segment. */
export function mergeByMean({ segments, segmentCount, firstRow }: Segments, line: LineCoords): void {
  let [x1, y1, x2, y2] = [0, 0, 0, 0];
  for (let i = 0; i < 4 * segmentCount; i += 4) {
    x1 += segments[i];
    y1 += segments[i + 1] + firstRow;
    x2 += segments[i + 2];
    y2 += segments[i + 3] + firstRow;
  }
  line.x1 = Math.floor(x1 / segmentCount);
  line.y1 = Math.floor(y1 / segmentCount);
  line.x2 = Math.floor(x2 / segmentCount);
  line.y2 = Math.floor(y2 / segmentCount);
  describe(line, line.x2 === line.x1 ? 0 : Math.floor((line.y2 - line.y1) / (line.x2 - line.x1)));
}

/** The ends of the longest group of segments that come within `linkDistance` [px] of each other; there must be a segment. */
export function mergeRobustly(all: Segments, linkDistance: number, line: LineCoords): void {
  const { groups, count, longest } = groupSegments(all, linkDistance);
  const { segments: s, firstRow } = all;
  const middle = (all.columns - 1) / 2;
  // the highest and the lowest end; of equally high ones, the outermost and the innermost
  let [high, low] = [-1, -1];
  for (let k = 0; k < 2 * count; k++) {
    if (groups[k >> 1] !== longest) continue;
    const fromMiddle = Math.abs(s[2 * k] - middle);
    if (
      high < 0 ||
      s[2 * k + 1] < s[high + 1] ||
      (s[2 * k + 1] === s[high + 1] && fromMiddle > Math.abs(s[high] - middle))
    )
      high = 2 * k;
    if (
      low < 0 ||
      s[2 * k + 1] > s[low + 1] ||
      (s[2 * k + 1] === s[low + 1] && fromMiddle <= Math.abs(s[low] - middle))
    )
      low = 2 * k;
  }
  const reach = Math.min(linkDistance, Math.max(Math.abs(s[high] - s[low]), Math.abs(s[high + 1] - s[low + 1])) / 2.1);
  // what ends there, in the mean
  let [x1, y1, weight1, x2, y2, weight2] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < 2 * count; k++) {
    if (groups[k >> 1] !== longest) continue;
    const length = lengthOf(s, 4 * (k >> 1));
    if (isBeside(s, low, 2 * k, reach)) {
      x1 += length * s[2 * k];
      y1 += length * s[2 * k + 1];
      weight1 += length;
    } else if (isBeside(s, high, 2 * k, reach)) {
      x2 += length * s[2 * k];
      y2 += length * s[2 * k + 1];
      weight2 += length;
    }
  }
  line.x1 = x1 / weight1;
  line.y1 = y1 / weight1 + firstRow;
  line.x2 = x2 / weight2;
  line.y2 = y2 / weight2 + firstRow;
  describe(line, line.x2 === line.x1 ? 0 : (line.y2 - line.y1) / (line.x2 - line.x1));
}

/** Whether two ends are close, above all in height. */
function isBeside(s: Int32Array, i: number, j: number, reach: number): boolean {
  return Math.abs(s[j] - s[i]) <= reach && Math.abs(s[j + 1] - s[i + 1]) <= reach / 4;
}

function describe(line: LineCoords, slope: number): void {
  line.dif_x = line.x2 - line.x1;
  line.dif_y = line.y2 - line.y1;
  line.slope = slope;
  line.intercept = line.y1 - slope * line.x1;
  line.length = Math.sqrt(line.dif_x * line.dif_x + line.dif_y * line.dif_y);
}
