/**
 * Which message each message of a block handed on, as a recording has it: by output and input, in the order of publication. What a
 * reader outside has used nobody knows; it is taken to have used the newest of each input.
 */
import type { Provenance } from '../msgs/index.ts';

/** A message of an input, and the message of the output that handed it on. */
export interface Handover {
  /** The place of the input. */
  readonly input: number;
  readonly inputSequence: number;
  readonly sequence: number;
}

export class Handovers {
  /** By output, then by input. */
  private readonly lists = new Map<number, Map<number, Handover[]>>();

  add({ handovers }: Pick<Provenance, 'handovers'>): void {
    // recordings of earlier versions have none
    for (let i = 0; i + 3 < (handovers?.length ?? 0); i += 4) {
      const [output, sequence, input, inputSequence] = handovers.subarray(i, i + 4);
      const byInput = entry(this.lists, output, () => new Map<number, Handover[]>());
      entry(byInput, input, () => []).push({ input, inputSequence, sequence });
    }
  }

  /** Whether this output says what it hands on. */
  has(output: number): boolean {
    return this.lists.has(output);
  }

  /** What this very message handed on; nothing where it was of nobody's making, such as an error frame. */
  exact(output: number, sequence: number): Handover[] {
    return this.newest(output, sequence).filter((handover) => handover.sequence === sequence);
  }

  /** The newest message of every input that was handed on up to this one. */
  newest(output: number, sequence: number): Handover[] {
    return [...(this.lists.get(output)?.values() ?? [])].flatMap((list) => {
      const place = firstBeyond(list, sequence);
      return place === 0 ? [] : [list[place - 1]];
    });
  }
}

/** Binary search: sequence numbers rise. */
function firstBeyond(list: readonly Handover[], sequence: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle].sequence <= sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
