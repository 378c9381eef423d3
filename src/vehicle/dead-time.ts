/**
 * Dead time: the pure transport delay of hydraulics, networks and motor controllers.
 *
 *   y(t) = the newest command entered strictly before t − T_d, or the oldest one held if it was entered by then, else 0
 *
 * Semantics of vehicle_dynamics_sim's delay queue, kept exactly. Entry times never decrease. Reading at t drops the
 * oldest entry while the second oldest is strictly older than t − T_d, and returns the oldest if it is not younger
 * than t − T_d. So commands 1, 2, 3, 4, 5 entered and read at 1 ms spacing with T_d = 0 come out as 1, 1, 2, 3, 4:
 * apart from the very first, each command takes effect one step after T_d.
 *
 * A command equal to the one before it changes nothing of this, so only changes are kept: of a run of equal commands the
 * first is the newest that is old enough exactly while one of the run is. The ring of (time [ns], value) in typed arrays is
 * sized for a change with every step over the dead time, and grows when commands come closer together.
 * Differs: upstream's conversion to 32-bit nanoseconds breaks dead times above 4.29 s; here any length works.
 * Checked against: upstream's unit tests and a plain-array model of the rule under random times.
 */
export interface DeadTime {
  deadTimeNs: number;
  /** Time of the latest command [ns], and its value. */
  latestNs: number;
  latest: number;
  times: Float64Array;
  values: Float64Array;
  /** Index of the oldest entry. */
  oldest: number;
  size: number;
}

/** A delay of `deadTime` [s] for commands that come every `period` [s]. */
export function createDeadTime(deadTime: number, period: number): DeadTime {
  let capacity = 8;
  // what is younger than the dead time, the one before it, the new one, and one for uneven steps
  while (capacity < deadTime / period + 4) capacity *= 2;
  return {
    deadTimeNs: Math.floor(1e9 * deadTime + 0.5),
    latestNs: -Infinity,
    latest: NaN,
    times: new Float64Array(capacity),
    values: new Float64Array(capacity),
    oldest: 0,
    size: 0,
  };
}

/** Takes in a command at `timeNs`, not earlier than the one before. */
export function enterCommand(delay: DeadTime, timeNs: number, value: number): void {
  if (!(timeNs >= delay.latestNs)) {
    throw new Error(`dead time: expected a command not older than the one before, got one for ${timeNs} ns`);
  }
  delay.latestNs = timeNs;
  if (value === delay.latest) return;
  delay.latest = value;
  if (delay.size === delay.times.length) grow(delay);
  const newest = (delay.oldest + delay.size++) & (delay.times.length - 1);
  delay.times[newest] = timeNs;
  delay.values[newest] = value + 0;
}

/** The command in effect at `timeNs`; forgets the ones before it. */
export function delayedCommand(delay: DeadTime, timeNs: number): number {
  const { times } = delay;
  const mask = times.length - 1;
  const sentNs = timeNs - delay.deadTimeNs;
  while (delay.size > 1 && times[(delay.oldest + 1) & mask] < sentNs) {
    delay.oldest = (delay.oldest + 1) & mask;
    delay.size--;
  }
  return delay.size > 0 && times[delay.oldest] <= sentNs ? delay.values[delay.oldest] : 0;
}

/** Doubles a full ring, oldest entry first. */
function grow(delay: DeadTime): void {
  const { times, values, oldest, size } = delay;
  delay.times = new Float64Array(2 * size);
  delay.values = new Float64Array(2 * size);
  for (let i = 0; i < size; i++) {
    delay.times[i] = times[(oldest + i) % size];
    delay.values[i] = values[(oldest + i) % size];
  }
  delay.oldest = 0;
}
