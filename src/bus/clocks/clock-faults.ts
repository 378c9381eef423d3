/**
 * What can go wrong with a clock, as data. Each fault acts from `at` on, for as long as `for` says or to the end.
 *
 *   jump     the reading is `offset` further
 *   drift    the rate is `drift` higher
 *   freeze   the reading stays what it is
 */
import type { Fields, ValueOf } from '../../core/schema.ts';
import { choice, group, list, optional, param } from '../../core/schema.ts';

/** Fields that all faults have; `kinds` are those that a block knows. */
export const clockFault = <const C extends string>(kinds: readonly C[], doc: string) =>
  group(
    {
      kind: choice<C>(undefined, kinds, doc),
      at: param(0, 's', 'simulated time at which it begins', { min: 0 }),
      for: optional(param(undefined, 's', 'how long it lasts; to the end when absent', { min: 0 })),
      offset: param(0, 's', 'jump: by how much'),
      drift: param(0, 's/s', 'drift: by how much', { min: -0.1, max: 0.1 }),
    } satisfies Fields,
    'a fault',
  );

const oneFault = clockFault(['jump', 'drift', 'freeze'], 'the reading jumps, the rate changes, or the reading stays');
export const clockFaults = list(oneFault, [], 'what goes wrong, and when');

/** Faults of any block that has a clock; it may know more kinds than these. */
export type ClockFault = Omit<ValueOf<typeof oneFault>, 'kind'> & { readonly kind: string };

/** Whether a fault acts at this simulated time [ns]. */
export const isActive = ({ at, for: duration = Infinity }: ClockFault, nowNs: number): boolean =>
  nowNs >= at * 1e9 && nowNs < (at + duration) * 1e9;
