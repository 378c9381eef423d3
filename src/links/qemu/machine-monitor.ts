/**
 * QEMU's monitor (QMP): one JSON text per line in both directions. Commands are answered in order; events come in between.
 *
 * Reference: QEMU, "QEMU Machine Protocol Specification".
 */
import type { Duplex } from 'node:stream';

type Answer = { readonly return?: unknown; readonly error?: { readonly desc?: string }; readonly event?: string };

export class MachineMonitor {
  private begun = '';
  private readonly waiting: { resolve(): void; reject(error: Error): void }[] = [];
  private readonly eventWaiters = new Map<string, () => void>();

  constructor(private readonly channel: Duplex) {
    channel.setEncoding('utf8');
    channel.on('data', (text: string) => this.receive(text));
    channel.on('error', () => {}); // the emulator ended: its link says so
    channel.on('close', () => this.abandon());
  }

  execute(command: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.channel.write(`${JSON.stringify({ execute: command })}\n`);
    });
  }

  /** The next event of that name. */
  event(name: string): Promise<void> {
    return new Promise((resolve) => this.eventWaiters.set(name, resolve));
  }

  private receive(text: string): void {
    const lines = (this.begun + text).split('\n');
    this.begun = lines.pop()!;
    for (const line of lines) if (line.trim() !== '') this.take(JSON.parse(line) as Answer);
  }

  private take({ event, error, ...rest }: Answer): void {
    if (event !== undefined) {
      this.eventWaiters.get(event)?.();
      this.eventWaiters.delete(event);
    } else if (error !== undefined) {
      this.waiting.shift()?.reject(new Error(`the emulator says: ${error.desc}`));
    } else if ('return' in rest) {
      this.waiting.shift()?.resolve();
    }
  }

  private abandon(): void {
    for (const { reject } of this.waiting.splice(0)) reject(new Error('the emulator has ended'));
    for (const resolve of this.eventWaiters.values()) resolve();
  }
}
