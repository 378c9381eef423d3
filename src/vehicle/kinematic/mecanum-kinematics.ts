/**
 * Omnidirectional drive with four mecanum wheels, in the order front left, rear left, rear right, front right, at
 * (±B/2, ±T/2).
 *
 *   mᵢ = v_y,ᵢ + αᵢ v_x,ᵢ,   (v_x, v_y)ᵢ = (v_x − yᵢ ω, v_y + xᵢ ω)          α = (1, −1, 1, −1)
 *
 * Wheel speeds that no body motion fits slip; the body moves by least squares over the rows [αᵢ, 1, xᵢ − αᵢ yᵢ]. The
 * columns are orthogonal, (α, 1, h·(1, −1, −1, 1)) with the lever h = (B − T)/2, so the solution is
 *
 *   v_x = Σ αᵢ mᵢ/4     v_y = Σ mᵢ/4     ω = (m₁ − m₂ − m₃ + m₄)/(4 h)
 *
 * Reference: vehicle_dynamics_sim, OmniVehicle. With its α the contact lines run nearly through the centre, so the lever is
 * the difference of wheel base and track, and a square platform cannot turn (ω = 0). Mecanum platforms are built with the
 * opposite α and the lever (B + T)/2: `yawLever: sum`.
 * Checked against: numpy.linalg.lstsq.
 */
export interface MecanumGeometry {
  /** α of the front left wheel: +1 or −1. */
  readonly alpha: number;
  readonly wheelBase: number;
  readonly track: number;
}

/** x − α y, the yaw lever of the front left wheel [m]. */
const yawLever = ({ alpha, wheelBase, track }: MecanumGeometry): number => (wheelBase - alpha * track) / 2;

/** Wheel speeds [m/s] for a body velocity at the centre of the wheels. */
export function wheelSpeeds(
  geometry: MecanumGeometry,
  vx: number,
  vy: number,
  yawRate: number,
  out: Float64Array,
): void {
  const { alpha, wheelBase, track } = geometry;
  const leftVx = vx - (track / 2) * yawRate;
  const rightVx = vx + (track / 2) * yawRate;
  const frontVy = vy + (wheelBase / 2) * yawRate;
  const rearVy = vy - (wheelBase / 2) * yawRate;
  out[0] = frontVy + alpha * leftVx;
  out[1] = rearVy - alpha * leftVx;
  out[2] = rearVy + alpha * rightVx;
  out[3] = frontVy - alpha * rightVx;
}

/** Body velocity (v_x, v_y, ω) that fits four wheel speeds best, to `out` from index `first` on. */
export function bodyVelocity(geometry: MecanumGeometry, wheels: Float64Array, out: Float64Array, first = 0): void {
  const lever = yawLever(geometry);
  out[first] = (geometry.alpha * (wheels[0] - wheels[1] + wheels[2] - wheels[3])) / 4;
  out[first + 1] = (wheels[0] + wheels[1] + wheels[2] + wheels[3]) / 4;
  out[first + 2] = lever === 0 ? 0 : (wheels[0] - wheels[1] - wheels[2] + wheels[3]) / (4 * lever);
}
