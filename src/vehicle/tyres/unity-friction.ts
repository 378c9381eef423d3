/**
 * The friction curve of Unity's WheelCollider: force per load over slip, rising to an extremum and falling to an asymptote, by two cubic Hermite splines.
 *
 *   t = σ/σ_e                                              slip as a part of that of the extremum
 *   f/f_e = t + t² − t³                          t < 1     from (0, 0) with the slope to the extremum, level at (1, 1)
 *         = 1 − (1 − f_a/f_e) (3 w² − 2 w³)      w = (t − 1)/(σ_a/σ_e − 1), up to the asymptote, level at both ends
 *         = f_a/f_e                              beyond
 *
 * σ_e, f_e  extremum slip and value   σ_a, f_a  asymptote slip and value          one curve forward, one sideways; both times `stiffness`
 *
 * Combined slip, which Unity does not treat: t = √(t_x² + t_y²), and the two curves are mixed by the squares of their shares in it. Written as the softening ψ of
 * combined-slip.ts with ρ = t/3, so that ψ(0) = 1.
 * Reference: Unity's manual, WheelCollider ("two-piece spline"); the slope at the origin is that of PhysX 2.8's tyre function, from which it stems; unverified for later versions.
 * Differs: no damping of slip below a threshold speed. Checked against: the conditions of both splines, numpy's own Hermite polynomials.
 */
export interface FrictionCurve {
  /** σ_a/σ_e, above 1. */
  readonly reach: number;
  /** f_a/f_e. */
  readonly rest: number;
}

/** f/f_e at t ≥ 0. */
export function frictionCurve({ reach, rest }: FrictionCurve, t: number): number {
  if (t < 1) return t * (1 + t - t * t);
  if (t >= reach) return rest;
  const w = (t - 1) / (reach - 1);
  return 1 - (1 - rest) * w * w * (3 - 2 * w);
}

/** ψ at ρ, of which `along` of the square lies along the wheel. */
export function unitySoftening(forward: FrictionCurve, sideways: FrictionCurve, slip: number, along: number): number {
  const t = 3 * slip;
  if (t < 1) return 1 + t - t * t;
  return (along * frictionCurve(forward, t) + (1 - along) * frictionCurve(sideways, t)) / t;
}
