/** The local host: the step runs at its release, in this thread. */
import { createStream } from '../math/random.ts';
import type { StepTime } from './block.ts';
import type { Host, HostedBlock, HostSpec } from './host.ts';
import { defineHost, HostError } from './host.ts';
import { InputError } from './input-error.ts';
import { groupPorts } from './ports.ts';

class LocalHost implements Host {
  private readonly name: string;
  private readonly step: HostedBlock['definition']['step'];
  private readonly inputs: object;
  private readonly outputs: object;
  private state: unknown;
  private params: HostedBlock['params'];

  constructor(
    private readonly block: HostedBlock,
    private readonly resources: unknown,
  ) {
    const { definition, params } = block;
    this.name = block.name;
    this.step = definition.step;
    this.params = params;
    this.inputs = groupPorts(definition.inputs, block.inputs);
    this.outputs = groupPorts(definition.outputs, block.outputs);
    this.state = initialState(block);
  }

  start(time: StepTime): boolean {
    try {
      this.step(this.params, this.state, this.inputs, this.outputs, time, this.resources);
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      throw new HostError(this.name, `threw at ${time.now} s: ${sentence}`, this.block.definition.module && error);
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

function opened(block: HostedBlock, resources: unknown): Host {
  try {
    return new LocalHost(block, resources);
  } catch (error) {
    throw notReady(block.name, error);
  }
}

/** What a person wrote into a file is said as it is. */
function notReady(block: string, error: unknown): Error {
  if (error instanceof InputError) return error;
  return new HostError(block, `cannot be made ready: ${error instanceof Error ? error.message : String(error)}`, error);
}

export const localHost = defineHost({
  kind: 'local',
  doc: "in the loop's own thread",
  params: {},
  traits: { deterministic: true, savable: true, takesChanges: true, inThread: true },
  open(block, _params, { assets }) {
    const { name, definition, params } = block;
    try {
      const prepared: unknown = definition.prepare?.(params, assets);
      if (!(prepared instanceof Promise)) return new LocalHost(block, prepared);
      return prepared.then(
        (resources) => opened(block, resources),
        (error: unknown) => {
          throw notReady(name, error);
        },
      );
    } catch (error) {
      throw notReady(name, error);
    }
  },
});

/** In this thread, where nothing is ever late. */
export const LOCAL: HostSpec = { kind: localHost, params: {}, timeLimit: 10, late: 'wait', lost: 'hold' };

/** A block's state before its first release; its random streams are named after the block. */
export function initialState(block: Pick<HostedBlock, 'name' | 'definition' | 'params' | 'seed' | 'period'>): unknown {
  return block.definition.init(block.params, {
    name: block.name,
    period: block.period,
    stream: (name) => createStream(block.seed, `${block.name}/${name}`),
  });
}
