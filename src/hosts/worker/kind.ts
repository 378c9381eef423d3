/** In a worker thread of this process: the block's own step, with the same bits. */
import type { HostKind } from '../../core/host.ts';
import { integer, optional } from '../../core/schema.ts';
import { MOST_THREADS } from '../../core/threads.ts';

const params = {
  thread: optional(
    integer(undefined, '', 'number of the thread; blocks with the same number share it, and one without has its own', {
      min: 1,
      max: MOST_THREADS,
    }),
  ),
};

export const workerKind = {
  kind: 'worker',
  doc: 'in a worker thread, over shared memory',
  params,
  traits: { deterministic: true, savable: true, takesChanges: true, numberedThreads: true },
  label: ({ thread }: { readonly thread?: number | undefined }) =>
    thread === undefined ? 'worker' : `worker ${thread}`,
} as const satisfies Omit<HostKind<typeof params>, 'open'>;
