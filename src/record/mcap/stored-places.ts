/** Where everything lies in a file whose chunks were stored shorter than its sink was given them. */
import type { StoredChunk } from './packed-chunk.ts';
import type { ChunkEntry, Summary } from './summary.ts';

/** `stored` says what became of the chunks, in their order; `saved` is how much shorter the file is in all. */
export function storedPlaces(summary: Summary, stored: readonly StoredChunk[]): { summary: Summary; saved: number } {
  // after each chunk, how much was saved so far
  const saved: number[] = [];
  const before = (i: number): number => (i === 0 ? 0 : saved[i - 1]);
  const chunks = summary.chunks.map((chunk, i): ChunkEntry => {
    saved.push(before(i) + chunk.storedSize - stored[i].storedSize - stored[i].compression.length);
    return {
      ...chunk,
      ...stored[i],
      offset: chunk.offset - before(i),
      length: chunk.length - (saved[i] - before(i)),
      indexOffsets: chunk.indexOffsets.map(([channel, offset]) => [channel, offset - saved[i]]),
    };
  });

  const moved = <T extends { readonly offset: number }>(entry: T): T => {
    const next = summary.chunks.findIndex((chunk) => chunk.offset > entry.offset);
    return { ...entry, offset: entry.offset - before(next < 0 ? chunks.length : next) };
  };
  const { attachments, metadata } = summary;
  return {
    summary: { ...summary, chunks, attachments: attachments.map(moved), metadata: metadata.map(moved) },
    saved: before(chunks.length),
  };
}
