import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { waypointFollower } from '../../control/waypoint-follower.ts';
import type { Host, HostedBlock } from '../../core/host.ts';
import { bundle, pythonController, temporaryFolder } from '../fixtures/test-builds.ts';
import { hosted, problemOf, release, step, wander } from '../fixtures/test-rig.ts';
import type { ProcessHostOptions } from './process-host.ts';
import { openProcessHost } from './process-host.ts';

const params = { waypoints: [{ x: 1, y: 2 }] };
const folder = temporaryFolder();
const opened: Host[] = [];
afterAll(async () => {
  await Promise.all(opened.map((host) => host.close()));
  folder.remove();
});

const READY = `console.log('{"op":"ready"}');`;
/** A program that is ready and then does this with every line. */
const program = (body: string): string[] => [
  process.execPath,
  '-e',
  `require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.op === 'init') { ${READY} return; }
    if (message.op === 'step') { ${body} }
  });`,
];

async function open(command: string | string[], options: Partial<ProcessHostOptions> = {}) {
  const block = hosted(waypointFollower, { params, depth: 4 });
  const host = await openProcessHost(block, { command, timeLimit: 300, ...options });
  opened.push(host);
  return { block, host };
}

/** The sentence after the block's name with which opening and one step fail. */
async function failure(command: string | string[], options: Partial<ProcessHostOptions> = {}): Promise<string> {
  const sentence = await problemOf(async () => {
    const { block, host } = await open(command, options);
    wander(block, 0);
    await step(host, block, 0);
  });
  return sentence.replace('blocks.bench: ', '');
}

const saying = (text: string): string[] => program(`console.log(${JSON.stringify(text)})`);
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // a zombie that nobody has waited for is dead
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** The numbers in the first line, once there is one. */
async function numbers(lines: readonly string[]): Promise<number[]> {
  await until(() => lines.length > 0);
  return lines[0].match(/\d+/g)!.map(Number);
}

/** What a step fails with when its time limit passes, which here takes no time. */
async function problemAfterTimeLimit(host: Host, block: HostedBlock): Promise<string> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const problem = problemOf(() => step(host, block, 0));
  vi.runAllTimers();
  vi.useRealTimers();
  return problem;
}

describe('a program that does something wrong', () => {
  it.each<[string, string, string]>([
    [
      'says something that is not JSON',
      'hello world',
      'answered "hello world", which is not JSON; anything else to say belongs on stderr',
    ],
    [
      'says something long',
      'x'.repeat(500),
      `answered "${'x'.repeat(80)}…", which is not JSON; anything else to say belongs on stderr`,
    ],
    ['says something that is not an object', '[1]', 'answered "[1]"; expected an object {"op":"outputs",…}'],
    ['answers with another operation', '{"op":"ready"}', 'answered "{\\"op\\":\\"ready\\"}"; expected "op":"outputs"'],
    [
      'answers without outputs',
      '{"op":"outputs"}',
      'answered with outputs: expected an object of messages, got no value',
    ],
    [
      'names an output that does not exist',
      '{"op":"outputs","outputs":{"twits":{}}}',
      'answered with outputs.twits: there is no such output (did you mean "twist"?); there is twist',
    ],
    [
      'names a field that does not exist',
      '{"op":"outputs","outputs":{"twist":{"linear":{"q":1}}}}',
      'answered with outputs.twist.linear.q: geometry_msgs/msg/Vector3 has no such field',
    ],
    [
      'gives a field the wrong type',
      '{"op":"outputs","outputs":{"twist":{"linear":{"x":"fast"}}}}',
      'answered with outputs.twist.linear.x: expected a number, got "fast"',
    ],
    [
      'gives an output the wrong type',
      '{"op":"outputs","outputs":{"twist":3}}',
      'answered with outputs.twist: expected an object (geometry_msgs/msg/Twist), got 3',
    ],
    [
      'computes NaN',
      '{"op":"outputs","outputs":{"twist":{"linear":{"x":NaN}}}}',
      'answered with outputs.twist.linear.x: expected a finite number',
    ],
    [
      'computes infinity',
      '{"op":"outputs","outputs":{"twist":{"angular":{"z":-1e999}}}}',
      'answered with outputs.twist.angular.z: expected a finite number',
    ],
    ['reports an error itself', '{"op":"error","message":"no map"}', 'says: no map'],
  ])('%s', async (_case, text, sentence) => {
    expect(await failure(saying(text))).toBe(sentence);
  });

  it('answers twice', async () => {
    const twice = program(`console.log('{"op":"outputs","outputs":{}}\\n{"op":"outputs","outputs":{}}')`);
    const { block, host } = await open(twice);
    await step(host, block, 0);
    expect(await problemOf(() => step(host, block, 1))).toMatch(/answered ".*" without being asked$/);
  });

  it('dies: its exit code and its last words are in the sentence', async () => {
    expect(await failure(program(`console.error('out of fuel'); process.exit(3)`))).toBe(
      'its program ended with exit code 3 before the run ended; the last line on its stderr is "out of fuel"',
    );
    expect(await failure(program(`process.kill(process.pid, 'SIGSEGV')`))).toBe(
      'its program was killed by SIGSEGV before the run ended',
    );
    expect(await failure(['true'])).toBe('its program ended with exit code 0 before the run ended');
  });

  it('hangs', async () => {
    const { block, host } = await open(program(''));
    expect(await problemAfterTimeLimit(host, block)).toBe('blocks.bench: did not answer within 300 s');
    expect(await failure(['sleep', '1000'], { timeLimit: 0.2 })).toBe('did not answer within 0.2 s');
  });

  it('does not exist', async () => {
    expect(await failure('no-such-program --fast')).toBe('cannot start "no-such-program": there is no such program');
    expect(await failure('cat', { cwd: '/no/such/place' })).toBe(
      'cannot start "cat": there is no directory /no/such/place',
    );
    expect(await failure('"cat')).toBe('command: a quote is not closed in "\\"cat"');
    expect(await failure(' ')).toBe('command: expected a program and its arguments, got no value');
  });

  it('writes text where binary frames are expected', async () => {
    expect(await failure(['sh', '-c', 'echo hello; sleep 100'], { format: 'cdr' })).toBe(
      'wrote a frame of 1819043176 bytes that begins with "hello\\n"; expected 1 to 67108864',
    );
  });
});

describe('the process host', () => {
  it('logs what the program writes to standard error after the name of the block', async () => {
    const lines: string[] = [];
    const { block, host } = await open(
      program(`console.error('one\\ntwo'); console.log('{"op":"outputs","outputs":{}}')`),
      { log: (line) => lines.push(line) },
    );
    expect(await step(host, block, 0)).toEqual(['']);
    await host.close();
    expect(lines).toEqual(['bench: one', 'bench: two']);
  });

  it('takes fields that are missing for zero', async () => {
    const answers = program(
      `console.log(JSON.stringify({ op: 'outputs', outputs: { twist: message.tick === 0 ? { linear: { x: 1, y: 2 } } : { linear: { y: 3 } } } }))`,
    );
    const { block, host } = await open(answers);
    await step(host, block, 0);
    expect(block.outputs.twist.value.linear).toEqual({ x: 1, y: 2, z: 0 });
    await step(host, block, 1);
    expect(block.outputs.twist.value.linear).toEqual({ x: 0, y: 3, z: 0 });
  });

  it('passes environment, directory and quoted arguments on', async () => {
    const script = join(folder.path, 'my program.cjs');
    writeFileSync(
      script,
      `${READY} console.error(process.argv[2], process.env.TRACK, process.cwd()); setInterval(() => {}, 1000)`,
    );
    const lines: string[] = [];
    const { host } = await open(`"${process.execPath}" '${script}' "two words"`, {
      env: { TRACK: 'oval' },
      cwd: folder.path,
      log: (line) => lines.push(line),
    });
    await until(() => lines.length > 0);
    expect(lines).toEqual([`bench: two words oval ${folder.path}`]);
    await host.close();
  });

  it('says that a program has no state that could be saved', async () => {
    const { host } = await open(['python3', pythonController]);
    expect(() => host.save()).toThrow(
      'blocks.bench: the state of a program cannot be saved; replay the recording of its run instead',
    );
    expect(() => host.restore(null)).toThrow('cannot be restored');
  });

  it('gives the answers that came before a program died', async () => {
    const lines: string[] = [];
    const { block, host } = await open(
      program(
        `console.log('{"op":"outputs","outputs":{"twist":{}}}'); if (message.tick === 10) { console.error(process.pid); process.exit(0); }`,
      ),
      { log: (line) => lines.push(line) },
    );
    for (let activation = 0; activation < 3; activation++) release(host, block, activation);
    const [pid] = await numbers(lines);
    await until(() => !isAlive(pid));
    await host.close();
    expect(host.ready()).toBe(true);
    await host.finish();
    await host.finish();
    expect(await problemOf(() => host.finish())).toMatch(
      /^blocks\.bench: its program ended with exit code 0 before the run ended/,
    );
  });
});

describe('no program is left behind', () => {
  /** Says its own number and that of a child it has started, and ignores everything. */
  const stubborn = (trap: string): string[] => [
    'sh',
    '-c',
    `${trap} echo '{"op":"ready"}'; sleep 1000 & echo $$ $! >&2; while :; do wait; sleep 0.1; done`,
  ];

  it.each([
    ['that ends on SIGTERM', ''],
    ['that ignores SIGTERM', `trap '' TERM HUP INT;`],
  ])('when it is one %s, with a child of its own', async (_case, trap) => {
    const lines: string[] = [];
    const { host } = await open(stubborn(trap), { log: (line) => lines.push(line) });
    const pids = await numbers(lines);
    expect(pids.map(isAlive)).toEqual([true, true]);
    await host.close();
    await until(() => !pids.some(isAlive));
  });

  /** Says its own number and that of a daemon: forked twice, in a session of its own, deaf to requests. */
  const daemonic = (end: string): string[] => [
    'python3',
    '-c',
    `
import os, signal, sys, time
reader, writer = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(number, signal.SIG_IGN)
        os.write(writer, str(os.getpid()).encode())
        for descriptor in range(3): os.close(descriptor)
        while True: time.sleep(1000)
    os._exit(0)
os.wait()
print('{"op":"ready"}', flush=True)
print(os.getpid(), os.read(reader, 20).decode(), file=sys.stderr, flush=True)
${end}`,
  ];

  it.each([
    ['ends when its input does', 'sys.stdin.read()'],
    ['never ends', 'while True: time.sleep(1000)'],
    ['has ended already', 'sys.exit(0)'],
  ])('when it has left a daemon behind and %s', { skip: process.platform !== 'linux' }, async (_case, end) => {
    const lines: string[] = [];
    const { host } = await open(daemonic(end), { log: (line) => lines.push(line) });
    const pids = await numbers(lines);
    expect(pids).toHaveLength(2);
    await host.close();
    await until(() => !pids.some(isAlive));
  });

  it('when it has left a daemon behind and we are killed', { skip: process.platform !== 'linux' }, async () => {
    const entry = await bundle('./abandoned-run.ts', folder.path);
    const command = JSON.stringify(daemonic('while True: time.sleep(1000)'));
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const parent = spawn(process.execPath, [entry.pathname, command], { stdio: ['ignore', 'pipe', 'inherit'] });
      const lines: string[] = [];
      parent.stdout.on('data', (chunk: Buffer) => lines.push(String(chunk)));
      const pids = await numbers(lines);
      expect(pids.map(isAlive)).toEqual([true, true]);
      parent.kill(signal);
      await until(() => !pids.some(isAlive));
    }
  });

  it('when it hangs', async () => {
    const lines: string[] = [];
    const { block, host } = await open(stubborn(''), { log: (line) => lines.push(line) });
    const pids = await numbers(lines);
    expect(await problemAfterTimeLimit(host, block)).toMatch(/^blocks\.bench: did not answer within 300 s/);
    await host.close();
    await until(() => !pids.some(isAlive));
  });

  it('when we are killed with kill -9', async () => {
    const entry = await bundle('./abandoned-run.ts', folder.path);
    const parent = spawn(process.execPath, [entry.pathname, JSON.stringify(stubborn(`trap '' TERM HUP INT;`))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    parent.stdout.on('data', (chunk: Buffer) => lines.push(String(chunk)));
    const pids = await numbers(lines);
    expect(pids.map(isAlive)).toEqual([true, true]);
    parent.kill('SIGKILL');
    await until(() => !pids.some(isAlive));
  });

  it('when it is one of the examples and its input ends', async () => {
    const child = spawn('python3', [pythonController], { stdio: ['pipe', 'ignore', 'inherit'] });
    const exit = new Promise((resolve) => child.on('exit', resolve));
    child.stdin.end('{"op":"init","params":{}}\n');
    expect(await exit).toBe(0);
  });
});
