/** `skidpad run`: runs a scenario, shows progress and a summary, and leaves a run directory. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from '../../core/scenario.ts';
import { writeFailure } from '../../record/mcap/file-sink.ts';
import { ExitCode } from '../exit-code.ts';
import { hostOptions } from '../hosts.ts';
import type { ScenarioOptions } from '../load-scenario.ts';
import { loadScenario } from '../load-scenario.ts';
import { ProgressLine } from '../progress-line.ts';
import { RunFile, RunRecording } from '../run-recording.ts';
import type { RunOutcome } from '../run-session.ts';
import { runSession } from '../run-session.ts';
import type { ServeOptions } from '../serve-options.ts';
import { separateScenario, serveSettings } from '../serve-options.ts';
import type { ServedRun } from '../serve-run.ts';
import { summary } from '../summary.ts';

export interface RunOptions extends ScenarioOptions, ServeOptions {
  readonly out?: string;
  readonly json?: boolean;
  readonly record: boolean;
  readonly junit?: string;
}

export async function run(given: string | undefined, givenOptions: RunOptions): Promise<void> {
  const { file, options } = separateScenario(given, givenOptions);
  const { scenario, served } = await serveIfAsked(await loadScenario(file, options), options);
  try {
    await runAndReport(scenario, options, served);
  } finally {
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

async function runAndReport(scenario: Scenario, options: RunOptions, served: ServedRun | undefined): Promise<void> {
  const out = options.record ? (options.out ?? defaultDirectory(scenario)) : null;
  const recording = out === null ? undefined : new RunRecording(scenario, out);
  const progress = new ProgressLine(scenario.document.name, scenario.document.duration, !options.json);
  const stop = stopOnSignals();
  let outcome: RunOutcome;
  try {
    outcome = await runSession(scenario, {
      hosts: await hostOptions(scenario),
      recording,
      stop,
      progress: (share, now) => progress.show(share, now),
      attach: (loop) => served?.attach(loop),
      ready: () => served?.ready(stop) ?? Promise.resolve(),
      between: served && ((loop) => served.between(loop)),
    });
  } finally {
    progress.clear();
  }
  if (out !== null) await (await import('../run-documents.ts')).writeDocuments(out);
  if (options.junit !== undefined) await writeJunit(options.junit, outcome);

  if (options.json) console.log(JSON.stringify({ ...outcome, metrics: metricValues(outcome), out }));
  else {
    console.log(summary(outcome));
    if (out !== null)
      console.log(`\nReport     ${join(out, RunFile.report)}\nRecording  ${join(out, RunFile.recording)}`);
  }
  process.exitCode = exitCode(outcome);
}

/** Metrics by name, as a program wants them; units are in metrics.json. */
const metricValues = ({ metrics }: RunOutcome) => Object.fromEntries(metrics.map(({ name, value }) => [name, value]));

function exitCode({ interrupted, expectations }: RunOutcome): number {
  if (interrupted) return ExitCode.interrupted;
  return expectations.every((expectation) => expectation.pass) ? ExitCode.good : ExitCode.failed;
}

/** `runs/NAME-20260131-235959`. */
function defaultDirectory(scenario: Scenario): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return join('runs', `${scenario.document.name.replaceAll(/[^\w.-]+/g, '-')}-${time}`);
}

/** The first signal ends the run in good order; the second ends the process. */
function stopOnSignals(): { requested: boolean } {
  const stop = { requested: false };
  const request = () => {
    if (stop.requested) process.exit(ExitCode.interrupted);
    stop.requested = true;
  };
  process.on('SIGINT', request).on('SIGTERM', request);
  return stop;
}

async function writeJunit(file: string, outcome: RunOutcome): Promise<void> {
  const { junitXml } = await import('../../record/report/junit.ts');
  try {
    writeFileSync(file, junitXml({ name: outcome.scenario, time: outcome.wall, expectations: outcome.expectations }));
  } catch (error) {
    throw writeFailure(file, error);
  }
}
