/** A link of the built package in a process of its own, and what came out of it so far. */
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CanFrame } from '../../src/msgs/index.ts';
import { until } from './until.ts';

const PROGRAM = join(import.meta.dirname, 'link-process.mjs');

export class ProcessLink {
  readonly bytes: number[] = [];
  readonly frames: CanFrame[] = [];
  readonly arrivals: number[] = [];
  readonly problems: string[] = [];
  readonly logs: string[] = [];
  private opened = false;
  private closed = false;
  private refused: string | undefined;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (message) => this.take(message as Record<string, any>));
  }

  /** Rejects with the sentence with which the link was refused. */
  static async open(kind: string, params: Readonly<Record<string, unknown>>): Promise<ProcessLink> {
    const child = fork(PROGRAM, { serialization: 'advanced' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const link = new ProcessLink(child);
    child.send({ do: 'open', kind, params });
    await until(
      () => link.opened || link.refused !== undefined || child.exitCode !== null || child.signalCode !== null,
    );
    if (link.refused !== undefined) throw new Error(link.refused);
    return link;
  }

  private take({ heard, at, problem, log, opened, closed, refused }: Record<string, any>): void {
    if (heard instanceof Uint8Array) this.bytes.push(...heard);
    else if (heard !== undefined) this.frames.push(heard as CanFrame);
    if (at !== undefined) this.arrivals.push(at as number);
    if (problem !== undefined) this.problems.push(problem as string);
    if (log !== undefined) this.logs.push(log as string);
    if (opened === true) this.opened = true;
    if (closed === true) this.closed = true;
    this.refused ??= refused as string | undefined;
  }

  get text(): string {
    return String.fromCharCode(...this.bytes);
  }

  write(bytes: Uint8Array | string): void {
    this.child.send({ do: 'write', bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes });
  }

  send(frame: CanFrame): void {
    this.child.send({ do: 'send', frame });
  }

  /** Resolves when the link says that it is closed, and when nothing keeps its process any more. */
  async close(): Promise<void> {
    this.child.send({ do: 'close' });
    await until(() => this.closed);
    this.child.disconnect();
    await until(() => this.child.exitCode !== null || this.child.signalCode !== null);
  }
}
