/** What a wire does to messages, read back from the note the dataflow has of it: (20 ms + 5 ms jitter, 1 % lost, reordering). */

export interface WireQuality {
  /** [s] */
  readonly delay: number;
  /** Width of the random extra delay [s]. */
  readonly jitter: number;
  /** Probability that a message is lost. */
  readonly loss: number;
  /** Later messages may overtake earlier ones. */
  readonly reorder: boolean;
}

export function parseWireNote(note: string): WireQuality {
  const number = (pattern: RegExp) => Number(pattern.exec(note)?.[1] ?? 0);
  return {
    delay: number(/\(([\d.e+-]+) ms/) / 1e3,
    jitter: number(/\+ ([\d.e+-]+) ms jitter/) / 1e3,
    loss: number(/([\d.e+-]+) % lost/) / 100,
    reorder: /reordering/.test(note),
  };
}
