/** Hostile requests of a client, to a server whose sockets are played: each is answered, refused with a short sentence, or ends its connection. */
import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { Float64 } from '../../src/msgs/index.ts';
import { TopicServer } from '../../src/serve/topic-server.ts';
import { stopwatch } from './support/fuzzer.ts';
import { hostileRequest } from './support/foxglove-requests.ts';
import { damaged, SeededChoices } from './support/seeded-choices.ts';
import { checkStatus } from './support/status-sentence.ts';

/** A socket whose other end takes everything at once. */
class PlayedSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  readonly texts: string[] = [];

  send(data: Buffer, { binary }: { binary: boolean }, sent: () => void): void {
    if (!binary) this.texts.push(data.toString());
    sent();
  }

  close(): void {
    this.readyState = 3;
  }

  terminate(): void {
    this.readyState = 3;
  }
}

function run(seed: number, index: number): void {
  const choose = new SeededChoices(seed, index);
  const server = new TopicServer({ port: 0, host: '127.0.0.1', name: 'fuzz' });
  const latest = { message: { data: 1 }, timeNs: 0 };
  server.advertise([{ topic: '/n', type: Float64, bulky: false, latest: () => latest, follow: () => () => {} }]);
  const socket = new PlayedSocket();
  server.accept(socket as unknown as WebSocket);
  const tooLong = stopwatch();
  for (let i = 0; i < 4; i++) {
    const right = hostileRequest(choose);
    const bytes = choose.below(3) === 0 ? damaged(right, choose) : right;
    socket.emit('message', Buffer.from(bytes), choose.below(10) === 0);
  }
  socket.emit('close');
  tooLong(() => 'four requests');
  socket.texts.forEach(checkStatus);
  if (server.waiting !== 0) throw new Error(`${server.waiting} bytes wait for nobody`);
}

export const fuzzer = { name: 'websocket-server', run };
