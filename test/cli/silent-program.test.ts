/** A real program that says it is ready and nothing more, under a clock that does not wait for it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skidpad, temporaryFolder } from '../support/command-line.ts';

describe('a program that falls silent', () => {
  it.each(['hold', 'drop'])('ends a paced run with exit code 3, with late: %s', async (late) => {
    const script = join(temporaryFolder(), 'silent.sh');
    writeFileSync(script, `read init; echo '{"op":"ready"}'; read step; echo was asked >&2; exec cat >/dev/null`);
    const { code, stderr } = await skidpad([
      'run',
      'scenarios/hosts/waypoints-python.yaml',
      '--no-record',
      '--clock',
      'paced',
      '--set',
      `blocks.controller.host={kind: process, command: sh ${script}, timeLimit: 3, late: ${late}}`,
    ]);
    expect(stderr).toContain('controller: was asked');
    expect(stderr).toContain('blocks.controller: did not answer within 3 s');
    expect(code).toBe(3);
  });
});
