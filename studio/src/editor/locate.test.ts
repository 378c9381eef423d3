/** Stacks of three browsers lead back to the line that was written. */
import { describe, expect, it } from 'vitest';
import { locate, placeAt } from './locate.ts';
import { dataUrl, transpiled } from './transpiled-module.ts';

const SOURCE = [
  'interface Wanted { speed: number }',
  '',
  'export function fail(wanted: Wanted | undefined): number {',
  '  // a comment that the compiler keeps',
  '  const table: Record<string, number> = {};',
  '  return table.x + wanted!.speed;',
  '}',
].join('\n');
const { js, map } = transpiled('mine.ts', SOURCE);
const lineOfReturn = js.split('\n').findIndex((line) => line.includes('return')) + 1;
const columnOfSpeed = js.split('\n')[lineOfReturn - 1].indexOf('speed') + 1;
const url = 'blob:http://127.0.0.1:5173/0c8f6c1e-1111-2222-3333-444455556666';

describe('locate', () => {
  it('finds the place of an error that an engine threw', async () => {
    const address = dataUrl(js);
    const { fail } = await import(/* @vite-ignore */ address);
    let thrown: Error | undefined;
    try {
      fail(undefined);
    } catch (error) {
      thrown = error as Error;
    }
    expect(locate(thrown!.stack, map, address)).toEqual({
      line: 6,
      column: SOURCE.split('\n')[5].indexOf('speed') + 1,
    });
  });

  it.each([
    [
      'Chromium',
      `TypeError: no\n    at fail (${url}:${lineOfReturn}:${columnOfSpeed})\n    at onmessage (http://x/worker.js:1:1)`,
    ],
    ['Chromium, without a name', `TypeError: no\n    at ${url}:${lineOfReturn}:${columnOfSpeed}`],
    ['Firefox', `fail@${url}:${lineOfReturn}:${columnOfSpeed}\nonmessage@http://x/worker.js:1:1\n`],
    ['Safari', `fail@${url}:${lineOfReturn}:${columnOfSpeed}\n@http://x/worker.js:1:1`],
    [
      'a frame of the library above',
      `Error: no\n    at sin (http://x/skidpad.js:9:9)\n    at fail (${url}:${lineOfReturn}:${columnOfSpeed})`,
    ],
  ])('reads the stack of %s', (_browser, stack) => {
    expect(locate(stack, map, url)?.line).toBe(6);
    expect(locate(stack, map)?.line).toBe(6);
  });

  it('knows when an error comes from elsewhere', () => {
    expect(locate('Error: no\n    at f (http://x/worker.js:1:1)', map)).toBeUndefined();
    expect(locate(`Error: no\n    at f (blob:http://x/other:${lineOfReturn}:1)`, map, url)).toBeUndefined();
    expect(locate(undefined, map)).toBeUndefined();
  });
});

describe('placeAt', () => {
  it('counts lines and columns from 1', () => {
    expect([0, 1, 2, 3].map((offset) => placeAt('a\nbc', offset))).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 2 },
      { line: 2, column: 1 },
      { line: 2, column: 2 },
    ]);
  });
});
