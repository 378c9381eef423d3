/**
 * An activation: one release of a block and the publication that closes it, `latency` ticks later. What it was computed
 * from (the sequence of every input, and when the data behind it was true) travels with it.
 */
import type { OutputPort, Signal } from './signal.ts';
import type { Handover } from './trace.ts';

/** Where the capture stamps of a task's outputs come from. */
export type CaptureRule =
  /** The plant: data is true at its publication. */
  | { readonly kind: 'publication' }
  /** A source without inputs: data is made at its release. */
  | { readonly kind: 'release' }
  /**
   * Everything else: the oldest stamp among the inputs. `slots[i][j]`: where origin j of input i goes, −1 to ignore; `traced` likewise for a message that
   * hands on a certain other one which did so itself, and may have come by any edge: it cannot grow old for ever.
   */
  | { readonly kind: 'inherit'; readonly slots: readonly Int32Array[]; readonly traced: readonly Int32Array[] };

export interface Activation {
  releaseTick: number;
  dueTick: number;
  /** The outputs are committed: the answer is there. */
  answered: boolean;
  /** Its publication was missed and its answer is to be thrown away. */
  abandoned: boolean;
  /** Its publication was missed, and said so. */
  missed: boolean;
  /** Which outputs may publish, and which do, as in a PublishMask. */
  allowed: number;
  publishes: number;
  /** How many messages each output without a bit of its own publishes. */
  readonly otherMessages: number[];
  // whole numbers in plain arrays are the most compact an engine has
  readonly inputSequences: number[];
  readonly captureTicks: number[];
  /** What the stamp may be wrong by that its host gave it [ns]. */
  captureBoundNs: number;
  /** What its messages hand on, of those that say so. */
  handovers: readonly Handover[];
}

export const NO_HANDOVERS: readonly Handover[] = [];

export const createActivation = (inputs: readonly Signal[], outputs: readonly OutputPort[]): Activation => ({
  releaseTick: 0,
  dueTick: 0,
  answered: false,
  abandoned: false,
  missed: false,
  allowed: ~0,
  publishes: 0,
  otherMessages: outputs.filter(({ isOther }) => isOther).map(() => 0),
  inputSequences: inputs.map(() => 0),
  captureTicks: Array.from({ length: originCount(outputs) }, () => -1),
  captureBoundNs: 0,
  handovers: NO_HANDOVERS,
});

/** All outputs of a task have the same origins. */
const originCount = (outputs: readonly OutputPort[]): number =>
  Math.max(1, ...outputs.map(({ signal }) => signal.captureTicks.length));

/** Notes what the activation is computed from. */
export function stampFromInputs(activation: Activation, inputs: readonly Signal[], rule: CaptureRule): void {
  const { inputSequences, captureTicks } = activation;
  for (let i = 0; i < inputs.length; i++) inputSequences[i] = inputs[i].sequence;
  if (rule.kind === 'publication') captureTicks[0] = activation.dueTick;
  else if (rule.kind === 'release') captureTicks[0] = activation.releaseTick;
  else inheritStamps(captureTicks, inputs, rule.slots);
}

/** The oldest stamp per origin among the inputs that have one; −1 where none has. */
function inheritStamps(target: number[], inputs: readonly Signal[], slots: readonly Int32Array[]): void {
  for (let j = 0; j < target.length; j++) target[j] = -1;
  for (let i = 0; i < inputs.length; i++) {
    if (inputs[i].sequence === 0) continue;
    const stamps = inputs[i].captureTicks;
    for (let j = 0; j < stamps.length; j++) {
      const slot = slots[i][j];
      if (slot < 0 || stamps[j] < 0) continue;
      if (target[slot] < 0 || stamps[j] < target[slot]) target[slot] = stamps[j];
    }
  }
}
