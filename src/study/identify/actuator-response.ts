/**
 * How an actuator answers a command that is held between its instants: backlash, dead time d, then a lag of first order,
 *
 *   w = play_b(u),    τ ẋ(t) = w(t − d) − x(t),    x(t₀) = 0
 *
 * exactly, as the command is piecewise constant: the result is smooth in d and τ, whatever the sampling.
 *
 * b  full width of the play, in units of the command;  d, τ [s]
 */
import { exp } from '../../math/exponential.ts';

/** Values that hold from their instants on. */
export interface HeldSeries {
  /** Rising [s]. */
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export interface Dynamics {
  readonly deadTime: number;
  readonly timeConstant: number;
  readonly backlash: number;
}

/** The play operator: the output follows where the command pushes it, and stays where it does not. */
function withBacklash(values: ArrayLike<number>, width: number): Float64Array {
  const out = Float64Array.from(values);
  for (let i = 1; i < out.length; i++)
    out[i] = Math.min(Math.max(out[i - 1], out[i] - 0.5 * width), out[i] + 0.5 * width);
  return out;
}

/** out ← x at these instants, for a gain of one. Before its first instant the command is its first value. */
export function response(command: HeldSeries, dynamics: Dynamics, times: ArrayLike<number>, out: Float64Array): void {
  const { deadTime, timeConstant } = dynamics;
  const pushed = dynamics.backlash > 0 ? withBacklash(command.values, dynamics.backlash) : command.values;
  const rate = 1 / Math.max(timeConstant, 1e-9);
  let [x, t, next] = [0, times[0], 0];
  while (next < command.times.length && command.times[next] + deadTime <= t) next++;
  let w = pushed[Math.max(0, next - 1)];
  const advanceTo = (time: number) => {
    x = w + (x - w) * exp(-(time - t) * rate);
    t = time;
  };
  for (let k = 0; k < times.length; k++) {
    for (; next < command.times.length && command.times[next] + deadTime <= times[k]; next++) {
      advanceTo(command.times[next] + deadTime);
      w = pushed[next];
    }
    advanceTo(times[k]);
    out[k] = x;
  }
}
