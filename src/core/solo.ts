/**
 * Blocks that can run on alone for a while.
 *
 * Between two events of all other blocks (a release, a publication, an arrival on a wire) nobody writes what a block
 * reads and nobody reads what it writes. So its ticks up to the next such event can run one after the other, before
 * any other block's, with the same result to the last bit; and its data stays in the processor's cache, which for
 * fleets of vehicles is most of the time. Only local blocks that nobody listens to qualify, and no two that are wired
 * to each other.
 */
import { LocalHost } from './local-host.ts';
import type { Task } from './task.ts';

/** Which tasks may run on alone, by index. `watched` says that somebody follows every publication. */
export function soloTasks(tasks: readonly Task[], watched: boolean): boolean[] {
  const solo = tasks.map(() => false);
  if (watched) return solo;
  tasks.forEach((task, i) => {
    const heard = task.outputs.some((port) => port.listeners.length > 0);
    const neighbours = tasks.some((other, j) => solo[j] && (reads(task, other) || reads(other, task)));
    solo[i] = task.definition.plant === true && task.host instanceof LocalHost && !heard && !neighbours;
  });
  return solo;
}

const reads = (reader: Task, writer: Task): boolean => writer.outputs.some((port) => reader.inputs.includes(port.signal));

/** Runs every tick of one task from `from` up to, not including, `to`. */
export function runAlone(task: Task, from: number, to: number): void {
  for (let tick = from; tick < to; tick++) {
    if (task.nextDue === tick) task.publish(tick);
    if (task.nextRelease === tick) task.release(tick);
  }
}
