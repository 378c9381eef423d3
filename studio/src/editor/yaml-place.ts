/** Where in a file of parameters a sentence about it belongs. */
import { parseYaml } from '../../../src/scenario/yaml.ts';
import { InputError } from '../../../src/core/input-error.ts';
import type { Place } from './locate.ts';

/**
 * The position that the sentence itself begins with (`gains.yaml:2:5: …`), or the line of the parameter that it names
 * (`blocks.student.params.kq: …`).
 */
export function placeInYaml(sentence: string, text: string): Place | undefined {
  const position = /^[^\s:]+:(\d+):(\d+): /.exec(sentence);
  if (position !== null) return { line: Number(position[1]), column: Number(position[2]) };
  const names = /\.params\.([\w.]+)/.exec(sentence)?.[1].split('.') ?? [];
  let place: Place | undefined;
  let from = 0;
  const lines = text.split('\n');
  for (const name of names) {
    const at = lines.findIndex((line, i) => i >= from && new RegExp(`^\\s*["']?${name}["']?\\s*:`).test(line));
    if (at < 0) return place;
    place = { line: at + 1, column: lines[at].search(/\S/) + 1 };
    from = at + 1;
  }
  return place;
}

/** The sentence about text that is not YAML; undefined where it is. */
export function yamlProblem(text: string, file: string): string | undefined {
  try {
    parseYaml(text, file);
    return undefined;
  } catch (error) {
    return error instanceof InputError ? error.message : String(error);
  }
}
