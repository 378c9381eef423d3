/** `skidpad run --serve` in a process of its own, which lives as long as the fuzzer that attacks it. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { projectRoot } from '../../support/scenario-files.ts';
import { until } from '../../support/until.ts';

/** Jiffies in a second, on every Linux that Node runs on. */
const TICKS = 100;

export class ServedProcess {
  /** How it ended; undefined while it lives. */
  ended: string | undefined;
  port = 0;
  private said = '';

  private constructor(private readonly child: ReturnType<typeof spawn>) {
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => this.hear(String(chunk)));
    child.on('close', (code, signal) => (this.ended = `code ${code}, signal ${signal}: ${this.said}`));
  }

  static async start(scenario: string): Promise<ServedProcess> {
    const args = ['run', scenario, '--serve', '0', '--no-record'];
    const child = spawn(process.execPath, [join(projectRoot, 'dist/cli.js'), ...args], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const served = new ServedProcess(child);
    await until(() => served.port > 0 || served.ended !== undefined);
    if (served.ended !== undefined) throw new Error(`the server ended with ${served.ended}`);
    return served;
  }

  /** CPU time that it has used [s]; 0 where the system does not say. */
  get cpu(): number {
    const fields = this.proc('stat')?.split(') ')[1]?.split(' ');
    return fields === undefined ? 0 : (Number(fields[11]) + Number(fields[12])) / TICKS;
  }

  /** Memory that it holds [MiB]; 0 where the system does not say. */
  get memory(): number {
    return Number(/VmRSS:\s+(\d+) kB/.exec(this.proc('status') ?? '')?.[1] ?? 0) / 1024;
  }

  /** A client as it should be connects, subscribes, and is shown a message. */
  async serves(): Promise<void> {
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}`, ['foxglove.websocket.v1']);
    let isShown = false;
    let error: Error | undefined;
    socket.on('error', (problem) => (error = problem));
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return void (isShown ||= data[0] === 1);
      const { op, channels } = JSON.parse(String(data)) as { op: string; channels?: { id: number }[] };
      if (op !== 'advertise' || channels === undefined || channels.length === 0) return;
      const subscriptions = channels.map(({ id }) => ({ id, channelId: id }));
      socket.send(JSON.stringify({ op: 'subscribe', subscriptions }));
    });
    await until(() => isShown || error !== undefined || this.ended !== undefined);
    socket.terminate();
    if (!isShown) throw new Error(`a good client is not served: ${error?.message ?? this.ended}`);
  }

  /** Stops it as a person would; says how it ended. */
  async stop(): Promise<string> {
    this.child.kill('SIGINT');
    await until(() => this.ended !== undefined);
    return this.ended!;
  }

  private hear(text: string): void {
    this.said = (this.said + text).slice(-10_000);
    this.port ||= Number(/ws:\/\/127\.0\.0\.1:(\d+)/.exec(this.said)?.[1] ?? 0);
  }

  private proc(name: string): string | undefined {
    try {
      return readFileSync(`/proc/${this.child.pid}/${name}`, 'utf8');
    } catch {
      return undefined;
    }
  }
}
