/** python-can's own clients against our doors: slcan over a pair of pseudo terminals, and socketcand. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { socketcandLink } from '../../src/links/socketcand/socketcand-link.ts';
import { createStream } from '../../src/math/random.ts';
import { CanFrame } from '../../src/msgs/index.ts';
import { terminalPair } from '../support/pseudo-terminals.ts';
import { hasProgram, python, pythonHas } from '../support/python.ts';
import { randomFrame } from '../support/random-frames.ts';
import { until } from '../support/until.ts';

/** Sends back every frame that it hears, and says in the end what all of them were together. */
const ECHO = `
import can, hashlib, struct, sys
channel, count = sys.argv[1], int(sys.argv[2])
bus = can.interface.Bus(interface="slcan", channel=channel, bitrate=500000, sleep_after_open=0)
print("ready", flush=True)
digest = hashlib.sha256()
for i in range(count):
    m = bus.recv()
    digest.update(struct.pack("<IBBB", m.arbitration_id, m.is_extended_id, m.is_remote_frame, m.dlc) + bytes(m.data))
    bus.send(m)
print(digest.hexdigest(), flush=True)
sys.stdin.read()
bus.shutdown()
`;

describe('python-can over slcan', () => {
  it('gets and gives 100,000 frames, none lost and none changed', async (context) => {
    if (!pythonHas('can', 'serial') || !hasProgram('socat'))
      return context.skip('no python3-can, python3-serial or socat');
    const { ours, theirs } = await terminalPair();
    const peer = spawn(python, ['-c', ECHO, theirs, '100000'], { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void peer.kill('SIGKILL'));
    let said = '';
    peer.stdout.on('data', (text) => (said += text));
    await until(() => said === 'ready\n');
    // in the main thread of a process of its own, as a serial line has to be
    const client = spawn(process.execPath, [join(import.meta.dirname, 'slcan-client.mjs'), ours, '100000']);
    onTestFinished(() => void client.kill('SIGKILL'));
    let [out, problem] = ['', ''];
    client.stdout.on('data', (text) => (out += text));
    client.stderr.on('data', (text) => (problem += text));
    await until(() => client.exitCode !== null);
    expect(problem).toBe('');
    const { sent, came, changed, digest, problems } = JSON.parse(out);
    await until(() => said.split('\n').length === 3);
    expect({ sent, came, changed, problems }).toEqual({ sent: 100_000, came: 100_000, changed: 0, problems: [] });
    expect(digest).toBe(said.split('\n')[1]);
    peer.stdin.end();
    await until(() => peer.exitCode !== null);
    expect(peer.exitCode).toBe(0);
  });
});

/** Hears as many frames as it is told, then sends as many of its own; prints those that it heard. */
const JOIN = `
import can, sys
port, count = int(sys.argv[1]), int(sys.argv[2])
bus = can.interface.Bus(interface="socketcand", host="127.0.0.1", port=port, channel="can0")
print("ready", flush=True)
for i in range(count):
    m = bus.recv()
    print("%x %s" % (m.arbitration_id, bytes(m.data).hex()), flush=True)
for i in range(count):
    bus.send(can.Message(arbitration_id=0x800 + i, is_extended_id=True, data=[i & 255, i >> 8, 0, 255][: i % 5]))
sys.stdin.read()
bus.shutdown()
`;

describe('python-can over socketcand', () => {
  it('joins with two clients, hears every frame, and sends its own', async (context) => {
    if (!pythonHas('can')) return context.skip('no python3-can');
    const count = 3000;
    // time goes on: of one instant a client may send only so many frames
    let now = 5;
    const link = await socketcandLink.open(
      { port: 0, address: '127.0.0.1', bus: 'can0' },
      { name: 'tap', nowNs: () => (now += 1_000_000), log() {} },
    );
    onTestFinished(() => link.close());
    const came: string[] = [];
    link.listen((frame) => came.push(line(frame)));
    const clients = [1, 2].map(() =>
      spawn(python, ['-c', JOIN, String(link.port), String(count)], { stdio: ['pipe', 'pipe', 'ignore'] }),
    );
    for (const client of clients) onTestFinished(() => void client.kill('SIGKILL'));
    const said = ['', ''];
    clients.forEach((client, i) => client.stdout.on('data', (text) => (said[i] += text)));
    await until(() => said.every((text) => text === 'ready\n'));
    const draws = createStream(5, 'socketcand');
    const sent: string[] = [];
    for (let i = 0; i < count; i++) {
      const frame = randomFrame(draws, CanFrame.create(), { remote: false });
      link.send(frame);
      sent.push(line(frame));
    }
    await until(() => said.every((text) => text.split('\n').length === count + 2) && came.length === 2 * count);
    for (const text of said) expect(text.trimEnd().split('\n').slice(1)).toEqual(sent);
    // both clients have sent the same; each in its order
    const own = Array.from(
      { length: count },
      (_, i) => `${(0x800 + i).toString(16)} ${Buffer.from([i & 255, i >> 8, 0, 255].slice(0, i % 5)).toString('hex')}`,
    );
    expect([...came].sort()).toEqual([...own, ...own].sort());
    for (const client of clients) client.stdin.end();
  });
});

const line = (frame: CanFrame): string =>
  `${frame.id.toString(16)} ${Buffer.from(frame.data.subarray(0, frame.length)).toString('hex')}`;
