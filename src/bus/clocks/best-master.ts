/**
 * Which clock is best: the order of IEEE 802.1AS-2020, 10.3.2 and 10.3.5. Less is better, and the first difference decides:
 *
 *   priority1, clockClass, clockAccuracy, offsetScaledLogVariance, priority2, clockIdentity of the grandmaster,
 *   then links to it, then who told of it (identity, port), then the port on which it was heard
 *
 * A priority1 of 255 never becomes grandmaster. Checked against: the order of the standard, one field at a time.
 */
export interface SystemIdentity {
  priority1: number;
  clockClass: number;
  clockAccuracy: number;
  offsetScaledLogVariance: number;
  priority2: number;
  /** Sixteen hexadecimal digits, lower case. */
  identity: string;
}

export interface PriorityVector extends SystemIdentity {
  stepsRemoved: number;
  sourceIdentity: string;
  sourcePort: number;
  receivingPort: number;
}

const ORDER = [
  'priority1',
  'clockClass',
  'clockAccuracy',
  'offsetScaledLogVariance',
  'priority2',
  'identity',
  'stepsRemoved',
  'sourceIdentity',
  'sourcePort',
  'receivingPort',
] as const satisfies readonly (keyof PriorityVector)[];

/** Negative where a is better, 0 where they are the same. */
export function compareVectors(a: PriorityVector, b: PriorityVector): number {
  for (const field of ORDER) {
    if (a[field] < b[field]) return -1;
    if (a[field] > b[field]) return 1;
  }
  return 0;
}

/** What a clock says of itself. */
export const ownVector = (system: SystemIdentity): PriorityVector => ({
  priority1: system.priority1,
  clockClass: system.clockClass,
  clockAccuracy: system.clockAccuracy,
  offsetScaledLogVariance: system.offsetScaledLogVariance,
  priority2: system.priority2,
  identity: system.identity,
  stepsRemoved: 0,
  sourceIdentity: system.identity,
  sourcePort: 0,
  receivingPort: 0,
});

const CANNOT_BE_MASTER = 255;

/** What was heard on a port; null: nothing, or too long ago. */
interface Listener {
  readonly heard: PriorityVector | null;
}

/** The place of the port that leads to the best of what was heard, −1 where the clock itself is better. */
export function bestPort(own: PriorityVector, ports: readonly Listener[]): number {
  let best = own.priority1 === CANNOT_BE_MASTER ? null : own;
  let place = -1;
  for (let i = 0; i < ports.length; i++) {
    const { heard } = ports[i];
    if (heard === null || (best !== null && compareVectors(heard, best) >= 0)) continue;
    best = heard;
    place = i;
  }
  return place;
}
