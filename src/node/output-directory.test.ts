import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { OutputDirectory, reportDirectory } from './output-directory.ts';

const folder = mkdtempSync(join(tmpdir(), 'skidpad-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A directory with these files. */
function directoryWith(name: string, files: Record<string, string>): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content);
  return path;
}
/** No process has this number. */
const NOBODY = '999999999';

describe('a directory that holds a file half written', () => {
  it('is being written while its process lives', () => {
    const out = directoryWith('living', { '.writing': String(process.pid), 'report.html.part-12': '' });
    expect(() => OutputDirectory.claim({ kind: reportDirectory, out, force: true })).toThrow(
      `--out: ${out} is being written by process ${process.pid}; choose another directory`,
    );
  });

  it('is an earlier one once its process was killed', () => {
    const out = directoryWith('killed', { '.writing': NOBODY, 'report.html.part-12': '' });
    expect(() => OutputDirectory.claim({ kind: reportDirectory, out })).toThrow(`${out} holds an earlier report;`);
    OutputDirectory.claim({ kind: reportDirectory, out, force: true }).fill([['report.html', 'new']]);
    expect(readdirSync(out)).toEqual(['report.html']);
  });

  it("is somebody else's where the file is none of ours", () => {
    const out = directoryWith('foreign', { '.writing': NOBODY, 'thesis.tex.part-12': '' });
    expect(() => OutputDirectory.claim({ kind: reportDirectory, out, force: true })).toThrow(
      `${out} holds thesis.tex.part-12, which is not of a report; choose another directory`,
    );
  });
});
