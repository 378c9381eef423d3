/**
 * The lane between the vehicle and the first paint that the camera sees.
 *
 * A cubic y(x) that fits a bend where it is steep runs away before it. The centre is therefore continued geometrically: in axes
 * along the lane (u along its middle, v across), where slopes are small, a cubic v(u) gives heading θ, curvature κ and its
 * rate κ′ at the near end, and a clothoid leads from there back to the vehicle:
 *
 *   dx/ds = cos θ,  dy/ds = sin θ,  dθ/ds = κ,  dκ/ds = κ′
 *
 * Points of it enter the final fit with little weight: they bend the polynomial only where no paint contradicts.
 */
import { atan, cos, sin } from '../../math/trig.ts';
import type { LaneModel } from './fit.ts';
import { centrePoint, NODE_NOISE } from './fit.ts';
import type { LineNodes } from './stripe-nodes.ts';
import type { Priors, WeightedPoints } from './polynomial-fit.ts';
import { addPoint, fitPolynomial, slopeAt, valueAt } from './polynomial-fit.ts';

/** Believed of roads: half a curvature of 0.3 1/m, and a sixth of a curvature rate of 0.06 1/m². */
const priors: Priors = { curve: 0.15, twist: 0.01, noise: NODE_NOISE };
/** Arc length between points [m], and their weight [picture rows]. */
const SPACING = 0.25;
const WEIGHT = 0.3;

const point = new Float64Array(3);
const across = new Float64Array(4);

/** Fills `model.behind`; `line` is room for points. */
export function continueBack(model: LaneModel, nodes: LineNodes, line: WeightedPoints): void {
  const { centre, behind } = model;
  behind.count = 0;
  const x0 = 0.5 * (model.xMin + model.xMax);
  const y0 = valueAt(centre, x0);
  const slope = slopeAt(centre, x0);
  const c = 1 / Math.sqrt(1 + slope * slope);
  const s = slope * c;
  line.count = 0;
  let near = Infinity;
  for (let i = 0; i < nodes.count; i++) {
    if (model.side[i] === 0) continue;
    centrePoint(model, nodes, i, model.halfWidth, point);
    const u = (point[0] - x0) * c + (point[1] - y0) * s;
    near = Math.min(near, u);
    addPoint(line, u, (point[1] - y0) * c - (point[0] - x0) * s, nodes.weight[i]);
  }
  if (!fitPolynomial(line, 3, across, priors)) return;
  // the near end: place, heading, curvature and its rate
  const v = valueAt(across, near);
  const tilt = slopeAt(across, near);
  const stretch = 1 + tilt * tilt;
  let kappa = (2 * across[2] + 6 * across[3] * near) / (stretch * Math.sqrt(stretch));
  const rate = 6 * across[3];
  let x = x0 + near * c - v * s;
  let y = y0 + near * s + v * c;
  let theta = atan(slope) + atan(tilt);
  while (behind.count < behind.x.length && x > 0) {
    kappa -= 0.5 * SPACING * rate;
    const middle = theta - 0.5 * SPACING * kappa;
    x -= SPACING * cos(middle);
    y -= SPACING * sin(middle);
    theta -= SPACING * kappa;
    kappa -= 0.5 * SPACING * rate;
    if (cos(theta) < 0.3) return;
    addPoint(behind, x, y, WEIGHT);
  }
}
