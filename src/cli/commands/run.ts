/** `skidpad run`: runs a scenario, shows progress and a summary, and leaves a run directory. */
import { join } from 'node:path';
import { oneLine } from '../../core/one-line.ts';
import { tuneEngineFor } from '../../node/engine-tuning.ts';
import { requireWritable } from '../../node/writable-file.ts';
import { RunFile } from '../../node/run-file.ts';
import { writeWholeFile } from '../../node/whole-file.ts';
import type { RunResult } from '../../run/result.ts';
import type { RunObserver, RunSpec } from '../../run/run.ts';
import { run as runScenario } from '../../run/run.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { threadsWorth } from '../../scenario/threads.ts';
import { ExitCode } from '../exit-code.ts';
import type { ScenarioOptions } from '../load-scenario.ts';
import { loadFromArguments } from '../load-scenario.ts';
import { onEndSignals } from '../end-signals.ts';
import { threadsOption } from '../number-option.ts';
import { ProgressLine } from '../progress-line.ts';
import type { BridgedRun } from '../bridge-run.ts';
import type { RosbridgeOptions } from '../rosbridge-options.ts';
import { rosbridgeSettings } from '../rosbridge-options.ts';
import type { ServeOptions } from '../serve-options.ts';
import { separateScenario, serveSettings } from '../serve-options.ts';
import type { ServedRun } from '../serve-run.ts';
import { summary } from '../summary.ts';

/** Of what programs and links say [characters]. */
const LONGEST_LOG_LINE = 1000;

export interface RunOptions extends ScenarioOptions, ServeOptions, RosbridgeOptions {
  readonly out?: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly record: boolean;
  readonly junit?: string;
  readonly threads?: string;
}

export async function run(given: string | undefined, givenOptions: RunOptions): Promise<void> {
  const { file, options } = separateScenario(given, givenOptions);
  const threads = threadsOption(options.threads);
  const { scenario, served } = await serveIfAsked(await loadFromArguments(file, options), options);
  const shown: Shown = { served };
  try {
    const bridged = await bridgeIfAsked(scenario, options);
    const worth = threadsWorth(bridged.scenario, threads);
    await runAndReport(bridged.scenario, worth, options, Object.assign(shown, { bridged: bridged.run }));
  } finally {
    await shown.bridged?.close();
    await served?.close();
  }
}

/** Opens the server before anything is written, so that a port in use costs nothing. */
async function serveIfAsked(
  scenario: Scenario,
  options: RunOptions,
): Promise<{ scenario: Scenario; served?: ServedRun }> {
  const settings = serveSettings(options);
  if (settings === undefined) return { scenario };
  const { paceForViewers, serveRun } = await import('../serve-run.ts');
  const paced = paceForViewers(scenario, options.clock);
  // standard output is one object where JSON is asked for
  return { scenario: paced, served: await serveRun(paced, settings, options.json ? console.error : console.log) };
}

/** The same for clients of rosbridge. */
async function bridgeIfAsked(
  scenario: Scenario,
  options: RunOptions,
): Promise<{ scenario: Scenario; run?: BridgedRun }> {
  const settings = rosbridgeSettings(options);
  if (settings === undefined) return { scenario };
  const { paceForViewers } = await import('../serve-run.ts');
  const { bridgeRun } = await import('../bridge-run.ts');
  const paced = paceForViewers(scenario, options.clock);
  return { scenario: paced, run: await bridgeRun(paced, settings, options.json ? console.error : console.log) };
}

/** To whom a run is shown. */
interface Shown {
  readonly served?: ServedRun;
  readonly bridged?: BridgedRun;
}

async function runAndReport(
  scenario: Scenario,
  threads: number,
  options: RunOptions,
  { served, bridged }: Shown,
): Promise<void> {
  if (options.junit !== undefined) requireWritable(options.junit, '--junit');
  const { out, force, record } = options;
  const directory = record
    ? new (await import('../../node/run-directory.ts')).RunDirectory(scenario, { out, force, documents: true })
    : undefined;
  try {
    const signal = abortOnSignals();
    served?.stopWaitingOn(signal);
    const observers = [directory, served, bridged].filter((observer) => observer !== undefined);
    const result = await runWithProgress({ scenario, threads, signal }, options, observers);
    if (directory !== undefined)
      await (await import('../../node/run-documents.ts')).writeDocumentsOf(directory.path, scenario);
    if (options.junit !== undefined) await writeJunit(options.junit, result);
    print(result, directory?.path ?? null, options);
    process.exitCode = exitCode(result);
  } finally {
    directory?.release();
  }
}

async function runWithProgress(
  spec: RunSpec,
  { json }: RunOptions,
  observers: readonly RunObserver[],
): Promise<RunResult> {
  const { scenario } = spec;
  const line = new ProgressLine(oneLine(scenario.document.name, 40), scenario.document.duration, !json);
  const progress: RunObserver = { progress: (share, { time }) => line.show(share, time) };
  tuneEngineFor(scenario);
  try {
    return await runScenario(
      { ...spec, log: (text) => console.error(oneLine(text, LONGEST_LOG_LINE)) },
      ...observers,
      progress,
    );
  } finally {
    line.clear();
  }
}

function print(result: RunResult, out: string | null, { json }: RunOptions): void {
  if (json) return void console.log(JSON.stringify({ ...result, metrics: metricValues(result), out }));
  console.log(summary(result));
  if (out !== null)
    console.log(`\nReport     ${join(out, RunFile.report)}\nRecording  ${join(out, RunFile.recording)}`);
}

/** Metrics by name, as a program wants them; units are in metrics.json. */
const metricValues = ({ metrics }: RunResult) => Object.fromEntries(metrics.map(({ name, value }) => [name, value]));

function exitCode({ interrupted, passed }: RunResult): number {
  if (interrupted) return ExitCode.interrupted;
  return passed ? ExitCode.success : ExitCode.failed;
}

/** The first signal ends the run in good order; the second ends the process. */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  const request = () => {
    if (controller.signal.aborted) process.exit(ExitCode.interrupted);
    controller.abort();
  };
  onEndSignals(request);
  return controller.signal;
}

async function writeJunit(file: string, result: RunResult): Promise<void> {
  const { junitXml } = await import('../../record/report/junit.ts');
  writeWholeFile(file, junitXml({ name: result.scenario, time: result.wall, expectations: result.expectations }));
}
