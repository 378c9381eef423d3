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

/** Which tasks may run on alone, by index. `watched` says that somebody follows every publication of every task. */
export function soloTasks(tasks: readonly Task[], watched: boolean): boolean[] {
  const solo = tasks.map(() => false);
  let heard = false;
  tasks.forEach((task, i) => {
    const isHeard = watched || task.outputs.some((port) => port.listeners.length > 0);
    const hasNeighbour = tasks.some((other, j) => solo[j] && (reads(task, other) || reads(other, task)));
    solo[i] = task.definition.plant === true && task.host instanceof LocalHost && !hasNeighbour && !(heard && isHeard);
    heard ||= solo[i] && isHeard;
  });
  return solo;
}

const reads = (reader: Task, writer: Task): boolean => writer.outputs.some((port) => reader.inputs.includes(port.signal));
