/**
 * Doors that break at random instants, every kind by one law: exit code 3 with one sentence, or what the scenario declares instead; the recording
 * opens, and nothing is left running. What breaks is the firmware behind a relay that dies, falls silent, raves or floods at some line, or a peer behind a
 * socket. A PTP master that dies is in master-time.test.ts, a CAN interface of Linux in src/links/socketcan.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildFirmware } from '../../firmware/build.mjs';
import { createStream, integerBelow } from '../../src/math/random.ts';
import { skidpad, start, temporaryFolder } from '../support/command-line.ts';
import { terminalOf } from '../support/pseudo-terminals.ts';
import { hasProgram, python } from '../support/python.ts';
import { projectRoot } from '../support/scenario-files.ts';
import { until } from '../support/until.ts';
import { hasCompiler, hasEmulator } from './programs.ts';

/** Instants differ from door to door and from mischief to mischief. */
const random = createStream(20_261_118, 'unplugging');

/** Passes bytes on, both ways, until so many lines have come back; then does its mischief. */
const RELAY = `
import os, subprocess, sys, threading, time
program, mischief, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
child = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
def there():
    while True:
        chunk = os.read(0, 65536)
        if not chunk: break
        try: child.stdin.write(chunk)
        except OSError: pass
    child.kill()
    os._exit(0)
threading.Thread(target=there, daemon=True).start()
while count > 0:
    chunk = os.read(child.stdout.fileno(), 65536)
    if not chunk: os._exit(0)
    os.write(1, chunk)
    count -= chunk.count(b"\\r")
child.kill()
child.wait()
if mischief == "unplug": os._exit(0)
while mischief == "garbage": os.write(1, os.urandom(4096))
while mischief == "flood": os.write(1, b"t1232AABB\\r" * 400)
time.sleep(1e6)
`;

const scenario = (link: string, host = '') => `
name: breaking
duration: 60
links:
  door: ${link}
blocks:
  engine: { type: bus/can-log, params: { file: engine.log } }
  controller:
    type: control/cruise-ecu
    rateHz: 100
    inputs: { frames: body.frames }
    host: { kind: can, link: door, timeLimit: 2${host} }
  body: { type: bus/can, params: { nodes: [engine, controller] }, inputs: { nodes: [engine.frames, controller.frames] } }
`;

function prepared(): { cwd: string; relay(mischief: string): string } {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'relay.py'), RELAY);
  writeFileSync(
    join(cwd, 'engine.log'),
    Array.from({ length: 6000 }, (_, i) => `(${(i / 100).toFixed(6)}) can0 100#00000000`).join('\n'),
  );
  const program = buildFirmware('cruise', 'slcan');
  const relay = (mischief: string) =>
    `${python} ${join(cwd, 'relay.py')} ${program} ${mischief} ${100 + integerBelow(random, 900)}`;
  return { cwd, relay };
}

/** Processes that name this folder. */
const left = (cwd: string): string[] =>
  execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(cwd) && !/^\s*\d+\s+Z/.test(line));

async function breaks(cwd: string, text: string, isDevice = false): Promise<string> {
  writeFileSync(join(cwd, 'breaking.yaml'), text);
  return endOf(cwd, await skidpad(['run', 'breaking.yaml', '--out', 'run'], { cwd }), isDevice);
}

async function endOf(
  cwd: string,
  { code, stderr }: { code: number | null; stderr: string },
  isDevice = false,
): Promise<string> {
  const sentences = stderr.split('\n').filter((line) => line.startsWith('skidpad: '));
  expect([code, sentences.length], stderr).toEqual([3, 1]);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect((await skidpad(['can', 'run', '--json'], { cwd })).code).toBe(0);
  // what is behind a terminal belongs to whoever plugged it in
  if (!isDevice) await until(() => left(cwd).length === 0);
  return sentences[0];
}

describe.skipIf(!hasCompiler)('a program behind a link', () => {
  it.each([
    ['unplug', /door: /],
    ['garbage', /door: /],
    ['flood', /controller/],
    ['silence', /did not answer within 2 s/],
  ])('that does this at a random instant ends the run in one sentence: %s', async (mischief, sentence) => {
    const { cwd, relay } = prepared();
    expect(await breaks(cwd, scenario(`{ kind: program, command: ${relay(mischief)} }`))).toMatch(sentence);
  });
});

describe.skipIf(!hasCompiler || !hasProgram('socat'))('an slcan adapter', () => {
  it.each([
    ['unplug', /door: /],
    ['garbage', /controller/],
    ['flood', /controller/],
    ['silence', /did not answer within 2 s/],
  ])('that does this at a random instant ends the run in one sentence: %s', async (mischief, sentence) => {
    const { cwd, relay } = prepared();
    const { ours } = await terminalOf(relay(mischief));
    const link = `{ kind: slcan, path: ${ours}, answers: never }`;
    expect(await breaks(cwd, scenario(link), true)).toMatch(sentence);
  });
});

describe.skipIf(!hasEmulator)('an emulated microcontroller', () => {
  it.each([
    ['SIGKILL', /door: /],
    ['SIGSTOP', /did not answer within 2 s/],
  ])('that gets %s at a random instant ends the run in one sentence', async (signal, sentence) => {
    const { cwd } = prepared();
    copyFileSync(buildFirmware('cruise', 'mps2'), join(cwd, 'ecu.elf'));
    writeFileSync(join(cwd, 'breaking.yaml'), scenario(`{ kind: qemu, firmware: ${join(cwd, 'ecu.elf')} }`));
    const run = start(['run', 'breaking.yaml', '--out', 'run'], { cwd });
    const machine = () => left(cwd).find((line) => line.includes('qemu-system-arm'));
    await until(() => machine() !== undefined || run.child.exitCode !== null);
    await new Promise((resolve) => setTimeout(resolve, 500 + integerBelow(random, 500)));
    process.kill(Number(machine()!.trim().split(/\s+/)[0]), signal);
    expect(await endOf(cwd, await run.finished)).toMatch(sentence);
  });

  it('does not outlive a run that is killed', async () => {
    const { cwd } = prepared();
    copyFileSync(buildFirmware('cruise', 'mps2'), join(cwd, 'ecu.elf'));
    writeFileSync(join(cwd, 'breaking.yaml'), scenario(`{ kind: qemu, firmware: ${join(cwd, 'ecu.elf')} }`));
    const run = start(['run', 'breaking.yaml', '--out', 'run'], { cwd });
    await until(() => left(cwd).length > 0);
    await new Promise((resolve) => setTimeout(resolve, 300 + integerBelow(random, 500)));
    run.child.kill('SIGKILL');
    await run.finished;
    await until(() => left(cwd).length === 0);
  });
});

const LINE = `
name: line
duration: 3
clock: paced
links:
  door: LINK
blocks:
  outside: { type: bus/serial-gateway, host: { kind: serial, link: door, FALLBACK } }
`;

describe.skipIf(!hasProgram('socat'))('a serial line', () => {
  it.each([
    ['is unplugged', 'sleep 1', 'lost: hold', 3],
    ['raves, and goes', 'head -c 100000 /dev/urandom', 'lost: hold', 3],
    ['is silent, for which there is a fallback', 'sleep 1000', 'maxAge: 0.2, lost: zero', 0],
    ['is silent, which ends the run', 'sleep 1000', 'maxAge: 0.2, lost: end', 3],
  ])('that %s', async (_what, command, fallback, expected) => {
    const cwd = temporaryFolder();
    const { ours } = await terminalOf(command);
    const text = LINE.replace('LINK', `{ kind: serial, path: ${ours}, baud: 115200 }`).replace('FALLBACK', fallback);
    writeFileSync(join(cwd, 'line.yaml'), text);
    const { code, stderr } = await skidpad(['run', 'line.yaml', '--out', 'run'], { cwd });
    expect(code, stderr).toBe(expected);
    if (expected === 3)
      expect(stderr.split('\n').filter((line) => line.startsWith('skidpad: blocks.'))).toHaveLength(1);
    expect(readFileSync(join(cwd, 'run/recording.mcap')).length).toBeGreaterThan(0);
  });
});

describe.skipIf(!hasCompiler)('programs of others on a bus', () => {
  it('rave, flood and leave at random instants, and the run goes on to its end', async () => {
    const { cwd } = prepared();
    const text = `
name: tap
duration: 3
clock: paced
links:
  door: { kind: socketcand, port: 0 }
blocks:
  engine: { type: bus/can-log, params: { file: engine.log } }
  outside: { type: bus/gateway, inputs: { frames: body.frames }, host: { kind: can, link: door, timing: free } }
  body: { type: bus/can, params: { nodes: [engine, outside] }, inputs: { nodes: [engine.frames, outside.frames] } }
`;
    writeFileSync(join(cwd, 'tap.yaml'), text);
    const run = start(['run', 'tap.yaml', '--out', 'run'], { cwd });
    let stderr = '';
    run.child.stderr!.on('data', (chunk) => (stderr += chunk));
    await until(() => /127\.0\.0\.1:\d+/.test(stderr) || run.child.exitCode !== null);
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(stderr)![1]);
    const clients = ['< send 1 0 >'.repeat(20_000), '\0\xff<<<<'.repeat(5000), '< open can0 >< rawmode >', ''].map(
      (words) => {
        const socket = connect(port, '127.0.0.1', () => {
          if (words !== '') socket.write(`< open can0 >< rawmode >${words}`);
          setTimeout(() => socket.destroy(), integerBelow(random, 1000));
        });
        socket.on('error', () => {});
        return socket;
      },
    );
    const { code } = await run.finished;
    for (const client of clients) client.destroy();
    expect([code, stderr.split('\n').filter((line) => line.startsWith('skidpad: blocks.'))]).toEqual([0, []]);
    expect((await skidpad(['can', 'run', '--json'], { cwd })).code).toBe(0);
  });
});

/** Answers over UDP until so many have been asked; then does its mischief. */
const PEER = `
import json, os, socket, sys, time
mischief, count = sys.argv[1], int(sys.argv[2])
door = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
door.bind(("127.0.0.1", 0))
print(door.getsockname()[1], flush=True)
while True:
    datagram, sender = door.recvfrom(65536)
    count -= 1
    if count <= 0 and mischief == "unplug": os._exit(0)
    if count <= 0 and mischief == "silence": continue
    if count <= 0:
        for n in range(400): door.sendto(os.urandom(n * 3 + 1), sender)
    if count <= 0 and mischief == "garbage": continue
    request = json.loads(datagram)
    answer = {"block": request["block"], "tick": request["tick"], "outputs": {"twist": {"linear": {"x": 0.5}}}}
    door.sendto(json.dumps(answer).encode(), sender)
`;

const datagrams = (port: string, host: string) => `
name: datagrams
duration: 3
clock: paced
links:
  door: { kind: udp, peerPort: ${port} }
blocks:
  controller:
    type: external
    rateHz: 100
    ports: { outputs: { twist: geometry_msgs/msg/Twist } }
    host: { kind: ./udp-host.ts, link: door, ${host} }
  car: { type: vehicle/bicycle, inputs: { twist: controller.twist } }
`;

describe('a peer behind a UDP socket', () => {
  const ends = 'late: hold, maxAge: 0.2, lost: end';
  const stops = 'late: hold, maxAge: 0.2, lost: zero';
  it.each([
    ['unplug', ends, 3, /controller/],
    ['silence', ends, 3, /controller/],
    ['garbage', ends, 3, /controller/],
    ['silence', 'timeLimit: 1', 3, /did not answer within 1 s/],
    ['unplug', stops, 0, undefined],
    ['garbage', stops, 0, undefined],
    // in which answers may drown
    ['flood', stops, 0, undefined],
  ])('that does this at a random instant: %s (%s)', async (mischief, host, expected, sentence) => {
    const cwd = temporaryFolder();
    copyFileSync(join(projectRoot, 'examples/udp/udp-host.ts'), join(cwd, 'udp-host.ts'));
    writeFileSync(join(cwd, 'peer.py'), PEER);
    const peer = spawn(python, [join(cwd, 'peer.py'), mischief, String(20 + integerBelow(random, 150))]);
    onTestFinished(() => void peer.kill('SIGKILL'));
    const [port] = (await once(createInterface({ input: peer.stdout }), 'line')) as [string];
    writeFileSync(join(cwd, 'datagrams.yaml'), datagrams(port, host));
    const { code, stderr } = await skidpad(['run', 'datagrams.yaml', '--out', 'run'], { cwd });
    const sentences = stderr.split('\n').filter((line) => line.startsWith('skidpad: '));
    expect([code, sentences.length], stderr).toEqual([expected, expected === 3 ? 1 : 0]);
    if (sentence !== undefined) expect(sentences[0]).toMatch(sentence);
    expect((await skidpad(['latency', 'run', '--json'], { cwd })).code).toBe(0);
    peer.kill('SIGKILL');
    await until(() => left(cwd).length === 0);
  });
});
