import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Fuzzer } from './support/fuzzer.ts';

/** Set by `npm run fuzz`. */
const { FUZZ_NAME: only, FUZZ_COUNT: count = '10000', FUZZ_SEED: seed = '1', FUZZ_FIRST: first = '0' } = process.env;

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -3));

describe('bad input', () => {
  it.each(names.filter((name) => only === undefined || name === only))(
    'of any kind is accepted or refused in a sentence: %s',
    async (name) => {
      const { fuzzer } = (await import(/* @vite-ignore */ `./${name}.ts`)) as { fuzzer: Fuzzer };
      expect(fuzzer.name).toBe(name);
      const problems: string[] = [];
      for (let index = Number(first); index < Number(first) + Number(count); index++) {
        try {
          await fuzzer.run(Number(seed), index);
        } catch (error) {
          problems.push(`${name}, seed ${seed}, input ${index}: ${(error as Error).message}`);
          if (problems.length >= 10) break;
        }
      }
      await fuzzer.finish?.().catch((error: Error) => problems.push(`${name}, at the end: ${error.message}`));
      expect(problems.join('\n\n')).toBe('');
    },
  );

  it('has a fuzzer by the name that was asked for', () => {
    if (only !== undefined) expect(names).toContain(only);
    else expect(names.length).toBeGreaterThan(2);
  });
});
