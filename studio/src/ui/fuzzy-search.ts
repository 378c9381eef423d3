/**
 * Finding by a few letters: every word of the query must be in the text, letters in order. Beginnings of words rank above their
 * middles, and short texts above long ones; scattered letters count only where nothing has the words in one piece.
 */

/** Higher is better; undefined where it does not match. */
function fuzzyScore(query: string, text: string): number | undefined {
  const target = text.toLowerCase();
  let score = 0;
  for (const word of query.toLowerCase().split(/\s+/)) {
    const part = word === '' ? 0 : wordScore(word, target);
    if (part === undefined) return undefined;
    score += part;
  }
  return score - text.length * 0.1;
}

/** The items that match, best first; in their order where they match equally well. */
export function fuzzyFilter<T>(items: readonly T[], query: string, textOf: (item: T) => string): T[] {
  if (query.trim() === '') return [...items];
  const words = query.trim().toLowerCase().split(/\s+/);
  const matches = items.flatMap((item) => {
    const text = textOf(item);
    const score = fuzzyScore(query, text);
    return score === undefined
      ? []
      : [{ item, score, isWhole: words.every((word) => text.toLowerCase().includes(word)) }];
  });
  const isAnyWhole = matches.some(({ isWhole }) => isWhole);
  return matches
    .filter(({ isWhole }) => isWhole || !isAnyWhole)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

const WHOLE = 100;
const WORD_START = 30;
const SCATTERED = 10;

function wordScore(word: string, text: string): number | undefined {
  let at = text.indexOf(word);
  if (at >= 0) {
    // the best of all places it occurs at is one at the start of a word
    for (let next = at; next >= 0; next = text.indexOf(word, next + 1))
      if (startsWord(text, next)) return WHOLE + WORD_START;
    return WHOLE;
  }
  let score = SCATTERED;
  at = -1;
  for (const letter of word) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return undefined;
    // gaps cost, beginnings of words pay
    score += (next === at + 1 ? 2 : 0) + (startsWord(text, next) ? 3 : 0) - Math.min(3, (next - at) * 0.1);
    at = next;
  }
  return score;
}

const startsWord = (text: string, at: number): boolean => at === 0 || !/[a-z0-9]/.test(text[at - 1]);
