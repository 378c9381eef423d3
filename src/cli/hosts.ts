/** Opens the hosts of a run as its scenario says. */
import type { BuildOptions } from '../core/build.ts';
import type { Host, HostedBlock } from '../core/host.ts';
import { InputError } from '../core/input-error.ts';
import type { BlockSpec, Scenario } from '../core/scenario.ts';
import type { ReplayHostOptions } from '../hosts/index.ts';
import { openProcessHost, openReplayHost, openWorkerHost } from '../hosts/index.ts';

export interface HostOptions {
  /** What an earlier run recorded of a block whose host is `replay`. */
  replay?(spec: BlockSpec): ReplayHostOptions;
}

export async function hostOptions(scenario: Scenario, options: HostOptions = {}): Promise<BuildOptions> {
  const arena = scenario.blocks.some((block) => block.host.kind === 'worker') ? await createArena() : undefined;
  const openHost = async (spec: BlockSpec, block: HostedBlock): Promise<Host> => {
    const { kind, command, format, timeLimit } = spec.host;
    if (kind === 'worker')
      return openWorkerHost(block, { arena, timeLimit, workerUrl: new URL(WORKER_FILE, import.meta.url) });
    if (kind === 'process')
      return openProcessHost(block, { command: command!, format, timeLimit, log: (line) => console.error(line) });
    if (options.replay === undefined)
      throw new InputError(`blocks.${spec.name}.host`, 'replay needs an earlier run: use skidpad replay RUN');
    return openReplayHost(block, options.replay(spec));
  };
  return { openHost, allocateFrame: arena?.allocate };
}

/** Chunks of the built command line live one folder below the worker's entry. */
const WORKER_FILE = import.meta.url.includes('/chunks/') ? '../worker-main.js' : './worker-main.js';

const createArena = async () => new (await import('../hosts/shared-frame-arena.ts')).SharedFrameArena();
