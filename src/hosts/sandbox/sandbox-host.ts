/**
 * A block whose code is somebody else's: its steps run in a sandbox, in lockstep with the loop, and what comes out of it are
 * messages on its own outputs and nothing else. Metrics, expectations and verdicts are made on this side.
 */
import type { Assets, StepTime } from '../../core/block.ts';
import type { AnyHostKind, Host, HostedBlock } from '../../core/host.ts';
import { HostError } from '../../core/host.ts';
import { assetNames } from '../../core/schema.ts';
import type { OutputPort, Signal } from '../../core/signal.ts';
import { joinBytes } from '../join-bytes.ts';
import { readOutputs, writeInputs } from './sandbox-messages.ts';
import type { SandboxQuestion } from './sandbox-service.ts';
import type { SandboxTalk } from './sandbox-talk.ts';

/** Opens a sandbox in which the block's module is loaded. */
export type OpenSandbox = (block: string, timeLimit: number, log: (line: string) => void) => Promise<SandboxTalk>;

export const sandboxHost = (openSandbox: OpenSandbox): AnyHostKind => ({
  kind: 'sandbox',
  doc: 'in a place of its own, from which only its outputs come out',
  params: {},
  traits: { deterministic: true, savable: false, takesChanges: true },
  async open(block, _params, { assets, timeLimit, log }) {
    const talk = await openSandbox(block.name, timeLimit, (line) => log(`${block.name}: ${line}`));
    try {
      const { question, body } = setupOf(block, assets);
      await talk.ask(question, body);
      return new SandboxHost(block, talk);
    } catch (error) {
      await talk.close();
      throw error;
    }
  },
});

function setupOf({ name, definition, params, seed, period }: HostedBlock, assets: Assets) {
  const files = assetNames(definition.params, params).map((asset) => [asset, assets.bytes(asset)] as const);
  const body = joinBytes(files.map(([, bytes]) => bytes));
  const setup = { name, params, seed, period, assets: files.map(([asset, { length }]) => [asset, length] as const) };
  return { question: { ask: 'open', setup } satisfies SandboxQuestion, body };
}

class SandboxHost implements Host {
  private readonly inputs: readonly Signal[];
  private readonly outputs: readonly OutputPort[];
  /** Sequence of each input as the sandbox knows it. */
  private readonly sent: Float64Array;

  constructor(
    private readonly block: HostedBlock,
    private readonly talk: SandboxTalk,
  ) {
    this.inputs = Object.values(block.inputs);
    this.outputs = Object.values(block.outputs);
    this.sent = new Float64Array(this.inputs.length).fill(-1);
  }

  start(time: StepTime): boolean {
    const { heads, body } = writeInputs(this.inputs, this.sent);
    this.talk.post({ ask: 'step', time: { ...time }, inputs: heads }, body);
    return false;
  }

  ready(): boolean {
    return this.talk.isAnswered;
  }

  finish(): void | Promise<void> {
    const take = () => this.talk.take((head, body) => readOutputs(head, body, this.outputs));
    return this.talk.isAnswered ? take() : this.talk.arrival().then(take);
  }

  setParams(params: HostedBlock['params']): void {
    this.talk.tell({ ask: 'params', params });
  }

  save(): unknown {
    throw new HostError(this.block.name, 'runs in a sandbox, whose state cannot be saved');
  }

  restore(): void {
    throw new HostError(this.block.name, 'runs in a sandbox, whose state cannot be restored');
  }

  close(): Promise<void> {
    return this.talk.close();
  }
}
