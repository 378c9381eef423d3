/** A program of somebody else's on a virtual bus: python-can, through a gateway and a socketcand link, in a run of the command line. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

  it('needs a host that stands in for it', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'outside.yaml'), 'name: x\nduration: 1\nblocks: { outside: { type: bus/gateway } }\n');
    const { code, stderr } = await skidpad(['check', 'outside.yaml'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('blocks.outside.host: expected a host, because an external block has no step of its own');
  });
});
