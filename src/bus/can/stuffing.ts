/**
 * Dynamic bit stuffing, eight bits at a time: after five equal bits comes one of the other value, and counts among the next five.
 *
 * The state is the value of the last bit on the wire and how many equal ones there were: value · 5 + (run − 1). A stuff bit is due *before*
 * the bit that follows a run of five, so at the end of a stuffed field one may still be owed: classic frames then send it after the CRC, and
 * FD frames have a fixed stuff bit in its place.
 *
 * Reference: ISO 11898-1:2015, 10.5. Checked against: a naive loop over single bits.
 */
const STATES = 10;
const LONGEST_RUN = 5;

/** After the start of frame, which is one dominant bit. */
export const AFTER_START = 0;

/** State after eight more bits, by state · 256 + bits. */
export const nextState = new Uint8Array(STATES * 256);
/** How many stuff bits come before and among them: at most two. */
export const stuffedCount = new Uint8Array(STATES * 256);

/** Whether a stuff bit is owed. */
export const isOwed = (state: number): boolean => state % LONGEST_RUN === LONGEST_RUN - 1;

/** State after one more bit, with the stuff bit before it where one is owed. */
export function stateAfter(state: number, bit: number): number {
  const last = state < LONGEST_RUN ? 0 : 1;
  if (!isOwed(state)) return bit === last ? state + 1 : bit * LONGEST_RUN;
  // the stuff bit has the other value, and begins a run
  return bit === last ? bit * LONGEST_RUN : bit * LONGEST_RUN + 1;
}

let isTabulated = false;

/** Fills the tables for the first frame: most runs have none, and would begin later for it. */
export function tabulateOnce(): void {
  if (!isTabulated) tabulate();
  isTabulated = true;
}

function tabulate(): void {
  for (let state = 0; state < STATES; state++) {
    for (let byte = 0; byte < 256; byte++) {
      let [now, count] = [state, 0];
      for (let i = 7; i >= 0; i--) {
        const bit = (byte >>> i) & 1;
        if (isOwed(now)) count++;
        now = stateAfter(now, bit);
      }
      nextState[state * 256 + byte] = now;
      stuffedCount[state * 256 + byte] = count;
    }
  }
}
