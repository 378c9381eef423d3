/**
 * Tasks that can run ahead of the others for a while.
 *
 * Between two events of all other blocks (a release, a publication, an arrival on a wire) no block writes what a task
 * reads and none reads what it writes. So its ticks up to the next such event can run one after the other, before
 * any other block's, with the same result to the last bit; and its data stays in the processor's cache, which for
 * fleets of vehicles is most of the time. Plants qualify whose steps run in the loop's thread, that feed no slow wire, no two
 * of them wired to each other; and only one whose publications are observed, so that everything is heard in its order.
 */
import type { Task } from './task.ts';
import type { Wire } from './wire.ts';

export interface IndependencePlan {
  /** 1 where a task can run ahead, by its index. */
  readonly independent: Uint8Array;
  /** The one among them whose publications are observed; −1 for none. */
  readonly observedTask: number;
}

/** `isWatched` says that a listener follows every publication of every task. */
export function planIndependentTasks(
  tasks: readonly Task[],
  wires: readonly Wire[],
  isWatched: boolean,
): IndependencePlan {
  const independent = new Uint8Array(tasks.length);
  let observedTask = -1;
  tasks.forEach((task, i) => {
    const isObserved = isWatched || task.outputs.some((port) => port.isObserved);
    const hasNeighbour = tasks.some((other, j) => independent[j] === 1 && (reads(task, other) || reads(other, task)));
    if (!canRunAhead(task, wires) || hasNeighbour || (observedTask >= 0 && isObserved)) return;
    independent[i] = 1;
    if (isObserved) observedTask = i;
  });
  return { independent, observedTask };
}

const canRunAhead = (task: Task, wires: readonly Wire[]): boolean =>
  task.definition.plant === true &&
  task.stepsInThread &&
  !task.outputs.some((port) => port.queued) &&
  !feedsWire(task, wires);

const reads = (reader: Task, writer: Task): boolean =>
  writer.outputs.some((port) => reader.inputs.includes(port.signal));

/** What goes out on a slow wire has to leave in time. */
const feedsWire = (task: Task, wires: readonly Wire[]): boolean =>
  wires.some((wire) => task.outputs.includes(wire.source));
