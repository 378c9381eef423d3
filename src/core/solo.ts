/**
 * Blocks that can run on alone for a while.
 *
 * Between two events of all other blocks (a release, a publication, an arrival on a wire) nobody writes what a block
 * reads and nobody reads what it writes. So its ticks up to the next such event can run one after the other, before
 * any other block's, with the same result to the last bit; and its data stays in the processor's cache, which for
 * fleets of vehicles is most of the time. Local plants qualify that feed no slow wire, no two of them wired to each
 * other; and only one whose publications somebody follows, so that everything is heard in its order.
 */
import { LocalHost } from './local-host.ts';
import type { Task } from './task.ts';
import type { Wire } from './wire.ts';

export interface SoloPlan {
  /** 1 where a task can be left alone, by its index. */
  readonly solo: Uint8Array;
  /** The one among them whose publications somebody follows; −1 for none. */
  readonly followed: number;
}

/** `watched` says that somebody follows every publication of every task. */
export function planSolo(tasks: readonly Task[], wires: readonly Wire[], watched: boolean): SoloPlan {
  const solo = new Uint8Array(tasks.length);
  let followed = -1;
  tasks.forEach((task, i) => {
    const isHeard = watched || task.outputs.some((port) => port.listeners.length > 0);
    const hasNeighbour = tasks.some((other, j) => solo[j] === 1 && (reads(task, other) || reads(other, task)));
    const canRunOn = task.definition.plant === true && task.host instanceof LocalHost && !feedsWire(task, wires);
    if (!canRunOn || hasNeighbour || (followed >= 0 && isHeard)) return;
    solo[i] = 1;
    if (isHeard) followed = i;
  });
  return { solo, followed };
}

const reads = (reader: Task, writer: Task): boolean =>
  writer.outputs.some((port) => reader.inputs.includes(port.signal));

/** What goes out on a slow wire has to leave in time. */
const feedsWire = (task: Task, wires: readonly Wire[]): boolean =>
  wires.some((wire) => task.outputs.includes(wire.source));
