/**
 * Line following: pure pursuit of a point of the line, which is put from the picture onto the ground first.
 *
 *   b = (v − 399.5)/f,   d = h/(sin ϑ + b cos ϑ),   x = x_c + d (cos ϑ − b sin ϑ),   y = −d (u − 399.5)/f
 *   δ = g atan(2 L y/ℓ²),   steer = δ/δ_max
 *
 * (u, v) pixel   f focal length [px]   h, ϑ, x_c  height [m], pitch [rad] and place [m] of the camera   L wheelbase [m]
 * (x, y) the pursued point ahead and left of the rear axle [m], ℓ its distance   g > 1 makes up for tyres that slip
 */
import { CarInfo, defineBlock, LineCoords, param, SteerRequest } from 'skidpad';

const FOCAL = 400 / Math.tan(1.3962634 / 2);
const [SINE, COSINE] = [Math.sin(0.05), Math.cos(0.05)];

/** The place on the ground that a pixel shows, ahead and left of the rear axle [m]. */
function onGround(u: number, v: number): { x: number; y: number } {
  const down = (v - 399.5) / FOCAL;
  const depth = 3 / Math.max(0.05, SINE + down * COSINE);
  return { x: 1.85 + depth * (COSINE - down * SINE), y: (-depth * (u - 399.5)) / FOCAL };
}

export default defineBlock({
  type: 'lab3/line-following',
  doc: 'Pure pursuit of the line in the picture.',
  params: {
    gain: param(1.6, '', 'steering in units of pure pursuit; larger turns in harder'),
    share: param(0, '', 'pursued point between the near (0) and the far end (1) of the line'),
  },
  inputs: { line: LineCoords, car_info: CarInfo },
  outputs: { steering: SteerRequest },
  init: () => ({}),
  step({ gain, share }, _state, { line, car_info }, { steering }) {
    if (line.sequence === 0 || car_info.sequence === 0) {
      steering.publish = false;
      return;
    }
    const { x1, y1, x2, y2, detected } = line.value;
    steering.value.active = true;
    // a line that is out of sight: hold the wheel
    if (!detected) return;
    const [first, second] = [onGround(x1, y1), onGround(x2, y2)];
    const [near, far] = first.x <= second.x ? [first, second] : [second, first];
    const x = near.x + share * (far.x - near.x);
    const y = near.y + share * (far.y - near.y);
    const steer = (gain * Math.atan((2 * 2.86 * y) / (x * x + y * y))) / 0.6458;
    steering.value.steer = Math.max(-1, Math.min(1, steer));
  },
});
