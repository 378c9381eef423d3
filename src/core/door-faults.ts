/**
 * What goes wrong at a door, as data: messages that pass a link are lost, late, doubled, damaged or out of order, in one direction or in both.
 *
 *   drop       it never comes through
 *   delay      it comes through later by `delay`
 *   duplicate  it comes through twice
 *   corrupt    a bit of its data is another one
 *   reorder    it waits until another one has come through, or to the end of the fault
 *
 * Times are simulated ones and draws come from a stream of the run's seed, so an ECU in lockstep fails the same way every time. A door is looked through
 * at the releases of the block behind it: what is late comes at the first release at or after its time.
 */
import type { RandomStream } from '../math/random.ts';
import { chance } from '../math/random.ts';
import type { ValueOf } from './schema.ts';
import { choice, group, integer, list, optional, param } from './schema.ts';

export const doorFaultKinds = ['drop', 'delay', 'duplicate', 'corrupt', 'reorder'] as const;
const DIRECTIONS = ['both', 'out', 'in'] as const;

export const doorFaultsSchema = list(
  group(
    {
      kind: choice(undefined, doorFaultKinds, 'what goes wrong'),
      at: param(0, 's', 'when it begins', { min: 0 }),
      for: optional(param(undefined, 's', 'how long it lasts; to the end when absent', { above: 0 })),
      direction: choice('both', DIRECTIONS, 'out: what leaves the loop; in: what comes into it'),
      ids: optional(
        list(
          integer(undefined, '', 'an identifier', { min: 0, max: 0x1fffffff }),
          undefined,
          'identifiers of the CAN frames that it concerns; all when absent',
        ),
      ),
      probability: param(1, '', 'how probable it is for each', { min: 0, max: 1 }),
      delay: param(0.01, 's', 'of `delay`: how much later', { min: 0 }),
    },
    'something that goes wrong',
  ),
  undefined,
  'what goes wrong with what passes the door',
);

export type DoorFault = ValueOf<typeof doorFaultsSchema>[number];

/** What passes: how it is copied, damaged and known. */
export interface Passing<T> {
  copy(item: T): T;
  /** Changes one bit of its data, where it has any. */
  corrupt(item: T, stream: RandomStream): void;
  /** It comes through at this instant, later than it came. */
  delayed?(item: T, ns: number): void;
  /** Of a CAN frame; nothing of bytes. */
  idOf?(item: T): number;
}

interface Held<T> {
  readonly item: T;
  dueNs: number;
}

/** One direction of a door. */
export class FaultyPassage<T> {
  private readonly faults: readonly DoorFault[];
  /** Late ones, in the order of their times. */
  private readonly late: Held<T>[] = [];
  /** The one that another has to overtake. */
  private waiting: Held<T> | undefined;

  constructor(
    faults: readonly DoorFault[],
    direction: 'in' | 'out',
    private readonly stream: RandomStream,
    private readonly passing: Passing<T>,
  ) {
    this.faults = faults.filter((fault) => fault.direction === 'both' || fault.direction === direction);
  }

  /** What comes through now, in order, of what came and what was late. Items that are kept are copied. */
  pass(items: readonly T[], nowNs: number): readonly T[] {
    if (this.faults.length === 0) return items;
    const through: T[] = [];
    if (this.waiting !== undefined && this.waiting.dueNs <= nowNs) through.push(...this.takeWaiting(nowNs));
    while (this.late.length > 0 && this.late[0].dueNs <= nowNs) through.push(this.late.shift()!.item);
    for (const item of items) this.passOne(item, nowNs, through);
    return through;
  }

  private passOne(item: T, nowNs: number, through: T[]): void {
    let [copies, delayNs, heldUntilNs, damaged] = [1, 0, -1, item];
    for (const fault of this.faults) {
      if (!this.hits(fault, item, nowNs)) continue;
      if (fault.kind === 'drop') return;
      if (fault.kind === 'delay') delayNs += Math.round(fault.delay * 1e9);
      else if (fault.kind === 'duplicate') copies++;
      else if (fault.kind === 'reorder') heldUntilNs = endNs(fault);
      else this.passing.corrupt((damaged = damaged === item ? this.passing.copy(item) : damaged), this.stream);
    }
    if (heldUntilNs >= 0 && this.waiting === undefined && delayNs === 0) {
      this.waiting = { item: this.passing.copy(damaged), dueNs: heldUntilNs };
      return;
    }
    for (let i = 0; i < copies; i++) {
      if (delayNs > 0) this.hold(this.passing.copy(damaged), nowNs + delayNs);
      else through.push(damaged);
    }
    if (delayNs === 0) through.push(...this.takeWaiting(nowNs));
  }

  private hold(item: T, dueNs: number): void {
    this.passing.delayed?.(item, dueNs);
    const after = this.late.findIndex((held) => held.dueNs > dueNs);
    this.late.splice(after < 0 ? this.late.length : after, 0, { item, dueNs });
  }

  private takeWaiting(nowNs: number): T[] {
    const { waiting } = this;
    if (waiting === undefined) return [];
    this.waiting = undefined;
    this.passing.delayed?.(waiting.item, nowNs);
    return [waiting.item];
  }

  private hits(fault: DoorFault, item: T, nowNs: number): boolean {
    if (nowNs < Math.round(fault.at * 1e9) || nowNs >= endNs(fault)) return false;
    const { idOf } = this.passing;
    if (fault.ids !== undefined && (idOf === undefined || !fault.ids.includes(idOf(item)))) return false;
    return fault.probability === 1 || chance(this.stream, fault.probability);
  }
}

const endNs = ({ at, for: duration }: DoorFault): number =>
  duration === undefined ? Infinity : Math.round(at * 1e9) + Math.round(duration * 1e9);
