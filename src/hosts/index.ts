/** Where blocks run besides the loop's own thread. Each host is loaded when it is first opened: most runs need none. */
import type { Readable } from 'node:stream';
import type { Clock } from '../core/clock.ts';
import type { Host, HostedBlock } from '../core/host.ts';
import type { LatenessReport } from './lateness.ts';
import type { ProcessHostOptions } from './process-host.ts';
import type { ReplayHostOptions } from './replay-host.ts';
import type { WorkerHostOptions } from './worker-host.ts';

export type { LatenessReport } from './lateness.ts';
export type { ProcessHostOptions } from './process-host.ts';
export type { RecordedPort, ReplayHostOptions } from './replay-host.ts';
export type { WorkerHostOptions } from './worker-host.ts';

export const openWorkerHost = async (block: HostedBlock, options?: WorkerHostOptions): Promise<Host> =>
  (await import('./worker-host.ts')).openWorkerHost(block, options);

export const openProcessHost = async (block: HostedBlock, options: ProcessHostOptions): Promise<Host> =>
  (await import('./process-host.ts')).openProcessHost(block, options);

export const openReplayHost = async (block: HostedBlock, options: ReplayHostOptions): Promise<Host> =>
  (await import('./replay-host.ts')).openReplayHost(block, options);

export const createPacedClock = async (tickNs: number, speed?: number): Promise<Clock & { report(): LatenessReport }> =>
  new (await import('./paced-clock.ts')).PacedClock(tickNs, speed);

export const createExternalClock = async (
  input: Readable,
  tickNs: number,
  options?: { realTime?: boolean },
): Promise<Clock> => new (await import('./external-clock.ts')).ExternalClock(input, tickNs, options);
