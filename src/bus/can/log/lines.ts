/** The lines of a text, one after the other: without a list of all, spaces around them, or those that are empty. Numbers count from 1. */
export function eachLine(text: string, each: (line: string, number: number) => void): void {
  let number = 1;
  for (let begin = 0; begin < text.length; number++) {
    const found = text.indexOf('\n', begin);
    const end = found < 0 ? text.length : found;
    const line = text.slice(begin, end).trim();
    if (line !== '') each(line, number);
    begin = end + 1;
  }
}
