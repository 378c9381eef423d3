/**
 * The inside of a sandbox: loads one module, says what its block is, and steps it. One question after the other; a question that
 * fails is answered with a sentence. Nothing here knows Node or the DOM.
 *
 *   describe   module               → description
 *   call       path, params         → value       a function of parameters, as the description names it
 *   open       setup, assets        → ready
 *   step       time, inputs         → outputs
 *   params     params               → ready
 */
import type { AnyBlock, Assets, StepTime } from '../../core/block.ts';
import { groupPorts, inputPorts, outputPorts } from '../../core/ports.ts';
import { initialState } from '../../core/local-host.ts';
import { QueueSignal, Signal } from '../../core/signal.ts';
import { RemoteOutput } from '../remote-output.ts';
import type { ParamFunctions } from './description.ts';
import { describeBlock } from './description.ts';
import { encodeFrame } from './sandbox-frame.ts';
import { readInputs, writeOutputs } from './sandbox-messages.ts';

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
  | { readonly ask: 'step'; readonly time: StepTime; readonly inputs: readonly InputHead[] }
  | { readonly ask: 'params'; readonly params: Readonly<Record<string, unknown>> };

/** An input that changed: its place, sequence, publication time [ns], and the length of each of its messages. */
export type InputHead = readonly [port: number, sequence: number, publishedNs: number, lengths: readonly number[]];

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
  readonly state: unknown;
  readonly resources: unknown;
  params: Readonly<Record<string, unknown>>;
}

export class SandboxService {
  private block: AnyBlock | undefined;
  private functions: ParamFunctions = new Map();
  private opened: OpenedBlock | undefined;

  constructor(private readonly ground: SandboxGround) {}

  /** The answer to a question; a promise only where the code itself takes its time. */
  answer(question: SandboxQuestion, body: Uint8Array): Uint8Array | Promise<Uint8Array> {
    try {
      const answer = this.reply(question, body);
      return answer instanceof Promise ? answer.catch((error: unknown) => this.failure(error, question)) : answer;
    } catch (error) {
      return this.failure(error, question);
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
      case 'step':
        return this.step(question.time, question.inputs, body);
      case 'params':
        this.opened!.params = question.params;
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

  private step(time: StepTime, heads: readonly InputHead[], body: Uint8Array): Uint8Array {
    const { inputList, outputList, inputs, outputs, params, state, resources } = this.opened!;
    readInputs(heads, body, inputList);
    for (const output of outputList) output.expect();
    this.block!.step(params, state, inputs, outputs, time, resources);
    for (const input of inputList) if (input instanceof QueueSignal) input.clear();
    return writeOutputs(outputList);
  }

  private failure(thrown: unknown, question: SandboxQuestion): Uint8Array {
    const error = asError(thrown);
    const stack = this.ground.stackOf(error);
    const sentence = question.ask === 'step' ? `threw at ${question.time.now} s: ${error.message}` : error.message;
    return encodeFrame({
      failure: sentence.slice(0, 2000),
      ...(stack !== undefined && { stack: stack.slice(0, 4000) }),
    });
  }
}

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
