/** The local host: the step runs at its release, in this thread. */
import { createStream } from '../math/random.ts';
import type { StepTime } from './block.ts';
import type { Host, HostedBlock } from './host.ts';
import { HostError } from './host.ts';

export class LocalHost implements Host {
  private state: unknown;
  private params: HostedBlock['params'];
  private readonly step: HostedBlock['definition']['step'];

  constructor(private readonly block: HostedBlock) {
    this.step = block.definition.step;
    this.params = block.params;
    this.state = initialState(block);
  }

  start(time: StepTime): boolean {
    const { block } = this;
    try {
      this.step(this.params, this.state, block.inputs, block.outputs, time);
    } catch (error) {
      throw new HostError(
        block.name,
        `threw at ${time.now} s: ${error instanceof Error ? error.message : String(error)}`,
        block.definition.module && error,
      );
    }
    return true;
  }

  ready(): boolean {
    return true;
  }

  finish(): void {}

  setParams(params: HostedBlock['params']): void {
    this.params = params;
  }

  save(): unknown {
    return structuredClone(this.state);
  }

  restore(saved: unknown): void {
    this.state = structuredClone(saved);
  }

  close(): void {}
}

/** A block's state before its first release; its random streams are named after the block. */
export function initialState(block: Pick<HostedBlock, 'name' | 'definition' | 'params' | 'seed' | 'period'>): unknown {
  return block.definition.init(block.params, {
    name: block.name,
    period: block.period,
    stream: (name) => createStream(block.seed, `${block.name}/${name}`),
  });
}
