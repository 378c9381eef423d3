/** The directory of one run: recording while it runs, tables and report when it has ended. */
import { join } from 'node:path';
import type { JpegEncoder } from '../record/images/compressed-image.ts';
import { installedJpeg } from '../record/images/installed-jpeg.ts';
import { RecordingFile } from '../record/mcap/recording-file.ts';
import type { Carried } from '../record/run-recorder.ts';
import { RunRecorder } from '../record/run-recorder.ts';
import { jpegPlace } from '../record/wanted-signals.ts';
import type { RunResult } from '../run/result.ts';
import type { RunObserver } from '../run/run.ts';
import type { Session } from '../run/session.ts';
import { version } from '../run/version.ts';
import { portableDocument } from '../scenario/portable-document.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { formatYaml } from '../scenario/yaml.ts';
import type { DirectoryKind } from './output-directory.ts';
import { makeDirectory, OutputDirectory } from './output-directory.ts';
import { RunFile } from './run-file.ts';
import { sealRun } from './seal.ts';
import { writeWholeFile } from './whole-file.ts';

export interface RunDirectoryOptions {
  /** The directory; otherwise `runs/NAME-20260131-235959`, or the next that is free. */
  readonly out?: string;
  /** Whether an earlier run there may be replaced. */
  readonly force?: boolean;
  /** Whether CSV and report follow: the directory then stays this process's until `release`. */
  readonly documents?: boolean;
  /** Whether it is a run of somebody else's work: it gets no seal, so that repeating it asks. */
  readonly foreign?: boolean;
}

/** How often a recording is looked at while its run waits [ms]. */
const WAITING_MS = 100;

const runDirectory: DirectoryKind = { name: 'run', has: (file) => Object.values<string>(RunFile).includes(file) };

/** Records a run into a directory of its own. */
export class RunDirectory implements RunObserver {
  private readonly directory: OutputDirectory;
  private readonly options: RunDirectoryOptions;
  private file: RecordingFile | undefined;
  private recorder: RunRecorder | undefined;
  private jpeg: JpegEncoder | undefined;
  private begun = false;
  private timer: NodeJS.Timeout | undefined;

  /** `place` is a path, or says more about it. */
  constructor(scenario: Scenario, place: string | RunDirectoryOptions) {
    this.options = typeof place === 'string' ? { out: place } : place;
    this.directory = OutputDirectory.claim({ kind: runDirectory, usual: usualPath(scenario), ...this.options });
    try {
      this.open(scenario);
    } catch (error) {
      this.directory.discard();
      throw error;
    }
  }

  get path(): string {
    return this.directory.path;
  }

  private open(scenario: Scenario): void {
    const { path } = this;
    if (scenario.files.length > 0) makeDirectory(join(path, RunFile.assets));
    for (const { name, bytes } of scenario.files) writeWholeFile(join(path, name), bytes);
    writeWholeFile(join(path, RunFile.scenario), formatYaml(portableDocument(scenario)));
    const jpeg = jpegPlace(scenario);
    if (jpeg !== undefined) this.jpeg = installedJpeg(jpeg);
    this.file = new RecordingFile(join(path, RunFile.recording));
    this.recorder = new RunRecorder(this.file.writer, scenario, version, this.options.foreign ? undefined : sealed);
  }

  attach({ loop }: Session): void {
    this.recorder!.attach(loop, this.jpeg);
    // an earlier run goes only once this one can be written
    this.file!.flush();
    this.directory.settle();
    this.begun = true;
    // a batch may be long: at every link of the chain, which is a second of simulated time, it is looked at as well
    loop.listen({ linked: () => this.keepFresh() });
    this.timer = setInterval(() => this.keepFreshWhileWaiting(), WAITING_MS).unref();
  }

  private keepFresh(): void {
    this.file!.keepFresh(performance.now());
  }

  /** While a run waits, for time or for an answer, nobody asks. */
  private keepFreshWhileWaiting(): void {
    try {
      this.keepFresh();
    } catch {
      // the run hears of it at its next message
    }
  }

  between(_session: Session, nowMs: number): void {
    this.file!.keepFresh(nowMs);
  }

  /** Completes the recording and writes the metrics. */
  async finish(result: RunResult): Promise<void> {
    clearInterval(this.timer);
    const { hash, ticks, deadlineMisses, metrics } = result;
    this.recorder!.finish({ hash, ticks, deadlineMisses, metrics });
    await this.file!.close();
    writeWholeFile(join(this.path, RunFile.metrics), `${JSON.stringify(result, null, 2)}\n`);
    if (!this.options.documents) this.release();
  }

  /** Leaves what there is in a readable file; of a run that never began, nothing. */
  async abandon(): Promise<void> {
    clearInterval(this.timer);
    try {
      await this.file!.close();
    } finally {
      if (this.begun) this.release();
      else this.directory.discard();
    }
  }

  /** Nothing more is written here. */
  release(): void {
    this.directory.release();
  }
}

/** What happened to the key is said on standard error: a run without a seal is a run all the same. */
function sealed(carried: Carried): string | undefined {
  const { seal, note } = sealRun(carried);
  if (note !== undefined) console.error(`skidpad: note: ${note}`);
  return seal;
}

/** `runs/NAME-20260131-235959`. */
function usualPath({ document: { name } }: Scenario): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return join('runs', `${name.replaceAll(/[^\w.-]+/g, '-').slice(0, 100)}-${time}`);
}
