/** Mistakes that are made on purpose, which of them tests find, and what that says. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { applyMutant, mutantsOf } from '../../scripts/mutation/mutants.mjs';
import { drawSample, wilson } from '../../scripts/mutation/sample.mjs';
import { projectRoot } from '../support/scenario-files.ts';

const variants = (text: string) => mutantsOf(text).map((mutant) => applyMutant(text, mutant));

describe('mutants', () => {
  it.each([
    ['f = a + b;', ['f = a - b;', ';']],
    ['f = -a * b;', ['f = -a / b;', 'f = (a) * b;', ';']],
    ['const f = a < b && c;', ['const f = a <= b && c;', 'const f = a < b || c;']],
    [
      'const f = 3 ? 0 : x;',
      ['const f = 6 ? 0 : x;', 'const f = 0 ? 0 : x;', 'const f = !(3) ? 0 : x;', 'const f = 3 ? 1 : x;'],
    ],
    ['if (a === b) c();', ['if (!(a === b)) c();', 'if (a !== b) c();', 'if (a === b) ;']],
    [
      'function f() { a(); b(); }',
      ['function f() { return; a(); b(); }', 'function f() { ; b(); }', 'function f() { a(); ; }'],
    ],
  ])('of %s are all its small mistakes', (text, expected) => {
    expect(variants(text).sort()).toEqual([...expected].sort());
  });

  it.each([
    "const m = 'a' + b;",
    'type T = 1 | 2;',
    'const enum E { A = 1 }',
    "const p = { gain: param(2, 'm', 'x', { min: 0 }) };",
  ])('leave %s alone', (text) => expect(variants(text)).toEqual([]));

  it('say where they are and what they change', () => {
    expect(mutantsOf('let a;\na = b - c;')[1]).toMatchObject({ line: 2, kind: 'arithmetic', change: 'b - c → b + c' });
  });
});

describe('a sample', () => {
  const items = Array.from({ length: 500 }, (_, i) => i);

  it('is the same for the same seed, has no item twice, and has every item as often as another', () => {
    expect(drawSample(items, 60, 3)).toEqual(drawSample(items, 60, 3));
    expect(drawSample(items, 60, 3)).not.toEqual(drawSample(items, 60, 4));
    expect(new Set(drawSample(items, 60, 3)).size).toBe(60);
    expect(drawSample(items, 900, 1)).toEqual(items);
    const seen = new Float64Array(500);
    for (let seed = 0; seed < 2000; seed++) for (const i of drawSample(items, 50, seed)) seen[i]++;
    expect(Math.max(...seen.map((count) => Math.abs(count - 200)))).toBeLessThan(60);
  });

  it('leaves the uncertainty that Wilson gives: 9 of 10 is 60 % to 98 %', () => {
    const [low, high] = wilson(9, 10);
    expect(low).toBeCloseTo(0.596, 3);
    expect(high).toBeCloseTo(0.982, 3);
  });
});

describe('npm run mutate', () => {
  it('lists what tests do not find, ends what loops for ever, and leaves the file as it is', async () => {
    const file = join(projectRoot, 'test/fixtures/mutation/braking.ts');
    const before = readFileSync(file, 'utf8');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['scripts/mutate.mjs', 'test/fixtures/mutation', '--json', '--count', '1000', '--time', '10'],
      { cwd: projectRoot, maxBuffer: 1 << 24 },
    );
    const { results } = JSON.parse(stdout) as { results: { change: string; found: boolean; by?: string }[] };
    const found = (change: string) => results.find((result) => result.change === change)?.found;
    expect(found('(speed * speed) / (2 * deceleration) → (speed * speed) * (2 * deceleration)')).toBe(true);
    expect(found('deceleration <= 0 → !(deceleration <= 0)')).toBe(true);
    expect(found('deceleration <= 0 → deceleration < 0')).toBe(false);
    expect(results.find(({ change }) => change === 'left -= 1; → (nothing)')).toMatchObject({
      found: true,
      by: 'time',
    });
    // and the next one is tried all the same
    expect(results.find(({ change }) => change === 'steps += 1; → (nothing)')).toMatchObject({
      found: true,
      by: 'test/fixtures/mutation/braking.test.ts',
    });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});
