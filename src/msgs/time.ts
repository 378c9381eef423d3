import type { Time } from './generated/builtin-interfaces.ts';

const NS_PER_S = 1_000_000_000;

/**
 * Sets a stamp from whole nanoseconds.
 *
 *   sec = ⌊ns / 10⁹⌋,  nanosec = ns − 10⁹ sec ∈ [0, 10⁹)
 *
 * Exact for every whole number within ±(2⁵³ − 1) ns, which is ±104 days.
 */
export function setTime(time: Time, ns: number): void {
  if (!Number.isSafeInteger(ns)) {
    throw new RangeError(`A time of ${ns} ns cannot be set; expected whole nanoseconds within ±(2⁵³ − 1).`);
  }
  let sec = Math.floor(ns / NS_PER_S);
  let nanosec = ns - sec * NS_PER_S;
  // the quotient of a time just below a whole second may round up to that second
  if (nanosec < 0) {
    sec -= 1;
    nanosec += NS_PER_S;
  }
  // both fit 32 bits, which lets engines keep them as whole numbers
  time.sec = sec | 0;
  time.nanosec = nanosec | 0;
}

/** The stamp in whole nanoseconds; a RangeError where a number cannot hold it exactly. */
export function timeToNs(time: Time): number {
  const ns = time.sec * NS_PER_S + time.nanosec;
  if (!Number.isSafeInteger(ns)) {
    throw new RangeError(
      `The time ${time.sec} s + ${time.nanosec} ns is beyond the ±104 days that whole nanoseconds hold exactly.`,
    );
  }
  return ns;
}

/** target ← source: what was derived from a measurement keeps its stamp. */
export function copyTime(target: Time, source: Readonly<Time>): void {
  target.sec = source.sec;
  target.nanosec = source.nanosec;
}
