/**
 * Users' blocks under Node: each in a process of its own, of which only frames on a pipe come out. The process has no rights that
 * Node's permission model and the machine can take away; what it prints goes to people as lines, and nowhere else.
 */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { entryUrl } from '../hosts/entry-url.ts';
import { FrameSplitter } from '../hosts/process/answer-splitter.ts';
import { guardGroup, releaseGroup } from '../programs/orphan-guard.ts';
import { printedLines } from '../programs/printed-lines.ts';
import type { SandboxWay } from '../hosts/sandbox/sandbox-talk.ts';
import { confinement, confinementLine } from '../hosts/process/confinement.ts';

const PROGRAM = fileURLToPath(entryUrl('sandbox-main.js'));
/** The memory that a block may use for its objects [MiB]. */
const HEAP_MIB = 512;

/** What users' blocks cannot reach on this machine. */
export const sandboxLine = (): string => confinementLine(['own process', "Node's permission model"]);

/** A sandbox in which nothing is loaded yet. */
export const openSandbox = (log: (line: string) => void, program = PROGRAM): SandboxWay =>
  new ChildSandbox(log, program);

class ChildSandbox implements SandboxWay {
  private readonly child: ChildProcess;
  private readonly pipe: Duplex;
  private readonly ended: Promise<string>;

  constructor(log: (line: string) => void, ownProgram: string) {
    const [program, ...args] = [...confinement().words, process.execPath, ...nodeFlags(ownProgram)];
    this.child = spawn(program, [...args, ownProgram], {
      // nothing of our environment is its business
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    if (this.child.pid !== undefined) guardGroup(this.child.pid);
    this.pipe = this.child.stdio[3] as Duplex;
    this.pipe.on('error', () => {}); // it ended: `ended` says so
    printedLines(this.child.stdout!, log);
    printedLines(this.child.stderr!, log);
    this.ended = new Promise((resolve) => {
      this.child.once('error', (error) => resolve(`cannot be given a process: ${error.message}`));
      this.child.once('close', (code, signal) => {
        releaseGroup(this.child.pid!);
        resolve(endSentence(code, signal));
      });
    });
  }

  send(frame: Uint8Array): void {
    const bytes = Buffer.allocUnsafe(4 + frame.length);
    bytes.writeUInt32LE(frame.length);
    bytes.set(frame, 4);
    this.pipe.write(bytes);
  }

  listen(frame: (bytes: Uint8Array) => void, ended: (reason: string) => void): void {
    const splitter = new FrameSplitter();
    const refuse = (sentence: string) => {
      ended(sentence);
      void this.close();
    };
    this.pipe.on('data', (chunk: Uint8Array) => {
      try {
        for (const bytes of splitter.push(chunk)) frame(bytes);
      } catch (error) {
        refuse((error as Error).message);
      }
    });
    void this.ended.then(ended);
  }

  async close(): Promise<void> {
    this.pipe.destroy();
    try {
      process.kill(-this.child.pid!, 'SIGKILL');
    } catch {
      // it has ended already
    }
    await this.ended;
  }
}

const endSentence = (code: number | null, signal: string | null): string =>
  signal === null
    ? `its process ended with exit code ${code} before the run did`
    : `its process was killed by ${signal}, as one is that uses too much memory`;

/** It may read its own program; nothing else, and it may write and start nothing. */
function nodeFlags(ownProgram: string): string[] {
  const major = Number(process.versions.node.split('.')[0]);
  const permission = major >= 23 ? '--permission' : '--experimental-permission';
  return [permission, `--allow-fs-read=${ownProgram}`, '--no-warnings', `--max-old-space-size=${HEAP_MIB}`];
}
