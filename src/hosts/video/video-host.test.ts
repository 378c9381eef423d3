import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../../../test/support/scenario-files.ts';
import { until } from '../../../test/support/until.ts';
import { videoInjection } from '../../bus/video/video-injection.ts';
import type { Host, HostedBlock } from '../../core/host.ts';
import { FrameMemory } from '../../math/frame-memory.ts';
import type { InjectionAck } from '../../msgs/index.ts';
import { temporaryFolder } from '../fixtures/test-builds.ts';
import { atHome, CONTEXT, fetch, hosted, problemOf, publish, release, step } from '../fixtures/test-rig.ts';
import type { VideoParams } from './kind.ts';
import { videoKind } from './kind.ts';
import { openVideoHost } from './video-host.ts';

const [width, height, cameras] = [32, 18, 3];
const folder = temporaryFolder();
const python = join(projectRoot, 'examples/injection/receiver.py');
const memory = new FrameMemory();
const opened: Host[] = [];
let compiled: string | undefined;

beforeAll(() => {
  const program = join(folder.path, 'receiver');
  const source = join(projectRoot, 'examples/injection/receiver.c');
  const { status } = spawnSync('cc', ['-O2', '-Wall', '-Wextra', '-Werror', source, '-o', program], {
    stdio: 'inherit',
  });
  compiled = status === 0 ? program : undefined;
});
afterAll(async () => {
  await Promise.all(opened.map((host) => host.close()));
  folder.remove();
});

const params = { cameras, width, height };
const block = (depth = 1, more = {}) => hosted(videoInjection, { params: { ...params, ...more }, depth });

/** A picture of every camera, all bytes of which depend on camera and activation, in the memory that frames lie in. */
function take(to: HostedBlock, activation: number, only?: number): void {
  for (let camera = 0; camera < cameras; camera++) {
    if (only !== undefined && camera !== only) continue;
    const data = memory.allocate(2 * width * height);
    for (let i = 0; i < data.length; i++) data[i] = i * 7 + (i >> 5) + camera * 41 + activation * 13;
    publish(to, `images[${camera}]`, activation, (image) => {
      Object.assign(image, { width, height, step: 2 * width, encoding: 'yuv422', data });
      image.header.stamp.nanosec = activation * 10_000_000 + 3000;
    });
  }
}

const VIDEO: VideoParams = { command: undefined, address: undefined, transport: 'socket', hostClock: 'simulated' };

async function open(to: HostedBlock, options: Partial<VideoParams>, context = {}): Promise<Host> {
  const host = await openVideoHost(to, { ...VIDEO, ...options }, { ...CONTEXT, timeLimit: 300, ...context });
  opened.push(host);
  return host;
}

/** What is acknowledged in ten releases, of which the first and the fifth have no whole set. */
async function acknowledgements(host: Host, to: HostedBlock): Promise<string[][]> {
  const answers: string[][] = [];
  for (let activation = 0; activation < 10; activation++) {
    if (activation > 0) take(to, activation, activation === 4 ? 1 : undefined);
    answers.push(await step(host, to, activation));
  }
  await host.close();
  return answers;
}

const atHomeAnswers = async () => {
  const home = block();
  return acknowledgements(await atHome(home), home);
};

const receivers: [name: string, command: () => string | undefined][] = [
  ['Python', () => `python3 ${python}`],
  ['C', () => compiled],
];
const transports = ['socket', 'shared-memory'] as const;
const cases = receivers.flatMap(([name, command]) => transports.map((transport) => ({ name, command, transport })));

describe.each(cases)('a receiver in $name over $transport', ({ command, transport }) => {
  it('gives bit for bit what the model gives: both stamps and every byte came back', async (context) => {
    if (command() === undefined) return context.skip('no C compiler');
    const to = block();
    const answers = await acknowledgements(await open(to, { command: command(), transport }), to);
    expect(answers).toEqual(await atHomeAnswers());
    expect(answers.map(([ack]) => ack !== '')).toEqual([0, 1, 1, 1, 0, 1, 1, 1, 1, 1].map(Boolean));
    const ack: InjectionAck = to.outputs.ack.value;
    expect(Array.from(ack.sensor_times)).toEqual([90_003, 90_003, 90_003]);
    expect(Array.from(ack.host_times)).toEqual([90_000, 90_000, 90_000]);
    expect(new Set(ack.checksums).size).toBe(3);
  });

  it('answers in order when several sets are under way', async (context) => {
    if (command() === undefined) return context.skip('no C compiler');
    const to = block(4);
    const host = await open(to, { command: command(), transport });
    for (let activation = 0; activation < 14; activation++) {
      if (activation >= 4) {
        await fetch(host, to);
        expect(to.outputs.ack.value.host_times[0]).toBe((activation - 4) * 10_000);
      }
      if (activation >= 10) continue;
      take(to, activation);
      expect(release(host, to, activation)).toBe(false);
    }
    await host.close();
  });
});

describe('a receiver that listens already', () => {
  it.each([
    ['a TCP port', () => 'tcp:127.0.0.1:0'],
    ['a path', () => `unix:${join(folder.path, 'listening')}`],
  ])('is reached at %s, and keeps a picture when asked', async (_, address) => {
    const picture = join(folder.path, 'kept.pgm');
    const child = spawn('python3', [python, '--listen', address(), '--save', picture]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const [listening] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const ended = once(child, 'exit');
    const to = block();
    expect(await acknowledgements(await open(to, { address: listening }), to)).toEqual(await atHomeAnswers());
    expect(await ended).toEqual([0, null]);
    const kept = readFileSync(picture);
    expect(kept.subarray(0, 13).toString()).toBe('P5\n32 18\n255\n');
    // luma of the second row, as camera 0 took it: bytes 1, 3, 5 … of UYVY
    expect(Array.from(kept.subarray(13 + 32, 13 + 35))).toEqual([65, 67, 69].map((i) => (i * 7 + (i >> 5) + 13) & 255));
  });

  it('is missed with a sentence when there is none', async () => {
    const problem = await problemOf(() => open(block(), { address: `unix:${join(folder.path, 'nobody')}` }));
    expect(problem).toMatch(/^blocks\.bench: nobody answers at unix:.*nobody: connect ENOENT/);
  });
});

/** A receiver in Python that does `body` with every whole set, when its bytes have been read. */
const misbehaving = (body: string, begin = 'c.sendall(answer(1, 0))'): string[] => [
  'python3',
  '-c',
  `
import os, socket, struct, sys, time
c = socket.socket(socket.AF_UNIX)
c.connect(os.environ["SKIDPAD_VIDEO"][5:])
def answer(kind, number, payload=b"", version=1, magic=b"SKVA"):
    return struct.pack("<4sHHII", magic, version, kind, number, len(payload)) + payload
def read(size):
    data = b""
    while len(data) < size: data += c.recv(size - len(data)) or sys.exit(0)
    return data
read(64)
${begin}
for number in range(1, 1000):
    stamps = []
    for camera in range(${cameras}):
        head = read(64)
        picture = read(struct.unpack_from("<I", head, 28)[0])
        stamps.append(picture[:16])
    ${body}
`,
];

/** The sentence after the block's name with which opening and two sets fail. */
async function failure(words: string[], timeLimit = 300): Promise<string> {
  const command = words.map((word) => `'${word}'`).join(' ');
  const sentence = await problemOf(async () => {
    const to = block();
    const host = await open(to, { command }, { timeLimit });
    for (const activation of [1, 2]) {
      take(to, activation);
      await step(host, to, activation);
    }
  });
  return sentence.replace('blocks.bench: ', '');
}

describe('a receiver that misbehaves is told in one sentence', () => {
  it.each([
    [
      'dies',
      misbehaving('sys.exit("I am out of memory")'),
      /^its program ended with exit code 1 before the run ended; .*"I am out of memory"$/,
    ],
    [
      'hangs up',
      misbehaving('c.close(); time.sleep(1000)'),
      /^its receiver closed the connection before the run ended$/,
    ],
    [
      'talks another language',
      misbehaving('c.sendall(b"HTTP/1.1 200 OK")'),
      /^answered "HTTP\/1\.1 200 OK"; expected an answer that begins with SKVA$/,
    ],
    [
      'is of another version',
      misbehaving('c.sendall(answer(2, 1, version=9))'),
      /^answered in version 9; expected version 1$/,
    ],
    [
      'answers with too little',
      misbehaving('c.sendall(answer(2, 1, b"x"))'),
      /^answered with 1 bytes; expected 72 for 3 cameras$/,
    ],
    ['says something unknown', misbehaving('c.sendall(answer(7, 1))'), /^answered with kind 7; expected 1 to 4$/],
    [
      'announces far too much',
      misbehaving('c.sendall(struct.pack("<4sHHII", b"SKVA", 1, 4, 1, 4000000000))'),
      /^answered with an error of 4000000000 bytes; expected at most 4096$/,
    ],
    ['answers for another set', misbehaving('c.sendall(answer(3, 5))'), /^answered for set 5, but set 1 comes first$/],
    ['complains', misbehaving('c.sendall(answer(4, 0, b"no deserializer lock"))'), /^says: no deserializer lock$/],
    ['is ready twice', misbehaving('c.sendall(answer(1, 0))'), /^says again that it is ready$/],
    [
      'has other stamps',
      misbehaving('c.sendall(answer(2, number, b"".join(s + bytes(8) for s in [bytes(16)] + stamps[1:])))'),
      /^read the sensor time 0 µs in picture 0 of set 1; 10003 µs was sent$/,
    ],
    [
      'has other bytes',
      misbehaving('c.sendall(answer(2, number, b"".join(s + bytes(8) for s in stamps)))'),
      /^read bytes with the CRC-32 0 in picture 0 of set 1; \d+ was sent$/,
    ],
    [
      'ends before it connects',
      ['python3', '-c', 'import sys; sys.exit("no such camera")'],
      /^its program ended with exit code 1 before it connected; .*"no such camera"$/,
    ],
    [
      'is not there',
      ['skidpad-no-such-receiver'],
      /^cannot start "skidpad-no-such-receiver": there is no such program$/,
    ],
  ])('where it %s', async (_, words, sentence) => expect(await failure(words as string[])).toMatch(sentence as RegExp));

  it('where it never answers, never is ready or never connects', async () => {
    // one that takes longer than that to begin has not even connected
    const silence = /^(did not answer|no receiver has connected) within 2 s$/;
    expect(await failure(misbehaving('pass'), 2)).toMatch(silence);
    expect(await failure(misbehaving('pass', 'pass'), 2)).toMatch(silence);
    expect(await failure(['sleep', '1000'], 1)).toBe('no receiver has connected within 1 s');
  });
});

it('a set that the receiver says it has missed is not acknowledged, and the run goes on', async () => {
  const received = 'answer(2, number, b"".join(s + bytes(8) for s in stamps))';
  const words = misbehaving(`c.sendall(answer(3, number) if number == 2 else ${received})`);
  const to = block(1, { checksum: false });
  const host = await open(to, { command: words.map((word) => `'${word}'`).join(' ') });
  const published: [boolean, number][] = [];
  for (const activation of [1, 2, 3]) {
    take(to, activation);
    const [ack] = await step(host, to, activation);
    published.push([ack !== '', to.outputs.ack.value.sets]);
  }
  await host.close();
  expect(published).toEqual([
    [true, 1],
    [false, 1],
    [true, 2],
  ]);
});

it('a slow answer is not ready before it is there, and its latency is that of the wall clock', async () => {
  const flag = join(folder.path, 'go-on');
  const slow = `while not os.path.exists("${flag}"): time.sleep(0.01)`;
  const words = misbehaving(`${slow}\n    c.sendall(answer(2, number, b"".join(s + bytes(8) for s in stamps)))`);
  const to = block(1, { checksum: false });
  const host = await open(to, { command: words.map((word) => `'${word}'`).join(' '), hostClock: 'wall' });
  take(to, 1);
  release(host, to, 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(host.ready()).toBe(false);
  spawnSync('touch', [flag]);
  await until(() => host.ready());
  await fetch(host, to);
  expect(to.outputs.ack.value.latency).toBeGreaterThan(0.05);
  expect(to.outputs.ack.value.age).toBeCloseTo(-3e-6, 9);
  await host.close();
});

it('nothing is left behind: no folder, no memory, no receiver', async () => {
  const ours = () =>
    ['/dev/shm', tmpdir()]
      .flatMap((place) => (existsSync(place) ? readdirSync(place) : []))
      .filter((name) => name.startsWith(`skidpad-video-${process.pid}-`));
  const before = ours();
  const to = block();
  const host = await open(to, { command: `python3 ${python}`, transport: 'shared-memory' });
  // gone from the moment at which the receiver is ready, so that not even kill -9 leaves anything
  expect(ours().filter((name) => !before.includes(name))).toEqual([]);
  take(to, 1);
  await step(host, to, 1);
  await host.close();
  await host.close();
});

it('a host for something else than injection is refused', async () => {
  const other = { ...block(), definition: { ...videoInjection, type: 'test/other' } } as unknown as HostedBlock;
  expect(await problemOf(() => open(other, { command: 'true' }))).toBe(
    'blocks.bench: a video host stands in for bus/video-injection only, not for test/other',
  );
});

it.each([
  [{}, 'command', /either a command .* or the address/],
  [{ command: 'a', address: 'unix:b' }, 'command', /either a command/],
  [{ address: 'http://x' }, 'address', /expected unix:PATH or tcp:HOST:PORT, got "http:\/\/x"/],
  [{ address: 'tcp:127.0.0.1:70000' }, 'address', /expected unix:PATH/],
  [{ address: 'tcp:10.0.0.5:5600', transport: 'shared-memory' as const }, 'transport', /on one machine only/],
])('the parameters %j are refused', (given, path, problem) => {
  const answer = videoKind.check({ ...VIDEO, ...given });
  expect(answer?.[0]).toBe(path);
  expect(answer?.[1]).toMatch(problem);
});
