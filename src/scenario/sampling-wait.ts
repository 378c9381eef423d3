/**
 * How long a publication waits for its reader: from its arrival to the release of the reader that takes it. Blocks are released at
 * fixed instants,
 *
 *   release k = ⌈(offset + k · period) / tick⌉ · tick      publication = release + latency      arrival = publication + delay
 *
 * so the waits follow from the phases. They are found by going through the releases of both, over so many periods that phases that
 * drift against each other have met in every way.
 */

/** When a block is released and publishes [s]. */
export interface Timing {
  readonly period: number;
  readonly offset: number;
  readonly latency: number;
  /** Releases per publication. */
  readonly publishEvery: number;
}

export interface Wait {
  /** [s] */
  readonly min: number;
  readonly max: number;
}

/** Periods of the slower block that are looked at, and releases at most. */
const PERIODS = 400;
const MOST_RELEASES = 100_000;

export interface WaitQuestion {
  readonly source: Timing;
  readonly reader: Timing;
  /** Of the wire [s]. */
  readonly delay: number;
  /** Quantum of time [s]. */
  readonly tick: number;
  /** Counts only the first time that a publication is read, as for the command of a plant, which counts when it is new. */
  readonly onlyNew: boolean;
}

export function samplingWait({ source, reader, delay, tick, onlyNew }: WaitQuestion): Wait {
  const toTicks = (seconds: number) => Math.ceil(seconds / tick - 1e-6);
  const releaseOf = ({ offset, period }: Timing, k: number) => toTicks(offset + k * period);
  const lead = Math.max(1, toTicks(source.latency)) + toTicks(delay);
  const arrivalOf = (j: number) => releaseOf(source, j * source.publishEvery) + lead;

  const slower = Math.max(source.period * source.publishEvery, reader.period);
  const releases = Math.min(MOST_RELEASES, Math.ceil((PERIODS * slower) / reader.period));
  let [min, max] = [Infinity, 0];
  let newest = -1;
  let read = -1;
  // the first reader that finds anything
  const start = Math.max(0, Math.floor((arrivalOf(0) * tick - reader.offset) / reader.period));
  for (let k = start; k < start + releases; k++) {
    const release = releaseOf(reader, k);
    while (arrivalOf(newest + 1) <= release) newest++;
    if (newest < 0 || (onlyNew && newest === read)) continue;
    read = newest;
    const wait = release - arrivalOf(newest);
    if (wait < min) min = wait;
    if (wait > max) max = wait;
  }
  return { min: min * tick, max: max * tick };
}
