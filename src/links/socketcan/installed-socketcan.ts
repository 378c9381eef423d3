/** The package that opens CAN sockets, where its user has installed it: it is compiled against Linux. */
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** As the package says it; `send` and `sendFD` return −1 where the interface has no room. */
export interface SocketcanMessage {
  readonly id: number;
  readonly ext: boolean;
  readonly rtr: boolean;
  readonly err?: boolean;
  readonly canfd?: boolean;
  readonly fd_brs?: boolean;
  readonly data: Buffer;
}

export interface RawChannel {
  addListener(event: 'onMessage', listener: (message: SocketcanMessage) => void): void;
  addListener(event: 'onStopped', listener: () => void): void;
  start(): void;
  stop(): void;
  send(message: SocketcanMessage): number;
  sendFD(message: SocketcanMessage): number;
}

interface SocketcanPackage {
  createRawChannelWithOptions(name: string, options: { timestamps: boolean; non_block_send: boolean }): RawChannel;
}

export function installedSocketcan(): SocketcanPackage {
  // it listens on the event loop of the process
  if (!isMainThread) throw new Error('a CAN interface can only be opened by the main thread of a process');
  try {
    return createRequire(import.meta.url)('socketcan') as SocketcanPackage;
  } catch {
    throw new Error('CAN interfaces need Linux and a package that is not installed: npm install socketcan@4');
  }
}
