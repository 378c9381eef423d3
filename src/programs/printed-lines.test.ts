import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { printedLines } from './printed-lines.ts';

async function linesOf(...chunks: string[]): Promise<string[]> {
  const stream = new PassThrough();
  const lines: string[] = [];
  printedLines(stream, (line) => lines.push(line));
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await finished(stream);
  return lines;
}

describe('what a program prints', () => {
  it('comes line by line, however it was written, the last without its end too', async () => {
    expect(await linesOf('a\nb', 'c\r\n', '\nd')).toEqual(['a', 'bc', '', 'd']);
  });

  it('is cut where a line has no end, and goes on behind it', async () => {
    const lines = await linesOf(...Array.from({ length: 100 }, () => 'x'.repeat(50_000)), '\nnext\n');
    expect(lines.map(({ length }) => length)).toEqual([2000, 4]);
  });
});
