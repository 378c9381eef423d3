/** The simulator in a worker of the page: takes orders, runs, and reports. */
import { InputError } from '../../../src/core/input-error.ts';
import { overlayFiles } from '../../../src/scenario/files.ts';
import { loadScenario } from '../../../src/scenario/load.ts';
import type { LoadModule } from '../../../src/scenario/modules.ts';
import type { UserModule } from '../editor/user-module.ts';
import { importModule, libraryBridge } from '../editor/user-module.ts';
import { projectFiles, projectText } from '../library/project-files.ts';
import { closeOutside } from '../editor/close-outside.ts';
import { driveByHand } from './drive-by-hand.ts';
import { canShareMemory, simulationCatalog } from './page-threads.ts';
import type { FromWorker, OpenRequest, SimulationRequest, ToWorker } from './protocol.ts';
import { problemOf, Runner } from './runner.ts';

closeOutside();

const post = (message: FromWorker, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Timers wait for 4 ms at least; messages do not. */
function later(work: () => void, delayMs: number): void {
  if (delayMs > 0) return void setTimeout(work, delayMs);
  waiting.push(work);
  channel.port2.postMessage(0);
}

const runner = new Runner(post, later);
let opened: OpenRequest = {};

let libraryUrl: string | undefined;

/** The modules that came with a request stand for files beside its scenario. */
const loaderOf =
  (modules: readonly UserModule[]): LoadModule =>
  async (_files, _file, { name, path }) => {
    const module = modules.find(({ file }) => file === name);
    if (module === undefined) throw new InputError(path, `there is no file ${name} here; open it in the editor first`);
    libraryUrl ??= libraryBridge(await import('../../../src/index.ts'));
    return importModule(module, libraryUrl);
  };

const ONE_THREAD =
  'This page may not share memory between threads, so one does it all: its web server sends no COOP and COEP headers';

async function open(request: OpenRequest, isFirstOpen: boolean): Promise<void> {
  opened = request;
  const { path = 'scenarios/scenario.yaml', seed, changes, modules = [], byHand = false, threads = 1 } = request;
  const source = request.text ?? projectText(path);
  const scenario = await loadScenario(overlayFiles({ [path]: source }, projectFiles), path, {
    catalog: simulationCatalog,
    modules: loaderOf(modules),
    edit: (document) => ({ ...(byHand ? driveByHand(document) : document), ...(changes !== undefined && { changes }) }),
    ...(seed !== undefined && { seed }),
  });
  const remark = threads > 1 && !canShareMemory ? ONE_THREAD : undefined;
  await runner.open(scenario, { source, isFirstOpen, threads, remark });
}

/** Fulfilled when the scenario that was asked for last is open: other orders are about it. */
let opening: Promise<void> = Promise.resolve();

async function handle(message: ToWorker): Promise<void> {
  if (message.kind === 'ping') return post({ kind: 'pong', id: message.id });
  if (message.kind === 'open') return (opening = open(message, true));
  await opening;
  switch (message.kind) {
    case 'reset': {
      const { changes, ...rest } = opened;
      const kept = message.forgetChanges ? {} : { changes: runner.changesForNextRun(message.fromStart) ?? changes };
      return (opening = open({ ...rest, ...kept, ...(message.seed !== undefined && { seed: message.seed }) }, false));
    }
    case 'play':
      return runner.play();
    case 'pause':
      return runner.pause();
    case 'step':
      return runner.step();
    case 'seek':
      return runner.seek(message.time);
    case 'speed':
      return runner.setSpeed(message.speed);
    case 'watch':
      return runner.watch(message.topics);
    case 'frameDrawn':
      return runner.frameDrawn();
    case 'request': {
      const responding = respond(message);
      // the run may be made again from its start: what else is wanted waits until it is where it was
      if (REBUILDING.has(message.what)) opening = responding;
      return responding;
    }
  }
}

const REBUILDING: ReadonlySet<SimulationRequest['what']> = new Set(['addObstacle', 'removeObstacle', 'push']);

async function respond(request: Extract<ToWorker, { kind: 'request' }>): Promise<void> {
  try {
    const value = await runner.respond(request, (share) => post({ kind: 'progress', share }));
    post({ kind: 'response', id: request.id, value });
  } catch (error) {
    post({ kind: 'response', id: request.id, problem: problemOf(error) });
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => void handle(data).catch((error: unknown) => runner.fail(error));
