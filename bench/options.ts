/** What the bench is asked to do. */
import { parseArgs } from 'node:util';

export const HELP = `npm run bench -- [options]

  --only PATTERN   cases whose name matches this regular expression (repeatable); --list names them
  --repeat N       processes per figure (default: 5); the median counts
  --long           also what takes minutes
  --json FILE      write the figures
  --against FILE   compare with figures of another commit
  --out DIR        where growth.svg goes (default: node_modules/.cache/bench)
  --list           the names of all cases
  --help           this text

Every figure is a median with half its range, measured in processes of their own. ✓ and ✗ stand beside targets. Comparisons
are in yardsticks of the same run: machines differ and are busy.`;

export interface Options {
  readonly only: readonly RegExp[];
  readonly repeat: number;
  readonly long: boolean;
  readonly json?: string;
  readonly against?: string;
  readonly out: string;
  readonly list: boolean;
  readonly help: boolean;
  /** Inside: one repetition of this case. */
  readonly measure?: string;
}

/** Throws an Error with one sentence. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      repeat: { type: 'string' },
      long: { type: 'boolean' },
      json: { type: 'string' },
      against: { type: 'string' },
      out: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
      measure: { type: 'string' },
    },
  });
  const repeat = Number(values.repeat ?? 5);
  if (!Number.isInteger(repeat) || repeat < 1)
    throw new Error(`--repeat: expected a whole number from 1 on, got "${values.repeat}"`);
  return {
    only: (values.only ?? []).map((pattern) => new RegExp(pattern)),
    repeat,
    long: values.long ?? false,
    json: values.json,
    against: values.against,
    out: values.out ?? 'node_modules/.cache/bench',
    list: values.list ?? false,
    help: values.help ?? false,
    measure: values.measure,
  };
}
