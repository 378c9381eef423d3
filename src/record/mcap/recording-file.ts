/**
 * A recording on disk that stays fresh: after a crash, everything up to the last second of wall time can be read, also where the
 * machine has no time for its process. So nothing is left to timers: whoever drives the run asks often, and when it is time,
 * the run does not go on before the bytes are with the operating system.
 */
import { CompressingSink } from './compressing-sink.ts';
import type { McapWriterOptions } from './writer.ts';
import { McapWriter } from './writer.ts';

/** Wall time that may pass before what was recorded is in the file [ms]. The rest of the second is for a process that has to wait its turn. */
const FRESHNESS_MS = 250;

export class RecordingFile {
  readonly writer: McapWriter;
  private readonly sink: CompressingSink;
  private lastFlushMs: number | undefined;

  constructor(path: string, options: McapWriterOptions = {}) {
    this.sink = new CompressingSink(path);
    this.writer = new McapWriter(this.sink, options);
  }

  /** Call often, a few times per second of wall time at least. */
  keepFresh(nowWallMs: number): void {
    this.lastFlushMs ??= nowWallMs;
    if (nowWallMs - this.lastFlushMs < FRESHNESS_MS) return;
    this.lastFlushMs = nowWallMs;
    this.flush();
  }

  /** Everything so far is in the file when this returns. */
  flush(): void {
    this.writer.flush();
    this.sink.flush();
  }

  /** Writes the summary and waits until everything is in the file. */
  async close(): Promise<void> {
    try {
      this.writer.close();
    } finally {
      await this.sink.closed();
    }
  }

  /** The same without waiting, for a process that is about to end. */
  closeNow(): void {
    this.writer.close();
    this.sink.finishNow();
  }
}
