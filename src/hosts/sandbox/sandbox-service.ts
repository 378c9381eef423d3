/**
 * The inside of a sandbox: loads one module, says what its block is, and steps it. One question after the other; a question that
 * fails is answered with a sentence. Nothing here knows Node or the DOM.
 *
 *   describe   module               → description
 *   call       path, params         → value       a function of parameters, as the description names it
 *   open       setup, assets        → ready
 *   params     params               → ready
 *   save       number               → bytes       keeps the state here, under that number
 *   restore    number               → ready
 *   forget     number               → ready
 *
 * and steps, which are bytes (step-frame.ts) and are answered in bytes.
 */
import type { AnyBlock, Assets, StepTime } from '../../core/block.ts';
import { groupPorts, inputPorts, outputPorts } from '../../core/ports.ts';
import { plainSize } from '../../core/plain-size.ts';
import { initialState } from '../../core/local-host.ts';
import { QueueSignal, Signal } from '../../core/signal.ts';
import { RemoteOutput } from '../remote-output.ts';
import type { ParamFunctions } from './description.ts';
import { describeBlock } from './description.ts';
import { decodeFrame, encodeFrame } from './sandbox-frame.ts';
import { AnswerWriter, isStepFrame, readStep } from './step-frame.ts';

export interface SandboxSetup {
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly period: number;
  /** The files that its parameters name, and the length of each in the body. */
  readonly assets: readonly (readonly [name: string, bytes: number])[];
}

export type SandboxQuestion =
  | { readonly ask: 'describe'; readonly text: string; readonly type: string }
  | { readonly ask: 'call'; readonly path: string; readonly params: unknown }
  | { readonly ask: 'open'; readonly setup: SandboxSetup }
  | { readonly ask: 'params'; readonly params: Readonly<Record<string, unknown>> }
  | { readonly ask: 'save' | 'restore' | 'forget'; readonly snapshot: number };

/** What a state that is saved may hold, and all of them together [bytes]. */
const LARGEST_STATE = 64 << 20;
const LARGEST_STATES = 256 << 20;

/** What a sandbox can do where it is. */
export interface SandboxGround {
  /** Makes a module of its text. */
  importText(text: string): Promise<{ readonly default?: unknown }>;
  /** Turns the default export into a block, or throws a sentence. */
  asBlock(exported: unknown, type: string): AnyBlock;
  /** Where an error comes from, in terms of the module as it was written. */
  stackOf(error: Error): string | undefined;
}

interface OpenedBlock {
  readonly inputs: object;
  readonly outputs: object;
  readonly inputList: readonly Signal[];
  readonly outputList: readonly RemoteOutput[];
  readonly resources: unknown;
  state: unknown;
  params: Readonly<Record<string, unknown>>;
}

/** What a block goes back to: its state, and what stood in its outputs, which it may write only in part. */
interface Snapshot {
  readonly state: unknown;
  readonly drafts: readonly unknown[];
  readonly bytes: number;
}

export class SandboxService {
  private block: AnyBlock | undefined;
  private functions: ParamFunctions = new Map();
  private opened: OpenedBlock | undefined;
  private readonly snapshots = new Map<number, Snapshot>();
  private readonly writer = new AnswerWriter();
  private readonly time: StepTime = { now: 0, nowNs: 0, tick: 0, dt: 0, elapsed: 0, activation: 0 };

  constructor(private readonly ground: SandboxGround) {}

  /** The answer to a question; a promise only where the code itself takes its time. Holds until the next question. */
  answer(frame: Uint8Array): Uint8Array | Promise<Uint8Array> {
    try {
      if (isStepFrame(frame)) return this.step(frame);
      const { head, body } = decodeFrame(frame);
      const answer = this.reply(head as SandboxQuestion, body);
      return answer instanceof Promise ? answer.catch((error: unknown) => this.failure(error)) : answer;
    } catch (error) {
      return this.failure(error, isStepFrame(frame) ? `threw at ${this.time.now} s: ` : '');
    }
  }

  private reply(question: SandboxQuestion, body: Uint8Array): Uint8Array | Promise<Uint8Array> {
    switch (question.ask) {
      case 'describe':
        return this.describe(question.text, question.type);
      case 'call':
        return encodeFrame({ value: this.functions.get(question.path)?.(question.params) ?? null });
      case 'open':
        return this.open(question.setup, body);
      case 'params':
        this.opened!.params = question.params;
        return encodeFrame({});
      case 'save':
        return encodeFrame({ bytes: this.save(question.snapshot) });
      case 'restore':
        this.restore(question.snapshot);
        return encodeFrame({});
      case 'forget':
        this.snapshots.delete(question.snapshot);
        return encodeFrame({});
    }
  }

  private async describe(text: string, type: string): Promise<Uint8Array> {
    const { default: exported } = await this.ground.importText(text).catch((error: unknown) => {
      throw Object.assign(asError(error), { message: `${type} cannot be loaded: ${asError(error).message}` });
    });
    this.block = this.ground.asBlock(exported, type);
    const { description, functions } = describeBlock(this.block);
    this.functions = functions;
    return encodeFrame({ description });
  }

  private async open(setup: SandboxSetup, body: Uint8Array): Promise<Uint8Array> {
    const definition = this.block!;
    const { params } = setup;
    const inputs = inputPorts(definition, params).map(({ name, type, queued }): [string, Signal] => [
      name,
      queued ? new QueueSignal(type) : new Signal(type),
    ]);
    const outputs = outputPorts(definition, params).map(({ name, type, optional, queued }): [string, RemoteOutput] => [
      name,
      new RemoteOutput(type, optional, queued),
    ]);
    this.opened = {
      inputs: groupPorts(definition.inputs, Object.fromEntries(inputs)),
      outputs: groupPorts(definition.outputs, Object.fromEntries(outputs)),
      inputList: inputs.map(([, input]) => input),
      outputList: outputs.map(([, output]) => output),
      resources: (await definition.prepare?.(params, assetsIn(setup.assets, body))) as unknown,
      state: initialState({ ...setup, definition }),
      params,
    };
    return encodeFrame({});
  }

  private step(frame: Uint8Array): Uint8Array {
    const { inputList, outputList, inputs, outputs, params, state, resources } = this.opened!;
    readStep(frame, inputList, this.time);
    for (const output of outputList) output.expect();
    this.block!.step(params, state, inputs, outputs, this.time, resources);
    for (const input of inputList) if (input instanceof QueueSignal) input.clear();
    return this.writer.write(outputList);
  }

  private save(number: number): number {
    const { state, outputList } = this.opened!;
    const bytes = plainSize(state);
    if (bytes > LARGEST_STATE) throw new Error(tooLarge('its state', bytes, LARGEST_STATE));
    const drafts = outputList.map(({ value }) => value as unknown);
    this.snapshots.set(number, { ...structuredClone({ state, drafts }), bytes });
    const all = [...this.snapshots.values()].reduce((sum, snapshot) => sum + snapshot.bytes, 0);
    if (all > LARGEST_STATES) throw new Error(tooLarge('what is saved of its state', all, LARGEST_STATES));
    return bytes;
  }

  private restore(number: number): void {
    const snapshot = this.snapshots.get(number);
    if (snapshot === undefined) throw new Error(`keeps no state ${number}`);
    const { state, drafts } = structuredClone({ state: snapshot.state, drafts: snapshot.drafts });
    this.opened!.state = state;
    this.opened!.outputList.forEach((output, i) => output.type.copy(output.value, drafts[i]));
  }

  private failure(thrown: unknown, before = ''): Uint8Array {
    const error = asError(thrown);
    const stack = this.ground.stackOf(error);
    return encodeFrame({
      failure: (before + error.message).slice(0, 2000),
      ...(stack !== undefined && { stack: stack.slice(0, 4000) }),
    });
  }
}

const tooLarge = (what: string, bytes: number, most: number): string =>
  `${what} takes ${Math.ceil(bytes / 2 ** 20)} MiB, more than the ${most / 2 ** 20} MiB that can be saved`;

function assetsIn(heads: SandboxSetup['assets'], body: Uint8Array): Assets {
  let offset = 0;
  const files = new Map(
    heads.map(([name, length]) => {
      const bytes = body.slice(offset, offset + length);
      offset += length;
      return [name, bytes];
    }),
  );
  return { bytes: (name) => files.get(name)!, text: (name) => new TextDecoder().decode(files.get(name)) };
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
