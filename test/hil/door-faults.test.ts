/** What goes wrong at a link, as data of a scenario: the loop survives, the report tells, and a run in lockstep fails the same way every time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';
import { hasCompiler } from './programs.ts';

const SCENARIO = 'test/hil/bench/four-ways.yaml';
const atLink = (...faults: string[]): string[] => [
  '--host',
  'controller=can:program',
  '--set',
  `faults=[${faults.map((fault) => `{ link: program, ${fault} }`).join(', ')}]`,
];

const KINDS = [
  'kind: drop, at: 2, for: 2, probability: 0.5',
  'kind: delay, at: 2, for: 2, delay: 0.035',
  'kind: duplicate, at: 2, for: 2, probability: 0.5',
  'kind: corrupt, at: 2, for: 2, probability: 0.5',
  'kind: reorder, at: 2, for: 2, probability: 0.5',
];

async function hashWith(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await skidpad([
    'run',
    SCENARIO,
    '--no-record',
    '--json',
    '--duration',
    '4',
    ...args,
  ]);
  expect(stderr).toBe('');
  expect([0, 1]).toContain(code);
  return (JSON.parse(stdout) as { hash: string }).hash;
}

/** Of the run in which nothing goes wrong, found once. */
let healthy: Promise<string> | undefined;

describe.skipIf(!hasCompiler)('a link at which something goes wrong', () => {
  it.each(KINDS)('changes the run, and the same way every time: %s', async (fault) => {
    const hash = await hashWith(...atLink(fault));
    expect(hash).not.toBe(await (healthy ??= hashWith('--host', 'controller=can:program')));
    expect(await hashWith(...atLink(fault))).toBe(hash);
  });

  it('is in the report, and the run is replayed without the link', async () => {
    const out = join(temporaryFolder(), 'run');
    const { stderr } = await skidpad(['run', SCENARIO, '--duration', '4', '--out', out, ...atLink(...KINDS)]);
    expect(stderr).toBe('');
    const report = readFileSync(join(out, 'report.html'), 'utf8');
    for (const kind of ['drop', 'delay', 'duplicate', 'corrupt', 'reorder'])
      expect(report).toContain(`<th scope="row"><code>links.program</code></th><td>${kind}</td>`);
    const replayed = await skidpad(['replay', out]);
    expect([replayed.stderr, replayed.code]).toEqual(['', 0]);
  });

  it('is refused in a sentence where it cannot be', async () => {
    const faults = (text: string) =>
      skidpad(['check', SCENARIO, '--host', 'controller=can:program', '--set', `faults=[${text}]`]);
    expect((await faults('{ link: progam, kind: drop }')).stderr).toContain(
      'there is no link "progam" (did you mean "program"?)',
    );
    expect((await faults('{ link: program, kind: drop, probability: 2 }')).stderr).toContain(
      'faults: [0].probability: expected a number of at least 0 and at most 1, got 2',
    );
  });
});
