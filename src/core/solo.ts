/**
 * Blocks that can run on alone for a while.
 *
 * Between two events of all other blocks (a release, a publication, an arrival on a wire) nobody writes what a block
 * reads and nobody reads what it writes. So its ticks up to the next such event can run one after the other, before
 * any other block's, with the same result to the last bit; and its data stays in the processor's cache, which for
 * fleets of vehicles is most of the time. Local plants qualify, no two of them wired to each other; and only one whose
 * publications somebody follows, so that everything is heard in its order.
 */
import { LocalHost } from './local-host.ts';
import type { Task } from './task.ts';

/** How far a task can be left alone. */
export const Company = {
  /** It takes part in every tick. */
  always: 0,
  /** Its publications are part of the tick at which others have something to do; its steps can wait until after. */
  sometimes: 1,
  /** Nobody reads it and nobody listens: it needs to be there only when its inputs change. */
  never: 2,
} as const;

export interface Companies {
  /** `Company` by index of the task. */
  readonly company: Uint8Array;
  /** The one that can be left alone although somebody follows its publications; −1 for none. */
  readonly followed: number;
}

/** `watched` says that somebody follows every publication of every task. */
export function companyOf(tasks: readonly Task[], watched: boolean): Companies {
  const company = new Uint8Array(tasks.length);
  let followed = -1;
  tasks.forEach((task, i) => {
    const isHeard = watched || task.outputs.some((port) => port.listeners.length > 0);
    const hasNeighbour = tasks.some((other, j) => company[j] !== Company.always && (reads(task, other) || reads(other, task)));
    if (task.definition.plant !== true || !(task.host instanceof LocalHost) || hasNeighbour || (followed >= 0 && isHeard)) return;
    const isRead = tasks.some((other) => reads(other, task));
    company[i] = isHeard || isRead ? Company.sometimes : Company.never;
    if (isHeard) followed = i;
  });
  return { company, followed };
}

const reads = (reader: Task, writer: Task): boolean => writer.outputs.some((port) => reader.inputs.includes(port.signal));
