/**
 * A tyre under combined slip: one shape for how the force grows with slip in any direction, up to a friction ellipse.
 *
 *   σ_x = −(u − R ω)/ũ,  σ_y = −w/ũ,  ũ = √(u² + u₀²)            slip of a wheel whose hub moves with (u, w) in the wheel's frame
 *   ρ_x = k_x σ_x/(3 μ_x),  ρ_y = k_y σ_y/(3 μ_y),  ρ = √(ρ_x² + ρ_y²)         slip as a part of what makes the whole tyre slide
 *   F_x = μ_x F_z φ(ρ) ρ_x/ρ,  F_y = μ_y F_z φ(ρ) ρ_y/ρ          so (F_x/μ_x)² + (F_y/μ_y)² ≤ F_z²
 *
 *   brush           φ = 3ρ − 3ρ² + ρ³  for ρ < 1, then 1          parabolic pressure over the patch
 *   magic formula   φ = sin(C atan(Bρ − E (Bρ − atan Bρ))),  B = 3/C          falls beyond its peak
 *   unity           two splines: unity-friction.ts
 *
 * k_x, k_y  stiffness per load [−], [1/rad]   μ  friction   R ω  rolling speed [m/s]   u₀  low-speed floor of the slip [m/s]
 *
 * All have φ′(0) = 3, so that F = F_z k σ for small slip whatever the shape. Written as a damper,
 *
 *   F_x = −k_x G (u − R ω),  F_y = −k_y G w,  G = F_z ψ(ρ)/ũ ≥ 0,  ψ = φ/(3ρ)
 *
 * a tyre can only take energy out, and no direction is singular at standstill: u₀ turns slip into sliding speed.
 *
 * Reference: Pacejka, Tire and Vehicle Dynamics, 3rd ed., section 3.2 (brush model with combined slip) and (4.6).
 * Valid without camber, turn slip and transient carcass deflection. Differs: slip is measured against the speed of the hub, not of the tread.
 * Checked against: slope and limit in closed form, the friction ellipse, scipy trajectories of cars that stand on it.
 */
import type { MagicFormulaShape } from './magic-formula.ts';
import { magicFormula } from './magic-formula.ts';
import type { FrictionCurve } from './unity-friction.ts';

export interface CombinedSlipTyre extends MagicFormulaShape {
  readonly isBrush: boolean;
  readonly isUnity: boolean;
  /** Unity's curves, along the wheel and across. */
  readonly forward: FrictionCurve;
  readonly sideways: FrictionCurve;
  /** k_x [−] and k_y [1/rad]. */
  readonly slipStiffness: number;
  readonly corneringStiffness: number;
  /** k_x/(3 μ_x) and k_y/(3 μ_y) at the static load: ρ per σ. */
  readonly slideAlong: number;
  readonly slideAcross: number;
  /** μ_y at the static load of the wheel [N], and its relative loss per relative gain of load. */
  readonly friction: number;
  readonly loadSensitivity: number;
  readonly staticLoad: number;
}

/** ψ(ρ): force per slip, relative to that of small slip; 1 at ρ = 0 and 1/(3ρ) where the whole tyre slides. */
export const brushSoftening = (slip: number): number => (slip < 1 ? 1 - slip + (slip * slip) / 3 : 1 / (3 * slip));

/** The same for the magic formula. */
export const magicSoftening = (tyre: CombinedSlipTyre, slip: number): number =>
  slip < 1e-9 ? 1 : magicFormula(tyre, slip) / (3 * slip);
