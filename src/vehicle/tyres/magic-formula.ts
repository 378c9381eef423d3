/**
 * Pacejka's magic formula for pure lateral slip.
 *
 *   F_y = D sin(C atan(B α − E (B α − atan(B α))))
 *   D = μ F_z (1 − s (F_z − F_z0)/F_z0)          the peak, less than proportional to load
 *
 * B  stiffness factor [1/rad]   C  shape factor   E  curvature factor   μ  friction at the static load F_z0 [N]
 * s  load sensitivity           α  slip angle [rad]       cornering stiffness at α = 0: B C D [N/rad]
 *
 * Reference: Pacejka, Tire and Vehicle Dynamics, 3rd ed., (4.6). Valid without camber, offsets and turn slip; 1 ≤ C ≤ 2 and
 * E ≤ 1 keep the force on the side of the slip. Checked against: the same formula in Python, and its closed-form peak.
 */
import { atan, sin } from '../../math/trig.ts';

export interface MagicFormulaShape {
  readonly stiffnessFactor: number;
  readonly shapeFactor: number;
  readonly curvatureFactor: number;
}

/** F_y/D in [−1, 1]. */
export function magicFormula(shape: MagicFormulaShape, slipAngle: number): number {
  const stretched = shape.stiffnessFactor * slipAngle;
  return sin(shape.shapeFactor * atan(stretched - shape.curvatureFactor * (stretched - atan(stretched))));
}

/** D: the largest force a tyre can give under a load [N]. Never negative, and flat beyond its maximum. */
export function tyreCapacity(friction: number, loadSensitivity: number, load: number, staticLoad: number): number {
  if (!(load > 0)) return 0;
  if (loadSensitivity === 0) return friction * load;
  // D(F_z) is a parabola: beyond its top more load brings nothing
  const top = (staticLoad * (1 + loadSensitivity)) / (2 * loadSensitivity);
  const used = Math.min(load, top);
  return friction * used * (1 - (loadSensitivity * (used - staticLoad)) / staticLoad);
}
