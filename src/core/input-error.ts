import { editDistance } from '../msgs/edit-distance.ts';
import { oneLine } from './one-line.ts';
import type { Place } from './places.ts';

/**
 * What is wrong with something a person wrote: one sentence with the path to the offending value, and where that is known
 * with the place, such as `loop.yaml:12:7: blocks.camera.rateHz: expected a number above 0 [Hz], got -3`. The command line
 * turns it into exit code 2.
 */
export class InputError extends Error {
  override readonly name = 'InputError';

  constructor(
    /** Where: dotted path, file name or option; empty when the whole input is meant. */
    readonly path: string,
    /** What was expected, and what was found. */
    readonly problem: string,
    /** Where in which file; `path` is then the path in that file. */
    readonly place?: Place,
  ) {
    super(sentence(path, problem, place));
  }

  /** The message with its file named as `nameOf` says. */
  withFileAs(nameOf: (file: string) => string): string {
    return this.place === undefined
      ? this.message
      : sentence(this.path, this.problem, { ...this.place, file: nameOf(this.place.file) });
  }
}

const sentence = (path: string, problem: string, place: Place | undefined): string =>
  [oneLine(position(place), 200), oneLine(path, 200), oneLine(problem, 500)].filter((part) => part !== '').join(': ');

function position(place: Place | undefined): string {
  if (place === undefined) return '';
  const { file, line, column } = place;
  return line === undefined ? file : `${file}:${line}${column === undefined ? '' : `:${column}`}`;
}

/** A value as it should appear in a sentence: short, and on one line. */
export function quote(value: unknown): string {
  if (value === undefined) return 'no value';
  if (value === null) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  // JSON leaves these as they are, and terminals obey some of them
  const text = JSON.stringify(String(value).slice(0, 60)).replace(/[\u007f-\u009f\u2028\u2029]/g, ' ');
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text;
}

/** ` (did you mean "x"?)` when one of the known names is close to the unknown one, else ''. */
export function suggestion(unknown: string, known: Iterable<string>): string {
  let best = '';
  let bestDistance = Math.max(2, Math.floor(unknown.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(unknown.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best === '' ? '' : ` (did you mean ${JSON.stringify(best)}?)`;
}
