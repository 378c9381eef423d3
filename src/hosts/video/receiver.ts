/**
 * The receiver behind a socket: a program that is started and told where to connect, or one that listens already.
 *
 * We listen in a folder that only this user can enter, for one connection, and the folder is gone as soon as there is one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChildProgram } from '../../programs/child-program.ts';
import { commandWords } from '../../programs/command-words.ts';
import { plain } from '../process/program-protocol.ts';
import type { VideoParams } from './kind.ts';
import { addressOf } from './kind.ts';

/** Of a program's last words, so many are told [characters]. */
const LONGEST_LAST_LINE = 150;

export interface ReceiverEvents {
  heard(chunk: Uint8Array): void;
  /** It will say nothing more; why, as a sentence about the block. */
  gone(problem: string): void;
}

export class Receiver {
  private constructor(
    private readonly socket: Socket,
    private readonly program: ChildProgram | undefined,
  ) {
    socket.on('error', () => {}); // `close` follows
    socket.setNoDelay(true);
  }

  /** Rejects with a sentence about the block when there is nobody. */
  static async open(
    { command, address }: Pick<VideoParams, 'command' | 'address'>,
    timeLimit: number,
    log: (line: string) => void,
  ): Promise<Receiver> {
    if (command === undefined) return new Receiver(await connected(address!, timeLimit), undefined);
    const folder = mkdtempSync(join(tmpdir(), `skidpad-video-${process.pid}-`));
    let program: ChildProgram | undefined;
    try {
      const path = join(folder, 'socket');
      const caller = await listenForOne(path);
      program = await ChildProgram.start({ words: commandWords(command), env: { SKIDPAD_VIDEO: `unix:${path}` }, log });
      // what it prints is not ours to read, but must not fill the pipe
      program.onOutput(() => {});
      const gone = program.ended.then(() => Promise.reject(new Error(endOf(program!, 'before it connected'))));
      return new Receiver(await within(timeLimit, Promise.race([caller.socket, gone]), caller.close), program);
    } catch (error) {
      await program?.kill();
      throw error;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  listen({ heard, gone }: ReceiverEvents): void {
    const { socket, program } = this;
    socket.on('data', heard);
    // a program that has ended says why
    socket.on('close', () => void Promise.race([program?.ended, soon()]).then(() => gone(this.reason())));
    void program?.ended.then(() => gone(this.reason()));
  }

  write(bytes: Uint8Array): void {
    this.socket.write(bytes);
  }

  /** What it said last, where that explains something. */
  withLastWords(problem: string): string {
    const line = this.program?.lastStderrLine ?? '';
    return line === ''
      ? problem
      : `${problem}; the last line on its stderr is ${JSON.stringify(plain(line, LONGEST_LAST_LINE))}`;
  }

  async end(farewell: Uint8Array): Promise<void> {
    this.socket.end(farewell);
    await this.program?.end('');
    this.socket.destroy();
  }

  async kill(): Promise<void> {
    this.socket.destroy();
    await this.program?.kill();
  }

  private reason(): string {
    const { program } = this;
    return program?.exitReason === undefined
      ? 'its receiver closed the connection before the run ended'
      : `${program.exitReason} before the run ended`;
  }
}

/** Long enough for a program that closed its socket by ending to be found ended [ms]. */
const SOON_MS = 2000;
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SOON_MS).unref());

function endOf(program: ChildProgram, when: string): string {
  const { exitReason, lastStderrLine } = program;
  const words =
    lastStderrLine === ''
      ? ''
      : `; the last line on its stderr is ${JSON.stringify(plain(lastStderrLine, LONGEST_LAST_LINE))}`;
  return `${exitReason} ${when}${words}`;
}

/** Listens at a path until somebody has called, once. */
function listenForOne(path: string): Promise<{ socket: Promise<Socket>; close(): void }> {
  const server = createServer();
  const socket = new Promise<Socket>((resolve) =>
    server.once('connection', (caller) => {
      server.close();
      resolve(caller);
    }),
  );
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`cannot listen at ${path}: ${error.message}`)));
    server.listen(path, () => resolve({ socket, close: () => void server.close() }));
  });
}

function connected(address: string, timeLimit: number): Promise<Socket> {
  const socket = connect(addressOf(address)!);
  const ready = new Promise<Socket>((resolve, reject) => {
    socket.once('error', (error) => reject(new Error(`nobody answers at ${address}: ${error.message}`)));
    socket.once('connect', () => resolve(socket));
  });
  return within(timeLimit, ready, () => socket.destroy());
}

async function within(timeLimit: number, socket: Promise<Socket>, giveUp: () => void): Promise<Socket> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no receiver has connected within ${timeLimit} s`)), timeLimit * 1000);
  });
  try {
    return await Promise.race([socket, late]);
  } catch (error) {
    giveUp();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
