/** Levenshtein distance: the fewest insertions, deletions and substitutions of one character between two words. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}

/** The candidates nearest to a word, best first. */
export function nearest(word: string, candidates: Iterable<string>, count: number): string[] {
  const scored = [...candidates].map((text) => ({ text, distance: editDistance(word, text) }));
  scored.sort((a, b) => a.distance - b.distance || (a.text < b.text ? -1 : 1));
  return scored.slice(0, count).map(({ text }) => text);
}
