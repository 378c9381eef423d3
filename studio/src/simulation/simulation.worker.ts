/** The simulator in a worker of the page: takes orders, runs, and reports. */
import type { Catalog } from '../../../src/scenario/catalog.ts';
import { catalog as shipped } from '../../../src/catalog.ts';
import type { AnyBlock } from '../../../src/core/block.ts';
import type { UserModule } from '../editor/user-module.ts';
import { libraryBridge, loadUserBlock } from '../editor/user-module.ts';
import { expandScenario, projectText } from '../library/project-files.ts';
import { driveByHand } from './drive-by-hand.ts';
import type { FromWorker, OpenRequest, ToWorker } from './protocol.ts';
import { problemOf, Runner } from './runner.ts';

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

async function catalogWith(modules: readonly UserModule[]): Promise<Catalog> {
  if (modules.length === 0) return shipped;
  const written = new Map<string, AnyBlock>();
  libraryUrl ??= libraryBridge(await import('../../../src/index.ts'));
  for (const module of modules) written.set(module.file, await loadUserBlock(module, libraryUrl));
  return {
    ...shipped,
    find: (type) => written.get(type) ?? shipped.find(type),
    types: [...shipped.types, ...written.keys()],
  };
}

async function open(request: OpenRequest, isFresh: boolean): Promise<void> {
  opened = request;
  const { path = 'scenarios/scenario.yaml', seed, changes, modules = [], byHand = false } = request;
  const source = request.text ?? projectText(path);
  const expanded = expandScenario(source, path);
  const document = byHand ? driveByHand(expanded) : expanded;
  await runner.open(
    {
      document,
      catalog: await catalogWith(modules),
      ...(seed !== undefined && { seed }),
      ...(changes !== undefined && { changes }),
    },
    source,
    isFresh,
  );
}

/** Fulfilled when the scenario that was asked for last is open: other orders are about it. */
let opening: Promise<void> = Promise.resolve();

async function obey(message: ToWorker): Promise<void> {
  if (message.kind === 'ping') return post({ kind: 'pong', id: message.id });
  if (message.kind === 'open') return (opening = open(message, true));
  await opening;
  switch (message.kind) {
    case 'reset': {
      const { changes, ...rest } = opened;
      const kept = message.forgetChanges ? {} : { changes: runner.changesSoFar ?? changes };
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
    case 'drawn':
      return runner.drawn();
    case 'ask':
      try {
        const value = await runner.answer(message, (share) => post({ kind: 'progress', share }));
        return post({ kind: 'answer', id: message.id, value });
      } catch (error) {
        return post({ kind: 'answer', id: message.id, problem: problemOf(error) });
      }
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => void obey(data).catch((error: unknown) => runner.fail(error));
