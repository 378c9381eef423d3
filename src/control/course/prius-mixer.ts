/**
 * Puts pedals and steering of several controllers into one command for the Prius.
 *
 *   steer = that of `override` while it is active, else that of `steering` while it is active, else 0
 *
 * A `stop` above 0.5 presses the brake and releases the throttle; the wheels stay on the line. Where one controller hands over to another the steering moves by
 * `steerRate` at most. RosDrive's own mixer is `control/published-prius-mixer`.
 *
 * What has not been published for `timeout` does not count: without pedals there is no command at all, so that the vehicle's own time-out sees that they are missing.
 */
import { defineBlock, optionalInput } from '../../core/block.ts';
import { param } from '../../core/schema.ts';
import type { Input } from '../../core/signal.ts';
import { clamp, rateLimit } from '../../math/filters.ts';
import { Control, Float64, setTime, SteerRequest } from '../../msgs/index.ts';

/** Whether an input was published since then. */
export const counts = (input: Input<unknown>, oldestNs: number): boolean =>
  input.sequence > 0 && input.publishedNs >= oldestNs;

/** Who steers: 0 nobody, 1 `steering`, 2 `override`. */
export const steeringSource = (
  steering: Input<SteerRequest>,
  override: Input<SteerRequest>,
  oldestNs: number,
): number =>
  counts(override, oldestNs) && override.value.active ? 2 : counts(steering, oldestNs) && steering.value.active ? 1 : 0;

export const priusMixer = defineBlock({
  type: 'control/prius-mixer',
  doc: 'One command for the Prius from pedals, steering, an override with priority and a stop.',
  params: {
    steerRate: param(
      3,
      '1/s',
      'how fast the steering moves just after one controller took over from another, in full locks',
      { above: 0 },
    ),
    handOver: param(0.3, 's', 'for how long that limit holds', { min: 0 }),
    timeout: param(0.3, 's', 'what was published longer ago than this does not count', { above: 0 }),
  },
  defaultPeriod: 1 / 30,
  inputs: {
    pedals: Control,
    steering: SteerRequest,
    override: optionalInput(SteerRequest),
    stop: optionalInput(Float64),
  },
  outputs: { control: Control },
  /** Who steers, since when [ns], and the latest steering. */
  init: () => ({ source: 0, sinceNs: -1e18, steer: 0 }),

  step(params, state, { pedals, steering, override, stop }, { control }, { nowNs, elapsed }) {
    const oldest = nowNs - params.timeout * 1e9;
    if (!counts(pedals, oldest)) {
      control.publish = false;
      return;
    }
    const isStopped = stop.value.data > 0.5;

    // who steers
    const source = steeringSource(steering, override, oldest);
    if (source !== state.source) {
      state.sinceNs = state.source === 0 ? state.sinceNs : nowNs;
      state.source = source;
    }
    const wanted = source === 0 ? 0 : clamp((source === 2 ? override : steering).value.steer, -1, 1);
    const isHandedOver = nowNs - state.sinceNs < params.handOver * 1e9;
    state.steer = isHandedOver ? rateLimit(state.steer, wanted, params.steerRate, elapsed) : wanted;

    const { value } = control;
    setTime(value.header.stamp, nowNs);
    value.steer = state.steer;
    value.throttle = isStopped ? 0 : pedals.value.throttle;
    value.brake = isStopped ? 1 : pedals.value.brake;
    value.shift_gears = pedals.value.shift_gears;
  },
});
