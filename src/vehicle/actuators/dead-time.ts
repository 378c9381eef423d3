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
 * first is the newest that is old enough exactly while one of the run is. The oldest entry and the time of the next one are
 * beside the queue, so that a step without a change does not look into it. The queue is a ring of (time [ns], value), sized
 * for a change with every step over the dead time; it grows when commands come closer together.
 * Differs: upstream's conversion to 32-bit nanoseconds breaks dead times above 4.29 s; here any length works.
 * Checked against: upstream's unit tests and a plain-array model of the rule under random times.
 */

/** Indices into the numbers of a dead time. */
const enum Delay {
  DEAD_TIME_NS,
  /** Time of the latest command [ns], and its value. */
  LATEST_NS,
  LATEST,
  /** The oldest entry: its time [ns], ∞ while there is none, and its value. */
  HELD_NS,
  HELD,
  /** Time of the entry after it [ns]; ∞ while there is none. */
  NEXT_NS,
  /** That entry's place in the ring, and how many entries wait there. */
  FIRST,
  WAITING,
}
const NUMBERS = 8;

export interface DeadTime {
  /** By `Delay`. */
  readonly numbers: Float64Array;
  /** Entry i at [2 i] its time [ns], at [2 i + 1] its value; as many entries as a power of two. */
  ring: Float64Array;
}

/** A delay of `deadTime` [s] for commands that come every `period` [s]. */
export function createDeadTime(deadTime: number, period: number): DeadTime {
  const delay = { numbers: new Float64Array(NUMBERS), ring: createRing(deadTime, period) };
  beginDeadTime(delay.numbers, deadTime);
  return delay;
}

export function createRing(deadTime: number, period: number): Float64Array {
  let capacity = 8;
  // what is younger than the dead time, the new one, and some for uneven steps
  while (capacity < deadTime / period + 4) capacity *= 2;
  return new Float64Array(2 * capacity);
}

/** Nothing entered yet. */
export function beginDeadTime(numbers: Float64Array, deadTime: number): void {
  setDeadTime(numbers, deadTime);
  numbers[Delay.LATEST_NS] = -Infinity;
  numbers[Delay.LATEST] = NaN;
  numbers[Delay.HELD_NS] = Infinity;
  numbers[Delay.NEXT_NS] = Infinity;
}

export function setDeadTime(numbers: Float64Array, deadTime: number): void {
  numbers[Delay.DEAD_TIME_NS] = Math.floor(1e9 * deadTime + 0.5);
}

/** Takes in a command at `timeNs`, not earlier than the one before. */
export function enterCommand(delay: DeadTime, timeNs: number, value: number): void {
  const { numbers } = delay;
  if (!(timeNs >= numbers[Delay.LATEST_NS])) refuse(timeNs);
  numbers[Delay.LATEST_NS] = timeNs;
  if (value === numbers[Delay.LATEST]) return;
  numbers[Delay.LATEST] = value;
  keepLatest(delay);
}

/** The command in effect at `timeNs`; forgets the ones before it. */
export function delayedCommand(delay: DeadTime, timeNs: number): number {
  const { numbers } = delay;
  const sentNs = timeNs - numbers[Delay.DEAD_TIME_NS];
  if (numbers[Delay.NEXT_NS] < sentNs) dropBefore(delay, sentNs);
  return numbers[Delay.HELD_NS] <= sentNs ? numbers[Delay.HELD] : 0;
}

function refuse(timeNs: number): never {
  throw new Error(`dead time: expected a command not older than the one before, got one for ${timeNs} ns`);
}

function keepLatest(delay: DeadTime): void {
  const { numbers } = delay;
  const timeNs = numbers[Delay.LATEST_NS];
  // no −0
  const value = numbers[Delay.LATEST] + 0;
  if (numbers[Delay.HELD_NS] === Infinity) {
    numbers[Delay.HELD_NS] = timeNs;
    numbers[Delay.HELD] = value;
    return;
  }
  const waiting = numbers[Delay.WAITING];
  if (2 * waiting === delay.ring.length) grow(delay);
  if (waiting === 0) numbers[Delay.NEXT_NS] = timeNs;
  const last = (2 * (numbers[Delay.FIRST] + waiting)) & (delay.ring.length - 1);
  delay.ring[last] = timeNs;
  delay.ring[last + 1] = value;
  numbers[Delay.WAITING] = waiting + 1;
}

function dropBefore(delay: DeadTime, sentNs: number): void {
  const { numbers, ring } = delay;
  while (numbers[Delay.NEXT_NS] < sentNs) {
    const first = 2 * numbers[Delay.FIRST];
    const second = (first + 2) & (ring.length - 1);
    numbers[Delay.HELD_NS] = ring[first];
    numbers[Delay.HELD] = ring[first + 1];
    numbers[Delay.FIRST] = second / 2;
    numbers[Delay.WAITING] -= 1;
    numbers[Delay.NEXT_NS] = numbers[Delay.WAITING] > 0 ? ring[second] : Infinity;
  }
}

/** Doubles a full ring, first entry first. */
function grow(delay: DeadTime): void {
  const { numbers, ring } = delay;
  const first = 2 * numbers[Delay.FIRST];
  delay.ring = new Float64Array(2 * ring.length);
  delay.ring.set(ring.subarray(first), 0);
  delay.ring.set(ring.subarray(0, first), ring.length - first);
  numbers[Delay.FIRST] = 0;
}
