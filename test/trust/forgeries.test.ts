import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { skidpad } from '../support/command-line.ts';
import { modules, programs } from './forgeries.ts';

const folder = mkdtempSync(join(tmpdir(), 'forgeries-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LAB = 'docs/course/lab1-cruise-control/scenario.yaml';
const lab = readFileSync(LAB, 'utf8');

let count = 0;
function written(text: string, ending: string): string {
  const file = join(folder, `work${++count}${ending}`);
  writeFileSync(file, text);
  return file;
}

async function expectNoGrade(file: string): Promise<string> {
  const [{ code, stdout, stderr }, asJson] = await Promise.all([
    skidpad(['grade', 'lab1', file]),
    skidpad(['grade', 'lab1', file, '--json']),
  ]);
  for (const ended of [code, asJson.code]) expect([1, 2, 3]).toContain(ended);
  // nothing that the work says is on the grader's own channel
  expect(stdout).not.toMatch(/: passed/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
  if (asJson.stdout !== '') expect(JSON.parse(asJson.stdout)).toMatchObject({ passed: false });
  expect(readFileSync(LAB, 'utf8')).toBe(lab);
  return stdout + stderr;
}

describe('no grade for a block that', () => {
  it.each(Object.entries(modules))('%s', async (_name, text) => {
    await expectNoGrade(written(text, '.ts'));
  });
});

describe('no grade for a program that', () => {
  it.each(Object.entries(programs))('%s', async (_name, text) => {
    const said = await expectNoGrade(written(text, '.py'));
    // it did get to its mischief, and no further
    expect(said).toMatch(/mischief done/);
    expect(said).not.toMatch(/Debugger listening|reached/);
  });
});

describe('a block that takes too long', () => {
  it.each([
    ['to load', 'while (true);', ''],
    ['to check its parameters', '', 'check() { while (true); }'],
  ])('%s is given up', async (_when, top, check) => {
    const text = `import { Control, defineBlock } from 'skidpad'; ${top}
export default defineBlock({ type: 'x', doc: '', params: {}, inputs: {}, outputs: { control: Control }, init: () => ({}), step() {}, ${check} });`;
    const { code, stderr } = await skidpad(['grade', 'lab1', written(text, '.ts')]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/did not answer within 10 s/);
  });
});
