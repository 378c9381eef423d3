/** Opens the worker hosts of a run: blocks that name the same thread share it, and all threads start at once. */
import type { Host, HostRequest } from '../../core/host.ts';
import type { StartThread } from './worker-host.ts';
import { openWorkerHosts } from './worker-host.ts';

type WorkerRequest = HostRequest<{ readonly thread?: number | undefined }>;

/** A host for each request, in order. */
export async function openOnThreads(requests: readonly WorkerRequest[], startThread: StartThread): Promise<Host[]> {
  const groups = [...groupByThread(requests).values()];
  const outcomes = await Promise.allSettled(
    groups.map((members) => {
      const { frames, assets } = members[0].context;
      const blocks = members.map(({ block, context: { timeLimit } }) => ({ block, timeLimit }));
      return openWorkerHosts(blocks, { startThread, frames, assets });
    }),
  );
  const opened = new Map<WorkerRequest, Host>();
  outcomes.forEach((outcome, i) => {
    if (outcome.status === 'fulfilled') groups[i].forEach((request, j) => opened.set(request, outcome.value[j]));
  });
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure === undefined) return requests.map((request) => opened.get(request)!);
  await Promise.all([...opened.values()].map((host) => host.close()));
  throw failure.reason;
}

/** By the number of the thread; one that is not given is like no other. */
function groupByThread(requests: readonly WorkerRequest[]): Map<unknown, WorkerRequest[]> {
  const groups = new Map<unknown, WorkerRequest[]>();
  for (const request of requests) {
    const key: unknown = request.params.thread ?? request;
    groups.set(key, [...(groups.get(key) ?? []), request]);
  }
  return groups;
}
