/**
 * Splits a command into program and arguments: words are separated by spaces, and quotes keep spaces. No shell is
 * involved, so nothing is expanded and no shell stands between a program and its signals; whoever wants one writes
 * `["sh", "-c", "…"]`.
 */
import { InputError } from '../core/input-error.ts';

const WORD = /(?:[^\s"']|"[^"]*"|'[^']*')+/gy;

export function commandWords(command: string | readonly string[]): string[] {
  const words = typeof command === 'string' ? splitWords(command) : [...command];
  if (words.length === 0 || words[0] === '')
    throw new InputError('command', 'expected a program and its arguments, got no value');
  return words;
}

function splitWords(command: string): string[] {
  const words: string[] = [];
  let rest = command.trim();
  while (rest !== '') {
    WORD.lastIndex = 0;
    const word = WORD.exec(rest)?.[0];
    if (word === undefined) throw new InputError('command', `a quote is not closed in ${JSON.stringify(command)}`);
    words.push(
      word.replace(
        /"([^"]*)"|'([^']*)'/g,
        (_, double: string | undefined, single: string | undefined) => double ?? single ?? '',
      ),
    );
    rest = rest.slice(word.length).trimStart();
  }
  return words;
}
