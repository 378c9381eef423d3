/** What a program prints, line by line. A program that prints without end costs no memory: long lines are cut. */
import type { Readable } from 'node:stream';

const LONGEST = 2000;

export function printedLines(stream: Readable, log: (line: string) => void): void {
  let begun = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (begun + chunk).split(/\r?\n/);
    begun = lines.pop()!.slice(0, LONGEST);
    for (const line of lines) log(line.slice(0, LONGEST));
  });
  stream.on('end', () => {
    if (begun !== '') log(begun);
    begun = '';
  });
}
