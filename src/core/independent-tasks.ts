/**
 * Tasks that can run ahead of the others for a while.
 *
 * Between two events of all other blocks (a release, a publication, an arrival on a wire) no block writes what a task
 * reads and none reads what it writes. So its ticks up to the next such event can run one after the other, before
 * any other block's, with the same result to the last bit; and its data stays in the processor's cache, which for
 * fleets of vehicles is most of the time. Plants qualify whose steps run in the loop's thread, that feed no slow wire, no two
 * of them wired to each other; and only one whose publications somebody hears together with others', so that everything is heard in its
 * order. Who listens to one block alone, as most metrics do, keeps nobody from it.
 */
import type { Signal } from './signal.ts';
import type { Task } from './task.ts';
import type { Wire } from './wire.ts';

/** The indices of those that can run ahead. `isWatched` says that a listener follows every publication of every task. */
export function planIndependentTasks(tasks: readonly Task[], wires: readonly Wire[], isWatched: boolean): number[] {
  const independent: number[] = [];
  const read = new Set<Signal>();
  const written = new Set<Signal>();
  let hasObserved = false;
  tasks.forEach((task, i) => {
    const isObserved = isWatched || task.outputs.some((port) => port.isHeardInOrder);
    const hasNeighbour =
      task.inputs.some((signal) => written.has(signal)) || task.outputs.some(({ signal }) => read.has(signal));
    if (!canRunAhead(task, wires) || hasNeighbour || (hasObserved && isObserved)) return;
    independent.push(i);
    hasObserved ||= isObserved;
    for (const signal of task.inputs) read.add(signal);
    for (const { signal } of task.outputs) written.add(signal);
  });
  return independent;
}

const canRunAhead = (task: Task, wires: readonly Wire[]): boolean =>
  task.definition.plant === true &&
  task.stepsInThread &&
  !task.outputs.some((port) => port.queued) &&
  !feedsWire(task, wires);

/** What goes out on a slow wire has to leave in time. */
const feedsWire = (task: Task, wires: readonly Wire[]): boolean =>
  wires.some((wire) => task.outputs.includes(wire.source));
