/** In a worker thread of this process: the block's own step, with the same bits. */
import type { HostKind } from '../../core/host.ts';

export const workerKind = {
  kind: 'worker',
  doc: 'in a worker thread, over shared memory',
  params: {},
  traits: { deterministic: true, savable: true, takesChanges: true },
} as const satisfies Omit<HostKind, 'open'>;
