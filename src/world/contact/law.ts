/**
 * The force between two bodies that overlap: a Hunt–Crossley spring along the normal, Coulomb friction across it, at each point of contact.
 *
 *   N = ½ k δ max(0, 1 + λ v),   k = κ / (1/m_a + 1/m_b),   λ = d / v₀
 *   T = μ N u / max(|u|, u_s)
 *
 * δ   depth of the point [m]
 * v   speed with which the bodies approach each other there [m/s], v₀ the largest since they began to touch
 * u   speed with which they slide along each other there [m/s]; u_s below this friction is viscous
 * κ   stiffness per reduced mass [1/s²]; the half is for two points, which share a flat contact
 *
 * A collision along one line. From m v dv/dδ = −k δ (1 + λ v) follows, with ω = √κ,
 *
 *   (1 + d) / (1 − e d) = exp((1 + e) d)                               restitution e at any speed and mass: fixes d
 *   δ_max = (v₀/ω) √(2 (d − ln(1 + d))) / d                            0.51 v₀/ω for e = 0.2
 *
 * so that depth, like duration, depends on κ and not on the mass. Bodies part with at most v₀/d, where N vanishes: they never stick together.
 *
 * Held over steps of Δt. Contact is stiff, and forces reach the bodies one step late. So that no choice of parameters, mass or lever arm makes
 * them grow,
 *
 *   ω ≤ 0.07/Δt,   ½ k δ λ ≤ 0.3 m_n/(n Δt),   μ N/u_s ≤ 0.2 m_t/(n Δt)
 *
 * with n points and m_n, m_t the mass that a push at the point meets along and across the normal: 1/m = Σ 1/m_i + (r_i × n)²/I_i. At 1 ms these bounds
 * leave a collision of cars as it is; slower than 0.1 m/s bodies are given the λ of 0.1 m/s, and bounce relatively more, as cars do.
 *
 * Reference: Hunt and Crossley, Journal of Applied Mechanics 42 (1975), for a damping that grows with the depth.
 * Valid for bodies that keep their outline: crush is the overlap, and does not remain.
 * Checked against: the closed forms above, impulses of rigid collisions with and without sticking, conservation of momentum, and energy
 * that no random collision increases.
 */
import { log } from '../../math/exponential.ts';

/** Contact properties as the force law reads them. */
export interface ContactLaw {
  /** κ [1/s²]. */
  readonly stiffness: number;
  /** d. */
  readonly damping: number;
  /** μ. */
  readonly friction: number;
  /** The least u_s [m/s]. */
  readonly slipSpeed: number;
}

/** d for a restitution e in (0, 1), by bisection of ln((1 + d)/(1 − e d)) − (1 + e) d. */
export function dampingFor(restitution: number): number {
  let low = 0;
  let high = 1 / restitution;
  for (let i = 0; i < 60; i++) {
    const d = 0.5 * (low + high);
    const excess = log((1 + d) / (1 - restitution * d)) - (1 + restitution) * d;
    if (excess < 0) low = d;
    else high = d;
  }
  return 0.5 * (low + high);
}

/** κ that steps of `dt` can follow [1/s²]. */
export const followableStiffness = (stiffness: number, dt: number): number =>
  Math.min(stiffness, (0.07 / dt) * (0.07 / dt));

/** What the law is told about one point. */
export interface PointMotion {
  /** ½ k δ [N]. */
  spring: number;
  /** v, v₀ and u [m/s]. */
  approach: number;
  firstApproach: number;
  slide: number;
  /** m_n/(n Δt) and m_t/(n Δt) [kg/s]. */
  normalLimit: number;
  tangentLimit: number;
}

export const createPointMotion = (): PointMotion => ({
  spring: 0.5,
  approach: 0.5,
  firstApproach: 0.5,
  slide: 0.5,
  normalLimit: 0.5,
  tangentLimit: 0.5,
});

/** N [N]. */
export function normalForce(law: ContactLaw, point: PointMotion): number {
  const { spring } = point;
  const wanted = law.damping / Math.max(point.firstApproach, 0.1);
  const followable = (0.3 * point.normalLimit) / spring;
  return spring * Math.max(0, 1 + Math.min(wanted, followable) * point.approach);
}

/** T [N]: what the body that slides with u passes on to the other. */
export function frictionForce(law: ContactLaw, point: PointMotion, normal: number): number {
  const limit = law.friction * normal;
  const viscous = Math.max(law.slipSpeed, limit / (0.2 * point.tangentLimit));
  return (limit * point.slide) / Math.max(Math.abs(point.slide), viscous);
}
