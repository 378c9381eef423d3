/**
 * A block whose code is somebody else's: its steps run in a sandbox, in lockstep with the loop, and what comes out of it are
 * messages on its own outputs and nothing else. Metrics, expectations and verdicts are made on this side. Its state never leaves the
 * sandbox either: what is saved is kept there, by number.
 */
import type { Assets, StepTime } from '../../core/block.ts';
import type { AnyHostKind, Host, HostedBlock } from '../../core/host.ts';
import { assetNames } from '../../core/schema.ts';
import type { OutputPort } from '../../core/signal.ts';
import { joinBytes } from '../join-bytes.ts';
import { decodeFrame, encodeFrame } from './sandbox-frame.ts';
import type { SandboxQuestion } from './sandbox-service.ts';
import type { Answer, SandboxTalk } from './sandbox-talk.ts';
import { isStepFrame, readAnswer, SandboxLie, StepWriter } from './step-frame.ts';

/** Opens a sandbox in which the block's module is loaded. */
export type OpenSandbox = (block: string, timeLimit: number, log: (line: string) => void) => Promise<SandboxTalk>;

export const sandboxHost = (openSandbox: OpenSandbox): AnyHostKind => ({
  kind: 'sandbox',
  doc: 'in a place of its own, from which only its outputs come out',
  params: {},
  traits: { deterministic: true, savable: true, takesChanges: true },
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

/** The number of a state that the sandbox keeps, and the answers that had not been fetched then. */
interface SavedSandbox {
  readonly snapshot: number;
  readonly underway: readonly Answer[];
  /** As far as it is known: the size of the state before it [bytes]. */
  readonly heldElsewhere: number;
}

class SandboxHost implements Host {
  private readonly outputs: readonly OutputPort[];
  private readonly writer: StepWriter;
  private underway: Answer[] = [];
  private snapshots = 0;
  private lastSave: Answer | undefined;
  private savedBytes = 0;
  /** What nobody can go back to any more, the sandbox need not keep. */
  private readonly kept = new FinalizationRegistry((snapshot: number) => this.forget(snapshot));
  private isClosed = false;

  constructor(
    block: HostedBlock,
    private readonly talk: SandboxTalk,
  ) {
    this.outputs = Object.values(block.outputs);
    this.writer = new StepWriter(Object.values(block.inputs));
  }

  start(time: StepTime): boolean {
    this.underway.push(this.talk.post(this.writer.write(time)));
    return false;
  }

  ready(): boolean {
    return this.underway.length > 0 && this.talk.isThere(this.underway[0]);
  }

  finish(): void | Promise<void> {
    const answer = this.underway[0];
    return this.talk.isThere(answer) ? this.take(answer) : this.talk.arrival(answer).then(() => this.take(answer));
  }

  private take(answer: Answer): void {
    this.underway.shift();
    this.talk.take(answer, (bytes) => {
      if (!isStepFrame(bytes)) throw new SandboxLie(`answered without its ${this.outputs.length} outputs`);
      readAnswer(bytes, this.outputs);
    });
  }

  setParams(params: HostedBlock['params']): void {
    this.talk.tell({ ask: 'params', params });
  }

  save(): SavedSandbox {
    this.noteSize();
    const snapshot = this.snapshots++;
    this.lastSave = this.talk.post(encodeFrame({ ask: 'save', snapshot } satisfies SandboxQuestion));
    const saved = { snapshot, underway: [...this.underway], heldElsewhere: this.savedBytes };
    this.kept.register(saved, snapshot);
    return saved;
  }

  /** How large the state was that was saved last, or the sentence that it cannot be. */
  private noteSize(): void {
    if (this.lastSave?.bytes === undefined) return;
    const bytes = this.talk.take(this.lastSave, (frame) => (decodeFrame(frame).head as { bytes?: unknown }).bytes);
    if (typeof bytes === 'number' && bytes >= 0) this.savedBytes = bytes;
    this.lastSave = undefined;
  }

  restore(saved: unknown): void {
    const { snapshot, underway } = saved as SavedSandbox;
    this.talk.tell({ ask: 'restore', snapshot });
    this.underway = [...underway];
    this.writer.forget();
  }

  private forget(snapshot: number): void {
    if (!this.isClosed) this.talk.tell({ ask: 'forget', snapshot });
  }

  close(): Promise<void> {
    this.isClosed = true;
    return this.talk.close();
  }
}
