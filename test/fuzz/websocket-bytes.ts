/**
 * Raw bytes on the socket of `skidpad run --serve`, in a process of its own: handshakes and frames made by hand, in pieces, with sockets
 * that are half closed, torn down, or left alone. The server lives on, answers in whole frames, and keeps its memory.
 */
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Fuzzer } from './support/fuzzer.ts';
import { hostileFrames, hostileHandshake } from './support/raw-frames.ts';
import { SeededChoices } from './support/seeded-choices.ts';
import { checkReply } from './support/server-frames.ts';
import { ServedProcess } from './support/served-process.ts';

const SCENARIO = join(import.meta.dirname, 'support/served.yaml');
/** CPU time of the server that one input may take [s]. */
const MOST_CPU = 2;
/** Inputs after which the server's memory is taken for what it needs, and what it may grow by from then on [MiB]. */
const WARM = 2000;
const MOST_GROWTH = 96;
/** Connections that are left open behind, and inputs between two good clients. */
const MOST_LEFT = 8;
const BETWEEN = 250;

/** Conversations at a time. */
const AT_ONCE = 16;

let served: Promise<ServedProcess> | undefined;
const left: Socket[] = [];
const open = new Set<Promise<void>>();
const problems: string[] = [];
let count = 0;
let warmMemory = 0;
let lastCpu = 0;

/** Begins one conversation, and waits where there are enough; what goes wrong in one may be told with a later input. */
async function run(seed: number, index: number): Promise<void> {
  const server = await (served ??= ServedProcess.start(SCENARIO));
  lastCpu ||= server.cpu;
  const conversation = converse(server.port, new SeededChoices(seed, index))
    .then(checkReply)
    .catch((error: Error) => void problems.push(`input ${index}: ${error.message}`))
    .finally(() => open.delete(conversation));
  open.add(conversation);
  if (open.size >= AT_ONCE) await Promise.race(open);
  count++;
  if (count % BETWEEN === 0) await server.serves();
  if (count === WARM) warmMemory = server.memory;
  check(server);
}

function check({ cpu, ended }: ServedProcess): void {
  if (ended !== undefined) problems.push(`the server ended with ${ended}`);
  if (cpu - lastCpu > MOST_CPU) problems.push(`took ${cpu - lastCpu} s of CPU time`);
  lastCpu = cpu;
  if (problems.length > 0) throw new Error(problems.splice(0).join('\n'));
}

/** Says what it has to say, in pieces; all that comes back until the connection ends, or nothing where nobody waits for it. */
async function converse(port: number, choose: SeededChoices): Promise<Buffer> {
  const bytes = Buffer.concat([hostileHandshake(choose), hostileFrames(choose)]);
  const socket = connect(port, '127.0.0.1');
  const answers: Buffer[] = [];
  socket.on('data', (chunk) => answers.push(chunk)).on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  for (let rest = bytes, pieces = choose.below(3); rest.length > 0; pieces--) {
    const length = pieces > 0 ? 1 + choose.below(rest.length) : rest.length;
    await new Promise<void>((resolve) => socket.write(rest.subarray(0, length), () => resolve()));
    rest = rest.subarray(length);
  }
  switch (choose.below(8)) {
    case 0:
      socket.resetAndDestroy();
      break;
    case 1:
      leave(socket);
      return Buffer.alloc(0);
    default:
      socket.end();
  }
  await closed;
  return Buffer.concat(answers);
}

/** Nobody reads or ends it any more. */
function leave(socket: Socket): void {
  left.push(socket.pause());
  if (left.length > MOST_LEFT) left.shift()!.destroy();
}

async function finish(): Promise<void> {
  const server = await served!;
  await Promise.all(open);
  for (const socket of left.splice(0)) socket.destroy();
  await server.serves();
  check(server);
  const growth = server.memory - warmMemory;
  const ended = await server.stop();
  if (!ended.startsWith('code 130,')) throw new Error(`the server ended with ${ended}`);
  if (warmMemory > 0 && growth > MOST_GROWTH) throw new Error(`the server's memory grew by ${growth} MiB`);
}

export const fuzzer: Fuzzer = { name: 'websocket-bytes', run, finish };
