import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';

const ESCAPE = '\\e[2J\\e]0;owned\\a';
const LONG = 'x'.repeat(100_000);
const scenario = (name: string) => `
name: "${name}"
description: "${ESCAPE}"
duration: 0.1
blocks:
  driver: { type: control/twist-schedule, rateHz: 50, params: { segments: [{ until: 1, vx: 1 }] } }
  car: { type: vehicle/bicycle, params: { wheelBase: 1 }, inputs: { twist: driver.twist } }
metrics: { top: { of: car.state.vx, reduce: max, doc: "${ESCAPE}${LONG}" } }
expect: [{ metric: top, max: 5, doc: "${ESCAPE}${LONG}" }]
`;

describe('terminal escapes and endless texts in a scenario', () => {
  it('reach neither the terminal nor the report', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'a.yaml');
    writeFileSync(file, scenario(`${ESCAPE}${LONG}`));
    const out = join(folder, 'run');
    for (const command of [
      ['check', file],
      ['run', file, '--out', out],
      ['run', file, '--set', `blocks.car.params.wheelBase=\u001b[31m${'y'.repeat(5000)}`],
    ]) {
      const { stdout, stderr } = await skidpad(command);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
      expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
      expect(`${stdout}${stderr}`.length).toBeLessThan(10_000);
    }
    const report = readFileSync(join(out, 'report.html'), 'utf8');
    expect(report).not.toMatch(/\u001b/);
    expect(report).not.toContain('x'.repeat(5000));
  });
});
