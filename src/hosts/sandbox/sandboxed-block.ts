/**
 * A user's block as it is known here: what its sandbox says of it. Functions of parameters are asked for when a scenario is checked
 * and remembered; every run opens a sandbox of its own.
 */
import type { AnyBlock } from '../../core/block.ts';
import { HostError } from '../../core/host.ts';
import { InputError } from '../../core/input-error.ts';
import { Unanswered } from '../../core/unanswered.ts';
import { describedBlock } from './described-block.ts';
import { sandboxHost } from './sandbox-host.ts';
import type { SandboxWay } from './sandbox-talk.ts';
import { SandboxTalk } from './sandbox-talk.ts';

/** How long a module may take to load, and a function of parameters to answer [s of wall time]. */
const TIME_LIMIT = 10;

/** Opens a sandbox in which nothing is loaded yet; lines are what it prints. */
export type OpenWay = (log: (line: string) => void) => SandboxWay;

export interface SandboxedBlock {
  readonly block: AnyBlock;
  /** Once nothing more is asked about its parameters. */
  close(): Promise<void>;
}

/** `name` is the module as people know it, `path` where they named it. Rejects with an InputError. */
export async function sandboxedBlock(text: string, name: string, path: string, open: OpenWay): Promise<SandboxedBlock> {
  const answers = new Map<string, unknown>();
  let talk: SandboxTalk | undefined;
  const load = async (block: string, timeLimit: number, log: (line: string) => void) => {
    const own = new SandboxTalk(block, open(log), timeLimit);
    try {
      return { own, description: await own.ask({ ask: 'describe', text, type: name }, undefined, descriptionIn) };
    } catch (error) {
      await own.close();
      throw error;
    }
  };
  const answer = async (asked: string, params: unknown): Promise<unknown> => {
    talk ??= (await load(name, TIME_LIMIT, () => {})).own;
    return talk.ask({ ask: 'call', path: asked, params }, undefined, valueIn);
  };
  const ask = (asked: string, params: unknown): unknown => {
    const key = JSON.stringify([asked, params]);
    if (answers.has(key)) return answers.get(key);
    const arrival = answer(asked, params).then(
      (value) => void answers.set(key, value),
      (error: unknown) => {
        throw error instanceof HostError ? new InputError(path, `${name}: ${asked} ${error.problem}`) : error;
      },
    );
    throw new Unanswered(arrival);
  };
  const close = async (): Promise<void> => {
    const last = talk;
    talk = undefined;
    await last?.close();
  };
  try {
    const first = await load(name, TIME_LIMIT, () => {});
    talk = first.own;
    const host = sandboxHost(async (block, timeLimit, log) => (await load(block, timeLimit, log)).own);
    return { block: describedBlock(first.description, name, ask, host), close };
  } catch (error) {
    await close();
    if (error instanceof HostError) throw Object.assign(new InputError(path, error.problem), { cause: error.cause });
    throw error instanceof InputError ? new InputError(path, `${name}: ${error.message}`) : error;
  }
}

const descriptionIn = (head: unknown): unknown => (head as { description?: unknown }).description;
const valueIn = (head: unknown): unknown => (head as { value?: unknown }).value;
