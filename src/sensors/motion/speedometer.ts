/**
 * Speedometer.
 *
 *   τ ẏ + y = v        reading = quantise(y + σ n, resolution)        n  standard normal
 *
 * v  forward speed of base_link [m/s], backwards negative; without its sign when `absolute`. The lag begins at the first speed, and is exact while the
 * speed is constant between two readings. Checked against: the step response of the lag, and the variance of many readings.
 */
import { defineBlock } from '../../core/block.ts';
import { flag, param } from '../../core/schema.ts';
import { firstOrderLag, lagDecay, quantise } from '../../math/filters.ts';
import { gaussian } from '../../math/random.ts';
import { Float64, VehicleState } from '../../msgs/index.ts';

export const speedometer = defineBlock({
  type: 'sensors/speedometer',
  doc: 'Forward speed with lag, noise and resolution.',
  defaultPeriod: 0.02,
  params: {
    timeConstant: param(0, 's', 'lag of the reading; 0 for none', { min: 0 }),
    noise: param(0, 'm/s', 'standard deviation of a reading', { min: 0 }),
    resolution: param(0, 'm/s', 'step of the reading; 0 for none', { min: 0 }),
    absolute: flag(false, 'whether reversing reads positive, as on a dashboard'),
  },
  inputs: { state: VehicleState },
  outputs: { speed: Float64 },
  init: (_own, context) => ({ hasBegun: false, lagged: 0, noise: context.stream('noise') }),

  step(own, state, inputs, { speed }, time) {
    if (inputs.state.sequence === 0) {
      speed.publish = false;
      return;
    }
    const { vx } = inputs.state.value;
    const actual = own.absolute ? Math.abs(vx) : vx;
    state.lagged = state.hasBegun
      ? firstOrderLag(state.lagged, actual, lagDecay(time.elapsed, own.timeConstant))
      : actual;
    state.hasBegun = true;
    const noise = own.noise > 0 ? own.noise * gaussian(state.noise) : 0;
    speed.value.data = quantise(state.lagged + noise, own.resolution);
  },
});
