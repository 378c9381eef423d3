/** A recording on disk that stays fresh: after a crash it is readable up to the last second of wall time. */
import { FileSink } from './file-sink.ts';
import type { McapWriterOptions } from './writer.ts';
import { McapWriter } from './writer.ts';

/** Wall time that may pass before what was recorded is handed to the file [ms]. */
const FRESHNESS_MS = 700;

export class RecordingFile {
  readonly writer: McapWriter;
  private readonly sink: FileSink;
  private lastFlushMs: number | undefined;

  constructor(path: string, options: McapWriterOptions = {}) {
    this.sink = new FileSink(path);
    this.writer = new McapWriter(this.sink, options);
  }

  /** Call often, a few times per second of wall time at least. */
  keepFresh(nowWallMs: number): void {
    this.lastFlushMs ??= nowWallMs;
    if (nowWallMs - this.lastFlushMs < FRESHNESS_MS) return;
    this.lastFlushMs = nowWallMs;
    this.writer.flush();
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
