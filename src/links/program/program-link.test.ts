import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { frameOf } from '../../../test/hil/cruise-rig.ts';
import { linkContext } from '../../../test/hil/programs.ts';
import { until } from '../../../test/support/until.ts';
import type { CanLink } from '../../bus/can/can-link.ts';
import { problemOf } from '../../hosts/fixtures/test-rig.ts';
import { programLink } from './program-link.ts';

const folder = mkdtempSync(join(tmpdir(), 'skidpad-program-link-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A Python program that answers `C` and `O`, and then does this for every line. */
function program(name: string, onLine: string, before = ''): string {
  const path = join(folder, `${name}.py`);
  writeFileSync(
    path,
    `import os, sys, time
def say(text):
    os.write(1, text)
def lines():
    rest = b""
    while True:
        chunk = os.read(0, 4096)
        if not chunk: sys.exit(0)
        rest += chunk
        *whole, rest = rest.split(b"\\r")
        yield from whole
${before}
for line in lines():
    if line in (b"C", b"O"): say(b"\\r")
    else:
        ${onLine}
`,
  );
  return `python3 ${path}`;
}

const open = (command: string, timeLimit = 20): Promise<CanLink> =>
  programLink.open({ command, timeLimit }, linkContext());

/** How the link fails after one frame was sent. */
async function failureOf(command: string): Promise<string> {
  const link = await open(command);
  const failed = new Promise<string>((resolve) => link.onFailure(resolve));
  link.send(frameOf(0x123, [1, 2]));
  const problem = await failed;
  // whoever asks later hears it at once
  const again = await new Promise<string>((resolve) => link.onFailure(resolve));
  await link.close();
  expect(again).toBe(problem);
  return problem;
}

describe('a program behind a CAN link', () => {
  it('gets frames and sends frames, in order, and ends with the link', async () => {
    const ended = join(folder, 'ended');
    const link = await open(
      program(
        'echo',
        'say(b"\\r" + line + b"\\r")',
        `import atexit\natexit.register(lambda: open(${JSON.stringify(ended)}, "w").close())`,
      ),
    );
    const heard: string[] = [];
    const stop = link.listen(({ id, length, data }) => heard.push(`${id} ${[...data.subarray(0, length)]}`));
    for (let i = 0; i < 5; i++) link.send(frameOf(0x100 + i, [i, 255 - i]));
    await until(() => heard.length === 5);
    expect(heard).toEqual(['256 0,255', '257 1,254', '258 2,253', '259 3,252', '260 4,251']);
    stop();
    await link.close();
    expect(existsSync(ended)).toBe(true);
  });

  it('fails with one sentence when it ends', async () => {
    const problem = await failureOf(
      program('leaver', 'sys.stderr.write("no more\\n"); sys.stderr.flush(); sys.exit(7)'),
    );
    expect(problem).toBe('its program ended with exit code 7; the last line on its stderr is "no more"');
  });

  it('fails when it says what is not slcan, refuses a frame, or writes without end', async () => {
    expect(await failureOf(program('babbler', 'say(b"hello, world!\\r")'))).toBe(
      'wrote "hello, world!", which is not slcan',
    );
    expect(await failureOf(program('refuser', 'say(b"\\a")'))).toBe('refused a frame');
    const flood = 'while True: say(b"t10021133" * 1000)';
    expect(await failureOf(program('flood', flood))).toBe('writes without end of line, which is not slcan');
    const answers = 'while True: say(b"\\r" * 1000)';
    expect(await failureOf(program('yes', answers))).toBe('answers without being asked');
  });

  it('fails when it does not read', async () => {
    const link = await open(program('deaf', 'time.sleep(1000)'));
    let problem = '';
    link.onFailure((sentence) => (problem = sentence));
    for (let i = 0; i < 200_000 && problem === ''; i++) link.send(frameOf(0x100, [1, 2, 3, 4, 5, 6, 7, 8]));
    expect(problem).toMatch(/^does not read what it is sent: \d+ bytes wait$/);
    await link.close();
  });

  it('is refused when it cannot be started, is silent or ends at once', async () => {
    expect(await problemOf(() => open('no-such-program-at-all'))).toBe(
      'cannot start "no-such-program-at-all": there is no such program',
    );
    expect(await problemOf(() => open('sleep 1000', 0.3))).toBe("did not answer slcan's O within 0.3 s");
    expect(await problemOf(() => open('false'))).toBe('its program ended with exit code 1');
    expect(programLink.check!({ timeLimit: 1 })).toEqual(['command', 'expected either a command or firmware']);
  });

  it('takes what it has started with it', async () => {
    const pids = join(folder, 'pids');
    const before = `import subprocess\nopen(${JSON.stringify(pids)}, "w").write(str(subprocess.Popen(["sleep", "1000"], start_new_session=True).pid))`;
    const link = await open(program('parent', 'pass', before));
    const child = Number(readFileSync(pids, 'utf8'));
    const isAlive = () => existsSync(`/proc/${child}`) && !/ Z /.test(readFileSync(`/proc/${child}/stat`, 'utf8'));
    expect(isAlive()).toBe(true);
    await link.close();
    await until(() => !isAlive());
  });
});

describe('firmware', () => {
  it('that is not there is refused with a sentence', async () => {
    expect(await problemOf(() => programLink.open({ firmware: 'toaster', timeLimit: 1 }, linkContext()))).toMatch(
      /^there is no firmware "toaster" in .*firmware/,
    );
  });
});
