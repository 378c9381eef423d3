/**
 * From the stack of an error in emitted JavaScript to the line that somebody wrote.
 *
 * Frames look like `at step (blob:http://…/0c8f…:12:34)` in Chromium and `step@blob:http://…/0c8f…:12:34` in Firefox and Safari.
 * Lines and columns count from 1, in stacks and in answers.
 */
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

export interface Place {
  readonly line: number;
  readonly column: number;
}

const FRAME = /(?:^|[\s(@])((?:blob|data|https?|file):[^\s()]*?):(\d+):(\d+)\)?\s*$/;

/**
 * The innermost place of a stack that is in the source of `map`; undefined where there is none.
 * `url` is where the module was loaded from; without it every frame in a blob or a data URL counts.
 */
export function locate(stack: string | undefined, map: string, url?: string): Place | undefined {
  const trace = new TraceMap(map);
  for (const text of stack?.split('\n') ?? []) {
    const [, from, line, column] = FRAME.exec(text) ?? [];
    if (from === undefined || (url === undefined ? !/^(blob|data):/.test(from) : from !== url)) continue;
    const place = originalPositionFor(trace, { line: Number(line), column: Number(column) - 1 });
    if (place.line !== null) return { line: place.line, column: place.column + 1 };
  }
  return undefined;
}

/** Line and column, from 1, of an offset into a text. */
export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, Math.max(0, offset)).split('\n');
  return { line: before.length, column: before[before.length - 1].length + 1 };
}
