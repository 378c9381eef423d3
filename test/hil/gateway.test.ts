/** A program of somebody else's on a virtual bus: python-can, through a gateway and a socketcand link, in a run of the command line. */
import { execFile, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { skidpad, start, temporaryFolder } from '../support/command-line.ts';
import { python, pythonHas } from '../support/python.ts';
import { until } from '../support/until.ts';

const SCENARIO = `
name: outside
duration: 3000
clock: { kind: paced, speed: 1 }
links:
  tap: { kind: socketcand, port: 0 }
blocks:
  engine: { type: bus/can-log, params: { file: engine.log } }
  outside: { type: bus/gateway, inputs: { frames: body.frames }, host: { kind: can, link: tap, timing: free } }
  body:
    type: bus/can
    params: { nodes: [engine, outside], bitRate: 500 kbit/s }
    inputs: { nodes: [engine.frames, outside.frames] }
`;

/** Hears what the engine says, answers some frames with its own that carry the same bytes, and listens on until these were on the bus. */
const PEER = `
import can, sys
bus = can.interface.Bus(interface="socketcand", host="127.0.0.1", port=int(sys.argv[1]), channel="can0")
for i in range(80):
    m = bus.recv()
    assert m.arbitration_id == 0x100
    if i < 20:
        print(m.data.hex(), flush=True)
        bus.send(can.Message(arbitration_id=0x1ABC0000, is_extended_id=True, data=m.data))
print("done", flush=True)
sys.stdin.read()
`;

/** Two programs that use the engine's identifier: each hears the engine and the other, and not a byte of its own. */
const TWO_PEERS = `
import can, sys
open_bus = lambda: can.interface.Bus(interface="socketcand", host="127.0.0.1", port=int(sys.argv[1]), channel="can0")
a, b = open_bus(), open_bus()
def take(bus, wanted):
    heard = []
    while not wanted(heard):
        m = bus.recv()
        assert m.arbitration_id == 0x100
        heard.append(bytes(m.data))
    return heard
engine = lambda heard: len([d for d in heard if len(d) == 2]) >= 5
take(a, engine); take(b, engine)
for i in range(5):
    a.send(can.Message(arbitration_id=0x100, is_extended_id=False, data=b"aaa" + bytes([i])))
at_b = take(b, lambda heard: len([d for d in heard if d[:3] == b"aaa"]) == 5 and len(heard) >= 60)
b.send(can.Message(arbitration_id=0x100, is_extended_id=False, data=b"bbbb"))
at_a = take(a, lambda heard: b"bbbb" in heard and len(heard) >= 60)
at_a += take(a, lambda heard: len(heard) >= 30)
assert engine(at_a) and engine(at_b), "the engine was not heard"
assert not any(d[:3] == b"aaa" for d in at_a), "a heard itself"
assert at_b.count(b"aaa" + bytes([3])) == 1, "b heard a twice"
assert at_a.count(b"bbbb") == 1, "a heard b twice"
assert not any(d == b"bbbb" for d in at_b + take(b, lambda heard: len(heard) >= 30)), "b heard itself"
print("heard")
`;

/** A frame every 10 ms, without end. */
const LOG = Array.from(
  { length: 60_000 },
  (_, i) => `(${(i / 100).toFixed(6)}) can0 100#${i.toString(16).padStart(4, '0')}`,
);

describe('a program outside', () => {
  it('hears the bus, speaks on it, and is replayed from the recording', async (context) => {
    if (!pythonHas('can')) return context.skip('no python3-can');
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'outside.yaml'), SCENARIO);
    writeFileSync(join(cwd, 'engine.log'), LOG.join('\n'));
    const run = start(['run', 'outside.yaml', '--out', 'run'], { cwd });
    let stderr = '';
    run.child.stderr!.on('data', (text) => (stderr += text));
    await until(() => /127\.0\.0\.1:\d+/.test(stderr) || run.child.exitCode !== null);
    const port = /127\.0\.0\.1:(\d+)/.exec(stderr)?.[1];
    expect(port).toBeDefined();
    const peer = spawn(python, ['-c', PEER, port!], { stdio: ['pipe', 'pipe', 'ignore'] });
    onTestFinished(() => void peer.kill('SIGKILL'));
    let said = '';
    peer.stdout.on('data', (text) => (said += text));
    await until(() => said.endsWith('done\n'));
    run.child.kill('SIGTERM');
    await run.finished;
    const heard = said.split('\n').slice(0, 20);
    // every 10 ms, without a hole
    expect(heard.map((data) => Number.parseInt(data, 16) - Number.parseInt(heard[0], 16))).toEqual(
      heard.map((_, i) => i),
    );
    await skidpad(['can', 'run', '--candump', 'out.log'], { cwd });
    const own = [...readFileSync(join(cwd, 'out.log'), 'utf8').matchAll(/ 1ABC0000#(\w+)/g)].map(([, data]) =>
      data.toLowerCase(),
    );
    expect(own).toEqual(heard);
    const replay = await skidpad(['replay', 'run', '--partial'], { cwd });
    expect(replay.stdout).toContain('replayed from the recording: outside');
    expect([replay.code, replay.stderr]).toEqual([0, '']);
  });

  it('hears others under an identifier that it uses itself, other programs included, and never itself', async (context) => {
    if (!pythonHas('can')) return context.skip('no python3-can');
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'outside.yaml'), SCENARIO);
    writeFileSync(join(cwd, 'engine.log'), LOG.join('\n'));
    const run = start(['run', 'outside.yaml', '--no-record'], { cwd });
    onTestFinished(() => void run.child.kill('SIGTERM'));
    let stderr = '';
    run.child.stderr!.on('data', (text) => (stderr += text));
    await until(() => /127\.0\.0\.1:\d+/.test(stderr) || run.child.exitCode !== null);
    const { stdout } = await promisify(execFile)(python, ['-c', TWO_PEERS, /127\.0\.0\.1:(\d+)/.exec(stderr)![1]]);
    expect(stdout).toBe('heard\n');
    run.child.kill('SIGTERM');
    await run.finished;
  });

  it('needs a host that stands in for it', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'outside.yaml'), 'name: x\nduration: 1\nblocks: { outside: { type: bus/gateway } }\n');
    const { code, stderr } = await skidpad(['check', 'outside.yaml'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('blocks.outside.host: expected a host, because an external block has no step of its own');
  });
});
