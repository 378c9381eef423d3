/** A computer's side: makes blocks of its catalog ready and steps them, one after another, as it is told. Nothing here knows Node. */
import type { AnyBlock, StepTime } from '../../core/block.ts';
import { initialState } from '../../core/local-host.ts';
import { oneLine } from '../../core/one-line.ts';
import { groupPorts, inputPorts, outputPorts } from '../../core/ports.ts';
import { QueueSignal, Signal } from '../../core/signal.ts';
import { RemoteOutput } from '../remote-output.ts';
import type { BlockSetup } from './computer-frames.ts';
import { COMPUTER_PROTOCOL, outputsFrame, readAsset, readFrame, readStep, textFrame } from './computer-frames.ts';

/** Where it finds block types. */
interface BlockSource {
  findBlock(type: string): AnyBlock | undefined;
}

export interface ComputerSetup {
  readonly catalog: BlockSource;
  readonly version: string;
  write(frame: Uint8Array): void;
}

const sentenceOf = (error: unknown): string => oneLine(error instanceof Error ? error.message : String(error), 600);

export class ComputerService {
  private readonly assets = new Map<string, Uint8Array>();
  private readonly blocks: SteppedBlock[] = [];

  constructor(private readonly setup: ComputerSetup) {}

  /** Takes a frame, without its length, and answers it. False when it was the last one. */
  async take(bytes: Uint8Array): Promise<boolean> {
    const { operation, block, payload } = readFrame(bytes);
    const { write } = this.setup;
    try {
      if (operation === 'E') return false;
      if (operation === 'A') this.assets.set(...readAsset(payload));
      else if (operation === 'I') write(await this.begin(block, payload));
      else if (operation === 'S') write(outputsFrame(block, this.blocks[block].step(payload)));
      else if (operation === 'P') this.blocks[block].params = parsed(payload) as BlockSetup['params'];
      else write(textFrame('X', Math.max(0, block), `was told ${JSON.stringify(operation)}, which is no operation`));
    } catch (error) {
      write(textFrame('X', Math.max(0, block), sentenceOf(error)));
    }
    return true;
  }

  private async begin(block: number, payload: Uint8Array): Promise<Uint8Array> {
    const setup = parsed(payload) as BlockSetup;
    if (setup.protocol !== COMPUTER_PROTOCOL)
      throw new Error(`speaks version ${COMPUTER_PROTOCOL} of the protocol, not ${setup.protocol}`);
    const definition = this.setup.catalog.findBlock(setup.type);
    if (definition === undefined) throw new Error(`there is no block of type "${setup.type}" on it`);
    const { assets } = this;
    const bytes = (name: string): Uint8Array => assets.get(name)!;
    const resources: unknown = await definition.prepare?.(setup.params, {
      bytes,
      text: (name) => new TextDecoder().decode(bytes(name)),
    });
    this.blocks[block] = new SteppedBlock(setup, definition, resources);
    return textFrame('R', block, this.setup.version);
  }
}

const parsed = (payload: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(payload));

class SteppedBlock {
  params: BlockSetup['params'];
  private readonly state: unknown;
  private readonly time: StepTime = { now: 0, nowNs: 0, tick: 0, dt: 0, elapsed: 0, activation: 0 };
  private readonly inputs: object;
  private readonly outputs: object;
  private readonly inputList: readonly Signal[];
  private readonly outputList: readonly RemoteOutput[];

  constructor(
    setup: BlockSetup,
    private readonly definition: AnyBlock,
    private readonly resources: unknown,
  ) {
    this.params = setup.params;
    const inputs = inputPorts(definition, setup.params).map(({ name, type, queued }): [string, Signal] => [
      name,
      queued ? new QueueSignal(type) : new Signal(type),
    ]);
    const outputs = outputPorts(definition, setup.params).map(
      ({ name, type, optional, queued }): [string, RemoteOutput] => [name, new RemoteOutput(type, optional, queued)],
    );
    this.inputList = inputs.map(([, input]) => input);
    this.outputList = outputs.map(([, output]) => output);
    this.inputs = groupPorts(definition.inputs, Object.fromEntries(inputs));
    this.outputs = groupPorts(definition.outputs, Object.fromEntries(outputs));
    this.state = initialState({ ...setup, definition });
  }

  step(payload: Uint8Array): readonly RemoteOutput[] {
    readStep(payload, this.time, this.inputList);
    for (const output of this.outputList) output.expect();
    try {
      this.definition.step(this.params, this.state, this.inputs, this.outputs, this.time, this.resources);
    } catch (error) {
      throw new Error(`threw at ${this.time.now} s: ${sentenceOf(error)}`);
    }
    for (const input of this.inputList) if (input instanceof QueueSignal) input.clear();
    return this.outputList;
  }
}
